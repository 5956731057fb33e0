/*
 * images: pictures for an article, made by a model or found.
 *
 *   images.c            the entries of the configuration, which of them a request means, and a picture
 *   images_openai.c, images_automatic1111.c   backends that make pictures from a description
 *   images_maker.c      what these share; pictures that an answer names by their addresses
 *   images_openverse.c  a backend that finds pictures with a free licence
 *   images_folder.c     a backend that finds them in a folder
 *   picture.c           is it a picture, of which type, and how large; the sizes of the interface
 *
 * Entries: images = { ["alpha-image-2-fast"] = { api = "openai", base_url =, model =, api_key = }, ["*"] = {...} }; the
 * longest name that fits a request's imageModel wins, as with models.
 *
 * Folder: files with words in their names (basil-on-a-windowsill.jpg), beside each optionally NAME.json {alt, caption,
 * credit, license, license_url, source}. Where no alt is given, a name of two words or more is one.
 */
#ifndef COPYDESK_MEDIA_IMAGES_IMAGES_H
#define COPYDESK_MEDIA_IMAGES_IMAGES_H

#include "net/net.h"
#include "text/text.h"

#include <jansson.h>

/* Most bytes of a picture; texts in characters. */
enum { IMAGE_BYTES = 12 * 1024 * 1024, IMAGE_PROMPT = 4000, IMAGE_LINE = 300 };

struct images_query {
    struct str words; /* what the picture is to show, for those that find: the section's heading, and the subject */
    /* The end of words that says what all pictures of the article are about; may be empty. A picture that has only some
     * of it, and no word before it, shows something else: a wooden table for "Limits table partitioning". */
    struct str subject;
    struct str prompt; /* the description, style and all, for those that make; cut after IMAGE_PROMPT characters */
    const char *style; /* imageStyle: "photo" */
    const char *model; /* imageModel, which tells the tier too; NULL: not said */
    const char *size;  /* imageSize, as the interface has it: "1024x1024", "16:9" */
    const struct language *language; /* of words */
    const char *const *used;         /* keys of pictures that the article has already */
    size_t used_count;
};

/* Lives in the arena of the look-up. A text that is not given is NULL; all are plain text on one line. */
struct image {
    struct str data;
    const char *type;  /* "image/png", "image/jpeg", "image/webp", "image/gif" */
    int width, height; /* pixels; 0: not known */
    const char *key;   /* names the picture in its source: no article shows it twice */
    const char *alt, *caption;
    const char *credit, *license; /* "Photo by Ada", "CC BY 4.0" */
    const char *source_url, *license_url;
    bool is_made; /* by a model, for this article */
    /* What was done differently: "1792x1008 was asked for, 1536x1024 is the nearest"; NULL: nothing. */
    const char *note;
};

struct images;

/* entries: `images` of the configuration. net: for pictures that others serve, through the guard; outlives it.
 * Statuses: media.h. */
enum status images_open(const json_t *entries, struct net *net, struct images **images, struct error *err);
void images_close(struct images *images); /* NULL is allowed */

struct image_source;

/* Which entry a request's imageModel means; NULL: none, also where images is NULL. */
const struct image_source *images_find(const struct images *images, const char *model);

/* Does it make pictures (and so take a prompt), or find them? */
bool image_source_makes(const struct image_source *source);

/*
 * One picture. E_NOT_FOUND: nothing fits, or all that does is used; E_DENIED: the model refuses to make it, or the key
 * is wrong; E_UPSTREAM, E_NETWORK, E_TIMEOUT, E_LIMIT, E_CANCELLED, E_MEMORY. E_CORRUPT: what came is no picture.
 */
enum status image_get(const struct image_source *source, const struct images_query *query, const struct lookup *lookup,
                      struct image *image);

/* --- for backends --- */

struct image_backend {
    const char *api;
    bool makes; /* pictures from a prompt; false: it finds them */

    /* Makes the state of an entry. name: of the entry, "images[\"*\"]"; it outlives the state. Statuses of images_open.
     */
    enum status (*open)(const char *name, const json_t *entry, struct net *net, void **state, struct error *err);
    void (*close)(void *state);

    /* As image_get; any number of threads at once. *image is zeroed; type, width, height and is_made are told by
     * image_get, and a key from the data where there is none. */
    enum status (*get)(void *state, const struct images_query *query, const struct lookup *lookup, struct image *image);
};

#endif
