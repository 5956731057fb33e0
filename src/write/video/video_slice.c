/* Sections without a language model: slices at changes of subject, headings out of what is said there. */
#include "write/video/headline.h"
#include "write/video/slices.h"
#include "write/video/video.h"
#include "write/video/video_link.h"

enum {
    SECTION_WORDS = 130, /* of speech, at least on average */
    LEAST_SECTIONS = 2,
    MOST_SECTIONS = 8,
    SHORTEST = 2, /* segments of a section */
};

enum status video_speech(struct writing *writing, struct spoken **sentences, size_t *count)
{
    const struct film *film = film_of(writing);
    return speech_read(writing->arena, film->segments, film->count, writing->brief.language, sentences, count,
                       writing->err);
}

size_t video_words(const struct spoken *sentences, size_t count, size_t first, size_t last)
{
    size_t words = 0;
    for (size_t i = 0; i < count; i++)
        if (!sentences[i].is_idle && sentences[i].segment >= first && sentences[i].segment <= last)
            words += words_count(sentences[i].text);
    return words;
}

/* What is said in each segment that has anything to say. */
struct units {
    struct str *texts;
    size_t *segments;
    size_t count;
};

static enum status slice_collect(struct writing *writing, const struct spoken *sentences, size_t count,
                                 struct units *units)
{
    units->texts = ARENA_ARRAY(writing->arena, count + 1, struct str);
    units->segments = ARENA_ARRAY(writing->arena, count + 1, size_t);
    if (!units->texts || !units->segments)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++) {
        if (sentences[i].is_idle || sentences[i].is_cut)
            continue;
        bool goes_on = units->count && units->segments[units->count - 1] == sentences[i].segment;
        struct str before = goes_on ? units->texts[--units->count] : STR("");
        char *text = arena_printf(writing->arena, "%.*s%.*s ", STR_ARG(before), STR_ARG(sentences[i].text));
        if (!text)
            return error_memory(writing->err);
        units->segments[units->count] = sentences[i].segment;
        units->texts[units->count++] = str_from(text);
    }
    return OK;
}

static enum status make_headings(struct writing *writing, const struct spoken *sentences, size_t count,
                                 struct cuts *cuts)
{
    const struct film *film = film_of(writing);
    struct headline_part *parts = ARENA_ARRAY(writing->arena, cuts->count + 1, struct headline_part);
    char *known = arena_printf(writing->arena, "%.*s. %.*s %.*s", STR_ARG(film->title), STR_ARG(film->description),
                               STR_ARG(writing->brief.keyword));
    if (!parts || !known)
        return error_memory(writing->err);
    for (size_t i = 0; i < cuts->count; i++) {
        struct str *texts = ARENA_ARRAY(writing->arena, count + 1, struct str);
        if (!texts)
            return error_memory(writing->err);
        parts[i].sentences = texts;
        for (size_t j = 0; j < count; j++)
            if (!sentences[j].is_idle && !sentences[j].is_cut && sentences[j].segment >= cuts->list[i].first &&
                sentences[j].segment <= cuts->list[i].last)
                texts[parts[i].count++] = sentences[j].text;
    }
    enum status status =
        headlines_make(writing->arena, parts, cuts->count, writing->brief.language, str_from(known), writing->err);
    for (size_t i = 0; i < cuts->count && !status; i++) {
        struct buf time = {0};
        video_time_add(&time, film->segments[cuts->list[i].first].start_ms);
        struct str name = writing_keep(writing, &time);
        cuts->list[i].heading = parts[i].heading.len ? parts[i].heading : name;
        status = name.data ? OK : error_memory(writing->err);
    }
    return status;
}

enum status video_slice(struct writing *writing, struct cuts *cuts)
{
    struct spoken *sentences;
    struct slice *slices = NULL;
    struct units units = {0};
    size_t count, slice_count = 0;
    enum status status = video_speech(writing, &sentences, &count);
    if (!status)
        status = slice_collect(writing, sentences, count, &units);
    if (status)
        return status;
    if (!units.count)
        return code_error(writing->err, E_NOT_FOUND, CODE_NO_CAPTIONS,
                          "nothing in the captions of the video is about any subject");
    size_t most = video_words(sentences, count, 0, film_of(writing)->count) / SECTION_WORDS;
    most = most < LEAST_SECTIONS ? LEAST_SECTIONS : most > MOST_SECTIONS ? MOST_SECTIONS : most;
    status = slices_find(writing->arena, units.texts, units.count, writing->brief.language, (LEAST_SECTIONS + most) / 2,
                         most, SHORTEST, &slices, &slice_count, writing->err);
    cuts->list = ARENA_ARRAY(writing->arena, slice_count + 1, struct cut);
    if (status || !cuts->list)
        return status ? status : error_memory(writing->err);
    for (size_t i = 0; i < slice_count; i++)
        cuts->list[i] =
            (struct cut){.first = units.segments[slices[i].first], .last = units.segments[slices[i].end - 1]};
    cuts->count = slice_count;
    return make_headings(writing, sentences, count, cuts);
}
