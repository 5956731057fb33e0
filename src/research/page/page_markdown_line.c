/* Marks within a line that the makers of sites add to Markdown: attribute lists, icons, templates, marked words. */
#include "research/page/page_markdown.h"

/* Marks of templates, which their maker replaces: Liquid, Hugo, Nunjucks, kramdown, comments of MDX. */
static const struct {
    const char *open, *close;
} templates[] = {{"{%", "%}"}, {"{{", "}}"}, {"{#", "#}"}, {"{::", "/}"}, {"{/*", "*/}"}};

/* Where a line is read, and what of it was kept. */
struct line_reader {
    struct buf *out;
    struct str line;
    size_t at;
    size_t unclosed[COUNT_OF(templates)]; /* no such mark ends before: each byte is looked at once */
};

/* The end of the mark of a template at the place; the place itself: there is none. */
static size_t template_end(struct line_reader *reader)
{
    enum { LONGEST = 8000 }; /* bytes: calls of macros hold whole tables */
    struct str rest = {reader->line.data + reader->at, reader->line.len - reader->at};
    if (rest.data[0] != '{')
        return reader->at;
    rest.len = rest.len < LONGEST ? rest.len : LONGEST;
    for (size_t i = 0; i < COUNT_OF(templates); i++) {
        struct str close = str_from(templates[i].close);
        if (!str_starts(rest, str_from(templates[i].open)) || reader->at < reader->unclosed[i])
            continue;
        size_t end = str_find(rest, close, strlen(templates[i].open));
        if (end < rest.len)
            return reader->at + end + close.len;
        reader->unclosed[i] = reader->at + rest.len;
    }
    return reader->at;
}

const char *markdown_open_template(struct str line)
{
    bool is_code = false;
    const char *close = NULL;
    for (size_t at = 0; at < line.len; at++) {
        struct str rest = {line.data + at, line.len - at};
        is_code ^= rest.data[0] == '`';
        if (close && str_starts(rest, str_from(close)))
            close = NULL;
        for (size_t i = 0; i < COUNT_OF(templates) && rest.data[0] == '{' && !is_code && !close; i++)
            close = str_starts(rest, str_from(templates[i].open)) ? templates[i].close : NULL;
    }
    return close;
}

static bool is_name_byte(char byte)
{
    return ascii_is_alnum(byte) || byte == '-' || byte == '_' || (byte & 0x80);
}

static size_t name_end(struct str line, size_t at)
{
    while (at < line.len && is_name_byte(line.data[at]))
        at++;
    return at;
}

/* The end of the value behind "=": in quotes, or up to a blank. The place itself: there is none. */
static size_t value_end(struct str line, size_t at)
{
    if (at < line.len && (line.data[at] == '"' || line.data[at] == '\'')) {
        const char *close = memchr(line.data + at + 1, line.data[at], line.len - at - 1);
        return close ? (size_t)(close - line.data) + 1 : at;
    }
    while (at < line.len && line.data[at] != ' ' && line.data[at] != '}')
        at++;
    return at;
}

/* The end of one entry of a list of attributes: ".class", "#id", "name=value", and "toc" where has_names says that
 * names alone may stand in it; the place itself: it is none. */
static size_t attribute_end(struct str line, size_t at, bool has_names, bool *has_value)
{
    bool is_mark = at < line.len && (line.data[at] == '.' || line.data[at] == '#');
    size_t end = name_end(line, at + is_mark);
    if (end == at + is_mark)
        return at;
    if (is_mark) /* ids may hold dots and colons */
        while (end < line.len && (is_name_byte(line.data[end]) || line.data[end] == '.' || line.data[end] == ':'))
            end++;
    if (is_mark)
        return end;
    if (end >= line.len || line.data[end] != '=')
        return has_names ? end : at;
    *has_value = true;
    size_t behind = value_end(line, end + 1);
    return behind > end + 1 ? behind : at;
}

/* Attributes alone may be what a set holds in mathematics: they follow what they are of, or open the line. */
static bool may_have_values(const struct line_reader *reader)
{
    return !reader->at || strchr(")]`*_}:\">", reader->line.data[reader->at - 1]);
}

/* "{.x}", "{ #x }", "{: .x }", "{ align=right }"; the place itself: it is no such list. */
static size_t attributes_end(const struct line_reader *reader)
{
    struct str line = reader->line;
    size_t at = reader->at, entries = 0;
    bool has_value = false, has_colon;
    if (line.data[at] != '{')
        return at;
    has_colon = ++at < line.len && line.data[at] == ':';
    for (at += has_colon;; entries++) {
        while (at < line.len && line.data[at] == ' ')
            at++;
        if (at < line.len && line.data[at] == '}')
            break;
        size_t end = attribute_end(line, at, has_colon, &has_value);
        if (end == at)
            return reader->at;
        at = end;
    }
    bool is_list = entries && (has_colon || !has_value || may_have_values(reader));
    return is_list ? at + 1 : reader->at;
}

/* ":material-check:", ":rocket:"; the place itself: it is none. A name of one word stands by itself. */
static size_t icon_end(const struct line_reader *reader)
{
    enum { LEAST_NAME = 2, LONGEST_NAME = 60 };
    struct str line = reader->line;
    size_t at = reader->at, end = name_end(line, at + 1);
    bool is_inside = at && (is_name_byte(line.data[at - 1]) || line.data[at - 1] == ':');
    if (line.data[at] != ':' || is_inside || end >= line.len || line.data[end] != ':' || end - at - 1 < LEAST_NAME ||
        end - at - 1 > LONGEST_NAME)
        return at;
    bool has_letter = false, is_joined = false;
    for (size_t i = at + 1; i < end; i++) {
        has_letter |= ascii_is_alnum(line.data[i]) && !ascii_is_digit(line.data[i]);
        is_joined |= line.data[i] == '-' || line.data[i] == '_';
    }
    char before = at ? line.data[at - 1] : ' ', behind = end + 1 < line.len ? line.data[end + 1] : ' ';
    bool is_alone = before == ' ' && behind == ' ';
    bool is_role = behind == '`'; /* of reStructuredText */
    return has_letter && !is_role && (is_joined || is_alone) ? end + 1 : at;
}

/* Two signs around words, "==marked==" or "++ctrl+c++": the length of the words between them; 0: it is none. */
static size_t marked_length(const struct line_reader *reader)
{
    struct str line = reader->line;
    size_t at = reader->at;
    char sign = line.data[at], before = at ? line.data[at - 1] : ' ';
    if ((sign != '=' && sign != '+') || at + 4 >= line.len || line.data[at + 1] != sign || is_name_byte(before) ||
        before == sign || line.data[at + 2] == sign || line.data[at + 2] == ' ')
        return 0;
    const char close[] = {sign, sign, '\0'};
    size_t end = str_find(line, str_from(close), at + 2);
    bool is_end = end < line.len && line.data[end - 1] != ' ' &&
                  (end + 2 >= line.len || !(is_name_byte(line.data[end + 2]) || line.data[end + 2] == sign));
    return is_end ? end - at - 2 : 0;
}

/* The end of what stands as it is: code, an address, an escaped sign. The place itself: nothing does. */
static size_t verbatim_end(const struct line_reader *reader)
{
    struct str line = reader->line, rest = {line.data + reader->at, line.len - reader->at};
    size_t run = 0, end = reader->at;
    while (run < rest.len && rest.data[run] == '`')
        run++;
    if (run) {
        size_t close = str_find(rest, (struct str){rest.data, run}, run);
        while (close < rest.len && close + run < rest.len && rest.data[close + run] == '`')
            close = str_find(rest, (struct str){rest.data, run}, close + run + 1);
        return close < rest.len ? end + close + run : end + run;
    }
    if (rest.data[0] == '\\' && rest.len > 1)
        return end + 2;
    if (str_starts(rest, STR("](")) || str_starts(rest, STR("http://")) || str_starts(rest, STR("https://")))
        while (end < line.len && line.data[end] != ' ' && line.data[end] != ')' && line.data[end] != '{' &&
               line.data[end] != '`')
            end++;
    return end;
}

/* One blank stays of the two around what is cut. */
static void markdown_line_cut(struct line_reader *reader, size_t end)
{
    struct buf *out = reader->out;
    bool is_behind_text = out->len && out->data[out->len - 1] == ' ' && str_trim((struct str){out->data, out->len}).len;
    while (end < reader->line.len && is_behind_text && reader->line.data[end] == ' ')
        end++;
    reader->at = end;
}

void markdown_clean_line(struct buf *out, struct str line)
{
    enum { LONGEST_MARK = 2000 }; /* bytes that are looked at for an end: time stays linear in the line */
    struct line_reader reader = {.out = out, .line = line};
    while (reader.at < line.len) {
        reader.line.len = line.len - reader.at < LONGEST_MARK ? line.len : reader.at + LONGEST_MARK;
        size_t end = verbatim_end(&reader);
        size_t marked = end == reader.at ? marked_length(&reader) : 0;
        if (marked) {
            buf_add(out, line.data + reader.at + 2, marked);
            reader.at += marked + 4;
            continue;
        }
        if (end > reader.at) {
            buf_add(out, line.data + reader.at, end - reader.at);
            reader.at = end;
            continue;
        }
        end = attributes_end(&reader);
        reader.line.len = line.len;
        end = end == reader.at ? template_end(&reader) : end;
        end = end == reader.at ? icon_end(&reader) : end;
        if (end > reader.at)
            markdown_line_cut(&reader, end);
        else
            buf_char(out, line.data[reader.at++]);
    }
}
