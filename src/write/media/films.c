#include "write/media/films.h"

#include "media/videos/videos.h"
#include "write/media/media.h"
#include "write/media/pictures.h"
#include "write/prompted/prompted.h"
#include "write/types/types.h"

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

enum {
    FILMS_VERSION = 1,
    FOUND = 5,         /* films that are looked at for a section */
    SEARCHES = 12,     /* sections that are searched for */
    SECONDS = 60,      /* that a search may take */
    PROBLEM_MOST = 240 /* characters of what went wrong, in the note */
};

#define STEP "films"

/* Share of the words of a heading, or of the keyword, that a film has to have in its title or description. */
static const double enough = 0.5;

/* What was found for a section. */
struct films_finding {
    struct video_list films;
    const char *problem; /* NULL: the search went well */
};

struct films_search {
    const struct draft_part *part;
    struct media_slot *slots;
    size_t count;
    const struct media_wish *wish;
    struct films_finding *findings;
    /* All that were found, each once. */
    struct film_found {
        const struct video *video;
        struct str player;
    } * films;
    size_t film_count;
    struct media_match *matches;
    size_t match_count;
};

/* --- searching --- */

static enum status search_slot(struct writing *writing, size_t number, void *context)
{
    const struct films_search *search = context;
    struct films_finding *finding = &search->findings[number];
    struct str heading = search->part->headings[search->slots[number].heading].title;
    char *words = arena_printf(writing->arena, "%.*s %.*s", STR_ARG(heading), STR_ARG(writing->brief.keyword));
    struct error err = {0};
    const struct lookup lookup = {.arena = writing->arena,
                                  .err = &err,
                                  .cancel = writing->job->cancel,
                                  .deadline = clock_mono_ms() + SECONDS * 1000};
    if (arena_failed(writing->arena))
        return error_memory(writing->err);
    writing_give_turn(writing);
    enum status status = videos_search(writing->services->videos, str_from(words), FOUND, &lookup, &finding->films);
    writing_take_turn(writing);
    if (status == E_MEMORY)
        return error_memory(writing->err);
    if (writing_is_cancelled(writing))
        return code_error(writing->err, E_CANCELLED, CODE_CANCELLED, "the article was cancelled");
    if (!status)
        return OK;
    finding->films = (struct video_list){0};
    finding->problem = text_cut(writing->arena, str_from(err.message), PROBLEM_MOST);
    return finding->problem ? OK : error_memory(writing->err);
}

static const char *first_problem(const struct films_search *search)
{
    for (size_t i = 0; i < search->count; i++)
        if (search->findings[i].problem)
            return search->findings[i].problem;
    return NULL;
}

/* --- rating --- */

struct films_words {
    struct word *list;
    size_t count;
};

static struct films_words films_split(struct writing *writing, struct str text)
{
    struct films_words words;
    bool done = writing_made(
        writing, words_split(writing->arena, text, writing->brief.language, &words.list, &words.count, writing->err));
    return done ? words : (struct films_words){NULL, 0};
}

static bool films_has(const struct films_words *words, struct str stem)
{
    for (size_t i = 0; i < words->count; i++)
        if (str_eq(words->list[i].stem, stem))
            return true;
    return false;
}

/* Share of the content words, but for those that `but` has, that `in` has, whatever their endings. -1: there are none.
 */
static double share_in(const struct films_words *words, const struct films_words *but, const struct films_words *in)
{
    size_t content = 0, there = 0;
    for (size_t i = 0; i < words->count; i++) {
        struct str stem = words->list[i].stem;
        if (words->list[i].is_stop || (but && films_has(but, stem)))
            continue;
        content++;
        there += films_has(in, stem);
    }
    return content ? (double)there / (double)content : -1;
}

/* A film about the keyword fits an article on it somewhere. One that is chosen instead of a picture has to be about
 * what the heading says beside the keyword; a heading that says nothing else is about the keyword. */
static double films_rate(const struct films_search *search, double of_section, double of_keyword)
{
    double own = of_section < 0 ? of_keyword : of_section;
    bool fits = search->wish->is_chosen ? own >= enough && of_keyword > 0 : own >= enough || of_keyword >= enough;
    return fits ? own + of_keyword / 2 : 0;
}

static void rate_film(struct writing *writing, struct films_search *search, size_t slot, size_t number)
{
    const struct video *video = search->films[number].video;
    char *said = arena_printf(writing->arena, "%s. %s", video->title, video->description ? video->description : "");
    struct films_words film = films_split(writing, str_from(said)),
                       keyword = films_split(writing, writing->brief.keyword);
    struct films_words heading = films_split(writing, search->part->headings[search->slots[slot].heading].title);
    double fit = films_rate(search, share_in(&heading, &keyword, &film), share_in(&keyword, NULL, &film));
    search->matches[search->match_count++] = (struct media_match){slot, number, fit};
}

/* The number of a film among those found, SIZE_MAX where it has no player. */
static size_t films_number_of(struct writing *writing, struct films_search *search, const struct video *video)
{
    for (size_t number = 0; number < search->film_count; number++)
        if (strcmp(search->films[number].video->id, video->id) == 0)
            return number;
    struct str player = video_player(writing->arena, str_from(video->url), str_from(video->embed_url));
    if (!player.len)
        return SIZE_MAX;
    search->films[search->film_count] = (struct film_found){video, player};
    return search->film_count++;
}

static void rate_all(struct writing *writing, struct films_search *search)
{
    for (size_t i = 0; i < search->count; i++) {
        const struct video_list *list = &search->findings[i].films;
        for (size_t j = 0; j < list->count; j++) {
            size_t number = films_number_of(writing, search, &list->list[j]);
            if (number != SIZE_MAX)
                rate_film(writing, search, i, number);
        }
    }
}

/* --- the step --- */

static json_t *chosen_json(const struct films_search *search)
{
    json_t *list = json_array();
    for (size_t i = 0; i < search->count; i++) {
        const struct media_slot *slot = &search->slots[i];
        if (slot->kind != MEDIA_FILM)
            continue;
        const struct film_found *film = &search->films[slot->film];
        json_t *entry =
            json_pack("{s:I,s:s,s:s*,s:s%}", "heading", (json_int_t)slot->heading, "title", film->video->title, "url",
                      film->video->url, "player", film->player.data, film->player.len);
        if (json_array_append_new(list, entry)) {
            json_decref(list);
            return NULL;
        }
    }
    return list;
}

static enum status films_find(struct writing *writing, struct films_search *search, json_t **value)
{
    int64_t began = clock_mono_ms();
    size_t most = search->count * FOUND + 1;
    search->findings = ARENA_ARRAY(writing->arena, search->count + 1, struct films_finding);
    search->films = ARENA_ARRAY(writing->arena, most, struct film_found);
    search->matches = ARENA_ARRAY(writing->arena, most, struct media_match);
    if (!search->findings || !search->films || !search->matches)
        return error_memory(writing->err);
    enum status status = writing_progress(writing, 0.86, "Looking for videos");
    if (!status)
        status = tasks_run(writing, search->count, search_slot, search);
    if (status)
        return status;
    rate_all(writing, search);
    if (arena_failed(writing->arena))
        return error_memory(writing->err);
    media_place_films(search->slots, search->count, search->matches, search->match_count, search->wish->films);
    *value = chosen_json(search);
    if (!*value)
        return error_memory(writing->err);
    const char *problem = first_problem(search);
    if (problem)
        return writing_note(writing, "Videos could not be searched for: %s.", problem);
    return step_save(writing, STEP, FILMS_VERSION, began, *value);
}

/* --- the figures --- */

static struct str text_at(struct writing *writing, const json_t *entry, const char *name)
{
    const char *text = json_string_value(json_object_get(entry, name));
    return str_from(arena_copy(writing->arena, text ? text : ""));
}

static void films_show(struct writing *writing, struct draft_part *part, struct media_slot *slots, size_t count,
                       const json_t *entry)
{
    struct document_figure *figure = ARENA_NEW(writing->arena, struct document_figure);
    size_t heading = (size_t)json_integer_value(json_object_get(entry, "heading"));
    if (!figure)
        return;
    *figure = (struct document_figure){.kind = FIGURE_FILM,
                                       .url = text_at(writing, entry, "player"),
                                       .alternative = text_at(writing, entry, "title"),
                                       .page = text_at(writing, entry, "url")};
    for (size_t i = 0; i < count; i++)
        if (slots[i].heading == heading) {
            slots[i].kind = MEDIA_FILM;
            part->headings[heading].figure = figure;
        }
}

/*
 * Finds films by the words of each section, gives them to the sections that they fit and makes them the figures of
 * their headings; only those that have a player. Nothing that fits is told in a note, unless wish->is_chosen: then a
 * film has to be about the section's own subject. E_MEMORY, E_CANCELLED, E_CONFLICT, or what the store says.
 */
static enum status films_add(struct writing *writing, struct draft_part *part, struct media_slot *slots, size_t count,
                             const struct media_wish *wish)
{
    struct films_search search = {
        .part = part, .slots = slots, .count = count < SEARCHES ? count : SEARCHES, .wish = wish};
    json_t *value = NULL;
    enum status status = step_load(writing, STEP, FILMS_VERSION, &value);
    if (status == E_NOT_FOUND)
        status = films_find(writing, &search, &value);
    for (size_t i = 0; i < json_array_size(value) && !status; i++)
        films_show(writing, part, slots, count, json_array_get(value, i));
    if (!status && !json_array_size(value) && !wish->is_chosen)
        status = writing_note(writing, "There are no videos: none that is configured speaks of a section.");
    json_decref(value);
    return writing_end(writing, status);
}

static struct draft_part *sections_of(struct draft *draft)
{
    for (size_t i = 0; i < draft->count; i++)
        if (draft->parts[i].kind == ARTICLE_SECTIONS)
            return &draft->parts[i];
    return NULL;
}

/* Sections with text. Returns how many of them are items of a list. */
static size_t open_slots(const struct draft_part *part, struct media_slot *slots, size_t *count)
{
    size_t items = 0;
    for (size_t i = 0; i < part->count; i++) {
        if (part->headings[i].level != 2 || !draft_has_text(part, i))
            continue;
        bool is_item = part->headings[i].role == ROLE_ITEM;
        slots[(*count)++] = (struct media_slot){.heading = i, .is_item = is_item};
        items += is_item;
    }
    return items;
}

/* With "auto" a service without videos shows pictures; only one with neither has something to tell. */
static enum status add_films(struct writing *writing, struct draft_part *part, struct media_slot *slots, size_t count,
                             const struct media_wish *wish)
{
    const struct write_services *services = writing->services;
    if (services->videos)
        return films_add(writing, part, slots, count, wish);
    if (wish->is_chosen && services->images)
        return OK;
    return writing_note(writing, "There are no videos: no \"videos\" are configured; add them to the service's "
                                 "configuration.");
}

/* Right behind the first paragraph, where more text follows that it does not announce; of an item, and of what begins
 * otherwise, below the heading. */
static size_t place_in(const struct drafted *drafted, bool has_more)
{
    const struct model_text *text = &drafted->text;
    const struct model_block *first = text->count ? &text->blocks[0] : NULL;
    if (drafted->role == ROLE_ITEM || !first || first->kind != TEXT_RUNNING || (text->count == 1 && !has_more))
        return 0;
    for (size_t i = 0; i < first->count; i++)
        if (first->sentences[i].item)
            return 0;
    bool announces = first->count && str_ends(first->sentences[first->count - 1].text, STR(":"));
    return announces ? 0 : 1;
}

static void place_figures(struct draft_part *part)
{
    for (size_t i = 0; i < part->count; i++) {
        bool has_more = i + 1 < part->count && part->headings[i + 1].level > part->headings[i].level;
        part->headings[i].figure_behind = place_in(&part->headings[i], has_more);
    }
}

enum status media_illustrate(struct writing *writing, struct draft *draft, int64_t *words)
{
    struct draft_part *part = sections_of(draft);
    size_t count = 0, added = 0;
    struct media_slot *slots = part ? ARENA_ARRAY(writing->arena, part->count + 1, struct media_slot) : NULL;
    if (!part)
        return OK;
    if (!slots)
        return error_memory(writing->err);
    size_t items = open_slots(part, slots, &count);
    struct media_wish wish = media_wish_read(writing->config, items);
    enum status status = OK;
    if (writing->model)
        question_settle(writing);
    if (wish.films)
        status = add_films(writing, part, slots, count, &wish);
    if (!status && wish.pictures && media_place_pictures(slots, count, wish.pictures))
        status = pictures_add(writing, part, slots, count, &added);
    place_figures(part);
    *words = pictures_price(config_string(writing->config, "imageModel"), added);
    return status;
}
