/* The plan: sections that follow the film. What a language model writes from instead. */
#include "write/video/video.h"

enum {
    WORDS_PER_SECTION = 120, /* of speech, at least */
    WIDE_SECTION = 350,      /* at most */
    LEAST_SECTIONS = 2,
    MOST_SECTIONS = 10,
    FULL_WORDS = 250, /* of a section that need not hold everything */
    LEAST_WORDS = 60,
};

/* --- for a language model --- */

static size_t bounded(size_t value, size_t least, size_t most)
{
    return value < least ? least : value > most ? most : value;
}

enum status video_passages(struct writing *writing, struct model_excerpt **list, size_t *count)
{
    const struct film *film = film_of(writing);
    *list = ARENA_ARRAY(writing->arena, film->count + 1, struct model_excerpt);
    if (!*list)
        return error_memory(writing->err);
    enum status status = film_excerpts(writing, 0, film->count - 1, *list, count);
    for (size_t i = 0; i < *count && !status; i++)
        (*list)[i].source = (int)film_segment_at(film, (*list)[i].name);
    return status;
}

enum status video_subject(struct writing *writing, struct str *text)
{
    const struct film *film = film_of(writing);
    *text = str_from(
        arena_printf(writing->arena, "FILM \"%.*s\" by %.*s", STR_ARG(film->title), STR_ARG(film_speaker(film))));
    return text->data ? OK : error_memory(writing->err);
}

enum status video_size(struct writing *writing, struct article_size *size)
{
    struct spoken *sentences;
    size_t count;
    bool covers_all = config_bool(writing->config, "rewriteAllSourceData");
    enum status status = video_speech(writing, &sentences, &count);
    if (status)
        return status;
    size_t words = video_words(sentences, count, 0, film_of(writing)->count);
    size->most = bounded(words / WORDS_PER_SECTION, LEAST_SECTIONS, MOST_SECTIONS);
    size->least = bounded(words / WIDE_SECTION, LEAST_SECTIONS, (size->most + 1) / 2);
    size_t each = words / size->most;
    size->section_words = bounded(each, LEAST_WORDS, covers_all ? each + LEAST_WORDS : FULL_WORDS);
    return OK;
}

/* --- the plan --- */

enum status video_plan(struct writing *writing, struct article_plan *plan)
{
    struct cuts cuts = {0};
    enum status status = video_slice(writing, &cuts);
    plan->headings = ARENA_ARRAY(writing->arena, cuts.count + 1, struct planned);
    if (!status && !plan->headings)
        status = error_memory(writing->err);
    for (size_t i = 0; i < cuts.count && !status; i++) {
        const struct cut *cut = &cuts.list[i];
        plan->headings[plan->count++] =
            (struct planned){.title = cut->heading, .level = 2, .segments = {cut->first, cut->last}};
    }
    if (!status && !plan->title.len)
        status =
            builtin_title(&writing->brief, writing->brief.keyword, false, writing->arena, &plan->title, writing->err);
    return status;
}
