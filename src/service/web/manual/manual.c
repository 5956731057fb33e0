#include "service/web/manual/manual.h"

#include "base/vec.h"
#include "service/http/answer.h"
#include "service/web/frame/page.h"
#include "service/web/manual/reading.h"
#include "service/web/manual/sections.h"

#include <stdlib.h>

enum {
    QUERY_BYTES = 200, /* of a search that is looked for */
    EXCERPT_BYTES = 300,
    MOST_FOUND = 40
};

struct found {
    struct section section;
    int score;
    size_t place; /* among all sections */
};

/* Whoever is signed in keeps the navigation. */
static struct page *open_page(struct request *request)
{
    struct error err;
    struct page *page = page_open(request);
    if (page && visitor_find(request, &page->visitor, &err) != OK)
        page->visitor.token = NULL;
    return page;
}

static void begin(struct page *page, const char *title)
{
    page_begin(page, title, page->visitor.token ? "/manual" : NULL);
}

static void write_search(struct page *page, const char *query)
{
    markup(page->out,
           "<form method=\"get\" action=\"/manual\" role=\"search\" class=\"line\"><label for=\"q\">Search the "
           "manual</label><input id=\"q\" name=\"q\" type=\"search\" value=\"%s\"><button>Search</button></form>",
           query);
}

/* --- searching --- */

static int compare(const void *one, const void *other)
{
    const struct found *a = one, *b = other;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    return a->place < b->place ? -1 : 1;
}

/* All sections that fit, the best first; *count of them, in the arena. The page fails where memory runs out. */
static struct found *find(struct page *page, struct str words, bool is_any, size_t *count)
{
    struct arena *arena = page->request->arena;
    struct found *list = NULL;
    struct section section;
    size_t room = 0, place = 0;
    const struct chapter *chapter;
    *count = 0;
    for (size_t i = 0; (chapter = chapter_at(i)); i++) {
        struct str rest = chapter->text;
        for (; section_next(chapter, &rest, &section); place++) {
            int score = section_score(&section, words, is_any);
            struct found *found = score ? VEC_PUSH(arena, list, *count, room) : NULL;
            if (found)
                *found = (struct found){section, score, place};
            page->failed = page->failed || (score && !found);
        }
    }
    if (*count)
        qsort(list, *count, sizeof *list, compare);
    return list;
}

static void write_found(struct page *page, const struct section *section, struct str words)
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

static void write_count(struct page *page, size_t all, size_t any)
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

static void show_found(struct page *page, struct str words, const char *query)
{
    size_t all, count;
    const struct found *list = find(page, words, false, &all);
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

static void show_text(struct page *page, const char *title, struct str markdown)
{
    begin(page, title);
    write_search(page, "");
    buf_str(page->out, "<div class=\"manual\">\n");
    page->failed = !reading_html(page->out, markdown) || page->failed;
    buf_str(page->out, "</div>");
}

void manual_show(struct request *request)
{
    struct page *page = open_page(request);
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
    struct page *page = open_page(request);
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
