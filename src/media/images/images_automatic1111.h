/*
 * The backend "automatic1111" of images: the web UI of Stable Diffusion, and what speaks its interface.
 *
 * Request, POST {base_url}/sdapi/v1/txt2img: prompt, negative_prompt, width, height, steps, and
 * override_settings.sd_model_checkpoint where the entry names a model. Answer: images[0], in base64, of some servers
 * with "data:image/png;base64," before it. Basic authentication, where it was started with --api-auth. Source: the
 * wiki of the web UI, "API", and its page /docs.
 */
#ifndef COPYDESK_MEDIA_IMAGES_AUTOMATIC1111_H
#define COPYDESK_MEDIA_IMAGES_AUTOMATIC1111_H

#include "media/images/images.h"

extern const struct image_backend images_automatic1111_backend;

#endif
