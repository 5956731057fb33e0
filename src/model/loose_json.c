#include "model/loose_json.h"

#include <stdlib.h>

/* Where a text is read, and which brackets are open. */
struct scan {
    struct str text;
    size_t at;
    char closing[LOOSE_JSON_DEPTH]; /* what closes each open bracket */
    int depth;
    size_t comma; /* where in the output a comma stands that nothing has followed yet, plus 1; 0: none */
};

static void loose_json_add_escaped(struct buf *out, char character)
{
    static const struct {
        char character;
        const char *escape;
    } short_forms[] = {{'\n', "\\n"}, {'\r', "\\r"}, {'\t', "\\t"}};
    for (size_t i = 0; i < COUNT_OF(short_forms); i++)
        if (character == short_forms[i].character) {
            buf_str(out, short_forms[i].escape);
            return;
        }
    buf_printf(out, "\\u%04x", (unsigned)character);
}

/* From the quotation mark that opens the string to behind the one that closes it. */
static void copy_string(struct scan *scan, struct buf *out)
{
    buf_char(out, scan->text.data[scan->at++]);
    while (scan->at < scan->text.len) {
        char character = scan->text.data[scan->at++];
        if (character == '\\' && scan->at < scan->text.len) {
            char escaped = scan->text.data[scan->at];
            bool is_raw = (unsigned char)escaped < 0x20; /* a backslash before a raw line break */
            if (!is_raw) {
                buf_char(out, character);
                buf_char(out, escaped);
                scan->at++;
            }
        } else if ((unsigned char)character < 0x20) {
            loose_json_add_escaped(out, character);
        } else {
            buf_char(out, character);
            if (character == '"')
                return;
        }
    }
}

/* Drops the comma of the output that stands before a closing bracket. */
static void drop_comma(struct scan *scan, struct buf *out)
{
    if (scan->comma && !out->failed) {
        memmove(out->data + scan->comma - 1, out->data + scan->comma, out->len - scan->comma + 1);
        out->len--;
    }
    scan->comma = 0;
}

/* False: the brackets do not match. */
static bool copy_character(struct scan *scan, struct buf *out)
{
    char character = scan->text.data[scan->at++];
    if (character == '{' || character == '[') {
        if (scan->depth == LOOSE_JSON_DEPTH)
            return false;
        scan->closing[scan->depth++] = character == '{' ? '}' : ']';
    } else if (character == '}' || character == ']') {
        if (scan->closing[--scan->depth] != character)
            return false;
        drop_comma(scan, out);
    }
    bool is_space = ascii_is_space(character) || (unsigned char)character < 0x20;
    buf_char(out, is_space ? ' ' : character);
    if (!is_space)
        scan->comma = character == ',' ? out->len : 0;
    return true;
}

static enum loose_json copy_value(struct scan *scan, struct buf *out)
{
    do {
        if (scan->text.data[scan->at] == '"') {
            scan->comma = 0;
            copy_string(scan, out);
        } else if (!copy_character(scan, out)) {
            return LOOSE_JSON_TANGLED;
        }
    } while (scan->depth > 0 && scan->at < scan->text.len);
    return scan->depth > 0 ? LOOSE_JSON_CUT : LOOSE_JSON_FOUND;
}

enum loose_json loose_json_next(struct str text, size_t *at, char open, struct buf *out)
{
    buf_clear(out);
    const char *start = *at < text.len ? memchr(text.data + *at, open, text.len - *at) : NULL;
    if (!start)
        return LOOSE_JSON_NONE;
    struct scan scan = {.text = text, .at = (size_t)(start - text.data)};
    *at = scan.at + 1;
    enum loose_json found = copy_value(&scan, out);
    if (found == LOOSE_JSON_FOUND)
        *at = scan.at;
    return found;
}
