#include "text/html/html.h"

/* Sizes that fit the longest name ("CounterClockwiseContourIntegral;") and the longest text. */
static const struct entity {
    char name[33];
    char text[7];
} entities[] = {
#include "text/html/html_entities.inc"
};

/* First row in [low, high) whose character at depth is not below `character`. */
static size_t lower_bound(size_t low, size_t high, size_t depth, int character)
{
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((unsigned char)entities[middle].name[depth] < character)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The longest name that the text begins with, NULL when there is none. */
static const struct entity *find_entity(struct str text)
{
    const struct entity *found = NULL;
    size_t low = 0, high = COUNT_OF(entities);
    for (size_t depth = 0; depth < text.len && depth + 1 < sizeof entities[0].name; depth++) {
        int character = (unsigned char)text.data[depth];
        low = lower_bound(low, high, depth, character);
        high = lower_bound(low, high, depth, character + 1);
        if (low == high || character == 0)
            break;
        if (entities[low].name[depth + 1] == '\0')
            found = &entities[low];
    }
    return found;
}

/* Returns the bytes read after "&", 0 when it is no reference. */
static size_t decode_named(struct buf *out, struct str text, bool in_attribute)
{
    const struct entity *entity = find_entity(text);
    if (!entity)
        return 0;
    size_t length = strlen(entity->name);
    char next = length < text.len ? text.data[length] : '\0';
    if (in_attribute && entity->name[length - 1] != ';' && (next == '=' || ascii_is_alnum(next)))
        return 0;
    buf_str(out, entity->text);
    return length;
}

/* Numbers 0x80-0x9F mean Windows-1252 (https://html.spec.whatwg.org/#numeric-character-reference-end-state). */
static uint32_t meant_by(uint32_t number)
{
    static const uint16_t windows_1252[32] = {
        0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
    };
    if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF))
        return 0xFFFD;
    if (number < 0x80 || number > 0x9F || !windows_1252[number - 0x80])
        return number;
    return windows_1252[number - 0x80];
}

static int digit_value(char character, int base)
{
    char lower = ascii_lower(character);
    if (ascii_is_digit(lower))
        return lower - '0';
    return base == 16 && lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* text starts with "#". */
static size_t decode_number(struct buf *out, struct str text)
{
    bool is_hex = text.len > 1 && ascii_lower(text.data[1]) == 'x';
    int base = is_hex ? 16 : 10;
    size_t start = is_hex ? 2 : 1, at = start;
    uint32_t number = 0;
    for (int digit; at < text.len && (digit = digit_value(text.data[at], base)) >= 0; at++)
        number = number > 0x10FFFF ? number : number * (uint32_t)base + (uint32_t)digit;
    if (at == start)
        return 0;
    utf8_append(out, meant_by(number));
    return at < text.len && text.data[at] == ';' ? at + 1 : at;
}

size_t html_decode_reference(struct buf *out, struct str text, bool in_attribute)
{
    if (!text.len || text.data[0] != '&')
        return 0;
    struct str name = {text.data + 1, text.len - 1};
    bool is_number = name.len && name.data[0] == '#';
    size_t length = is_number ? decode_number(out, name) : decode_named(out, name, in_attribute);
    return length ? length + 1 : 0;
}

static bool entities_is_plain(char character)
{
    return character != '&' && character != '\r' && character != '\0';
}

/* Appends the one character at `at` that is not plain, and returns the place after it. */
static size_t decode_special(struct buf *out, struct str text, size_t at, bool in_attribute)
{
    if (text.data[at] == '\0') {
        utf8_append(out, 0xFFFD);
        return at + 1;
    }
    if (text.data[at] == '\r') {
        buf_char(out, '\n');
        return str_starts((struct str){text.data + at, text.len - at}, STR("\r\n")) ? at + 2 : at + 1;
    }
    size_t length = html_decode_reference(out, (struct str){text.data + at, text.len - at}, in_attribute);
    if (length)
        return at + length;
    buf_char(out, '&');
    return at + 1;
}

void html_decode(struct buf *out, struct str text, bool in_attribute)
{
    for (size_t at = 0; at < text.len;) {
        size_t end = at;
        while (end < text.len && entities_is_plain(text.data[end]))
            end++;
        buf_add(out, text.data + at, end - at);
        at = end < text.len ? decode_special(out, text, end, in_attribute) : end;
    }
}

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

/* Removes what no reader sees and no document may hold: control characters that are no white space. */
static size_t drop_controls(char *text, size_t length)
{
    struct str all = {text, length};
    size_t kept = 0;
    for (size_t at = 0; at < length;) {
        uint32_t codepoint;
        size_t size = utf8_decode(all, at, &codepoint);
        bool is_control = codepoint < ' ' || (codepoint >= 0x7F && codepoint < 0xA0) || codepoint == 0xFEFF;
        if (!is_control || (size == 1 && ascii_is_space(text[at]))) {
            memmove(text + kept, text + at, size);
            kept += size;
        }
        at += size;
    }
    return kept;
}

static bool plain_text_decode(struct buf *out, struct str html)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    while (tokenizer && html_next(tokenizer, &token))
        if (token.kind == HTML_TEXT && !token.is_raw)
            html_decode(out, token.data, false);
        else if ((token.kind == HTML_START || token.kind == HTML_CLOSE) &&
                 (!html_is_inline(token.name) || str_ieq(token.name, STR("br"))))
            buf_char(out, ' ');
    bool failed = !tokenizer || html_tokenizer_failed(tokenizer) || out->failed;
    html_tokenizer_free(tokenizer);
    return !failed;
}

const char *plain_text(struct arena *arena, struct str html, size_t most)
{
    struct buf text = {0};
    const char *result = NULL;
    if (plain_text_decode(&text, html)) {
        size_t length = text.len ? drop_controls(text.data, text.len) : 0;
        length = length ? text_squeeze_in_place(text.data, length) : 0;
        result = text_cut(arena, (struct str){buf_text(&text), length}, most);
    } else {
        arena_fail(arena);
    }
    if (!result)
        arena_fail(arena);
    buf_free(&text);
    return result;
}
