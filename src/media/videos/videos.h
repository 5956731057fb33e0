/*
 * videos: films with their captions, by address or id, or by words.
 *
 * Entry of the configuration: videos = { api = "folder", path = "videos/" }. The folder holds for each film NAME.json
 *
 *     {id, url, title, author, description, duration, embed_url, thumbnail}
 *
 * and NAME.vtt or NAME.srt, its captions in WebVTT or SubRip. title is required, id is NAME where it is missing,
 * duration is in seconds. Members that are not listed are ignored.
 *
 * Or a service, whose answers are kept for an hour.
 *
 *   videos.c            the table of backends
 *   videos_folder.c     the backend "folder"
 *   videos_invidious.c  the backend "invidious"
 *   videos_address.c    when two addresses are of one film
 *   captions.c          captions as segments that can be read and quoted
 *   cues.c              files of captions as cues
 */
#ifndef COPYDESK_MEDIA_VIDEOS_VIDEOS_H
#define COPYDESK_MEDIA_VIDEOS_VIDEOS_H

#include "media/data/data.h"
#include "media/videos/captions.h"

/* The most characters that are taken of a text; longer ones are cut. */
enum { VIDEO_NAME = 200, VIDEO_TITLE = 300, VIDEO_TEXT = 4000 };

/* A text that is not given is NULL. */
struct video {
    const char *id, *title; /* never NULL */
    const char *url;        /* of the page that shows it */
    const char *embed_url;  /* for an iframe */
    const char *thumbnail;  /* address of a picture */
    const char *author, *description;
    double duration; /* seconds; only with has_duration */
    bool has_duration;
};

struct video_list {
    const struct video *list;
    size_t count;
};

struct video_captions {
    const struct caption_segment *segments; /* in the order of their times */
    size_t count;                           /* at least 1 */
};

/* --- for the writers of articles --- */

struct videos;

/* entry: `videos` of the configuration. Statuses: media.h. */
enum status videos_open(const json_t *entry, struct videos **videos, struct error *err);
void videos_close(struct videos *videos); /* NULL is allowed */

/*
 * One film by its id or an address of it: spellings that lead to the same film are the same (video_key).
 * E_NOT_FOUND: there is none; E_CANCELLED, E_TIMEOUT, E_MEMORY; of a service E_NETWORK, E_UPSTREAM, E_DENIED, E_LIMIT
 * too, also below.
 */
enum status videos_find(const struct videos *videos, struct str url_or_id, const struct lookup *call,
                        const struct video **video);

/*
 * What is said in a film. language: the tag of the one that is wanted ("de"), NULL: any; where there are none in it,
 * those in another one; each time those that somebody has written before those made automatically. E_NOT_FOUND
 * with the code "no_captions": it has none, they are empty or nobody speaks in them; E_NOT_FOUND without a code: there
 * is no such film; E_CORRUPT: what is there is neither WebVTT nor SubRip.
 */
enum status videos_captions(const struct videos *videos, const char *id, const char *language,
                            const struct lookup *call, struct video_captions *captions);

/*
 * At most so many films whose title, author or description have words of the query, whatever their endings. The best
 * first: by how many of the query's words they have (those with less than half as many as the best are left out), then
 * by where these stand (title before author, description), then by id. A service has an order of its own. OK with count
 * 0: nothing fits.
 */
enum status videos_search(const struct videos *videos, struct str query, size_t most, const struct lookup *call,
                          struct video_list *found);

/* --- for backends --- */

/*
 * What is the same for all addresses of a film, in the arena: the id for those with /watch?v=ID, /embed/ID, /shorts/ID,
 * /live/ID, /v/ID and youtu.be/ID, on any site; else the address in its normal form, https, without "www." and without
 * what only says from where or how the film is watched (t, start, list, index, feature, si, utm_..., ...). An address
 * may lack its scheme ("youtu.be/ID"). Any other text is an id and stays as it is. NULL when memory ran out.
 */
const char *video_key(struct arena *arena, struct str url_or_id);

struct video_backend {
    struct media_backend base;

    /* As the functions above; any number of threads at once. What is returned is zeroed, most at least 1. key: what
     * video_key makes of the address or id. */
    enum status (*find)(void *state, const char *key, const struct lookup *call, const struct video **video);
    enum status (*captions)(void *state, const char *key, const char *language, const struct lookup *call,
                            struct video_captions *captions);
    enum status (*search)(void *state, struct str query, size_t most, const struct lookup *call,
                          struct video_list *found);
};

#endif
