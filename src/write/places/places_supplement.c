/* Sections behind the items, from what the data say of several places. */
#include "write/places/places.h"

enum { HIGHEST = 3, LEAST = 2, MOST_KINDS = 8 };

static void open_on_sunday(struct places_article *article, struct catalog_text *text)
{
    size_t open = 0;
    for (size_t i = 0; i < article->count; i++)
        open += article->items[i].is_open_on_sunday;
    for (size_t i = 0; i < article->count && open >= LEAST && open < article->count; i++)
        if (article->items[i].is_open_on_sunday)
            catalog_item(text, STR(""), str_from(article->items[i].place->name));
}

/* The place with the highest rating below `limit`'s place in the order: ratings first, then as the items stand. */
static const struct place *next_highest(const struct places_article *article, const struct place *after)
{
    const struct place *best = NULL;
    bool is_behind = !after;
    for (size_t i = 0; i < article->count; i++) {
        const struct place *place = article->items[i].place;
        bool is_itself = after == place;
        bool comes_later = !after || place->rating < after->rating || (place->rating == after->rating && is_behind);
        is_behind |= is_itself;
        if (place->has_rating && !is_itself && comes_later && (!best || place->rating > best->rating))
            best = place;
    }
    return best;
}

static void highest_rated(struct places_article *article, struct catalog_text *text)
{
    size_t rated = 0;
    for (size_t i = 0; i < article->count; i++)
        rated += article->items[i].place->has_rating;
    const struct place *place = NULL;
    for (size_t i = 0; i < HIGHEST && rated > HIGHEST; i++) {
        place = next_highest(article, place);
        catalog_item(text, str_from(place->name), catalog_rating(article->writing, place->rating));
    }
}

static bool is_of_kind(const struct place *place, const char *kind)
{
    for (size_t i = 0; i < place->category_count; i++)
        if (str_ieq(str_from(place->categories[i]), str_from(kind)))
            return true;
    return false;
}

/* The names of the places of a kind; empty when all are of it, or when an earlier item named the kind. */
static struct str names_of(const struct places_article *article, size_t first, const char *kind)
{
    struct buf out = {0};
    size_t count = 0;
    for (size_t i = 0; i < article->count; i++) {
        const struct place *place = article->items[i].place;
        if (!is_of_kind(place, kind))
            continue;
        if (i < first)
            break;
        buf_printf(&out, "%s%s", count++ ? ", " : "", place->name);
    }
    if (count == article->count)
        buf_clear(&out);
    return writing_keep(article->writing, &out);
}

static void by_kind(struct places_article *article, struct catalog_text *text)
{
    size_t kinds = 0;
    for (size_t i = 0; i < article->count; i++) {
        const struct place *place = article->items[i].place;
        for (size_t j = 0; j < place->category_count && kinds < MOST_KINDS; j++) {
            struct str names = names_of(article, i, place->categories[j]);
            if (names.data && !names.len)
                continue;
            catalog_item(text, str_from(place->categories[j]), names);
            kinds++;
        }
    }
}

void places_introduce(struct places_article *article, struct catalog_text *text)
{
    struct writing *writing = article->writing;
    const struct data_labels *labels = catalog_labels(writing);
    const char *colon = writing->brief.language->phrases ? writing->brief.language->phrases->colon : ": ";
    const struct place *best = next_highest(article, NULL);
    struct buf highest = {0}, sunday = {0};
    size_t rated = 0, open = 0;
    for (size_t i = 0; i < article->count; i++) {
        rated += article->items[i].place->has_rating;
        if (article->items[i].is_open_on_sunday)
            buf_printf(&sunday, "%s%s", open++ ? ", " : "", article->items[i].place->name);
    }
    if (rated >= LEAST) {
        struct str rating = catalog_rating(writing, best->rating);
        highest.failed |= !rating.data;
        buf_printf(&highest, "%s%s%s (%.*s).", labels->highest_rated, colon, best->name, STR_ARG(rating));
        catalog_sentence(text, STR(""), writing_keep(writing, &highest));
    }
    if (open && open < article->count) {
        struct str names = writing_keep(writing, &sunday);
        const char *line =
            names.data ? arena_printf(writing->arena, "%s%s%.*s.", labels->open_sunday, colon, STR_ARG(names)) : NULL;
        catalog_sentence(text, STR(""), str_from(line));
    }
    buf_free(&highest);
    buf_free(&sunday);
}

enum status places_supplements(struct places_article *article, struct places_supplement *list, size_t *count)
{
    const struct data_labels *labels = catalog_labels(article->writing);
    const struct {
        const char *title;
        void (*add)(struct places_article *article, struct catalog_text *text);
    } rows[PLACES_SUPPLEMENTS] = {
        {labels->open_sunday, open_on_sunday}, {labels->highest_rated, highest_rated}, {labels->by_kind, by_kind}};
    *count = 0;
    if (!config_bool(article->writing->config, "enableSupplementalInformation"))
        return OK;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct catalog_text text = {.writing = article->writing};
        rows[i].add(article, &text);
        if (text.failed)
            return error_memory(article->writing->err);
        bool is_enough = text.text.count && text.text.blocks[0].count >= LEAST;
        if (is_enough)
            list[(*count)++] = (struct places_supplement){str_from(rows[i].title), text.text};
    }
    if (*count)
        return OK;
    return writing_note(article->writing, "There are no further sections: the places' data give none.");
}
