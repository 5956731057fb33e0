/* A title: the keyword as the caller spells it, and short headings of the outline. */
#include "model/builtin/builtin.h"

enum {
    MAX_TITLE = 72, /* characters; search results show a little less */
    MIN_TOPICS = 2,
    REPEATED_WORDS = 2,
    MAX_TOPICS = 3,
    MAX_TOPIC_WORDS = 3
};

/* What topics are chosen with. */
struct topics {
    const struct builtin_brief *brief;
    const struct phrases *phrases;
    struct arena *arena;
    struct word *keyword;
    size_t keyword_count;
    size_t room; /* characters left */
    struct str list[MAX_TOPICS];
    size_t count;
};

static bool is_of_keyword(const struct topics *topics, struct str stem)
{
    for (size_t i = 0; i < topics->keyword_count; i++)
        if (!topics->keyword[i].is_stop && str_eq(stem, topics->keyword[i].stem))
            return true;
    return false;
}

/* Behind the keyword "indoor herbs", "Light for Herbs Indoors" becomes "Light": a phrase that a function word begins is
 * cut when it repeats two of the keyword's words. */
static struct str without_keyword(const struct topics *topics, struct str heading, const struct word *words,
                                  size_t count)
{
    size_t end = count, repeated = 0;
    while (end > 0 && (words[end - 1].is_stop || is_of_keyword(topics, words[end - 1].stem)))
        repeated += is_of_keyword(topics, words[--end].stem);
    if (!end || repeated < REPEATED_WORDS || !words[end].is_stop)
        return heading;
    return (struct str){heading.data + words[0].start, words[end - 1].end - words[0].start};
}

/* Text in capitals alone is the name of a command, and reads badly in a title. */
static bool is_shouting(struct str text)
{
    for (size_t at = 0; at < text.len;) {
        uint32_t c;
        at += utf8_decode(text, at, &c);
        if (unicode_is_lower(c))
            return false;
    }
    return true;
}

/* Can the text stand in an enumeration: is it short, no question, no enumeration itself, and more than the keyword's
 * words? */
static bool is_topic(const struct topics *topics, struct str text, bool may_share)
{
    struct word *words;
    size_t count, shared = 0;
    if (words_split(topics->arena, text, topics->brief->language, &words, &count, NULL) || !count ||
        count > MAX_TOPIC_WORDS || is_shouting(text))
        return false;
    for (size_t i = 0; i < text.len; i++)
        if (strchr("?!:,.;()/<>&\"", text.data[i]))
            return false;
    for (size_t i = 0; i < count; i++) {
        if (str_eq(words[i].folded, str_from(topics->phrases->and)))
            return false;
        shared += is_of_keyword(topics, words[i].stem);
    }
    return !shared || (may_share && shared < count);
}

static enum status try_topic(struct topics *topics, struct str heading, bool may_share, struct error *err)
{
    struct word *words;
    size_t count;
    enum status status = words_split(topics->arena, heading, topics->brief->language, &words, &count, err);
    if (status || topics->count == MAX_TOPICS)
        return status;
    struct str topic = without_keyword(topics, heading, words, count);
    for (size_t i = 0; i < topics->count; i++)
        if (str_ieq(topics->list[i], topic))
            return OK;
    size_t length = utf8_length(topic) + strlen(topics->phrases->and) + 2;
    if (length > topics->room || !is_topic(topics, topic, may_share))
        return OK;
    topics->room -= length;
    topics->list[topics->count++] = topic;
    return OK;
}

static enum status try_outline(struct topics *topics, const struct builtin_outline *outline, bool may_share,
                               struct error *err)
{
    enum status status = OK;
    for (size_t i = 0; i < outline->count && !status; i++)
        status = try_topic(topics, outline->sections[i].title, may_share, err);
    return status;
}

/* Headings that share no word with the keyword; when there are too few, also those that share some. */
static enum status pick_topics(struct topics *topics, const struct builtin_outline *outline, struct error *err)
{
    enum status status = words_split(topics->arena, topics->brief->keyword, topics->brief->language, &topics->keyword,
                                     &topics->keyword_count, err);
    struct topics sharing = *topics;
    if (!status)
        status = try_outline(topics, outline, false, err);
    if (!status && topics->count < MIN_TOPICS)
        status = try_outline(&sharing, outline, true, err);
    if (sharing.count >= MIN_TOPICS)
        *topics = sharing;
    return status;
}

enum status builtin_title(const struct builtin_brief *brief, const struct builtin_title_request *request,
                          struct arena *arena, struct str *title, struct error *err)
{
    const struct phrases *phrases;
    enum status status = phrases_for(brief->language, &phrases, err);
    if (status)
        return status;
    struct buf out = {0};
    struct topics topics = {.brief = brief, .phrases = phrases, .arena = arena};
    buf_add(&out, brief->keyword.data, brief->keyword.len);
    size_t used = utf8_length(str_from(buf_text(&out))) + 2;
    topics.room = used < MAX_TITLE ? MAX_TITLE - used : 0;
    status = pick_topics(&topics, request->outline, err);
    for (size_t i = 0; i < topics.count; i++) {
        bool is_last = i > 0 && i + 1 == topics.count;
        buf_str(&out, i == 0 ? phrases->colon : is_last ? " " : ", ");
        if (is_last)
            buf_printf(&out, "%s ", phrases->and);
        buf_add(&out, topics.list[i].data, topics.list[i].len);
    }
    char *copy = out.failed ? NULL : arena_copy(arena, buf_text(&out));
    buf_free(&out);
    if (status || !copy)
        return status ? status : error_memory(err);
    *title = str_from(copy);
    return OK;
}
