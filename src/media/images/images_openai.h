/*
 * The backend "openai" of images: any server that makes pictures by the interface of OpenAI.
 *
 * Request, POST {base_url}/images/generations: model, prompt, n, size, and where the model has them quality and
 * response_format. Answer: data[0].b64_json, or data[0].url. Errors: error.code, error.type, error.message; a picture
 * that the service does not want to make has the code "content_policy_violation" (dall-e) or "moderation_blocked"
 * (gpt-image). Source: the reference of OpenAI's API, "Create image" and "Error codes".
 */
#ifndef COPYDESK_MEDIA_IMAGES_OPENAI_H
#define COPYDESK_MEDIA_IMAGES_OPENAI_H

#include "media/images/images.h"

extern const struct image_backend images_openai_backend;

#endif
