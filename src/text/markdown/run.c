/* A run of text with marks on it, as a paragraph, a heading or a cell has one, and how it is written as Markdown. */
#include "text/markdown/markdown_parts.h"
#include "text/text.h"

/* --- what is in it --- */

static void push_mark(struct run *run, struct run_mark mark)
{
    struct run_mark *added = VEC_PUSH(run->arena, run->marks, run->count, run->cap);
    run->failed |= !added;
    mark.at = run->text.len;
    if (added)
        *added = mark;
}

/* Is a point of the kind the last thing that is there? */
static bool ends_in(const struct run *run, enum run_kind kind)
{
    for (size_t i = run->count; i > 0 && run->marks[i - 1].at == run->text.len; i--)
        if (run->marks[i - 1].kind >= RUN_SPANS)
            return run->marks[i - 1].kind == kind;
    return false;
}

static bool ends_in_blank(const struct run *run)
{
    if (ends_in(run, RUN_PICTURE))
        return false;
    return run->text.len == 0 || ends_in(run, RUN_BREAK) || run->text.data[run->text.len - 1] == ' ';
}

void run_text(struct run *run, struct str text)
{
    for (size_t at = 0, from; at < text.len;) {
        for (; at < text.len && ascii_is_space(text.data[at]); at++)
            if (!ends_in_blank(run))
                buf_char(&run->text, ' ');
        for (from = at; at < text.len && !ascii_is_space(text.data[at]);)
            at++;
        buf_add(&run->text, text.data + from, at - from);
    }
    run->failed |= run->text.failed;
}

static bool is_open(const struct run *run, enum run_kind kind)
{
    for (size_t i = 0; i < run->depth; i++)
        if (run->marks[run->open[i]].kind == kind)
            return true;
    return false;
}

/* Goes on with a span of the kind that has just ended: the signs of two would be read together. */
static bool go_on(struct run *run, enum run_kind kind)
{
    const struct run_mark *last = run->count ? &run->marks[run->count - 1] : NULL;
    if (!last || last->kind != kind || last->opens || last->at != run->text.len)
        return false;
    run->open[run->depth++] = last->other;
    run->count--;
    return true;
}

void run_open(struct run *run, enum run_kind kind, const char *url, const char *title)
{
    if (is_open(run, kind) || run->failed || (kind != RUN_LINK && go_on(run, kind)))
        return;
    push_mark(run, (struct run_mark){.kind = kind, .opens = true, .url = url, .title = title});
    if (!run->failed)
        run->open[run->depth++] = run->count - 1;
}

static void close_last(struct run *run)
{
    size_t opener = run->open[--run->depth];
    push_mark(run, (struct run_mark){.kind = run->marks[opener].kind, .other = opener});
    if (!run->failed)
        run->marks[opener].other = run->count - 1;
}

void run_close(struct run *run, enum run_kind kind)
{
    bool done = !is_open(run, kind);
    while (!done && !run->failed) {
        done = run->marks[run->open[run->depth - 1]].kind == kind;
        close_last(run);
    }
}

void run_picture(struct run *run, const char *url, const char *title)
{
    push_mark(run, (struct run_mark){.kind = RUN_PICTURE, .url = url, .title = title});
}

static void trim_end(struct run *run)
{
    if (!run->text.len || run->text.data[run->text.len - 1] != ' ' || ends_in(run, RUN_PICTURE))
        return;
    run->text.len--;
    for (size_t i = run->count; i > 0 && run->marks[i - 1].at > run->text.len; i--)
        run->marks[i - 1].at = run->text.len;
}

void run_break(struct run *run)
{
    if (run_is_empty(run))
        return;
    trim_end(run);
    push_mark(run, (struct run_mark){.kind = RUN_BREAK});
}

bool run_is_empty(const struct run *run)
{
    for (size_t i = 0; i < run->count; i++)
        if (run->marks[i].kind == RUN_PICTURE)
            return false;
    return run->text.len == 0;
}

/* --- marks made fit --- */

static void run_drop(struct run *run, size_t opener)
{
    run->marks[opener].is_dropped = run->marks[run->marks[opener].other].is_dropped = true;
}

/* Spans begin and end with a word: Markdown's signs are none beside a blank on their inner side. */
static void move_off_blanks(struct run *run)
{
    struct run_mark *marks = run->marks;
    const char *text = buf_text(&run->text);
    for (size_t i = run->count; i-- > 0;) {
        bool has_room = i + 1 == run->count || marks[i + 1].at > marks[i].at;
        if (marks[i].opens && has_room && marks[i].at < run->text.len && text[marks[i].at] == ' ')
            marks[i].at++;
    }
    for (size_t i = 0; i < run->count; i++) {
        bool is_end = !marks[i].opens && marks[i].kind < RUN_SPANS;
        bool has_room = i == 0 || marks[i - 1].at < marks[i].at;
        if (is_end && has_room && marks[i].at > 0 && text[marks[i].at - 1] == ' ')
            marks[i].at--;
    }
}

static bool is_hollow(const struct run *run, size_t opener)
{
    const struct run_mark *from = &run->marks[opener], *to = &run->marks[from->other];
    if (from->at != to->at)
        return false;
    for (const struct run_mark *mark = from + 1; mark < to; mark++)
        if (!mark->is_dropped)
            return false;
    return true;
}

/* Breaks at the end, and spans around nothing. */
static void drop_hollow(struct run *run)
{
    bool at_end = true;
    for (size_t i = run->count; i-- > 0;) {
        struct run_mark *mark = &run->marks[i];
        at_end &= mark->at == run->text.len && mark->kind != RUN_PICTURE;
        if (mark->kind == RUN_BREAK)
            mark->is_dropped = at_end;
        else if (mark->opens && is_hollow(run, i))
            run_drop(run, i);
    }
}

/* --- where Markdown's signs of emphasis are read --- */

enum beside { BESIDE_BLANK, BESIDE_WORD, BESIDE_SIGN, BESIDE_OTHER /* versions of CommonMark differ about it */ };

static enum beside run_class_of(struct str text, size_t at)
{
    uint32_t codepoint;
    if (at >= text.len)
        return BESIDE_BLANK;
    utf8_decode(text, at, &codepoint);
    if (codepoint < 0x80)
        return codepoint == ' ' ? BESIDE_BLANK : ascii_is_alnum((char)codepoint) ? BESIDE_WORD : BESIDE_SIGN;
    if (unicode_is_letter(codepoint) || unicode_is_digit(codepoint))
        return BESIDE_WORD;
    bool is_line = codepoint == 0x85 || codepoint == 0x2028 || codepoint == 0x2029;
    return unicode_is_space(codepoint) && !is_line ? BESIDE_BLANK : BESIDE_OTHER;
}

static const struct run_mark *neighbour(const struct run *run, size_t mark, int step)
{
    size_t at = run->marks[mark].at;
    for (size_t i = mark + (size_t)step; i < run->count && run->marks[i].at == at; i += (size_t)step)
        if (!run->marks[i].is_dropped)
            return &run->marks[i];
    return NULL;
}

/* What stands on one side of a mark, outside or inside of what it marks. */
static enum beside beside(const struct run *run, size_t mark, int step)
{
    struct str text = {buf_text(&run->text), run->text.len};
    const struct run_mark *next = neighbour(run, mark, step);
    size_t at = run->marks[mark].at;
    if (next)
        return next->kind == RUN_BREAK ? BESIDE_BLANK : BESIDE_SIGN;
    if (step > 0)
        return run_class_of(text, at);
    if (at == 0)
        return BESIDE_BLANK;
    for (at--; at > 0 && ((unsigned char)text.data[at] & 0xC0) == 0x80;)
        at--;
    return run_class_of(text, at);
}

/* Can the sign at this end be read as one? outwards: -1 before, 1 behind it. */
static bool is_read(const struct run *run, size_t mark, int outwards)
{
    enum beside inner = beside(run, mark, -outwards), outer = beside(run, mark, outwards);
    const struct run_mark *next = neighbour(run, mark, outwards);
    if (inner == BESIDE_BLANK || (next && next->kind == run->marks[mark].kind))
        return false;
    return outer == BESIDE_BLANK || outer == BESIDE_SIGN ||
           (run->marks[mark].kind == RUN_STRONG && inner == BESIDE_WORD);
}

static void choose_signs(struct run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        struct run_mark *mark = &run->marks[i];
        if (mark->is_dropped || !mark->opens || mark->kind > RUN_EMPHASIS)
            continue;
        bool good = is_read(run, i, -1) && is_read(run, mark->other, 1);
        mark->is_tag = run->marks[mark->other].is_tag = !good;
    }
}

/* --- writing --- */

struct run_writing {
    enum run_place place;
    struct str line, text;
    struct buf *out;
    bool at_start; /* of a line */
};

/* Does a character reference begin at this "&"? */
static bool is_reference(struct str text, size_t at)
{
    size_t end = at + 1;
    while (end < text.len && (ascii_is_alnum(text.data[end]) || text.data[end] == '#'))
        end++;
    return end > at + 1 && end < text.len && text.data[end] == ';';
}

/* Would this character be read as a sign wherever it stands? */
static bool is_sign(const struct run_writing *writing, struct str text, size_t at)
{
    char character = text.data[at], next = at + 1 < text.len ? text.data[at + 1] : ' ';
    bool after_word = at > 0 && ascii_is_alnum(text.data[at - 1]);
    switch (character) {
    case '\\':
    case '`':
    case '*':
    case '[':
    case ']':
    case '~':
        return true;
    case '_':
        return !after_word || !ascii_is_alnum(next);
    case '<':
        return ascii_is_alnum(next) || next == '/' || next == '!' || next == '?';
    case '&':
        return is_reference(text, at);
    case '|':
        return writing->place == RUN_CELL;
    case '#':
        return writing->place == RUN_HEADING && (at == 0 || text.data[at - 1] == ' ');
    default:
        return false;
    }
}

/* How many characters before the one that makes a beginning like this a list, a heading, a quotation, a rule, the line
 * under a heading, or that of a table; SIZE_MAX: it is none. */
static size_t sign_at_start(struct str text)
{
    size_t digits = 0;
    while (digits < text.len && ascii_is_digit(text.data[digits]))
        digits++;
    if (digits < text.len && digits > 0 && (text.data[digits] == '.' || text.data[digits] == ')'))
        return digits + 1 == text.len || text.data[digits + 1] == ' ' ? digits : SIZE_MAX;
    if (text.len && strchr("#>=:|", text.data[0]))
        return 0;
    bool is_bullet = text.len && strchr("-+", text.data[0]) && (text.len == 1 || !ascii_is_alnum(text.data[1]));
    return is_bullet ? 0 : SIZE_MAX;
}

static void run_write_text(struct run_writing *writing, struct str text)
{
    size_t start =
        writing->at_start && writing->place == RUN_PARAGRAPH && text.len ? sign_at_start(text) : (size_t)SIZE_MAX;
    for (size_t i = 0; i < text.len; i++) {
        if (i == start || is_sign(writing, text, i))
            buf_char(writing->out, '\\');
        buf_char(writing->out, text.data[i]);
    }
    writing->at_start &= text.len == 0;
}

/* In a title or an address: these characters behind a backslash, blanks as `blank`. */
static void write_escaped(struct run_writing *writing, struct str text, const char *signs, const char *blank)
{
    for (size_t i = 0; i < text.len; i++) {
        char character = text.data[i];
        if ((unsigned char)character <= ' ' || character == 0x7F) {
            buf_str(writing->out, blank);
            continue;
        }
        if (strchr(signs, character) || (character == '&' && is_reference(text, i)) ||
            (character == '|' && writing->place == RUN_CELL))
            buf_char(writing->out, '\\');
        buf_char(writing->out, character);
    }
}

static void write_address(struct run_writing *writing, const struct run_mark *mark)
{
    buf_str(writing->out, "](");
    write_escaped(writing, str_from(mark->url), "\\()<>`", "%20");
    if (mark->kind == RUN_LINK && mark->title && *mark->title) {
        buf_str(writing->out, " \"");
        write_escaped(writing, str_from(mark->title), "\\\"<`", " ");
        buf_char(writing->out, '"');
    }
    buf_char(writing->out, ')');
}

static void open_bracket(struct buf *out)
{
    if (out->len && out->data[out->len - 1] == '!') { /* a link behind it would be a picture */
        out->len--;
        buf_str(out, "\\!");
    }
    buf_char(out, '[');
}

static void write_picture(struct run_writing *writing, const struct run_mark *mark)
{
    buf_str(writing->out, "![");
    writing->at_start = false;
    run_write_text(writing, str_from(mark->title));
    write_address(writing, mark);
}

static void write_break(struct run_writing *writing)
{
    if (writing->place == RUN_PARAGRAPH) {
        buf_str(writing->out, "\\\n");
        buf_add(writing->out, writing->line.data, writing->line.len);
        writing->at_start = true;
    } else {
        buf_str(writing->out, writing->place == RUN_CELL ? "<br>" : " ");
    }
}

static size_t longest_row(struct str code)
{
    size_t longest = 0, row = 0;
    for (size_t i = 0; i < code.len; i++) {
        row = code.data[i] == '`' ? row + 1 : 0;
        longest = row > longest ? row : longest;
    }
    return longest;
}

void run_fence(struct str code, size_t least, struct buf *out)
{
    size_t needed = longest_row(code) + 1;
    for (size_t i = 0; i < (needed > least ? needed : least); i++)
        buf_char(out, '`');
}

static void write_code(struct run_writing *writing, struct str code)
{
    bool pads = code.data[0] == '`' || code.data[code.len - 1] == '`';
    run_fence(code, 1, writing->out);
    buf_str(writing->out, pads ? " " : "");
    for (size_t i = 0; i < code.len; i++) {
        if (code.data[i] == '|' && writing->place == RUN_CELL)
            buf_char(writing->out, '\\');
        buf_char(writing->out, code.data[i]);
    }
    buf_str(writing->out, pads ? " " : "");
    run_fence(code, 1, writing->out);
}

static void write_span(struct run_writing *writing, const struct run_mark *mark)
{
    static const struct {
        const char *sign, *tag;
    } spans[] = {[RUN_STRONG] = {"**", "strong"},
                 [RUN_EMPHASIS] = {"_", "em"},
                 [RUN_RAISED] = {NULL, "sup"},
                 [RUN_LOWERED] = {NULL, "sub"},
                 [RUN_DELETED] = {NULL, "del"}};
    if (mark->kind == RUN_LINK && mark->opens)
        open_bracket(writing->out);
    else if (mark->kind == RUN_LINK)
        return; /* its end is written with what its beginning knows */
    else if (spans[mark->kind].sign && !mark->is_tag)
        buf_str(writing->out, spans[mark->kind].sign);
    else
        buf_printf(writing->out, "<%s%s>", mark->opens ? "" : "/", spans[mark->kind].tag);
}

/* Writes a mark; returns the last one that is written with it. */
static size_t write_mark(struct run_writing *writing, const struct run *run, size_t at)
{
    const struct run_mark *mark = &run->marks[at];
    if (mark->kind == RUN_BREAK) {
        write_break(writing);
        return at;
    }
    writing->at_start = false;
    if (mark->kind == RUN_PICTURE) {
        write_picture(writing, mark);
    } else if (mark->kind == RUN_CODE) {
        const struct run_mark *end = &run->marks[mark->other];
        write_code(writing, (struct str){writing->text.data + mark->at, end->at - mark->at});
        return mark->other;
    } else {
        write_span(writing, mark);
        if (mark->kind == RUN_LINK && !mark->opens)
            write_address(writing, &run->marks[mark->other]);
    }
    return at;
}

static void run_write_all(struct run_writing *writing, const struct run *run)
{
    size_t from = 0;
    for (size_t i = 0; i < run->count; i++) {
        if (run->marks[i].is_dropped)
            continue;
        size_t to = run->marks[i].at;
        run_write_text(writing, (struct str){writing->text.data + from, to - from});
        i = write_mark(writing, run, i);
        from = run->marks[i].at;
    }
    run_write_text(writing, (struct str){writing->text.data + from, run->text.len - from});
}

void run_write(struct run *run, enum run_place place, struct str line, struct buf *out)
{
    while (run->depth && !run->failed)
        close_last(run);
    if (run->failed) {
        out->failed = true;
        return;
    }
    trim_end(run);
    move_off_blanks(run);
    drop_hollow(run);
    choose_signs(run);
    struct run_writing writing = {
        .place = place, .line = line, .text = {buf_text(&run->text), run->text.len}, .out = out, .at_start = true};
    run_write_all(&writing, run);
    buf_clear(&run->text);
    run->count = run->depth = 0;
}
