#include "research/search/library_search.h"

#include "base/vec.h"
#include "research/search/library_copies.h"
#include "research/search/library_entry.h"
#include "research/search/library_words.h"

#include <stdlib.h>

enum {
    LOOKED_AT = 180,        /* candidates whose sketches are compared */
    JUDGED = 60,            /* of them those whose headings and sentences are */
    MOST_BODY = 256 * 1024, /* bytes of the sentences of each */
};

static const double nearest = 0.5;     /* of the best score: what is shown when nothing speaks of the subject */
static const double same_text = 0.7;   /* of what is chosen */
static const double held_text = 0.6;   /* the same: so much of one stands in the other */
static const double exact_copy = 0.95; /* of what is judged: a folder may be full of copies */

struct candidate {
    int64_t id;
    const char *path, *url, *language;
    struct str sketch;
    /* read later */
    const char *outline, *headings, *body;
    enum topic_tier tier;
    double score;
    size_t rank;
    struct library_runs runs;
};

struct search {
    struct library_index *index;
    const struct library_query *query;
    struct arena *arena;   /* of the caller */
    struct arena *scratch; /* until the documents are chosen */
    struct library_words words;
    struct db_list candidates;
    struct candidate **judged;
    size_t judged_count;
    struct topic_collection *collection;
    struct error *err;
};

/* --- candidates --- */

static void read_candidate(struct db_row *row, void *out)
{
    struct candidate *one = out;
    one->id = row_int(row);
    one->path = row_text(row);
    one->url = row_text(row);
    one->language = row_text(row);
    one->sketch = row_blob(row);
}

/* A title without a content word has no stems. */
static enum status find_titles(struct search *search)
{
    return db_all(
        search->index->db,
        "SELECT id, path, url, language, sketch FROM file WHERE title = $1 COLLATE NOCASE AND problem IS NULL "
        "AND (language = '' OR language = $2) ORDER BY path LIMIT $3",
        DB_BIND(((struct db_value){.type = DB_TEXT, .bytes = search->query->subject}),
                db_text(search->query->language ? search->query->language->tag : ""), db_int(LOOKED_AT)),
        &search->candidates, search->err);
}

static enum status find_candidates(struct search *search)
{
    search->candidates =
        (struct db_list){.arena = search->scratch, .read = read_candidate, .size = sizeof(struct candidate)};
    if (!*search->words.expression)
        return find_titles(search);
    return db_all(search->index->db,
                  "SELECT file.id, path, url, file.language, sketch FROM "
                  "(SELECT rowid AS best, bm25(text, 5, 3, 1, 0, 0) AS rank FROM text WHERE text MATCH $1 "
                  "ORDER BY rank, best LIMIT $2) JOIN file ON file.id = best ORDER BY rank, path",
                  DB_BIND(db_text(search->words.expression), db_int(LOOKED_AT)), &search->candidates, search->err);
}

static bool is_same(const struct candidate *a, const struct candidate *b, double likeness)
{
    return strcmp(a->url, b->url) == 0 || (a->sketch.len && sketch_likeness(a->sketch, b->sketch) >= likeness);
}

/* Of documents that are the same the first one in the order of the candidates stays. */
static enum status leave_out_copies(struct search *search)
{
    struct candidate *all = search->candidates.items;
    search->judged = ARENA_ARRAY(search->scratch, JUDGED, struct candidate *);
    if (!search->judged)
        return error_memory(search->err);
    for (size_t i = 0; i < search->candidates.count && search->judged_count < JUDGED; i++) {
        bool is_copy = false;
        for (size_t j = 0; j < search->judged_count && !is_copy; j++)
            is_copy = is_same(&all[i], search->judged[j], exact_copy);
        if (is_copy)
            continue;
        all[i].rank = search->judged_count;
        search->judged[search->judged_count++] = &all[i];
    }
    return OK;
}

static void read_text(struct db_row *row, void *out)
{
    struct candidate *one = out;
    one->outline = row_text(row);
    one->headings = row_text(row);
    one->body = row_text(row);
}

static enum status read_texts(struct search *search)
{
    enum status status = OK;
    for (size_t i = 0; i < search->judged_count && !status; i++)
        status = db_one(search->index->db,
                        "SELECT outline, headings, substr(body, 1, $2) FROM file JOIN text ON text.rowid = file.id "
                        "WHERE file.id = $1",
                        DB_BIND(db_int(search->judged[i]->id), db_int(MOST_BODY)), search->scratch, read_text,
                        search->judged[i], search->err);
    return status;
}

/* --- what the library knows of the stems --- */

static void read_count(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

/* The documents in the language that the expression finds. */
static enum status count_matches(struct search *search, struct buf *expression, size_t *count)
{
    int64_t found = 0;
    enum status status = expression->failed
                             ? error_memory(search->err)
                             : db_one(search->index->db, "SELECT COUNT(*) FROM text WHERE text MATCH $1",
                                      DB_BIND(db_text(expression->data)), NULL, read_count, &found, search->err);
    *count = (size_t)found;
    buf_free(expression);
    return status;
}

static enum status count_stem(struct search *search, struct str stem, const char *column, size_t *count)
{
    struct buf expression = {0};
    library_words_one(&expression, stem, search->query->language, column);
    return count_matches(search, &expression, count);
}

static enum status count_pages(struct search *search, size_t *count)
{
    int64_t found = 0;
    enum status status = db_one(search->index->db,
                                "SELECT COUNT(*) FROM file WHERE problem IS NULL AND (language = '' OR language = $1)",
                                DB_BIND(db_text(search->query->language ? search->query->language->tag : "")), NULL,
                                read_count, &found, search->err);
    *count = (size_t)found;
    return status;
}

/* Fills *out for the stem, or with is_beginning for all that begin with it. */
static enum status read_stem(struct search *search, struct str stem, bool is_beginning, struct topic_stem *out)
{
    const char *copy = arena_printf(search->arena, "%.*s%s", STR_ARG(stem), is_beginning ? "*" : "");
    if (!copy)
        return error_memory(search->err);
    *out = (struct topic_stem){.stem = str_from(copy)};
    enum status status = count_stem(search, out->stem, "names", &out->naming);
    return status || (is_beginning && !out->naming) ? status : count_stem(search, out->stem, NULL, &out->pages);
}

static enum status read_collection(struct search *search)
{
    enum { SHORTEST_BEGINNING = 5 };
    struct topic_stem *stems = ARENA_ARRAY(search->arena, 2 * search->words.count + 1, struct topic_stem);
    size_t count = 0;
    enum status status = stems ? count_pages(search, &search->collection->pages) : error_memory(search->err);
    for (size_t i = 0; i < search->words.count && !status; i++) {
        struct str stem = search->words.stems[i];
        status = read_stem(search, stem, false, &stems[count++]);
        if (!status && stem.len >= SHORTEST_BEGINNING)
            status = read_stem(search, stem, true, &stems[count++]);
    }
    search->collection->stems = stems;
    search->collection->stem_count = count;
    return status;
}

/* --- a corpus of the candidates, as far as the index has them --- */

struct maker {
    struct search *search;
    struct corpus *corpus;
    struct page *pages;
    size_t section_cap, statement_cap;
    size_t open[16]; /* by depth: the section that is being read */
};

static bool number_of(struct corpus *corpus, struct str stem, uint32_t *number)
{
    void **place = map_put(&corpus->vocabulary.numbers, stem);
    if (!place)
        return false;
    if (!*place)
        *place = (void *)(uintptr_t)corpus->vocabulary.numbers.count;
    *number = (uint32_t)((uintptr_t)*place - 1);
    return true;
}

/* The stems of a line. The text that they stand in lives as long as the corpus. */
static enum status read_terms(struct maker *maker, struct str line, struct terms *terms)
{
    size_t count = 1;
    for (size_t i = 0; i < line.len; i++)
        count += line.data[i] == ' ';
    uint32_t *ids = ARENA_ARRAY(maker->search->scratch, count, uint32_t);
    *terms = (struct terms){ids, 0};
    struct str stem;
    while (ids && str_split(&line, ' ', &stem))
        if (stem.len && !number_of(maker->corpus, stem, &ids[terms->count++]))
            return error_memory(maker->search->err);
    return ids ? OK : error_memory(maker->search->err);
}

/* --- sections --- */

static size_t number_in(struct str text)
{
    size_t number = 0;
    for (size_t i = 0; i < text.len && ascii_is_digit(text.data[i]); i++)
        number = number * 10 + (size_t)(text.data[i] - '0');
    return number;
}

/* A line of the outline: depth, words, whether the heading says nothing, the heading. */
static enum status add_section(struct maker *maker, struct str line)
{
    struct corpus *corpus = maker->corpus;
    struct source_section *sections = vec_room(maker->search->scratch, corpus->sections, corpus->section_count,
                                               &maker->section_cap, sizeof *sections);
    struct str depth, words, says_nothing;
    if (!sections)
        return error_memory(maker->search->err);
    corpus->sections = sections;
    if (!str_split(&line, '\t', &depth) || !str_split(&line, '\t', &words) || !str_split(&line, '\t', &says_nothing))
        return error_set(maker->search->err, E_CORRUPT, NULL, "an outline in the index is damaged");
    size_t deep = number_in(depth), number = corpus->section_count++;
    deep = deep < COUNT_OF(maker->open) ? deep : COUNT_OF(maker->open) - 1;
    sections[number] = (struct source_section){
        .page = corpus->page_count,
        .parent = deep ? maker->open[deep - 1] : NO_SECTION,
        .depth = (int)deep,
        .title = {line.data ? line.data : "", line.len},
        .words = number_in(words),
        .total_words = number_in(words),
        .is_boilerplate = number_in(says_nothing),
    };
    for (size_t i = deep; i < COUNT_OF(maker->open); i++)
        maker->open[i] = number;
    return OK;
}

static enum status add_sections(struct maker *maker, const char *outline)
{
    struct str rest = str_from(outline), line;
    size_t first = maker->corpus->section_count;
    enum status status = OK;
    while (!status && rest.len && str_split(&rest, '\n', &line))
        if (line.len)
            status = add_section(maker, line);
    if (!status && maker->corpus->section_count == first)
        status = error_set(maker->search->err, E_CORRUPT, NULL, "an outline in the index is empty");
    struct source_section *sections = maker->corpus->sections;
    for (size_t i = maker->corpus->section_count; !status && i-- > first;)
        if (sections[i].parent != NO_SECTION)
            sections[sections[i].parent].total_words += sections[i].total_words;
    return status;
}

static enum status read_headings(struct maker *maker, const struct candidate *one, size_t first)
{
    struct corpus *corpus = maker->corpus;
    struct str rest = str_from(one->headings), line;
    enum status status = OK;
    for (size_t i = first + 1; i < corpus->section_count && !status && str_split(&rest, '\n', &line); i++)
        status = read_terms(maker, line, &corpus->sections[i].terms);
    return status;
}

static enum status add_statement(struct maker *maker, struct str line, size_t section)
{
    struct corpus *corpus = maker->corpus;
    struct statement *list = vec_room(maker->search->scratch, corpus->statements, corpus->statement_count,
                                      &maker->statement_cap, sizeof *list);
    if (!list)
        return error_memory(maker->search->err);
    corpus->statements = list;
    list[corpus->statement_count].section = section;
    return read_terms(maker, line, &list[corpus->statement_count++].terms);
}

static enum status read_body(struct maker *maker, const char *body, size_t first)
{
    struct str rest = str_from(body), part, line;
    enum status status = OK;
    for (size_t i = first; i < maker->corpus->section_count && str_split(&rest, LIBRARY_SECTION_END, &part); i++)
        while (!status && part.len && str_split(&part, '\n', &line))
            if (line.len)
                status = add_statement(maker, line, i);
    return status;
}

/* The title's stems are those of its words: the index has them too, but the corpus of a page without a title none. */
static enum status add_candidate(struct maker *maker, const struct candidate *one)
{
    struct corpus *corpus = maker->corpus;
    size_t first = corpus->section_count, count;
    struct word *words;
    enum status status = add_sections(maker, one->outline);
    if (!status)
        status = words_split(maker->search->scratch, corpus->sections[first].title, corpus->language, &words, &count,
                             maker->search->err);
    uint32_t *ids = status ? NULL : ARENA_ARRAY(maker->search->scratch, count + 1, uint32_t);
    if (!status && !ids)
        status = error_memory(maker->search->err);
    for (size_t i = 0; !status && i < count; i++)
        if (!words[i].is_stop && !number_of(corpus, words[i].stem, &ids[corpus->sections[first].terms.count++]))
            status = error_memory(maker->search->err);
    if (!status)
        corpus->sections[first].terms.ids = ids;
    if (!status)
        status = read_headings(maker, one, first);
    if (!status)
        status = read_body(maker, one->body, first);
    maker->pages[corpus->page_count++] = (struct page){.url = one->url, .title = "", .language = corpus->language};
    return status;
}

static enum status make_corpus(struct search *search, struct corpus *corpus)
{
    *corpus = (struct corpus){.arena = search->scratch, .language = search->query->language};
    vocabulary_init(&corpus->vocabulary, search->scratch);
    struct maker maker = {.search = search, .corpus = corpus};
    maker.pages = ARENA_ARRAY(search->scratch, search->judged_count + 1, struct page);
    corpus->pages = maker.pages;
    enum status status = maker.pages ? OK : error_memory(search->err);
    for (size_t i = 0; i < search->judged_count && !status; i++)
        status = add_candidate(&maker, search->judged[i]);
    return status;
}

/* --- choosing --- */

static int by_score(const void *left, const void *right)
{
    const struct candidate *a = *(struct candidate *const *)left, *b = *(struct candidate *const *)right;
    if (a->tier != b->tier)
        return a->tier > b->tier ? -1 : 1;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    return (a->rank > b->rank) - (a->rank < b->rank);
}

static enum status judge(struct search *search)
{
    struct corpus corpus;
    struct topic topic;
    const struct topic_query query = {search->query->subject, search->query->shape, search->collection};
    enum status status = make_corpus(search, &corpus);
    if (!status)
        status = topic_open(&corpus, &query, search->scratch, &topic, search->err);
    for (size_t i = 0; i < search->judged_count && !status; i++) {
        search->judged[i]->tier = topic.pages[i].tier;
        search->judged[i]->score = topic.pages[i].score;
    }
    if (!status && search->judged_count)
        qsort(search->judged, search->judged_count, sizeof *search->judged, by_score);
    return status;
}

/* The one among the chosen that says the same; NULL: none does. */
static struct candidate **find_copy(const struct candidate *one, struct candidate **chosen, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_same(chosen[i], one, same_text) || library_runs_held(&one->runs, &chosen[i]->runs) >= held_text)
            return &chosen[i];
    return NULL;
}

/* The best, and of those that say the same one: that made for readers, or the first. */
static enum status choose_candidates(struct search *search, struct candidate **chosen, size_t *count)
{
    bool speaks = search->judged_count && search->judged[0]->tier != TOPIC_NOT;
    enum status status = OK;
    *count = 0;
    for (size_t i = 0; i < search->judged_count && *count < search->query->most && !status; i++) {
        struct candidate *one = search->judged[i];
        if (speaks ? one->tier == TOPIC_NOT : one->score < nearest * search->judged[0]->score)
            break;
        status = library_runs_read(search->scratch, one->body, &one->runs, search->err);
        struct candidate **copy = status ? NULL : find_copy(one, chosen, *count);
        if (!copy)
            chosen[(*count)++] = one;
        else if (library_is_html(one->path) && !library_is_html((*copy)->path))
            *copy = one;
    }
    return status;
}

static enum status choose(struct search *search, struct library_found **out, size_t *count)
{
    size_t most = search->query->most + 1;
    struct library_found *found = ARENA_ARRAY(search->arena, most, struct library_found);
    struct candidate **chosen = ARENA_ARRAY(search->scratch, most, struct candidate *);
    *out = found;
    *count = 0;
    if (!found || !chosen)
        return error_memory(search->err);
    enum status status = choose_candidates(search, chosen, count);
    for (size_t i = 0; i < *count && !status; i++) {
        found[i] = (struct library_found){arena_copy(search->arena, chosen[i]->path), chosen[i]->tier};
        if (!found[i].path)
            status = error_memory(search->err);
    }
    return status;
}

static enum status run(struct search *search, struct library_found **found, size_t *count)
{
    enum status status = library_words_read(search->scratch, search->query->subject, search->query->language,
                                            &search->words, search->err);
    if (!status)
        status = read_collection(search);
    if (!status)
        status = find_candidates(search);
    if (!status)
        status = leave_out_copies(search);
    if (!status)
        status = read_texts(search);
    if (!status)
        status = judge(search);
    return status ? status : choose(search, found, count);
}

enum status library_search(struct library_index *index, const struct library_query *query, struct arena *arena,
                           struct library_found **found, size_t *count, struct topic_collection *collection,
                           struct error *err)
{
    struct search search = {
        .index = index, .query = query, .arena = arena, .scratch = arena_new(), .collection = collection, .err = err};
    *collection = (struct topic_collection){0};
    enum status status = search.scratch ? run(&search, found, count) : error_memory(err);
    arena_free(search.scratch);
    return status;
}
