/* A title: the keyword, and what the outline offers. */
#include "model/builtin.h"
#include "model/letters.h"

enum {
    MAX_TITLE = 72, /* characters: what search results show of a title, and a little */
    MAX_TOPICS = 3,
    MAX_TOPIC_WORDS = 3
};

static enum status add_keyword(const struct model_brief *brief, const struct phrases *phrases, struct arena *arena,
                               struct buf *out, struct error *err)
{
    struct word *words;
    size_t count, at = 0;
    enum status status = words_split(arena, brief->keyword, brief->language, &words, &count, err);
    for (size_t i = 0; i < count && !status; i++) {
        struct str word = {brief->keyword.data + words[i].start, words[i].end - words[i].start};
        bool is_small = i > 0 && (!phrases->titles_are_capitalised || is_one_of(words[i].folded, phrases->small_words));
        buf_add(out, brief->keyword.data + at, words[i].start - at);
        if (is_small)
            buf_add(out, word.data, word.len);
        else
            add_capitalised(out, word);
        at = words[i].end;
    }
    if (!status)
        buf_add(out, brief->keyword.data + at, brief->keyword.len - at);
    return status;
}

/* A heading that reads well in a row: short, no question, no row itself, and not the keyword again. */
static bool is_topic(const struct model_brief *brief, const struct phrases *phrases, const struct word *keyword,
                     size_t keyword_count, struct str heading, struct arena *arena)
{
    struct word *words;
    size_t count;
    if (words_split(arena, heading, brief->language, &words, &count, NULL) || !count || count > MAX_TOPIC_WORDS)
        return false;
    for (size_t i = 0; i < heading.len; i++)
        if (strchr("?!:,.;()/\"", heading.data[i]))
            return false;
    for (size_t i = 0; i < count; i++) {
        if (str_eq(words[i].folded, str_from(phrases->and)))
            return false;
        for (size_t j = 0; j < keyword_count; j++)
            if (!keyword[j].is_stop && str_eq(words[i].stem, keyword[j].stem))
                return false;
    }
    return true;
}

static size_t pick_topics(const struct model_brief *brief, const struct phrases *phrases,
                          const struct model_outline *outline, struct arena *arena, size_t room, struct str *topics)
{
    struct word *keyword;
    size_t keyword_count, count = 0;
    if (words_split(arena, brief->keyword, brief->language, &keyword, &keyword_count, NULL))
        return 0;
    for (size_t i = 0; i < outline->count && count < MAX_TOPICS; i++) {
        struct str heading = outline->sections[i].title;
        size_t length = utf8_length(heading) + strlen(phrases->and) + 2;
        if (length > room || !is_topic(brief, phrases, keyword, keyword_count, heading, arena))
            continue;
        room -= length;
        topics[count++] = heading;
    }
    return count;
}

enum status builtin_title(const struct model_brief *brief, const struct model_title_request *request,
                          struct arena *arena, struct str *title, struct error *err)
{
    const struct phrases *phrases = phrases_for(brief->language);
    struct buf out = {0};
    struct str topics[MAX_TOPICS];
    enum status status = add_keyword(brief, phrases, arena, &out, err);
    size_t used = utf8_length(str_from(buf_text(&out))) + 2, room = used < MAX_TITLE ? MAX_TITLE - used : 0;
    size_t count = status ? 0 : pick_topics(brief, phrases, request->outline, arena, room, topics);
    for (size_t i = 0; i < count; i++) {
        bool is_last = i > 0 && i + 1 == count;
        buf_str(&out, i == 0 ? (strcmp(brief->language->tag, "fr") ? ": " : " : ") : is_last ? " " : ", ");
        if (is_last)
            buf_printf(&out, "%s ", phrases->and);
        buf_add(&out, topics[i].data, topics[i].len);
    }
    char *copy = out.failed ? NULL : arena_copy(arena, buf_text(&out));
    buf_free(&out);
    if (status || !copy)
        return status ? status : error_memory(err);
    *title = str_from(copy);
    return OK;
}
