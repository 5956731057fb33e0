/* A title: the keyword, and at most one short heading of the outline. */
#include "model/builtin/builtin.h"

enum {
    MAX_TITLE = 72,   /* characters; search results show a little less */
    LEAST_TOPICS = 2, /* one alone would narrow the title to it */
    MAX_TOPIC_WORDS = 4
};

/* What a topic is chosen with. */
struct choosing {
    const struct builtin_brief *brief;
    const struct phrases *phrases;
    struct arena *arena;
    struct word *keyword;
    size_t keyword_count;
    size_t room; /* characters left */
};

static bool is_of_keyword(const struct choosing *choosing, struct str stem)
{
    for (size_t i = 0; i < choosing->keyword_count; i++)
        if (!choosing->keyword[i].is_stop && str_eq(stem, choosing->keyword[i].stem))
            return true;
    return false;
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

/* Is it short, no question, no enumeration, and without the keyword's words? */
static enum status check_topic(const struct choosing *choosing, struct str text, bool *fits, struct error *err)
{
    struct word *words;
    size_t count;
    enum status status = words_split(choosing->arena, text, choosing->brief->language, &words, &count, err);
    *fits = !status && count && count <= MAX_TOPIC_WORDS && utf8_length(text) <= choosing->room && !is_shouting(text);
    for (size_t i = 0; i < text.len && *fits; i++)
        *fits = !strchr("?!:,.;()/<>&\"_", text.data[i]);
    for (size_t i = 0; i < count && *fits; i++)
        *fits = !str_eq(words[i].folded, str_from(choosing->phrases->and)) && !is_of_keyword(choosing, words[i].stem);
    return status;
}

/* The first heading that can stand behind the keyword; empty when fewer than LEAST_TOPICS can. */
static enum status choose_topic(struct choosing *choosing, const struct builtin_title_request *request,
                                struct str *topic, struct error *err)
{
    struct str first = STR("");
    size_t found = 0;
    enum status status = words_split(choosing->arena, request->keyword, choosing->brief->language, &choosing->keyword,
                                     &choosing->keyword_count, err);
    for (size_t i = 0; i < request->count && !status; i++) {
        bool fits;
        status = check_topic(choosing, request->headings[i], &fits, err);
        if (!status && fits && !found++)
            first = request->headings[i];
    }
    *topic = found >= LEAST_TOPICS ? first : STR("");
    return status;
}

/* "iPhone", "eBPF" */
static bool has_large_inside(struct str word)
{
    for (size_t at = 0, length; at < word.len && word.data[at] != ' '; at += length) {
        uint32_t c;
        length = utf8_decode(word, at, &c);
        if (at && unicode_to_lower(c) != c)
            return true;
    }
    return false;
}

static enum status join(const struct choosing *choosing, const struct builtin_title_request *request, struct str topic,
                        struct str *title, struct error *err)
{
    struct str keyword = request->keyword;
    struct buf out = {0};
    if (request->keeps_first || has_large_inside(keyword))
        buf_add(&out, keyword.data, keyword.len);
    else
        add_large_in(&out, keyword, choosing->brief->language);
    if (topic.len)
        buf_printf(&out, "%s%.*s", choosing->phrases->colon, STR_ARG(topic));
    char *made = out.failed ? NULL : arena_copy_n(choosing->arena, buf_text(&out), out.len);
    *title = (struct str){made, out.len};
    buf_free(&out);
    return made ? OK : error_memory(err);
}

enum status builtin_title(const struct builtin_brief *brief, const struct builtin_title_request *request,
                          struct arena *arena, struct str *title, struct error *err)
{
    struct choosing choosing = {.brief = brief, .arena = arena};
    struct str topic = STR("");
    enum status status = phrases_for(brief->language, &choosing.phrases, err);
    if (status)
        return status;
    size_t used = utf8_length(request->keyword) + strlen(choosing.phrases->colon);
    choosing.room = used < MAX_TITLE ? MAX_TITLE - used : 0;
    if (!request->is_alone)
        status = choose_topic(&choosing, request, &topic, err);
    return status ? status : join(&choosing, request, topic, title, err);
}
