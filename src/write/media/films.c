#include "write/media/films.h"

#include "media/videos/videos.h"
#include "write/video/video_link.h"

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
    if (!words)
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

static enum status films_split(struct writing *writing, struct str text, struct films_words *words)
{
    return words_split(writing->arena, text, writing->brief.language, &words->list, &words->count, writing->err);
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

static enum status rate_film(struct writing *writing, struct films_search *search, size_t slot, size_t number)
{
    const struct video *video = search->films[number].video;
    struct films_words heading, keyword, film;
    char *said = arena_printf(writing->arena, "%s. %s", video->title, video->description ? video->description : "");
    enum status status = said ? films_split(writing, str_from(said), &film) : error_memory(writing->err);
    if (!status)
        status = films_split(writing, search->part->headings[search->slots[slot].heading].title, &heading);
    if (!status)
        status = films_split(writing, writing->brief.keyword, &keyword);
    if (status)
        return status;
    double fit = films_rate(search, share_in(&heading, &keyword, &film), share_in(&keyword, NULL, &film));
    search->matches[search->match_count++] = (struct media_match){slot, number, fit};
    return OK;
}

/* The number of a film among those found, SIZE_MAX where it has no player. */
static enum status films_number_of(struct writing *writing, struct films_search *search, const struct video *video,
                                   size_t *number)
{
    for (*number = 0; *number < search->film_count; ++*number)
        if (strcmp(search->films[*number].video->id, video->id) == 0)
            return OK;
    struct str player = video_player(writing->arena, str_from(video->url), str_from(video->embed_url));
    if (!player.data)
        return error_memory(writing->err);
    if (player.len)
        search->films[search->film_count++] = (struct film_found){video, player};
    else
        *number = SIZE_MAX;
    return OK;
}

static enum status rate_all(struct writing *writing, struct films_search *search)
{
    enum status status = OK;
    for (size_t i = 0; i < search->count && !status; i++) {
        const struct video_list *list = &search->findings[i].films;
        for (size_t j = 0; j < list->count && !status; j++) {
            size_t number;
            status = films_number_of(writing, search, &list->list[j], &number);
            if (!status && number != SIZE_MAX)
                status = rate_film(writing, search, i, number);
        }
    }
    return status;
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
    if (!status)
        status = rate_all(writing, search);
    if (status)
        return status;
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

static enum status films_show(struct writing *writing, struct draft_part *part, struct media_slot *slots, size_t count,
                              const json_t *entry)
{
    struct document_figure *figure = ARENA_NEW(writing->arena, struct document_figure);
    size_t heading = (size_t)json_integer_value(json_object_get(entry, "heading"));
    if (!figure)
        return error_memory(writing->err);
    *figure = (struct document_figure){.kind = FIGURE_FILM,
                                       .url = text_at(writing, entry, "player"),
                                       .alternative = text_at(writing, entry, "title"),
                                       .page = text_at(writing, entry, "url")};
    if (!figure->url.data || !figure->alternative.data || !figure->page.data)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++)
        if (slots[i].heading == heading) {
            slots[i].kind = MEDIA_FILM;
            part->headings[heading].figure = figure;
        }
    return OK;
}

enum status films_add(struct writing *writing, struct draft_part *part, struct media_slot *slots, size_t count,
                      const struct media_wish *wish)
{
    struct films_search search = {
        .part = part, .slots = slots, .count = count < SEARCHES ? count : SEARCHES, .wish = wish};
    json_t *value = NULL;
    enum status status = step_load(writing, STEP, FILMS_VERSION, &value);
    if (status == E_NOT_FOUND)
        status = films_find(writing, &search, &value);
    for (size_t i = 0; i < json_array_size(value) && !status; i++)
        status = films_show(writing, part, slots, count, json_array_get(value, i));
    if (!status && !json_array_size(value) && !wish->is_chosen)
        status = writing_note(writing, "There are no videos: none that is configured speaks of a section.");
    json_decref(value);
    return status;
}
