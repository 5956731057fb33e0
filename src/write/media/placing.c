#include "write/media/placing.h"

#include "write/params/params.h"

#include <stdlib.h>

/* --- what is asked for --- */

static size_t at_most(const json_t *config, const char *name, size_t usual)
{
    long given = config_integer(config, name, -1);
    return given < 0 ? usual : (size_t)given;
}

struct media_wish media_wish_read(const json_t *config, size_t items)
{
    static const char name[] = "multimediaOption";
    bool is_chosen = config_is(config, name, "auto");
    size_t pictures = !items ? USUAL_PICTURES : items < MOST_PICTURES ? items : MOST_PICTURES;
    struct media_wish wish = {.is_chosen = is_chosen};
    if (is_chosen || config_is(config, name, "images"))
        wish.pictures = at_most(config, "maxImages", pictures);
    if (is_chosen || config_is(config, name, "videos"))
        wish.films = at_most(config, "maxVideos", is_chosen ? CHOSEN_FILMS : USUAL_FILMS);
    return wish;
}

/* --- films --- */

static int by_fit(const void *a, const void *b)
{
    const struct media_match *one = a, *two = b;
    if (one->fit != two->fit)
        return one->fit > two->fit ? -1 : 1;
    if (one->slot != two->slot)
        return one->slot < two->slot ? -1 : 1;
    return one->film < two->film ? -1 : one->film > two->film;
}

static bool placing_is_shown(const struct media_slot *slots, size_t count, size_t film)
{
    for (size_t i = 0; i < count; i++)
        if (slots[i].kind == MEDIA_FILM && slots[i].film == film)
            return true;
    return false;
}

size_t media_place_films(struct media_slot *slots, size_t count, struct media_match *matches, size_t match_count,
                         size_t most)
{
    size_t given = 0;
    if (match_count)
        qsort(matches, match_count, sizeof *matches, by_fit);
    for (size_t i = 0; i < match_count && given < most; i++) {
        struct media_slot *slot = &slots[matches[i].slot];
        if (matches[i].fit <= 0 || slot->kind != MEDIA_NOTHING || placing_is_shown(slots, count, matches[i].film))
            continue;
        slot->kind = MEDIA_FILM;
        slot->film = matches[i].film;
        given++;
    }
    return given;
}

/* --- pictures --- */

static bool is_open(const struct media_slot *slot, bool is_item)
{
    return slot->kind == MEDIA_NOTHING && slot->is_item == is_item;
}

static size_t count_open(const struct media_slot *slots, size_t count, bool is_item)
{
    size_t open = 0;
    for (size_t i = 0; i < count; i++)
        open += is_open(&slots[i], is_item);
    return open;
}

size_t media_place_pictures(struct media_slot *slots, size_t count, size_t most)
{
    size_t given = 0;
    for (size_t i = 0; i < count && given < most; i++)
        if (is_open(&slots[i], true)) {
            slots[i].kind = MEDIA_PICTURE;
            given++;
        }
    size_t open = count_open(slots, count, false), wanted = most - given < open ? most - given : open;
    for (size_t i = 0, at = 0; i < count; i++) {
        if (!is_open(&slots[i], false))
            continue;
        bool is_chosen = at++ * wanted % open < wanted;
        if (is_chosen)
            slots[i].kind = MEDIA_PICTURE;
        given += is_chosen;
    }
    return given;
}
