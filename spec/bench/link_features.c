/*
 * What the linking model is trained on: every candidate link of a corpus with its features, and whether the author made it.
 *
 *   xz -dc CORPUS.jsonl.xz | link_features warm|cold|sparse PAGES > FILE
 *
 * Pages are linked as ../shared/linkeval does it: warm, a tenth at a time, with the links of the other nine tenths known; cold, with
 * no links known; sparse, with those of one tenth known. At most PAGES pages are used, evenly spread. Writes one row of
 * 32-bit floats per candidate: the features, 1 if the author links the page to that target (0 if not), 1 if with the same text,
 * and the numbers of the page, the target, the first lexeme and the one after the last. Links that the corpus calls neither right nor wrong are left out. Prints the number of links to find.
 *
 * Build: cc -std=c11 -D_GNU_SOURCE -O2 -Isrc spec/bench/link_features.c build/libcopydesk.a -ljansson -lutf8proc -lstemmer -lm
 */
#include "link/candidates.h"
#include "link/splice.h"
#include "link/url_key.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum mode { WARM, COLD, SPARSE };

struct corpus {
    json_t **pages;
    size_t count, cap;
    enum mode mode;
    int fold;    /* being linked */
    size_t next; /* page to be given to the builder */
    long gold;
};

static const char *field(const json_t *page, const char *name)
{
    const char *text = json_string_value(json_object_get(page, name));
    return text ? text : "";
}

static int fold_of(const json_t *page)
{
    return (int)json_integer_value(json_object_get(page, "fold"));
}

static bool keeps_links(const struct corpus *corpus, const json_t *page)
{
    if (corpus->mode == COLD)
        return false;
    return corpus->mode == WARM ? fold_of(page) != corpus->fold : fold_of(page) == (corpus->fold + 1) % 10;
}

static enum status next_page(void *context, struct link_page *page, bool *done, struct error *err)
{
    (void)err;
    struct corpus *corpus = context;
    *done = corpus->next == corpus->count;
    if (*done)
        return OK;
    const json_t *given = corpus->pages[corpus->next++];
    page->url = str_from(field(given, "url"));
    page->title = str_from(field(given, "title"));
    page->html = str_from(field(given, keeps_links(corpus, given) ? "html" : "plain"));
    return OK;
}

static bool holds(const json_t *list, struct str url)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item) if (str_eq(str_from(json_string_value(item)), url)) return true;
    return false;
}

/* 0: the author does not link there; 1: does; 2: with the same text. */
static int find_gold(const json_t *gold, struct str url, struct str text)
{
    int found = 0;
    size_t i;
    json_t *item;
    json_array_foreach(gold, i, item)
    {
        if (!str_eq(str_from(field(item, "url")), url))
            continue;
        bool same = strcasecmp(field(item, "text"), text.data) == 0;
        found = same ? 2 : found ? found : 1;
    }
    return found;
}

static size_t count_targets(const json_t *gold)
{
    json_t *urls = json_object();
    size_t i;
    json_t *item;
    json_array_foreach(gold, i, item) json_object_set_new(urls, field(item, "url"), json_true());
    size_t count = json_object_size(urls);
    json_decref(urls);
    return count;
}

static void write_page(struct corpus *corpus, const struct link_index *index, const json_t *page, size_t number)
{
    struct arena *arena = arena_new();
    struct str content = str_from(field(page, "plain"));
    char *url = page_url_resolve(arena, str_from(field(page, "url")));
    struct lexed lexed;
    struct candidates candidates;
    if (lex_html(arena, content, LINK_MAX_WORDS, &lexed, NULL) != OK ||
        candidates_find(index, content, &lexed, url ? url_key(url) : (struct str){NULL, 0}, arena, &candidates, NULL) !=
            OK)
        exit(2);
    corpus->gold += (long)count_targets(json_object_get(page, "gold"));
    for (size_t i = 0; i < candidates.count; i++) {
        const struct candidate *candidate = &candidates.list[i];
        struct str target = index_text(index, index->pages[candidate->page].url);
        size_t start = lexed.lexemes[candidate->first].start, end = lexed.lexemes[candidate->last - 1].end;
        struct str text = visible_text(arena, (struct str){content.data + start, end - start});
        int gold = find_gold(json_object_get(page, "gold"), target, text);
        if (str_eq(target, str_from(field(page, "url"))) || (!gold && holds(json_object_get(page, "also"), target)))
            continue;
        float rest[] = {gold > 0,
                        gold == 2,
                        (float)number,
                        (float)candidate->page,
                        (float)candidate->first,
                        (float)candidate->last};
        fwrite(candidate->features, sizeof(float), FEATURE_COUNT, stdout);
        fwrite(rest, sizeof(float), COUNT_OF(rest), stdout);
    }
    arena_free(arena);
}

static void run_fold(struct corpus *corpus, int fold, size_t step)
{
    char path[] = "/tmp/link_features.XXXXXX";
    int file = mkstemp(path);
    struct error err;
    struct link_index *index;
    corpus->fold = fold;
    corpus->next = 0;
    if (file < 0 || close(file) != 0 || link_build(path, next_page, corpus, &err) != OK ||
        link_open(path, &index, &err) != OK) {
        fprintf(stderr, "%s\n", err.message);
        exit(2);
    }
    unlink(path);
    for (size_t i = 0; i < corpus->count; i++) {
        const json_t *page = corpus->pages[i];
        bool is_due = corpus->mode == COLD || fold_of(page) == fold;
        if (is_due && i % step == 0 && json_array_size(json_object_get(page, "gold")))
            write_page(corpus, index, page, i);
    }
    link_close(index);
}

int main(int argc, char **argv)
{
    struct corpus corpus = {.mode = argc > 1 && argv[1][0] == 'c'   ? COLD
                                    : argc > 1 && argv[1][0] == 's' ? SPARSE
                                                                    : WARM};
    size_t most = argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 1000;
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (corpus.count == corpus.cap) {
            corpus.cap = corpus.cap ? corpus.cap * 2 : 1024;
            corpus.pages = realloc(corpus.pages, corpus.cap * sizeof *corpus.pages);
        }
        if (!corpus.pages || !(corpus.pages[corpus.count++] = json_loads(line, 0, NULL)))
            return 2;
    }
    size_t step = corpus.count / (most ? most : 1) + 1;
    for (int fold = 0; fold < (corpus.mode == COLD ? 1 : 10); fold++)
        run_fold(&corpus, fold, step);
    fprintf(stderr, "%ld\n", corpus.gold);
    return 0;
}
