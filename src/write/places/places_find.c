#include "write/places/places.h"

#include "media/places/places_keyword.h"

enum { USUAL_ITEMS = 10, MOST_ITEMS = 50 };

static bool is_among(const char *words, struct str word)
{
    struct str rest = str_from(words), piece;
    while (str_split(&rest, ' ', &piece))
        if (str_ieq(piece, word))
            return true;
    return false;
}

/* Does the keyword ask for a town that no place is in? Then none of the places is an answer. *town: its first word. */
static enum status unknown_town(struct writing *writing, const char *unknown, struct str *town)
{
    struct word *words;
    size_t count;
    enum status status =
        words_split(writing->arena, writing->brief.keyword, writing->brief.language, &words, &count, writing->err);
    *town = STR("");
    for (size_t i = 1; i < count && !status; i++)
        if (is_among(unknown, words[i].folded) && place_word_leads(&words[i - 1], writing->brief.language->tag))
            *town = words[i].folded;
    return status;
}

size_t places_number(struct str keyword)
{
    size_t number = 0;
    for (size_t at = 0; at < keyword.len; at++) {
        bool begins = at == 0 || ascii_is_space(keyword.data[at - 1]);
        if (!begins || !ascii_is_digit(keyword.data[at]))
            continue;
        for (number = 0; at < keyword.len && ascii_is_digit(keyword.data[at]) && number <= MOST_ITEMS; at++)
            number = number * 10 + (size_t)(keyword.data[at] - '0');
        bool ends = at == keyword.len || ascii_is_space(keyword.data[at]);
        if (ends && number >= 1 && number <= MOST_ITEMS)
            return number;
    }
    return 0;
}

/* As of a listicle; a number in digits may also stand elsewhere: "cafes in Porto, 7 of them". */
static enum status wanted_items(struct writing *writing, size_t *wanted)
{
    struct str keyword = writing->brief.keyword, things;
    *wanted = (size_t)config_integer(writing->config, "numberOfItems", USUAL_ITEMS);
    if (!config_bool(writing->config, "enableAutomaticLength"))
        return OK;
    enum status status =
        keyword_announces(writing->arena, keyword, writing->brief.language, wanted, &things, writing->err);
    if (!*wanted)
        *wanted = places_number(keyword);
    if (!*wanted)
        *wanted = USUAL_ITEMS;
    return status;
}

static enum status take_find(struct places_article *article, const struct places_found *found, size_t wanted)
{
    struct writing *writing = article->writing;
    article->attribution = str_from(found->attribution);
    article->attribution_url = str_from(found->attribution_url);
    article->items = ARENA_ARRAY(writing->arena, found->count + 1, struct places_item);
    if (!article->items)
        return error_memory(writing->err);
    enum status status = OK;
    for (size_t i = 0; i < found->count && !status; i++) {
        article->items[article->count].place = &found->list[i];
        status = places_hours(writing, &article->items[article->count++]);
    }
    if (status || article->count >= wanted)
        return status;
    return writing_note(writing, "There are %zu places instead of %zu: no more were found for \"%.*s\".",
                        article->count, wanted, STR_ARG(writing->brief.keyword));
}

enum status places_find(struct places_article *article)
{
    struct writing *writing = article->writing;
    struct str keyword = writing->brief.keyword, town;
    size_t wanted;
    enum status status = wanted_items(writing, &wanted);
    const struct places_query query = {.keyword = keyword, .language = writing->brief.language->tag, .most = wanted};
    const struct lookup call = {.arena = writing->arena, .err = writing->err, .cancel = writing->job->cancel};
    struct places_found found;
    if (!status)
        status = writing_progress(writing, 0.05, "Looking up places");
    if (!status && !writing->services->places)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_PLACES,
                          "no places are configured, and \"%.*s\" was looked for: set places in the configuration",
                          STR_ARG(keyword));
    if (status)
        return status;
    status = places_search(writing->services->places, &query, &call, &found);
    if (status) {
        const char *sought = arena_printf(writing->arena, "\"%.*s\"", STR_ARG(keyword));
        return sought ? catalog_not_found(writing, status, CODE_NO_PLACES, "places", sought)
                      : error_memory(writing->err);
    }
    status = unknown_town(writing, found.unknown_words, &town);
    if (status)
        return status;
    if (!found.count || town.len)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_PLACES, "no place was found for \"%.*s\"%s%.*s",
                          STR_ARG(keyword), town.len ? ": none of them is in " : "", STR_ARG(town));
    return take_find(article, &found, wanted);
}
