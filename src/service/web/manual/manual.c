#include "service/web/manual/manual.h"

#include "service/web/frame/frame.h"
#include "text/text.h"

#include <md4c.h>
#include <stdlib.h>

/* --- chapters --- */

/* Compiled in, as prompts and assets are: so they are there, and of this version, however copydesk was installed, also
 * where no Lua file of it lies beside the module. */

struct chapter {
    const char *name; /* "linking" */
    struct str text;  /* Markdown; it begins with "# " and the title */
};

/* chapters[], with a row behind the last that has no name, and manual_README: made by the Makefile. */
#include "manual.inc"

/* In the order of their names; NULL behind the last. */
static const struct chapter *chapter_at(size_t i)
{
    return chapters[i].name ? &chapters[i] : NULL;
}

/* NULL: there is none of this name. */
static const struct chapter *chapter_find(const char *name)
{
    for (size_t i = 0; chapters[i].name; i++)
        if (strcmp(chapters[i].name, name) == 0)
            return &chapters[i];
    return NULL;
}

/* The list of the chapters, which is none of them: a line for each, in an order for readers. */
static struct str chapter_contents(void)
{
    return (struct str){(const char *)manual_README, sizeof manual_README - 1};
}

static struct str chapter_title(const struct chapter *chapter)
{
    struct str rest = chapter->text, line;
    str_split(&rest, '\n', &line);
    return (struct str){line.data + 2, line.len - 2};
}

/* --- reading --- */

struct chapter_reader {
    struct buf *out;
    struct buf heading; /* the text of the heading that is being read, for its anchor */
    size_t heading_at;  /* where its HTML begins */
    unsigned level;     /* of the heading; 0: none is being read */
    int hidden;         /* inside the title, or HTML */
};

/* --- anchors and plain text --- */

/* Appends the anchor of a heading: "Many articles: how" -> "many-articles-how". Marks of Markdown do not count. */
static void reading_anchor(struct buf *out, struct str heading)
{
    for (size_t i = 0; i < heading.len; i++) {
        char c = heading.data[i];
        if (ascii_is_alnum(c) || c == '-' || c == '_' || (unsigned char)c >= 0x80)
            buf_char(out, ascii_lower(c));
        else if (c == ' ')
            buf_char(out, '-');
    }
}

/* Behind the first of these ends, or the whole text. */
static size_t skip_past(struct str text, struct str end)
{
    size_t at = str_find(text, end, 0);
    return at < text.len ? at + end.len : text.len;
}

/* Behind the mark of Markdown that begins here, which says nothing by itself; `i` where none does. */
static size_t skip_mark(struct str text, size_t i)
{
    struct str rest = {text.data + i, text.len - i};
    if (str_starts(rest, STR("](")))
        return i + skip_past(rest, STR(")"));
    if (str_starts(rest, STR("<!--")))
        return i + skip_past(rest, STR("-->"));
    if (str_starts(rest, STR("---")))
        return i + 3;
    return i + (strchr("`*[]\\", text.data[i]) != NULL);
}

/* Appends a text without the marks of Markdown, in one line. */
static void reading_plain(struct buf *out, struct str text)
{
    bool is_blank = true;
    for (size_t i = 0; i < text.len;) {
        size_t behind = text.data[i] ? skip_mark(text, i) : i + 1;
        if (behind > i) {
            i = behind;
            continue;
        }
        char c = text.data[i++];
        bool is_space = ascii_is_space(c) || c == '|';
        if (!is_space)
            buf_char(out, c);
        else if (!is_blank)
            buf_char(out, ' ');
        is_blank = is_space;
    }
}

/* --- blocks --- */

static const char *const tags[] = {
    [MD_BLOCK_QUOTE] = "blockquote",
    [MD_BLOCK_UL] = "ul",
    [MD_BLOCK_OL] = "ol",
    [MD_BLOCK_LI] = "li",
    [MD_BLOCK_P] = "p",
    [MD_BLOCK_TR] = "tr",
    [MD_BLOCK_TH] = "th",
    [MD_BLOCK_TD] = "td",
    [MD_BLOCK_THEAD] = "thead",
    [MD_BLOCK_TBODY] = "tbody",
};

static const char *tag_of(MD_BLOCKTYPE type)
{
    return (size_t)type < COUNT_OF(tags) ? tags[type] : NULL;
}

static void open_block(struct chapter_reader *reader, MD_BLOCKTYPE type)
{
    struct buf *out = reader->out;
    if (type == MD_BLOCK_CODE)
        buf_str(out, "<pre tabindex=\"0\"><code>"); /* so that keys can scroll it */
    else if (type == MD_BLOCK_TABLE)
        buf_str(out, "<div class=\"wide\" tabindex=\"0\"><table>");
    else if (type == MD_BLOCK_HR)
        buf_str(out, "<hr>");
    else if (tag_of(type))
        buf_printf(out, "<%s>", tag_of(type));
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct chapter_reader *reader = context;
    if (type == MD_BLOCK_HTML)
        reader->hidden++;
    if (type == MD_BLOCK_H) {
        reader->level = ((const MD_BLOCK_H_DETAIL *)detail)->level;
        reader->heading_at = reader->out->len;
        reader->hidden += reader->level == 1;
        buf_clear(&reader->heading);
        return 0;
    }
    if (!reader->hidden)
        open_block(reader, type);
    return reader->out->failed;
}

/* The anchor is known when the heading has been read: its HTML is taken back, and written behind the tag. */
static void close_heading(struct chapter_reader *reader)
{
    unsigned level = reader->level;
    reader->level = 0;
    if (level == 1) {
        reader->hidden--;
        return;
    }
    struct buf *out = reader->out, anchor = {0}, inner = {0};
    buf_add(&inner, buf_text(out) + reader->heading_at, out->len - reader->heading_at);
    reading_anchor(&anchor, (struct str){buf_text(&reader->heading), reader->heading.len});
    out->len = reader->heading_at;
    buf_printf(out, "<h%u id=\"", level);
    escape_attribute(out, str_from(buf_text(&anchor)));
    buf_str(out, "\">");
    buf_str(out, buf_text(&inner));
    buf_printf(out, "</h%u>\n", level);
    out->failed = out->failed || anchor.failed || inner.failed || reader->heading.failed;
    buf_free(&anchor);
    buf_free(&inner);
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *context)
{
    struct chapter_reader *reader = context;
    struct buf *out = reader->out;
    (void)detail;
    if (type == MD_BLOCK_HTML)
        reader->hidden--;
    else if (type == MD_BLOCK_H)
        close_heading(reader);
    else if (reader->hidden)
        return 0;
    else if (type == MD_BLOCK_CODE)
        buf_str(out, "</code></pre>\n");
    else if (type == MD_BLOCK_TABLE)
        buf_str(out, "</table></div>\n");
    else if (tag_of(type))
        buf_printf(out, "</%s>\n", tag_of(type));
    return out->failed;
}

/* --- within a line --- */

static bool leads_outside(struct str target)
{
    return str_starts(target, STR("https://")) || str_starts(target, STR("http://"));
}

/* "linking.md#options": a chapter, and a heading of it; "#options" alone is one of this chapter. */
static bool leads_to_chapter(struct str target)
{
    struct str path = {target.data, str_find(target, STR("#"), 0)};
    return path.len == 0 || (str_ends(path, STR(".md")) && str_find(path, STR("/"), 0) == path.len);
}

static void open_link(struct buf *out, struct str target)
{
    size_t hash = str_find(target, STR("#"), 0);
    bool is_outside = leads_outside(target);
    buf_str(out, "<a href=\"");
    if (!is_outside && hash > 0) {
        struct str name = {target.data, hash - (sizeof ".md" - 1)};
        buf_str(out, "/manual");
        if (!str_eq(name, STR("README"))) {
            buf_char(out, '/');
            escape_attribute(out, name);
        }
    }
    escape_attribute(out, is_outside ? target : (struct str){target.data + hash, target.len - hash});
    buf_str(out, "\">");
}

/* Links to files of the source lead nowhere here. */
static bool is_link(const void *detail)
{
    const MD_SPAN_A_DETAIL *link = detail;
    struct str target = {link->href.text, link->href.size};
    return leads_outside(target) || leads_to_chapter(target);
}

static int enter_span(MD_SPANTYPE type, void *detail, void *context)
{
    struct chapter_reader *reader = context;
    const MD_SPAN_A_DETAIL *link = detail;
    if (reader->hidden)
        return 0;
    if (type == MD_SPAN_CODE)
        buf_str(reader->out, "<code>");
    else if (type == MD_SPAN_STRONG)
        buf_str(reader->out, "<strong>");
    else if (type == MD_SPAN_EM)
        buf_str(reader->out, "<em>");
    else if (type == MD_SPAN_A && is_link(detail))
        open_link(reader->out, (struct str){link->href.text, link->href.size});
    return reader->out->failed;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *context)
{
    struct chapter_reader *reader = context;
    if (reader->hidden)
        return 0;
    if (type == MD_SPAN_CODE)
        buf_str(reader->out, "</code>");
    else if (type == MD_SPAN_STRONG)
        buf_str(reader->out, "</strong>");
    else if (type == MD_SPAN_EM)
        buf_str(reader->out, "</em>");
    else if (type == MD_SPAN_A && is_link(detail))
        buf_str(reader->out, "</a>");
    return reader->out->failed;
}

static int add_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *context)
{
    struct chapter_reader *reader = context;
    struct str piece = {text, size};
    if (type == MD_TEXT_HTML || type == MD_TEXT_NULLCHAR)
        return 0;
    if (type == MD_TEXT_SOFTBR || type == MD_TEXT_BR)
        piece = STR("\n");
    if (reader->level)
        buf_add(&reader->heading, piece.data, piece.len);
    if (reader->hidden)
        return 0;
    if (type == MD_TEXT_ENTITY)
        buf_add(reader->out, piece.data, piece.len);
    else
        escape_html(reader->out, piece);
    return reader->out->failed;
}

/*
 * Appends the HTML of a chapter, without its title, which the frame of the page shows. Headings have anchors; links to
 * other chapters lead to their pages, those to files of the source are plain text. Comments and other HTML are left
 * out. False: no memory.
 */
static bool reading_html(struct buf *out, struct str markdown)
{
    struct chapter_reader reader = {.out = out};
    MD_PARSER parser = {
        .flags = MD_FLAG_TABLES,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = add_text,
    };
    int failed = md_parse(markdown.data, (MD_SIZE)markdown.len, &parser, &reader);
    buf_free(&reader.heading);
    return !failed && !out->failed;
}

/* --- sections --- */

struct section {
    const struct chapter *chapter;
    struct str heading; /* of the section; the chapter's title for what stands before the first heading below it */
    struct str body;    /* up to the next heading, of whatever level */
    bool is_first;      /* it is what stands under the title */
};

/* Words of a search, separated by blanks; at most so many count. */
enum { SECTION_WORDS = 8 };

/* --- sections --- */

/* Behind "## "; data NULL: the line is no heading. */
static struct str heading_of(struct str line)
{
    size_t level = 0;
    while (level < line.len && line.data[level] == '#')
        level++;
    if (level == 0 || level == line.len || line.data[level] != ' ')
        return (struct str){0};
    return str_trim((struct str){line.data + level, line.len - level});
}

/* Takes the next section off *rest, which is the chapter's text before the first call. False: there is no more. */
static bool section_next(const struct chapter *chapter, struct str *rest, struct section *section)
{
    struct str line, after = *rest;
    bool in_code = false;
    if (!str_split(&after, '\n', &line) || !heading_of(line).data)
        return false;
    *section = (struct section){.chapter = chapter, .heading = heading_of(line)};
    section->is_first = rest->data == chapter->text.data;
    const char *begin = line.data + line.len, *end = begin;
    for (*rest = after; str_split(&after, '\n', &line); *rest = after) {
        in_code ^= str_starts(line, STR("```"));
        if (!in_code && heading_of(line).data)
            break;
        end = line.data + line.len;
    }
    section->body = str_trim((struct str){begin, (size_t)(end - begin)});
    return true;
}

/* --- search --- */

/* Takes the next word off *words. */
static bool take_word(struct str *words, struct str *word)
{
    while (str_split(words, ' ', word))
        if (word->len)
            return true;
    return false;
}

static bool has(struct str text, struct str word)
{
    return str_ifind(text, word, 0) < text.len;
}

/*
 * How well the section fits: 0, unless each word (is_any: one of them) stands in its heading, its body or the chapter's
 * title, in upper or lower case; more for words in headings.
 */
static int section_score(const struct section *section, struct str words, bool is_any)
{
    struct str word;
    int score = 0, count = 0;
    while (count++ < SECTION_WORDS && take_word(&words, &word)) {
        bool in_heading = has(section->heading, word), in_title = has(chapter_title(section->chapter), word);
        bool is_there = in_heading || in_title || has(section->body, word);
        if (!is_there && !is_any)
            return 0;
        score += is_there + 4 * in_heading + in_title;
    }
    return score;
}

/* Back to the blank before a word. */
static size_t to_blank(struct str text, size_t at)
{
    while (at > 0 && !ascii_is_space(text.data[at]))
        at--;
    return at;
}

/* The words around the first one of the search in its body, of at most so many bytes; not cut inside a word. */
static struct str section_excerpt(const struct section *section, struct str words, size_t most)
{
    struct str word = {0}, body = section->body;
    take_word(&words, &word);
    size_t at = word.len ? str_ifind(body, word, 0) : 0;
    at = at < body.len ? at : 0;
    size_t begin = at > most / 4 ? to_blank(body, at - most / 4) : 0;
    size_t end = begin + most < body.len ? to_blank(body, begin + most) : body.len;
    return str_trim((struct str){body.data + begin, end > begin ? end - begin : 0});
}

/* --- pages --- */

enum {
    QUERY_BYTES = 200, /* of a search that is looked for */
    EXCERPT_BYTES = 300,
    MOST_FOUND = 40
};

struct found_section {
    struct section section;
    int score;
    size_t place; /* among all sections */
};

/* Whoever is signed in keeps the navigation. */
static struct web_page *open_page(struct request *request)
{
    struct error err;
    struct web_page *page = page_open(request);
    if (page && visitor_find(request, &page->visitor, &err) != OK)
        page->visitor.token = NULL;
    return page;
}

static void begin(struct web_page *page, const char *title)
{
    page_begin(page, title, page->visitor.token ? "/manual" : NULL);
}

static void write_search(struct web_page *page, const char *query)
{
    markup(page->out,
           "<form method=\"get\" action=\"/manual\" role=\"search\" class=\"line\"><label for=\"q\">Search the "
           "manual</label><input id=\"q\" name=\"q\" type=\"search\" value=\"%s\"><button>Search</button></form>",
           query);
}

/* --- searching --- */

static int compare(const void *one, const void *other)
{
    const struct found_section *a = one, *b = other;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    return a->place < b->place ? -1 : 1;
}

/* All sections that fit, the best first; *count of them, in the arena. The page fails where memory runs out. */
static struct found_section *find(struct web_page *page, struct str words, bool is_any, size_t *count)
{
    struct arena *arena = page->request->arena;
    struct found_section *list = NULL;
    struct section section;
    size_t room = 0, place = 0;
    const struct chapter *chapter;
    *count = 0;
    for (size_t i = 0; (chapter = chapter_at(i)); i++) {
        struct str rest = chapter->text;
        for (; section_next(chapter, &rest, &section); place++) {
            int score = section_score(&section, words, is_any);
            struct found_section *found = score ? VEC_PUSH(arena, list, *count, room) : NULL;
            if (found)
                *found = (struct found_section){section, score, place};
            page->failed = page->failed || (score && !found);
        }
    }
    if (*count)
        qsort(list, *count, sizeof *list, compare);
    return list;
}

static void write_found(struct web_page *page, const struct section *section, struct str words)
{
    struct buf anchor = {0}, heading = {0}, title = {0}, text = {0};
    struct str excerpt = section_excerpt(section, words, EXCERPT_BYTES);
    if (!section->is_first)
        reading_anchor(&anchor, section->heading);
    reading_plain(&heading, section->heading);
    reading_plain(&title, chapter_title(section->chapter));
    reading_plain(&text, excerpt);
    markup(page->out, "<li><a href=\"/manual/%s%s%s\">%s</a> <span class=\"help\">%s</span><p>%s</p></li>\n",
           section->chapter->name, section->is_first ? "" : "#", buf_text(&anchor), buf_text(&heading),
           buf_text(&title), buf_text(&text));
    page->failed = page->failed || anchor.failed || heading.failed || title.failed || text.failed;
    buf_free(&anchor);
    buf_free(&heading);
    buf_free(&title);
    buf_free(&text);
}

static void write_count(struct web_page *page, size_t all, size_t any)
{
    buf_str(page->out, "<p role=\"status\">");
    if (all)
        markup(page->out, "%zu %s", all, all == 1 ? "section has these words." : "sections have these words.");
    else if (any)
        buf_str(page->out, "No section has all of these words. These have some of them.");
    else
        buf_str(page->out, "Nothing in the manual has these words.");
    buf_str(page->out, "</p>");
}

static void show_found(struct web_page *page, struct str words, const char *query)
{
    size_t all, count;
    const struct found_section *list = find(page, words, false, &all);
    count = all;
    if (!all)
        list = find(page, words, true, &count);
    begin(page, "Search in the manual");
    write_search(page, query);
    write_count(page, all, count);
    buf_str(page->out, "<ul class=\"entries\">\n");
    for (size_t i = 0; i < count && i < MOST_FOUND; i++)
        write_found(page, &list[i].section, words);
    buf_str(page->out, "</ul><p><a href=\"/manual\">All chapters</a></p>");
    page_end(page, 200);
}

/* --- reading --- */

static void show_text(struct web_page *page, const char *title, struct str markdown)
{
    begin(page, title);
    write_search(page, "");
    buf_str(page->out, "<div class=\"manual\">\n");
    page->failed = !reading_html(page->out, markdown) || page->failed;
    buf_str(page->out, "</div>");
}

void manual_show(struct request *request)
{
    struct web_page *page = open_page(request);
    if (!page)
        return;
    const char *query = form_value(&page->query, "q");
    struct str words = str_trim((struct str){query, strnlen(query, QUERY_BYTES)});
    if (words.len && utf8_is_valid(str_from(query))) {
        show_found(page, words, query);
        return;
    }
    show_text(page, "Manual", chapter_contents());
    page_end(page, 200);
}

void manual_chapter_show(struct request *request)
{
    struct web_page *page = open_page(request);
    if (!page)
        return;
    const struct chapter *chapter = chapter_find(request->id);
    if (!chapter) {
        answer_problem(request, PROBLEM_NO_PATH, "The manual has no chapter of this name.");
        page_problem(page);
        return;
    }
    struct str title = chapter_title(chapter);
    show_text(page, page_printf(page, "%.*s", STR_ARG(title)), chapter->text);
    buf_str(page->out, "<p><a href=\"/manual\">All chapters</a></p>");
    page_end(page, 200);
}
