#include "model/check/inline.h"

#include "base/base.h"
#include "base/vec.h"
#include "model/check/marker.h"

/* A run of marks that has begun emphasis. */
struct open_emphasis {
    size_t length, first; /* of the run; the number of its first span */
};

struct inliner {
    struct arena *arena;
    struct str in;
    struct buf out;
    struct inline_text *text;
    long most;
    const struct wording *own;
    bool reads_parentheses;
    bool needs_blank, after_mark, failed;
    struct open_emphasis open[SPANS_DEEP / 2];
    size_t open_count;
};

static char char_at(const struct inliner *inliner, size_t at)
{
    return at < inliner->in.len ? inliner->in.data[at] : '\0';
}

static struct str from(const struct inliner *inliner, size_t at)
{
    return (struct str){inliner->in.data + at, inliner->in.len - at};
}

static bool ends_with_stop(struct str text)
{
    static const char *const closing[] = {"\"", "\xE2\x80\x9D"};
    for (size_t i = 0; i < COUNT_OF(closing); i++)
        if (str_ends(text, str_from(closing[i])) && text.len > strlen(closing[i]))
            return memchr(".!?", text.data[text.len - strlen(closing[i]) - 1], 3) != NULL;
    return str_ends(text, STR("."));
}

/* Appends text. The blank before it is left out at the start and between a marker and the punctuation behind it. */
static void inline_put(struct inliner *inliner, struct str text)
{
    struct buf *out = &inliner->out;
    if (!text.len)
        return;
    bool closes = inliner->after_mark && memchr(".,;:!?)", text.data[0], 7);
    if (closes && text.data[0] == '.' && ends_with_stop((struct str){buf_text(out), out->len})) {
        inliner->after_mark = false;
        return; /* "disks. [3]." has one stop too many, and so has "Why?" in quotation marks */
    }
    if (inliner->needs_blank && out->len && !closes)
        buf_char(out, ' ');
    inliner->needs_blank = inliner->after_mark = false;
    buf_add(out, text.data, text.len);
}

static void add_mark(struct inliner *inliner, long number)
{
    struct inline_text *text = inliner->text;
    struct inline_mark *marks = vec_room(inliner->arena, text->marks, text->count, &text->cap, sizeof *marks);
    inliner->failed |= !marks;
    if (!marks)
        return;
    text->marks = marks;
    marks[text->count++] = (struct inline_mark){inliner->out.len, number};
}

/* Each of these looks at `at` and returns the byte behind what it dealt with, or `at` when it is not its own. */

static size_t read_marker(struct inliner *inliner, size_t at)
{
    struct marker marker;
    unsigned char first = (unsigned char)char_at(inliner, at);
    bool found = (first == '[' || first >= 0xE3) && marker_at(inliner->in, at, inliner->own, &marker);
    if (!found &&
        !(first == '(' && inliner->reads_parentheses && marker_in_parentheses(inliner->in, at, inliner->most, &marker)))
        return at;
    for (size_t i = 0; i < marker.count; i++)
        add_mark(inliner, marker.numbers[i]);
    inliner->after_mark = true;
    size_t end = marker.end;
    if (first == '[' && char_at(inliner, end) == '(' && str_starts(from(inliner, end + 1), STR("http"))) {
        size_t close = str_find(inliner->in, STR(")"), end);
        end = close < inliner->in.len ? close + 1 : end; /* a marker made a link */
    }
    return end;
}

/* `code`, with as many backticks on both sides; what has none on the other side loses them. */
static size_t read_code_inline(struct inliner *inliner, size_t at)
{
    size_t ticks = 0;
    while (char_at(inliner, at + ticks) == '`')
        ticks++;
    if (!ticks)
        return at;
    struct str fence = {inliner->in.data + at, ticks};
    size_t close = str_find(inliner->in, fence, at + ticks);
    struct str code =
        str_trim((struct str){inliner->in.data + at + ticks, close > at + ticks ? close - at - ticks : 0});
    if (close == inliner->in.len || !code.len || memchr(code.data, '`', code.len))
        return at + ticks;
    inline_put(inliner, STR("`"));
    for (size_t i = 0; i < code.len; i++)
        buf_char(&inliner->out, (char)(ascii_is_space(code.data[i]) ? ' ' : code.data[i]));
    buf_char(&inliner->out, '`');
    return close + ticks;
}

/* Elements whose content is none of the text. */
static size_t after_hidden(const struct inliner *inliner, size_t at)
{
    static const char *const hidden[][2] = {
        {"<!--", "-->"}, {"<script", "</script>"}, {"<style", "</style>"}, {"<iframe", "</iframe>"}};
    for (size_t i = 0; i < COUNT_OF(hidden); i++) {
        if (!str_istarts(from(inliner, at), str_from(hidden[i][0])))
            continue;
        size_t close = str_ifind(inliner->in, str_from(hidden[i][1]), at);
        return close < inliner->in.len ? close + strlen(hidden[i][1]) : inliner->in.len;
    }
    return at;
}

static size_t read_tag(struct inliner *inliner, size_t at)
{
    if (char_at(inliner, at) != '<')
        return at;
    size_t hidden = after_hidden(inliner, at);
    char next = char_at(inliner, at + 1);
    if (hidden > at)
        return hidden;
    if (next != '/' && !(ascii_lower(next) >= 'a' && ascii_lower(next) <= 'z'))
        return at;
    size_t end = str_find(inliner->in, STR(">"), at);
    if (end == inliner->in.len)
        return at;
    if (str_istarts(from(inliner, at + 1), STR("http")))
        inline_put(inliner, STR(INLINE_ADDRESS));
    if (str_istarts(from(inliner, at), STR("<br")) || str_istarts(from(inliner, at), STR("<p")))
        inliner->needs_blank = true;
    return end + 1;
}

static bool is_address_char(char character)
{
    return character && !ascii_is_space(character) && !memchr("<>\"`|", character, 5);
}

static size_t inline_read_address(struct inliner *inliner, size_t at)
{
    static const char *const starts[] = {"http://", "https://", "www.", "ftp://", "mailto:"};
    bool found = false;
    bool begins = at == 0 || !ascii_is_alnum(inliner->in.data[at - 1]);
    for (size_t i = 0; i < COUNT_OF(starts) && begins; i++)
        found |= str_istarts(from(inliner, at), str_from(starts[i]));
    if (!found)
        return at;
    inline_put(inliner, STR(INLINE_ADDRESS));
    while (is_address_char(char_at(inliner, at)))
        at++;
    while (memchr(".,;:!?)]*_", inliner->in.data[at - 1], 10))
        at--;
    return at;
}

/* "[text](address)" and "[text][1]": the text stays; "![text](address)" goes. */
static size_t read_link(struct inliner *inliner, size_t at)
{
    bool is_image = char_at(inliner, at) == '!' && char_at(inliner, at + 1) == '[';
    if (!is_image && char_at(inliner, at) != '[')
        return at;
    size_t open = at + is_image, close = str_find(inliner->in, STR("]"), open);
    if (close == inliner->in.len || !memchr("([", char_at(inliner, close + 1), 2))
        return at;
    bool is_round = inliner->in.data[close + 1] == '(';
    size_t end = str_find(inliner->in, is_round ? STR(")") : STR("]"), close + 2);
    struct marker marker;
    if (end == inliner->in.len || (!is_round && marker_at(inliner->in, close + 1, inliner->own, &marker)))
        return at;
    if (!is_image)
        inline_put(inliner, str_trim((struct str){inliner->in.data + open + 1, close - open - 1}));
    return end + 1;
}

/* Ends the emphasis that such a run of marks began, with what was begun within it and has no end. False: none did. */
static bool close_emphasis(struct inliner *inliner, size_t length)
{
    struct inline_text *text = inliner->text;
    for (size_t i = inliner->open_count; i-- > 0;) {
        const struct open_emphasis *open = &inliner->open[i];
        if (open->length != length)
            continue;
        for (size_t k = open->first; k < open->first + (length == 3 ? 2 : 1); k++)
            text->spans[k].end = inliner->out.len;
        inliner->open_count = i;
        return true;
    }
    return false;
}

/* One mark is emphasis, two are strong, three are both. What never ends has its start as its end. */
static void open_emphasis(struct inliner *inliner, size_t length)
{
    struct inline_text *text = inliner->text;
    size_t start = inliner->out.len + (inliner->needs_blank && inliner->out.len);
    if (length > 3 || inliner->open_count == COUNT_OF(inliner->open))
        return;
    const struct open_emphasis open = {length, text->span_count};
    for (enum span_kind kind = SPAN_EMPHASIS; kind <= SPAN_STRONG; kind++) {
        if (length < 3 && (kind == SPAN_STRONG) != (length == 2))
            continue;
        struct span *spans = vec_room(inliner->arena, text->spans, text->span_count, &text->span_cap, sizeof *spans);
        inliner->failed |= !spans;
        if (!spans)
            return;
        text->spans = spans;
        spans[text->span_count++] = (struct span){kind, start, start};
    }
    inliner->open[inliner->open_count++] = open;
}

/* Marks of emphasis: not "2 * 3" or "320*380", not "pg_dump", not "count(*)". */
static size_t read_emphasis(struct inliner *inliner, size_t at)
{
    char mark = char_at(inliner, at), before = at ? inliner->in.data[at - 1] : ' ';
    size_t end = at;
    if (!mark || !memchr("*_~", mark, 3))
        return at;
    while (char_at(inliner, end) == mark)
        end++;
    char after = char_at(inliner, end);
    bool blank_before = ascii_is_space(before), blank_after = !after || ascii_is_space(after);
    bool stands_alone = blank_before && blank_after && at > 0 && after;
    if (stands_alone || (before == '(' && after == ')') || (mark == '~' && end - at != 2))
        return at;
    if (mark == '_' && ascii_is_alnum(before) && ascii_is_alnum(after))
        return at;
    if (ascii_is_digit(before) && ascii_is_digit(after))
        return at;
    if (mark != '~' && (blank_before || !close_emphasis(inliner, end - at)) && !blank_after)
        open_emphasis(inliner, end - at);
    return end;
}

static size_t read_entity(struct inliner *inliner, size_t at)
{
    static const char *const entities[][2] = {{"&amp;", "&"},   {"&lt;", "<"},  {"&gt;", ">"},
                                              {"&quot;", "\""}, {"&#39;", "'"}, {"&nbsp;", " "}};
    for (size_t i = 0; char_at(inliner, at) == '&' && i < COUNT_OF(entities); i++) {
        if (!str_starts(from(inliner, at), str_from(entities[i][0])))
            continue;
        if (entities[i][1][0] == ' ')
            inliner->needs_blank = true;
        else
            inline_put(inliner, str_from(entities[i][1]));
        return at + strlen(entities[i][0]);
    }
    return at;
}

static size_t read_plain(struct inliner *inliner, size_t at)
{
    char character = char_at(inliner, at);
    if (ascii_is_space(character)) {
        inliner->needs_blank = true;
        return at + 1;
    }
    if (character == '>' && at && inliner->in.data[at - 1] == '\n')
        return at + 1; /* a quoted line */
    if (character == '\\' && char_at(inliner, at + 1) && memchr("*_`[]()#+-.!|<>{}~", char_at(inliner, at + 1), 18)) {
        inline_put(inliner, (struct str){inliner->in.data + at + 1, 1});
        return at + 2;
    }
    size_t length = (unsigned char)character < 0x80 ? 1 : utf8_sequence(from(inliner, at));
    if ((unsigned char)character >= 0x20 && character != 0x7F && length)
        inline_put(inliner, (struct str){inliner->in.data + at, length});
    return at + (length ? length : 1);
}

static size_t read_next(struct inliner *inliner, size_t at)
{
    static size_t (*const readers[])(struct inliner *, size_t) = {
        read_code_inline, read_marker, read_link, read_tag, inline_read_address, read_emphasis, read_entity,
    };
    for (size_t i = 0; i < COUNT_OF(readers); i++) {
        size_t end = readers[i](inliner, at);
        if (end > at)
            return end;
    }
    return read_plain(inliner, at);
}

enum status inline_read(struct arena *arena, struct str piece, bool reads_parentheses, long most,
                        const struct wording *own, struct inline_text *text, struct error *err)
{
    struct inliner inliner = {
        .arena = arena, .in = piece, .text = text, .most = most, .own = own, .reads_parentheses = reads_parentheses};
    *text = (struct inline_text){0};
    for (size_t at = 0; at < piece.len;)
        at = read_next(&inliner, at);
    text->text = (struct str){arena_copy_n(arena, buf_text(&inliner.out), inliner.out.len), inliner.out.len};
    bool done = text->text.data && !inliner.out.failed && !inliner.failed;
    buf_free(&inliner.out);
    return done ? OK : error_memory(err);
}
