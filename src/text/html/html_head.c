#include "text/html/html_head.h"

#include "text/html/html.h"

struct head_reading {
    struct html_tokenizer *tokenizer;
    struct buf title, language;
    bool in_title;
    const char *inside; /* "script", "style", ...: whose text is none of the page's; or NULL */
};

static bool head_is_blank(struct str text)
{
    if (str_starts(text, STR("\xEF\xBB\xBF"))) /* a byte order mark */
        text = (struct str){text.data + 3, text.len - 3};
    return !str_trim(text).len;
}

/* The element of a head by that name; NULL: it is none. */
static const char *head_element(struct str name)
{
    static const char *const names[] = {"html", "head",  "title",    "meta",   "link",
                                        "base", "style", "noscript", "script", "template"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (str_ieq(name, str_from(names[i])))
            return names[i];
    return NULL;
}

/* False: the head is over. */
static bool start_element(struct head_reading *reading, const struct html_token *tag)
{
    static const char *const hidden[] = {"style", "script", "noscript", "template"};
    const char *name = head_element(tag->name);
    struct str lang = str_ieq(tag->name, STR("html")) ? html_attribute(tag, STR("lang")) : (struct str){NULL, 0};
    if (lang.data && !reading->language.len)
        html_decode(&reading->language, lang, true);
    reading->in_title = name && !reading->inside && strcmp(name, "title") == 0 && !reading->title.len;
    for (size_t i = 0; name && !reading->inside && i < COUNT_OF(hidden); i++)
        if (strcmp(name, hidden[i]) == 0)
            reading->inside = hidden[i];
    return name || reading->inside;
}

/* False: the head is over. */
static bool head_read_token(struct head_reading *reading, const struct html_token *token)
{
    switch (token->kind) {
    case HTML_START:
        return start_element(reading, token);
    case HTML_CLOSE:
        reading->in_title = false;
        if (reading->inside && str_ieq(token->name, str_from(reading->inside)))
            reading->inside = NULL;
        return !str_ieq(token->name, STR("head"));
    case HTML_TEXT:
        if (reading->in_title)
            html_decode(&reading->title, token->data, false);
        return reading->in_title || reading->inside || head_is_blank(token->data);
    default:
        return true;
    }
}

/* A copy without blanks at the ends, each run of them one; data NULL: memory ran out. */
static struct str tidy(struct arena *arena, const struct buf *text)
{
    struct str trimmed = str_trim((struct str){buf_text(text), text->len});
    char *copy = arena_alloc(arena, trimmed.len + 1);
    size_t length = 0;
    for (size_t i = 0; copy && i < trimmed.len; i++) {
        char byte = ascii_is_space(trimmed.data[i]) ? ' ' : trimmed.data[i];
        if (byte != ' ' || copy[length - 1] != ' ')
            copy[length++] = byte;
    }
    return (struct str){copy, length};
}

enum status html_head_read(struct str html, struct arena *arena, struct html_head *head, struct error *err)
{
    struct head_reading reading = {.tokenizer = html_tokenizer_new(html)};
    struct html_token token;
    *head = (struct html_head){STR(""), STR("")};
    if (!reading.tokenizer)
        return error_memory(err);
    while (html_next(reading.tokenizer, &token) && head_read_token(&reading, &token))
        ;
    bool failed = html_tokenizer_failed(reading.tokenizer) || reading.title.failed || reading.language.failed;
    if (!failed)
        *head = (struct html_head){tidy(arena, &reading.title), tidy(arena, &reading.language)};
    html_tokenizer_free(reading.tokenizer);
    buf_free(&reading.title);
    buf_free(&reading.language);
    return failed || !head->title.data || !head->language.data ? error_memory(err) : OK;
}
