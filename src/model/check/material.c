#include "model/check/check.h"

#include <ctype.h>
#include <stdatomic.h>

/* --- characters that nobody sees --- */

/* Zero-width and bidirectional controls (Unicode Cf), tags, and control characters. Joiners stay behind letters of
 * scripts that write with them. */
static bool is_invisible(uint32_t codepoint, uint32_t before)
{
    bool joins = codepoint == 0x200C || codepoint == 0x200D;
    if (joins)
        return before < 0x0590;
    return codepoint == 0xAD || codepoint == 0x061C || codepoint == 0x180E || codepoint == 0x200B ||
           codepoint == 0x200E || codepoint == 0x200F || (codepoint >= 0x202A && codepoint <= 0x202E) ||
           (codepoint >= 0x2060 && codepoint <= 0x206F) || codepoint == 0xFEFF ||
           (codepoint >= 0xFFF9 && codepoint <= 0xFFFB) || (codepoint >= 0xE0000 && codepoint <= 0xE0FFF) ||
           (codepoint < 0x20 && codepoint != '\n' && codepoint != '\t') || (codepoint >= 0x7F && codepoint <= 0x9F);
}

/* Most text is of printable ASCII. */
static bool material_is_plain(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] != '\n' && text.data[i] != '\t' && (text.data[i] < ' ' || text.data[i] > '~'))
            return false;
    return true;
}

static void add_visible(struct buf *out, struct str text)
{
    if (material_is_plain(text)) {
        buf_add(out, text.data, text.len);
        return;
    }
    uint32_t codepoint, before = 0;
    for (size_t at = 0, length; at < text.len; at += length) {
        length = utf8_decode(text, at, &codepoint);
        if (!is_invisible(codepoint, before))
            utf8_append(out, codepoint);
        before = codepoint;
    }
}

/* --- what is taken out: each function gives the byte behind what stands at `at`, or `at` --- */

static struct str from(struct str text, size_t at)
{
    return (struct str){text.data + at, text.len - at};
}

/* What every token of a model's turns begins with: looked at for each byte of the sources. */
static bool may_be_token(char character)
{
    return character == '<' || character == '[';
}

/* "<|im_start|>", "[INST]", "<<SYS>>", "<start_of_turn>". */
static size_t after_role_token(struct str text, size_t at)
{
    enum { LONGEST = 40 };
    static const char *const tokens[] = {
        "[INST]",         "[/INST]",         "<<SYS>>",         "<</SYS>>",         "<s>",         "</s>",
        "[SYSTEM]",       "[/SYSTEM]",       "<start_of_turn>", "<end_of_turn>",    "<think>",     "</think>",
        "<system>",       "</system>",       "<user>",          "</user>",          "<assistant>", "</assistant>",
        "<instructions>", "</instructions>", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "<|",          NULL};
    if (!may_be_token(text.data[at]))
        return at;
    for (size_t i = 0; tokens[i]; i++) {
        struct str token = str_from(tokens[i]);
        if (!str_istarts(from(text, at), token))
            continue;
        if (!str_eq(token, STR("<|")))
            return at + token.len;
        size_t close = str_find(text, STR("|>"), at);
        if (close < text.len && close - at < LONGEST)
            return close + 2;
    }
    return at;
}

/* "### TASK" and "Assistant:" at the start of a line. */
static size_t after_role_heading(struct str text, size_t at)
{
    static const char *const roles[] = {"TASK",      "SYSTEM",   "INSTRUCTION", "INSTRUCTIONS", "USER",
                                        "ASSISTANT", "HUMAN",    "RULES",       "ANSWER",       "RESPONSE",
                                        "INPUT",     "MATERIAL", "WISHES",      "PROMPT",       "END"};
    size_t end = at;
    if (at > 0 && text.data[at - 1] != '\n')
        return at;
    while (end < text.len && text.data[end] == '#')
        end++;
    bool has_hashes = end > at + 1;
    while (end < text.len && text.data[end] == ' ')
        end++;
    for (size_t i = 0; i < COUNT_OF(roles); i++) {
        struct str role = str_from(roles[i]), rest = from(text, end);
        bool is_turn = str_eq(role, STR("ASSISTANT")) || str_eq(role, STR("HUMAN"));
        if (!str_istarts(rest, role) || (rest.len > role.len && ascii_is_alnum(rest.data[role.len])))
            continue;
        bool has_colon = rest.len > role.len && rest.data[role.len] == ':';
        if (has_hashes || (is_turn && has_colon))
            return end + role.len + has_colon;
    }
    return at;
}

/* The delimiters of material in a prompt, "<<" and a nonce of hexadecimal digits before ">>". */
static size_t after_delimiter(struct str text, size_t at)
{
    enum { SHORTEST = 6 };
    bool opens = str_starts(from(text, at), STR("<<"));
    size_t start = at + (opens ? 2 : 0), end = start;
    if (!opens && at > 0 && ascii_is_alnum(text.data[at - 1]))
        return at;
    while (end < text.len && (ascii_is_digit(text.data[end]) || memchr("abcdefABCDEF", text.data[end], 12)))
        end++;
    if (end - start < SHORTEST || (end < text.len && ascii_is_alnum(text.data[end])))
        return at;
    if (opens)
        return end;
    return str_starts(from(text, end), STR(">>")) ? end + 2 : at;
}

static size_t after_image(struct str text, size_t at)
{
    if (!str_starts(from(text, at), STR("![")))
        return at;
    size_t close = str_find(text, STR("]("), at), end = str_find(text, STR(")"), close);
    return end < text.len ? end + 1 : at;
}

static size_t after_address(struct str text, size_t at)
{
    static const char *const starts[] = {"http://", "https://", "ftp://", "www.", "mailto:", "javascript:", "data:"};
    if (at > 0 && ascii_is_alnum(text.data[at - 1]))
        return at;
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        struct str start = str_from(starts[i]);
        size_t end = at + start.len;
        if (!str_istarts(from(text, at), start) || end >= text.len || !ascii_is_alnum(text.data[end]))
            continue;
        while (end < text.len && !ascii_is_space(text.data[end]) && !memchr("<>\"`|", text.data[end], 5))
            end++;
        while (memchr(".,;:!?)]'*", text.data[end - 1], 10))
            end--;
        bool is_scheme = i < 5 || str_find((struct str){text.data, end}, STR(","), at) < end || i == 5;
        return is_scheme && end > at + start.len ? end : at;
    }
    return at;
}

/* At least 64 characters of base64 with capitals, small letters and digits: neither a word nor a hexadecimal sum. */
static size_t after_base64(struct str text, size_t at)
{
    enum { SHORTEST = 64 };
    bool has_upper = false, has_lower = false, has_digit = false;
    size_t end = at;
    if (at > 0 && (ascii_is_alnum(text.data[at - 1]) || memchr("+/", text.data[at - 1], 2)))
        return at;
    for (; end < text.len && (ascii_is_alnum(text.data[end]) || memchr("+/=", text.data[end], 3)); end++) {
        char character = text.data[end];
        has_upper |= character >= 'A' && character <= 'Z';
        has_lower |= character >= 'g' && character <= 'z';
        has_digit |= ascii_is_digit(character);
    }
    return end - at >= SHORTEST && has_upper && has_lower && has_digit ? end : at;
}

static size_t after_unwanted(struct str text, size_t at)
{
    static size_t (*const readers[])(struct str, size_t) = {
        after_role_token, after_role_heading, after_delimiter, after_image, after_address, after_base64,
    };
    for (size_t i = 0; i < COUNT_OF(readers); i++) {
        size_t end = readers[i](text, at);
        if (end > at)
            return end;
    }
    return at;
}

/* Appends the text without what is unwanted, nor the empty parentheses and double blanks that this leaves. */
static void add_wanted(struct buf *out, struct str text)
{
    for (size_t at = 0; at < text.len;) {
        size_t end = after_unwanted(text, at);
        if (end == at) {
            buf_char(out, text.data[at++]);
            continue;
        }
        bool in_brackets = out->len && out->data[out->len - 1] == '(' && end < text.len && text.data[end] == ')';
        if (in_brackets) {
            out->len--;
            end++;
        }
        bool has_blank = !out->len || out->data[out->len - 1] == ' ';
        while (has_blank && end < text.len && text.data[end] == ' ')
            end++;
        if (has_blank && out->len && end < text.len && memchr(".,;:", text.data[end], 4))
            out->len--;
        at = end;
    }
    if (out->data && !out->failed)
        out->data[out->len] = '\0';
}

enum status material_clean(struct arena *arena, struct str text, struct str *clean, struct error *err)
{
    struct buf visible = {0}, wanted = {0};
    add_visible(&visible, text);
    add_wanted(&wanted, (struct str){buf_text(&visible), visible.len});
    bool failed = visible.failed || wanted.failed;
    *clean = str_trim((struct str){buf_text(&wanted), wanted.len});
    if (!failed && str_eq(*clean, text)) {
        *clean = text;
    } else if (!failed) {
        clean->data = arena_copy_n(arena, clean->data, clean->len);
        failed = !clean->data;
    }
    buf_free(&visible);
    buf_free(&wanted);
    return failed ? error_memory(err) : OK;
}

/* --- what only programs write to each other --- */

/* "<|im_start|>", "[INST]": no prose has them. */
static bool is_turn_token(struct str text, size_t at)
{
    static const char *const tokens[] = {
        "[INST]",          "[/INST]",       "<<SYS>>",  "<</SYS>>",    "[SYSTEM_PROMPT]",
        "<start_of_turn>", "<end_of_turn>", "<system>", "<assistant>", NULL};
    for (size_t i = 0; tokens[i] && may_be_token(text.data[at]); i++)
        if (str_istarts(from(text, at), str_from(tokens[i])))
            return true;
    return str_istarts(from(text, at), STR("<|")) && after_role_token(text, at) > at;
}

/* "0123456789abcdef>>" and "<<0123456789abcdef": the form of the delimiters of material in prompts. */
static bool is_delimiter(struct str text, size_t at)
{
    enum { LEAST = 8 };
    bool opens = str_istarts(from(text, at), STR("<<"));
    if (!opens && at > 0 && isxdigit((unsigned char)text.data[at - 1]))
        return false; /* it was looked at from its first digit on */
    size_t start = opens ? at + 2 : at, end = start;
    while (end < text.len && isxdigit((unsigned char)text.data[end]))
        end++;
    return end - start >= LEAST && (opens || str_istarts(from(text, end), STR(">>")));
}

/* The end of an answer in JSON. */
static bool is_json_end(struct str text, size_t at)
{
    return str_istarts(from(text, at), STR("\"}]")) || str_istarts(from(text, at), STR("}]}"));
}

/* Outside of code, which may show them to people. Each of their forms has one of four characters. The text has a NUL
 * behind it, and none inside. */
static bool speaks_to_programs(struct str text)
{
    bool is_code = false;
    if (!strpbrk(text.data, "<[>}"))
        return false;
    for (size_t at = 0; at < text.len; at++) {
        if (text.data[at] == '`')
            is_code ^= at == 0 || text.data[at - 1] != '`'; /* a run of them opens or closes once */
        else if (!is_code && (is_turn_token(text, at) || is_delimiter(text, at) || is_json_end(text, at)))
            return true;
    }
    return false;
}

static _Atomic(const struct pattern_table *) known_orders;

/* Of all languages: whatever language a page is in, an order in another one is obeyed as well. */
static const struct pattern_table *make_orders(struct arena *arena)
{
    size_t count;
    const struct language *languages = language_list(&count);
    struct pattern_table *orders = pattern_table_new(arena);
    for (size_t i = 0; i < count && orders; i++)
        if (languages[i].cues && !pattern_table_add(orders, languages[i].cues->instructions))
            return NULL;
    return orders;
}

/* Made when first asked for, and never freed. NULL: memory ran out. */
static const struct pattern_table *all_orders(void)
{
    const struct pattern_table *known = atomic_load(&known_orders);
    if (known)
        return known;
    struct arena *arena = arena_new();
    const struct pattern_table *made = arena ? make_orders(arena) : NULL;
    if (made && atomic_compare_exchange_strong(&known_orders, &known, made))
        return made;
    arena_free(arena);
    return known; /* another thread's, if that was faster */
}

static bool gives_orders(const struct worded *worded)
{
    const struct pattern_table *orders = all_orders();
    return !orders || pattern_table_occurs(orders, worded);
}

bool material_addresses_model(struct str text)
{
    struct arena *arena = arena_new();
    struct buf visible = {0};
    struct worded worded;
    add_visible(&visible, text);
    /* What cannot be read cannot be trusted: without memory the passage is left out. */
    bool addresses = !arena || visible.failed || speaks_to_programs((struct str){buf_text(&visible), visible.len}) ||
                     worded_split(arena, (struct str){buf_text(&visible), visible.len}, NULL, &worded, NULL) != OK ||
                     gives_orders(&worded);
    buf_free(&visible);
    arena_free(arena);
    return addresses;
}
