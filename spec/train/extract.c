/*
 * Writes every link that the engine could make on the pages of a corpus, with its features and whether the author made
 * it, for train.py.
 *
 *   extract warm|sparse|cold CORPUS.jsonl OUT
 *
 * A corpus has one page a line: url, title, html, plain (html without its in-site links), gold (the links to find: url,
 * text), also (urls that are neither right nor wrong) and fold (0-9). Where html is the whole page as it is served,
 * bare_plain is its content without in-site links, which is linked.
 *   warm     ten indexes; each time a fold's pages have lost their links, and those pages are linked
 *   sparse   one index in which only the pages of fold 0 have their links; the pages of the other folds are linked
 *   cold     one index in which no page has links; all pages are linked
 * Only pages with gold are linked.
 *
 * OUT.json describes the two files: names of the features, bytes of a row. OUT.rows has a struct row and the features
 * as floats for each candidate, those of a page together; OUT.pages has a struct page_row for each page. All in the
 * byte order of the machine.
 */
#include "link/choose/choose.h"
#include "link/index/url_key.h"
#include "link/match/match.h"
#include "text/text.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FOLDS = 10, ALL_FOLDS = -1 };

struct row {
    uint32_t page;        /* number in the corpus */
    uint32_t first, last; /* lexemes, last exclusive */
    uint32_t start, end;  /* bytes */
    uint32_t target;      /* page of the index */
    uint8_t is_target;    /* the author links this page to the target */
    uint8_t is_span;      /* ...by this text */
    uint8_t is_neutral;
    uint8_t fold;
};

struct page_row {
    uint32_t page, gold, words, fold;
};

struct corpus {
    json_t **pages;
    size_t count;
    FILE *rows, *page_rows;
    size_t row_count, page_row_count;
};

static void fail(const char *what)
{
    fprintf(stderr, "extract: %s\n", what);
    exit(1);
}

static struct str field(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    return (struct str){json_string_value(value), json_string_length(value)};
}

static int fold_of(const json_t *page)
{
    return (int)json_integer_value(json_object_get(page, "fold"));
}

static void read_corpus(struct corpus *corpus, const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t cap = 0;
    if (!file)
        fail("cannot read the corpus");
    while (getline(&line, &cap, file) > 0) {
        corpus->pages = realloc(corpus->pages, (corpus->count + 1) * sizeof(json_t *));
        corpus->pages[corpus->count] = json_loads(line, 0, NULL);
        if (!corpus->pages[corpus->count++])
            fail("a line of the corpus is no JSON");
    }
    free(line);
    fclose(file);
}

/* --- building --- */

struct feed {
    const struct corpus *corpus;
    size_t at;
    bool (*knows_links)(int fold, int present);
    int present;
};

static bool knows_other_folds(int fold, int present)
{
    return fold != present;
}

static bool knows_one_fold(int fold, int present)
{
    return fold == present;
}

static bool knows_nothing(int fold, int present)
{
    (void)fold, (void)present;
    return false;
}

static enum status next_page(void *context, struct link_page *page, bool *done, struct error *err)
{
    (void)err;
    struct feed *feed = context;
    *done = feed->at == feed->corpus->count;
    if (*done)
        return OK;
    const json_t *given = feed->corpus->pages[feed->at++];
    *page = (struct link_page){.url = field(given, "url"), .title = field(given, "title")};
    page->html = field(given, feed->knows_links(fold_of(given), feed->present) ? "html" : "plain");
    return OK;
}

/* --- labels --- */

/* The form in which anchor texts are compared: white space squeezed, without letter case. */
static struct str comparable(struct arena *arena, struct str text)
{
    struct buf folded = {0};
    text_fold(&folded, text);
    char *squeezed = text_squeeze(arena, (struct str){buf_text(&folded), folded.len});
    buf_free(&folded);
    if (!squeezed)
        fail("out of memory");
    return str_from(squeezed);
}

static bool is_listed(const json_t *urls, struct str url)
{
    for (size_t i = 0; i < json_array_size(urls); i++) {
        const json_t *listed = json_array_get(urls, i);
        if (str_eq(url, (struct str){json_string_value(listed), json_string_length(listed)}))
            return true;
    }
    return false;
}

static void label(struct row *row, const json_t *page, struct str url, struct str text, struct arena *arena)
{
    const json_t *gold = json_object_get(page, "gold");
    struct str anchor = {NULL, 0};
    for (size_t i = 0; i < json_array_size(gold); i++) {
        const json_t *link = json_array_get(gold, i);
        if (!str_eq(field(link, "url"), url))
            continue;
        row->is_target = 1;
        if (!anchor.data)
            anchor = comparable(arena, visible_text(arena, text));
        row->is_span |= str_eq(anchor, comparable(arena, field(link, "text")));
    }
    row->is_neutral = !row->is_target && is_listed(json_object_get(page, "also"), url);
}

/* How many different pages the author links to. */
static uint32_t count_gold(const json_t *page)
{
    const json_t *gold = json_object_get(page, "gold");
    uint32_t count = 0;
    for (size_t i = 0; i < json_array_size(gold); i++) {
        bool is_new = true;
        for (size_t j = 0; j < i && is_new; j++)
            is_new = !str_eq(field(json_array_get(gold, i), "url"), field(json_array_get(gold, j), "url"));
        count += is_new;
    }
    return count;
}

/* --- extracting --- */

static void extract_page(struct corpus *corpus, const struct link_index *index, uint32_t number)
{
    const json_t *page = corpus->pages[number];
    struct arena *arena = arena_new();
    struct str content = field(page, json_object_get(page, "bare_plain") ? "bare_plain" : "plain");
    struct lexed lexed;
    struct candidates candidates;
    struct error err = {0};
    struct own_page own = own_page_of(index, page_url_resolve(arena, field(page, "url")));
    if (lex_html(arena, content, LINK_MAX_WORDS, NULL, &lexed, &err) != OK ||
        candidates_find(index, content, &lexed, own, NULL, arena, &candidates, &err) != OK)
        fail(err.message);
    for (size_t i = 0; i < candidates.count; i++) {
        const struct candidate *candidate = &candidates.list[i];
        if (candidate->page == own.number)
            continue;
        struct row row = {.page = number, .first = (uint32_t)candidate->first, .last = (uint32_t)candidate->last};
        row.start = (uint32_t)lexed.lexemes[candidate->first].start;
        row.end = (uint32_t)lexed.lexemes[candidate->last - 1].end;
        row.target = candidate->page;
        row.fold = (uint8_t)fold_of(page);
        label(&row, page, index_page_url(index, candidate->page, arena),
              (struct str){content.data + row.start, row.end - row.start}, arena);
        fwrite(&row, sizeof row, 1, corpus->rows);
        fwrite(candidate->features, sizeof(float), FEATURE_COUNT, corpus->rows);
        corpus->row_count++;
    }
    struct page_row page_row = {number, count_gold(page), (uint32_t)lexed.words, (uint32_t)fold_of(page)};
    fwrite(&page_row, sizeof page_row, 1, corpus->page_rows);
    corpus->page_row_count++;
    arena_free(arena);
}

/* Builds an index and links the pages of a fold, or of all folds but those whose links it knows. */
static void extract_build(struct corpus *corpus, struct feed feed, int fold, const char *path)
{
    struct link_index *index = NULL;
    struct error err = {0};
    feed.corpus = corpus;
    struct link_build_options options = {.path = path, .next = next_page, .context = &feed, .skip_lessons = true};
    if (link_build_with(&options, &err) != OK || link_open(path, &index, &err) != OK)
        fail(err.message);
    for (size_t i = 0; i < corpus->count; i++) {
        const json_t *page = corpus->pages[i];
        bool is_chosen = fold == ALL_FOLDS ? !feed.knows_links(fold_of(page), feed.present) : fold_of(page) == fold;
        if (is_chosen && json_array_size(json_object_get(page, "gold")))
            extract_page(corpus, index, (uint32_t)i);
    }
    link_close(index);
    unlink(path);
}

static void extract_all(struct corpus *corpus, const char *mode, const char *path)
{
    if (strcmp(mode, "cold") == 0)
        extract_build(corpus, (struct feed){.knows_links = knows_nothing}, ALL_FOLDS, path);
    else if (strcmp(mode, "sparse") == 0)
        extract_build(corpus, (struct feed){.knows_links = knows_one_fold}, ALL_FOLDS, path);
    else if (strcmp(mode, "warm") == 0)
        for (int fold = 0; fold < FOLDS; fold++)
            extract_build(corpus, (struct feed){.knows_links = knows_other_folds, .present = fold}, fold, path);
    else
        fail("the mode is warm, sparse or cold");
}

/* --- files --- */

static FILE *open_part(struct arena *arena, const char *out, const char *part)
{
    FILE *file = fopen(arena_printf(arena, "%s.%s", out, part), "wb");
    if (!file)
        fail("cannot write");
    return file;
}

static void describe(const struct corpus *corpus, FILE *file, const char *mode)
{
    fprintf(file, "{\"mode\":\"%s\",\"row_bytes\":%zu,\"rows\":%zu,\"pages\":%zu,\"features\":[", mode,
            sizeof(struct row) + FEATURE_COUNT * sizeof(float), corpus->row_count, corpus->page_row_count);
    for (size_t i = 0; i < FEATURE_COUNT; i++)
        fprintf(file, "%s\"%s\"", i ? "," : "", model_feature_name(i));
    fprintf(file, "]}\n");
}

int main(int argc, char **argv)
{
    struct corpus corpus = {0};
    if (argc != 4)
        fail("usage: extract warm|sparse|cold CORPUS.jsonl OUT");
    struct arena *arena = arena_new();
    read_corpus(&corpus, argv[2]);
    corpus.rows = open_part(arena, argv[3], "rows");
    corpus.page_rows = open_part(arena, argv[3], "pages");
    extract_all(&corpus, argv[1], arena_printf(arena, "%s.index", argv[3]));
    FILE *header = open_part(arena, argv[3], "json");
    describe(&corpus, header, argv[1]);
    if (fclose(header) || fclose(corpus.rows) || fclose(corpus.page_rows))
        fail("cannot write");
    for (size_t i = 0; i < corpus.count; i++)
        json_decref(corpus.pages[i]);
    free(corpus.pages);
    arena_free(arena);
    return 0;
}
