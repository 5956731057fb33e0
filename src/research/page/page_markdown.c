/*
 * What makers of sites add to Markdown becomes the Markdown that md4c reads, line by line: boxes and tabs of Material
 * for MkDocs, boxes of Docusaurus and VuePress, definition lists, attribute lists, templates of Liquid and Hugo, rows
 * of tables without a head. Code stays as it stands.
 */
#include "research/page/page_parts.h"

/* Marks within a line that the makers of sites add to Markdown: attribute lists, icons, templates, marked words. */

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

/* What ends the mark of a template that is open at the end of the line; NULL: none is. */
static const char *markdown_open_template(struct str line)
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

/* Appends a line without the marks within it. Code and addresses stay as they are. */
static void markdown_clean_line(struct buf *out, struct str line)
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

enum {
    MOST_DEPTH = 6,      /* boxes and tabs within each other, and the columns before the deepest: each line gets */
    DEEPEST_COLUMN = 12, /* as much in front */
    INDENTATION = 4,     /* of what stands in one of MkDocs, and of code */
    LONGEST_TERM = 80    /* bytes; what is longer is a paragraph before a line that begins with a colon */
};

/* A box or a tab that is open. */
struct markdown_dialect_container {
    size_t indent; /* columns before its content */
    size_t prefix; /* bytes of the prefix around it */
    size_t colons; /* it ends with a line of so many; 0: with its indentation */
    bool is_box;
};

struct dialect {
    struct buf *out;
    struct str rest;   /* of the document, behind the line */
    struct buf prefix; /* what stands before each line that is written */
    struct markdown_dialect_container open[MOST_DEPTH];
    size_t depth;
    char fence; /* of the code that is open; '\0': none is */
    size_t fence_length;
    const char *unclosed; /* in the document: no mark of a template that opens before ends before */
    const char *code_end; /* the mark of a template that ends the code which is open; NULL: none is */
    /* What stands before the line. */
    bool is_blank_before, is_html_before, is_table_before, follows_item;
    bool is_list, is_definition; /* the line may be of one that has begun */
};

static size_t indentation(struct str line)
{
    size_t columns = 0;
    for (size_t i = 0; i < line.len && (line.data[i] == ' ' || line.data[i] == '\t'); i++)
        columns += line.data[i] == '\t' ? INDENTATION - columns % INDENTATION : 1;
    return columns;
}

/* The line without so many columns of its indentation; a tab goes as a whole. */
static struct str without_columns(struct str line, size_t columns)
{
    size_t at = 0;
    for (size_t column = 0; at < line.len && column < columns && (line.data[at] == ' ' || line.data[at] == '\t'); at++)
        column += line.data[at] == '\t' ? INDENTATION - column % INDENTATION : 1;
    return (struct str){line.data + at, line.len - at};
}

static bool markdown_dialect_is_blank(struct str line)
{
    return !str_trim(line).len;
}

static void end_line(struct dialect *dialect)
{
    buf_char(dialect->out, '\n');
}

static void begin_line(struct dialect *dialect)
{
    buf_add(dialect->out, buf_text(&dialect->prefix), dialect->prefix.len);
}

static void markdown_dialect_write_line(struct dialect *dialect, struct str line)
{
    begin_line(dialect);
    buf_add(dialect->out, line.data, line.len);
    end_line(dialect);
}

static struct str next_line(const struct dialect *dialect)
{
    struct str rest = dialect->rest, line;
    return rest.data && str_split(&rest, '\n', &line) ? line : STR("");
}

/* --- code --- */

static size_t run_length(struct str text, char sign)
{
    size_t length = 0;
    while (length < text.len && text.data[length] == sign)
        length++;
    return length;
}

/* Opens or closes code between lines of "```" or "~~~"; whether the line is one of it. */
static bool is_of_fence(struct dialect *dialect, struct str line)
{
    enum { LEAST = 3 };
    struct str text = str_trim(line);
    char sign = dialect->fence ? dialect->fence : text.len ? text.data[0] : ' ';
    size_t length = sign == '`' || sign == '~' ? run_length(text, sign) : 0;
    if (dialect->fence) {
        if (length >= dialect->fence_length && length == text.len)
            dialect->fence = '\0';
        return true;
    }
    bool opens = length >= LEAST && (sign == '~' || !memchr(text.data + length, '`', text.len - length));
    if (opens) {
        dialect->fence = sign;
        dialect->fence_length = length;
    }
    return opens;
}

/* Code as templates mark it: "{% highlight ruby %}". */
static bool is_of_template_code(struct dialect *dialect, struct str line)
{
    static const struct {
        const char *open, *close;
    } marks[] = {{"{% highlight", "{% endhighlight"}, {"{{< highlight", "{{< /highlight"}};
    struct str text = str_trim(line);
    if (dialect->code_end) {
        bool ends = str_starts(text, str_from(dialect->code_end));
        markdown_dialect_write_line(dialect, ends ? STR("```") : line);
        dialect->code_end = ends ? NULL : dialect->code_end;
        return true;
    }
    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        if (!str_starts(text, str_from(marks[i].open)))
            continue;
        dialect->code_end = marks[i].close;
        markdown_dialect_write_line(dialect, STR("```"));
        return true;
    }
    return false;
}

/* --- boxes and tabs --- */

static void close_container(struct dialect *dialect)
{
    const struct markdown_dialect_container *closed = &dialect->open[--dialect->depth];
    dialect->prefix.len = closed->prefix;
    dialect->fence = '\0';
    dialect->code_end = NULL;
    markdown_dialect_write_line(dialect, STR("")); /* else the next line would go on in it */
    dialect->is_blank_before = true;
}

/* Which box a name opens, as GitHub's are written; "": its content stands in the page. */
static const char *box_of_name(struct str name)
{
    static const struct {
        const char *name, *box;
    } names[] = {
        {"note", "[!NOTE]"},      {"info", "[!NOTE]"},           {"tip", "[!TIP]"},         {"hint", "[!TIP]"},
        {"seealso", "[!NOTE]"},   {"important", "[!IMPORTANT]"}, {"warning", "[!WARNING]"}, {"caution", "[!CAUTION]"},
        {"danger", "[!CAUTION]"}, {"attention", "[!WARNING]"},   {"error", "[!CAUTION]"},   {"failure", "[!CAUTION]"},
        {"bug", "[!WARNING]"},
    };
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (str_ieq(name, str_from(names[i].name)))
            return names[i].box;
    return "";
}

static struct str unquoted(struct str title)
{
    title = str_trim(title);
    bool is_quoted = title.len >= 2 && (title.data[0] == '"' || title.data[0] == '[');
    return is_quoted ? (struct str){title.data + 1, title.len - 2} : title;
}

/* title: stands over what the container holds, as a line in bold; empty: nothing does. */
static void open_container(struct dialect *dialect, struct markdown_dialect_container container, struct str before,
                           const char *box, struct str title)
{
    markdown_dialect_write_line(dialect, STR(""));
    container.prefix = dialect->prefix.len;
    buf_add(&dialect->prefix, before.data, before.len);
    if (container.is_box)
        buf_str(&dialect->prefix, "> ");
    dialect->open[dialect->depth++] = container;
    if (container.is_box)
        markdown_dialect_write_line(dialect, str_from(box));
    if (container.is_box)
        markdown_dialect_write_line(dialect, STR(""));
    if (title.len && !container.is_box) { /* boxes of HTML are read without theirs too */
        begin_line(dialect);
        buf_str(dialect->out, "**");
        markdown_clean_line(dialect->out, title);
        buf_str(dialect->out, "**\n");
        markdown_dialect_write_line(dialect, STR(""));
    }
    dialect->is_blank_before = true;
}

/* How the line opens one: bytes of its sign, 0: it does not. */
static size_t container_sign(struct str text, bool *is_tab)
{
    static const char *const signs[] = {"!!! ", "???+ ", "??? ", "=== ", "\\=== "};
    for (size_t i = 0; i < COUNT_OF(signs); i++)
        if (str_starts(text, str_from(signs[i])) && text.len > strlen(signs[i])) {
            *is_tab = i >= 3;
            return strlen(signs[i]);
        }
    return 0;
}

static bool open_indented(struct dialect *dialect, struct str line)
{
    struct str text = str_trim(line), name = STR("");
    bool is_tab = false;
    size_t sign = container_sign(text, &is_tab), indent = indentation(line);
    if (!sign || dialect->depth == MOST_DEPTH || indent > DEEPEST_COLUMN)
        return false;
    struct str title = str_trim((struct str){text.data + sign, text.len - sign});
    if (is_tab && (title.len < 2 || !strchr("\"+!", title.data[0])))
        return false;
    while (is_tab && title.len && (title.data[0] == '+' || title.data[0] == '!')) /* which tab is shown first */
        title = (struct str){title.data + 1, title.len - 1};
    if (!is_tab) {
        while (name.len < title.len && title.data[name.len] != ' ' && title.data[name.len] != '"')
            name = (struct str){title.data, name.len + 1};
        const char *quote = memchr(title.data, '"', title.len);
        title = quote ? (struct str){quote, (size_t)(title.data + title.len - quote)} : STR("");
    }
    const char *box = box_of_name(name);
    size_t around = dialect->depth ? dialect->open[dialect->depth - 1].indent : 0;
    struct markdown_dialect_container container = {.indent = around + indent + INDENTATION, .is_box = box[0]};
    open_container(dialect, container, (struct str){line.data, line.len - without_columns(line, indent).len}, box,
                   unquoted(title));
    return true;
}

/* Lines between ":::note" and ":::". */
static bool is_of_colons(struct dialect *dialect, struct str line)
{
    enum { LEAST = 3 };
    struct str text = str_trim(line), name = STR("");
    size_t colons = run_length(text, ':');
    if (colons < LEAST)
        return false;
    struct str title = str_trim((struct str){text.data + colons, text.len - colons});
    if (!title.len) {
        bool closes = dialect->depth && dialect->open[dialect->depth - 1].colons;
        if (closes)
            close_container(dialect);
        return closes;
    }
    if (dialect->depth == MOST_DEPTH || !(ascii_is_alnum(title.data[0]) || title.data[0] == '{'))
        return false;
    while (name.len < title.len && title.data[name.len] != ' ' && title.data[name.len] != '[')
        name = (struct str){title.data, name.len + 1};
    title = unquoted((struct str){title.data + name.len, title.len - name.len});
    const char *box = box_of_name(name);
    size_t around = dialect->depth ? dialect->open[dialect->depth - 1].indent : 0;
    struct markdown_dialect_container container = {.indent = around, .colons = colons, .is_box = box[0]};
    open_container(dialect, container, STR(""), box, title.len && title.data[0] != '{' ? title : STR(""));
    return true;
}

/* The line without the indentation of what it stands in; what ends before it is closed. */
static struct str enter_content(struct dialect *dialect, struct str line)
{
    size_t indent = indentation(line);
    while (!markdown_dialect_is_blank(line) && dialect->depth && indent < dialect->open[dialect->depth - 1].indent)
        close_container(dialect);
    return dialect->depth ? without_columns(line, dialect->open[dialect->depth - 1].indent) : line;
}

/* --- lines --- */

static bool markdown_dialect_is_item(struct str text)
{
    size_t digits = 0;
    if (text.len > 1 && strchr("-*+", text.data[0]) && (text.data[1] == ' ' || text.data[1] == '\t'))
        return true;
    while (digits < text.len && ascii_is_digit(text.data[digits]))
        digits++;
    return digits && digits + 1 < text.len && strchr(".)", text.data[digits]) && text.data[digits + 1] == ' ';
}

/* "{: .note }" alone: of what stands around it; a table of contents that is put in later; an abbreviation. */
static bool is_left_out(struct str text)
{
    static const char *const contents[] = {"[TOC]", "[[TOC]]", "[[_TOC_]]", "${toc}", "<!--more-->"};
    for (size_t i = 0; i < COUNT_OF(contents); i++)
        if (str_ieq(text, str_from(contents[i])))
            return true;
    if (str_starts(text, STR("--8<--"))) /* another file stands here */
        return true;
    if (str_starts(text, STR("*[")) && str_find(text, STR("]: "), 0) < text.len)
        return true;
    return str_starts(text, STR("import ")) && str_ends(text, STR(";")) &&
           (str_find(text, STR(" from "), 0) < text.len || str_find(text, STR("import '"), 0) < text.len);
}

/* The list item that a generator replaces by the table of contents: "* TOC" above "{:toc}". */
static bool is_contents_item(const struct dialect *dialect, struct str text)
{
    return markdown_dialect_is_item(text) && str_starts(str_trim(next_line(dialect)), STR("{:toc"));
}

static bool is_row(struct str text)
{
    return text.len > 2 && text.data[0] == '|' && text.data[text.len - 1] == '|';
}

/* The line below the head of a table. */
static bool is_rule(struct str text)
{
    bool has_line = false;
    for (size_t i = 0; i < text.len; i++) {
        if (!strchr("|-: \t", text.data[i]))
            return false;
        has_line |= text.data[i] == '-';
    }
    return has_line && memchr(text.data, '|', text.len);
}

/* The line below the head with as many dashes as md4c asks for. */
static void write_rule(struct dialect *dialect, struct str line)
{
    enum { LEAST_DASHES = 3 };
    begin_line(dialect);
    for (size_t at = 0, run; at < line.len; at += run ? run : 1) {
        struct str rest = {line.data + at, line.len - at};
        run = run_length(rest, '-');
        buf_add(dialect->out, rest.data, run ? run : 1);
        if (run && run < LEAST_DASHES)
            buf_add(dialect->out, "--", LEAST_DASHES - run);
    }
    end_line(dialect);
}

/* Rows begin anew below a line of text, and rows without a head get an empty one. */
static void begin_table(struct dialect *dialect, struct str line, struct str text)
{
    bool has_head = is_rule(str_trim(next_line(dialect)));
    bool is_cell = memchr(text.data, '|', text.len) && (has_head || is_row(text));
    if (!is_cell || dialect->is_table_before || is_rule(text))
        return;
    if (!dialect->is_blank_before)
        markdown_dialect_write_line(dialect, STR(""));
    if (has_head)
        return;
    size_t cells = 0;
    for (size_t i = 1; i < text.len; i++)
        cells += text.data[i] == '|' && text.data[i - 1] != '\\';
    for (int row = 0; row < 2; row++) {
        begin_line(dialect);
        buf_add(dialect->out, line.data, (size_t)(text.data - line.data));
        for (size_t i = 0; i < cells; i++)
            buf_str(dialect->out, row ? "|---" : "|   ");
        buf_str(dialect->out, "|\n");
    }
}

/* ":   What it means": bytes before the description; 0: it is none. */
static size_t description_sign(struct str line)
{
    struct str text = str_trim(line);
    size_t at = 1;
    if (text.len < 3 || text.data[0] != ':' || text.data[1] != ' ' || indentation(line) >= INDENTATION)
        return 0;
    while (at < text.len && text.data[at] == ' ')
        at++;
    return at;
}

/* Is the line, at the beginning of a paragraph, what a description below it is of? */
static bool is_term(const struct dialect *dialect, struct str text)
{
    struct str rest = dialect->rest, line = next_line(dialect);
    if (!dialect->is_blank_before || text.len > LONGEST_TERM || markdown_dialect_is_item(text) ||
        strchr("#>|<!", text.data[0]))
        return false;
    if (markdown_dialect_is_blank(line) && rest.data && str_split(&rest, '\n', &line) && rest.data)
        str_split(&rest, '\n', &line);
    return description_sign(line);
}

static void write_definition(struct dialect *dialect, char mark, struct str text)
{
    if (!dialect->is_blank_before)
        markdown_dialect_write_line(dialect, STR(""));
    begin_line(dialect);
    buf_char(dialect->out, mark);
    markdown_clean_line(dialect->out, text);
    end_line(dialect);
    dialect->is_definition = true;
    dialect->is_blank_before = dialect->is_list = dialect->is_table_before = dialect->is_html_before = false;
}

/* HTML that is indented below HTML would be read as code. */
static bool is_indented_html(const struct dialect *dialect, struct str line, struct str text)
{
    return indentation(line) >= INDENTATION && dialect->is_html_before && text.len > 2 && text.data[0] == '<' &&
           (ascii_is_alnum(text.data[1]) || text.data[1] == '/' || text.data[1] == '!');
}

/* A line of text without the marks of the dialect. */
static void markdown_dialect_write_text(struct dialect *dialect, struct str line)
{
    struct str text = str_trim(line);
    size_t before;
    bool is_new_item = markdown_dialect_is_item(text);
    bool leads_in = dialect->follows_item && indentation(line) == 0 && str_ends(text, STR(":")) &&
                    markdown_dialect_is_item(str_trim(next_line(dialect)));
    bool is_bullet = str_starts(text, STR("\xE2\x80\xA2"));
    begin_table(dialect, line, text);
    if (is_rule(text) && !dialect->is_table_before && is_row(str_trim(next_line(dialect))))
        return;
    if (is_rule(text) && dialect->is_table_before) {
        write_rule(dialect, line);
        return;
    }
    if (leads_in && !is_new_item)
        markdown_dialect_write_line(dialect, STR(""));
    begin_line(dialect);
    before = dialect->out->len;
    if (is_bullet) {
        buf_str(dialect->out, "- ");
        text = str_trim((struct str){text.data + strlen("\xE2\x80\xA2"), text.len - strlen("\xE2\x80\xA2")});
    }
    markdown_clean_line(dialect->out, is_bullet || is_indented_html(dialect, line, text) ? text : line);
    if (dialect->out->data &&
        markdown_dialect_is_blank((struct str){dialect->out->data + before, dialect->out->len - before})) {
        dialect->out->len = before - dialect->prefix.len; /* nothing of it was text */
        dialect->out->data[dialect->out->len] = '\0';
        return;
    }
    end_line(dialect);
    dialect->is_definition &= !dialect->is_blank_before || indentation(line) > 0;
    dialect->is_table_before = memchr(text.data, '|', text.len) != NULL;
    dialect->is_html_before = text.data[0] == '<';
    dialect->is_list = is_new_item || is_bullet || (dialect->is_list && indentation(line) > 0);
    dialect->follows_item = is_new_item || is_bullet;
    dialect->is_blank_before = false;
}

/* The line with those behind it that the mark of a template goes on in. */
static struct str with_template(struct dialect *dialect, struct str line)
{
    enum { LONGEST = 6000 }; /* bytes */
    const char *close = memchr(line.data, '{', line.len) ? markdown_open_template(line) : NULL;
    struct str rest = dialect->rest;
    if (!close || !rest.data || rest.data < dialect->unclosed)
        return line;
    size_t end = str_find((struct str){rest.data, rest.len < LONGEST ? rest.len : LONGEST}, str_from(close), 0);
    if (end + strlen(close) > (rest.len < LONGEST ? rest.len : LONGEST)) {
        dialect->unclosed = rest.data + (rest.len < LONGEST ? rest.len : LONGEST);
        return line;
    }
    struct str last = line;
    while (dialect->rest.data && dialect->rest.data <= rest.data + end)
        str_split(&dialect->rest, '\n', &last);
    return (struct str){line.data, (size_t)(last.data + last.len - line.data)};
}

static void markdown_dialect_read_line(struct dialect *dialect, struct str line)
{
    line = enter_content(dialect, line);
    struct str text = str_trim(line);
    if (is_of_template_code(dialect, line))
        return;
    if (is_of_fence(dialect, line)) {
        markdown_dialect_write_line(dialect, line);
        dialect->is_blank_before = false;
        return;
    }
    bool is_code = indentation(line) >= INDENTATION && !dialect->is_list && !dialect->is_definition &&
                   dialect->is_blank_before && !is_indented_html(dialect, line, text) && text.len;
    if (!is_code && text.len) {
        line = with_template(dialect, line);
        text = str_trim(line);
    }
    if (!text.len || is_code) {
        markdown_dialect_write_line(dialect, is_code ? line : text);
        dialect->is_blank_before = true; /* code goes on below it, as it does below a blank line */
        dialect->is_table_before = dialect->follows_item = false;
        return;
    }
    if (is_left_out(text) || is_contents_item(dialect, text) || is_of_colons(dialect, line) ||
        open_indented(dialect, line))
        return;
    size_t sign = description_sign(line);
    if (sign && dialect->is_definition)
        write_definition(dialect, MARKDOWN_DESCRIPTION, (struct str){text.data + sign, text.len - sign});
    else if (is_term(dialect, text))
        write_definition(dialect, MARKDOWN_TERM, text);
    else
        markdown_dialect_write_text(dialect, dialect->is_definition ? without_columns(line, INDENTATION) : line);
}

void markdown_plain(struct buf *out, struct str document)
{
    struct dialect dialect = {.out = out, .rest = document, .is_blank_before = true};
    struct str line;
    while (str_split(&dialect.rest, '\n', &line))
        markdown_dialect_read_line(&dialect, line);
    out->failed = out->failed || dialect.prefix.failed;
    buf_free(&dialect.prefix);
}
