#include "research/library/library_search.h"

#include <stdlib.h>

enum { MOST_WORDS = 32, SHORTEST_HALF = 4 };

struct subject_words_reader {
    struct arena *arena;
    const struct language *language;
    struct stemmer *stemmer;
    struct word *words;
    size_t count;
    struct library_words *out;
    struct buf phrases; /* of the expression, "OR" between */
};

/* A stem is made of letters, digits and marks inside words, but the query language must not depend on that. */
static void put_stem(struct buf *out, struct str stem)
{
    for (size_t i = 0; i < stem.len; i++)
        if (stem.data[i] != '"')
            buf_char(out, stem.data[i]);
}

static void put_stems(struct buf *out, const struct str *stems, size_t count)
{
    buf_str(out, out->len ? " OR \"" : "\"");
    for (size_t i = 0; i < count; i++) {
        if (i)
            buf_char(out, ' ');
        put_stem(out, stems[i]);
    }
    buf_char(out, '"');
}

static void put_phrase(struct buf *out, struct str first, struct str second)
{
    const struct str stems[] = {first, second};
    put_stems(out, stems, second.len ? 2 : 1);
}

/* Of a head: as it is sought. */
static void put_form(void *context, const struct str *stems, size_t count, bool is_beginning)
{
    put_stems(context, stems, count);
    if (is_beginning)
        buf_str(context, " *");
}

/* Adds the stem of a folded word. */
static void subject_words_add(struct subject_words_reader *reader, struct str folded)
{
    struct library_words *out = reader->out;
    struct str stem = stemmer_stem(reader->stemmer, folded);
    for (size_t i = 0; i < out->count; i++)
        if (str_eq(out->stems[i], stem))
            return;
    const char *copy = arena_copy_n(reader->arena, stem.data, stem.len);
    struct str *added = copy ? VEC_PUSH(reader->arena, out->stems, out->count, out->cap) : NULL;
    if (!added)
        return;
    *added = (struct str){copy, stem.len};
    put_phrase(&reader->phrases, stem, STR(""));
    if (!str_eq(stem, folded))
        put_phrase(&reader->phrases, folded, STR("")); /* documents whose language is not known */
}

/* The parts of a word with hyphens, and the word without them. */
static void subject_words_add_parts(struct subject_words_reader *reader, struct str folded)
{
    struct str rest = folded, part;
    struct buf whole = {0};
    while (str_split(&rest, '-', &part)) {
        buf_add(&whole, part.data, part.len);
        if (part.len && !language_is_stop_word(reader->language, part))
            subject_words_add(reader, part);
    }
    reader->phrases.failed |= whole.failed;
    if (whole.len)
        subject_words_add(reader, (struct str){whole.data, whole.len});
    buf_free(&whole);
}

/* "back up" may be "backup", "software raid" one word, with a hyphen or without. */
static void add_joined(struct subject_words_reader *reader, struct str first, struct str second)
{
    for (size_t i = 0; i < 2; i++) {
        char *joined = arena_printf(reader->arena, "%.*s%s%.*s", STR_ARG(first), i ? "-" : "", STR_ARG(second));
        if (joined)
            subject_words_add(reader, str_from(joined));
    }
}

/* A compound whose halves stand side by side. */
static void add_halves(struct subject_words_reader *reader, struct str folded)
{
    const struct phrases *phrases = reader->language ? reader->language->phrases : NULL;
    if (!phrases || !phrases->nouns_are_capitalised)
        return;
    for (size_t cut = SHORTEST_HALF; cut + SHORTEST_HALF <= folded.len; cut++) {
        struct buf left = {0};
        struct str stem = stemmer_stem(reader->stemmer, (struct str){folded.data, cut});
        buf_add(&left, stem.data, stem.len);
        stem = stemmer_stem(reader->stemmer, (struct str){folded.data + cut, folded.len - cut});
        put_phrase(&reader->phrases, (struct str){buf_text(&left), left.len}, stem);
        reader->phrases.failed |= left.failed;
        buf_free(&left);
    }
}

static void add_subject_words(struct subject_words_reader *reader)
{
    struct str before = {NULL, 0};
    for (size_t i = 0; i < reader->count && i < MOST_WORDS; i++) {
        const struct word *word = &reader->words[i];
        if (i && !(word[-1].is_stop && word->is_stop && i > 1))
            add_joined(reader, word[-1].folded, word->folded);
        if (word->is_stop)
            continue;
        subject_words_add(reader, word->folded);
        if (str_find(word->folded, STR("-"), 0) < word->folded.len)
            subject_words_add_parts(reader, word->folded);
        add_halves(reader, word->folded);
        if (before.data) {
            put_phrase(&reader->phrases, before, word->stem);
            put_phrase(&reader->phrases, word->stem, before);
        }
        before = word->stem;
    }
}

static bool has_content(const struct subject_words_reader *reader)
{
    for (size_t i = 0; i < reader->count; i++)
        if (!reader->words[i].is_stop)
            return true;
    return false;
}

static void put_language(struct buf *out, const struct language *language)
{
    buf_printf(out, " AND language : (\"l:\" OR \"l:%s\")", language ? language->tag : "");
}

/* Appends the expression that finds documents in the language, or in none that is known, with the one stem in their
 * text, or in the column of that name. A stem with "*" behind it stands for all that begin with it. */
static void library_words_one(struct buf *out, struct str stem, const struct language *language, const char *column)
{
    bool is_beginning = stem.len && stem.data[stem.len - 1] == '*';
    buf_printf(out, "{%s} : \"", column ? column : "title headings body");
    put_stem(out, (struct str){stem.data, stem.len - is_beginning});
    buf_str(out, is_beginning ? "\" *" : "\"");
    put_language(out, language);
}

static void write_expression(struct subject_words_reader *reader)
{
    struct buf text = {0};
    if (has_content(reader)) {
        buf_printf(&text, "{title headings body} : (%s)", buf_text(&reader->phrases));
        put_language(&text, reader->language);
    }
    text.failed |= reader->phrases.failed;
    reader->out->expression = buf_keep(&text, reader->arena).data;
}

/* sought: the subject again, of which all forms are asked for. All lives in the arena. E_MEMORY. */
static enum status library_words_read(struct arena *arena, struct str subject, const struct language *language,
                                      const struct sought *sought, struct library_words *words, struct error *err)
{
    *words = (struct library_words){.expression = ""};
    struct subject_words_reader reader = {
        .arena = arena, .language = language, .stemmer = stemmer_new(language), .out = words};
    words_split(arena, subject, language, &reader.words, &reader.count, NULL);
    if (reader.stemmer) {
        add_subject_words(&reader);
        sought_forms(sought, put_form, &reader.phrases);
        write_expression(&reader);
    }
    bool failed = !reader.stemmer || arena_failed(arena);
    stemmer_free(reader.stemmer);
    buf_free(&reader.phrases);
    return failed ? error_memory(err) : OK;
}

static size_t number_in(struct str text)
{
    size_t number = 0;
    for (size_t i = 0; i < text.len && ascii_is_digit(text.data[i]); i++)
        number = number * 10 + (size_t)(text.data[i] - '0');
    return number;
}

static size_t count_lines(const char *text)
{
    size_t count = 1;
    for (; *text; text++)
        count += *text == '\n' || *text == LIBRARY_SECTION_END;
    return count;
}

/* A line of the outline without depth, words and mark. */
static bool read_heading(struct str line, struct block *block)
{
    struct str depth, words, says_nothing;
    if (!str_split(&line, '\t', &depth) || !str_split(&line, '\t', &words) || !str_split(&line, '\t', &says_nothing))
        return false;
    *block = (struct block){BLOCK_HEADING, (int)number_in(depth) + 1, {line.data ? line.data : "", line.len}};
    return true;
}

static void candidate_add_sentences(struct page *page, struct str part)
{
    struct str line;
    while (str_split(&part, '\n', &line))
        if (line.len)
            page->blocks[page->count++] = (struct block){.kind = BLOCK_PARAGRAPH, .text = line};
}

/* The document as a page, for sought_page_kept. All lives in the arena, and points into the candidate. E_CORRUPT: what
 * the index has is no outline; E_MEMORY. */
static enum status library_candidate_page(struct arena *arena, const struct library_candidate *one,
                                          const struct language *language, struct page *page, struct error *err)
{
    struct str outline = str_from(one->outline), body = str_from(one->body), line, part;
    *page = (struct page){.url = one->url, .title = "", .language = language};
    page->blocks = ARENA_ARRAY(arena, count_lines(one->outline) + count_lines(one->body), struct block);
    if (!page->blocks)
        return error_memory(err);
    for (bool is_title = true; str_split(&outline, '\n', &line);) {
        struct block heading;
        if (!line.len)
            continue;
        if (!read_heading(line, &heading))
            return error_set(err, E_CORRUPT, NULL, "an outline in the index is damaged");
        if (!is_title)
            page->blocks[page->count++] = heading;
        else if (!(page->title = arena_copy_n(arena, heading.text.data, heading.text.len)))
            return error_memory(err);
        is_title = false;
        if (str_split(&body, LIBRARY_SECTION_END, &part))
            candidate_add_sentences(page, part);
    }
    return OK;
}

enum {
    LOOKED_AT = 180,        /* candidates whose sketches are compared */
    JUDGED = 60,            /* of them those whose headings and sentences are */
    MOST_BODY = 256 * 1024, /* bytes of the sentences of each */
    MOST_RUNS = 64 * 1024,  /* bytes of them that are compared: copies are alike from the beginning */
    FEWEST_RUNS = 100,      /* short pages made by one template are no copies */
};

static const double nearest = 0.5;     /* of the best score: what is shown when nothing speaks of the subject */
static const double same_text = 0.7;   /* of what is chosen */
static const double held_text = 0.6;   /* the same: so much of one stands in the other */
static const double exact_copy = 0.95; /* of what is judged: a folder may be full of copies */

struct library_searching {
    struct library_index *index;
    const struct library_query *query;
    struct arena *arena;   /* of the caller */
    struct arena *scratch; /* until the documents are chosen */
    struct library_words words;
    struct sought *sought;
    struct db_list candidates;
    struct library_candidate **judged;
    size_t judged_count;
    struct topic_collection *collection;
    struct error *err;
};

/* --- candidates --- */

static void read_candidate(struct db_row *row, void *out)
{
    struct library_candidate *one = out;
    one->id = row_int(row);
    one->path = row_text(row);
    one->url = row_text(row);
    one->language = row_text(row);
    struct str sketch = row_blob(row); /* in an arena: aligned */
    one->sketch = (struct hashes){(uint64_t *)(uintptr_t)sketch.data, sketch.len / sizeof(uint64_t)};
}

/* A title without a content word has no stems. */
static enum status find_titles(struct library_searching *search)
{
    return db_all(
        search->index->db,
        "SELECT id, path, url, language, sketch FROM file WHERE title = $1 COLLATE NOCASE AND problem IS NULL "
        "AND (language = '' OR language = $2) ORDER BY path LIMIT $3",
        DB_BIND(((struct db_value){.type = DB_TEXT, .bytes = search->query->subject}),
                db_text(search->query->language ? search->query->language->tag : ""), db_int(LOOKED_AT)),
        &search->candidates, search->err);
}

static enum status find_candidates(struct library_searching *search)
{
    search->candidates =
        (struct db_list){.arena = search->scratch, .read = read_candidate, .size = sizeof(struct library_candidate)};
    if (!*search->words.expression)
        return find_titles(search);
    return db_all(search->index->db,
                  "SELECT file.id, path, url, file.language, sketch FROM "
                  "(SELECT rowid AS best, bm25(text, 5, 3, 1, 0, 0) AS rank FROM text WHERE text MATCH $1 "
                  "ORDER BY rank, best LIMIT $2) JOIN file ON file.id = best ORDER BY rank, path",
                  DB_BIND(db_text(search->words.expression), db_int(LOOKED_AT)), &search->candidates, search->err);
}

static bool candidate_is_same(const struct library_candidate *a, const struct library_candidate *b, double likeness)
{
    return strcmp(a->url, b->url) == 0 || shingles_resemblance(&a->sketch, &b->sketch, LIBRARY_SKETCH) >= likeness;
}

/* Of documents that are the same the first one in the order of the candidates stays. */
static void leave_out_copies(struct library_searching *search)
{
    struct library_candidate *all = search->candidates.items;
    search->judged = ARENA_ARRAY(search->scratch, JUDGED, struct library_candidate *);
    for (size_t i = 0; search->judged && i < search->candidates.count && search->judged_count < JUDGED; i++) {
        bool is_copy = false;
        for (size_t j = 0; j < search->judged_count && !is_copy; j++)
            is_copy = candidate_is_same(&all[i], search->judged[j], exact_copy);
        if (is_copy)
            continue;
        all[i].rank = search->judged_count;
        search->judged[search->judged_count++] = &all[i];
    }
}

static void candidate_read_text(struct db_row *row, void *out)
{
    struct library_candidate *one = out;
    one->outline = row_text(row);
    one->body = row_text(row);
}

static enum status read_texts(struct library_searching *search)
{
    enum status status = OK;
    for (size_t i = 0; i < search->judged_count && !status; i++)
        status = db_one(search->index->db,
                        "SELECT outline, substr(body, 1, $2) FROM file JOIN text ON text.rowid = file.id "
                        "WHERE file.id = $1",
                        DB_BIND(db_int(search->judged[i]->id), db_int(MOST_BODY)), search->scratch, candidate_read_text,
                        search->judged[i], search->err);
    return status;
}

/* --- what the library knows of the stems --- */

static void read_row_count(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

/* The documents in the language that the expression finds. */
static enum status count_matches(struct library_searching *search, struct buf *expression, size_t *count)
{
    int64_t found = 0;
    enum status status = expression->failed
                             ? error_memory(search->err)
                             : db_one(search->index->db, "SELECT COUNT(*) FROM text WHERE text MATCH $1",
                                      DB_BIND(db_text(expression->data)), NULL, read_row_count, &found, search->err);
    *count = (size_t)found;
    buf_free(expression);
    return status;
}

static enum status count_stem(struct library_searching *search, struct str stem, const char *column, size_t *count)
{
    struct buf expression = {0};
    library_words_one(&expression, stem, search->query->language, column);
    return count_matches(search, &expression, count);
}

static enum status count_library_pages(struct library_searching *search, size_t *count)
{
    int64_t found = 0;
    enum status status = db_one(search->index->db,
                                "SELECT COUNT(*) FROM file WHERE problem IS NULL AND (language = '' OR language = $1)",
                                DB_BIND(db_text(search->query->language ? search->query->language->tag : "")), NULL,
                                read_row_count, &found, search->err);
    *count = (size_t)found;
    return status;
}

/* Fills *out for the stem, or with is_beginning for all that begin with it. */
static enum status read_stem(struct library_searching *search, struct str stem, bool is_beginning,
                             struct topic_stem *out)
{
    const char *copy = arena_printf(search->arena, "%.*s%s", STR_ARG(stem), is_beginning ? "*" : "");
    if (!copy)
        return error_memory(search->err);
    *out = (struct topic_stem){.stem = str_from(copy)};
    enum status status = count_stem(search, out->stem, "names", &out->naming);
    return status || (is_beginning && !out->naming) ? status : count_stem(search, out->stem, NULL, &out->pages);
}

static enum status read_collection(struct library_searching *search)
{
    enum { SHORTEST_BEGINNING = 5 };
    struct topic_stem *stems = ARENA_ARRAY(search->arena, 2 * search->words.count + 1, struct topic_stem);
    size_t count = 0;
    enum status status = stems ? count_library_pages(search, &search->collection->pages) : error_memory(search->err);
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

/* --- choosing --- */

static int found_by_score(const void *left, const void *right)
{
    const struct library_candidate *a = *(struct library_candidate *const *)left,
                                   *b = *(struct library_candidate *const *)right;
    if (a->sought.score != b->sought.score)
        return a->sought.score < b->sought.score ? 1 : -1;
    return (a->rank > b->rank) - (a->rank < b->rank);
}

/* Holds each document against what is sought; pages whose text goes on beyond what was read are judged by that. */
static enum status judge_candidates(struct library_searching *search)
{
    enum { KEPT = 1024 * 1024 };
    struct arena *own = arena_new();
    enum status status = own ? OK : error_memory(search->err);
    for (size_t i = 0; i < search->judged_count && !status; i++) {
        struct library_candidate *one = search->judged[i];
        struct page page;
        arena_reset(own, KEPT);
        status = library_candidate_page(own, one, search->query->language, &page, search->err);
        if (!status)
            status = sought_page_kept(search->sought, &page, own, &one->sought, search->err);
        if (!status)
            one->speaks = sought_accepts(search->sought, &one->sought, 1, false);
    }
    arena_free(own);
    if (!status && search->judged_count)
        qsort(search->judged, search->judged_count, sizeof *search->judged, found_by_score);
    return status;
}

static bool is_between(char byte)
{
    return byte == ' ' || byte == '\n' || byte == LIBRARY_SECTION_END;
}

/* Markup that is left in a text moves the ends of sentences, so that runs go on over them. */
static void read_runs(struct library_searching *search, struct library_candidate *one)
{
    struct str body = str_from(one->body);
    if (body.len > MOST_RUNS)
        body.len = MOST_RUNS;
    uint64_t *words = ARENA_ARRAY(search->scratch, body.len / 2 + 1, uint64_t);
    size_t count = 0;
    for (size_t at = 0, end; words && at < body.len; at = end + 1) {
        for (end = at; end < body.len && !is_between(body.data[end]);)
            end++;
        if (end > at)
            words[count++] = hash_of((struct str){body.data + at, end - at}, HASH_EMPTY);
    }
    one->runs = shingles_of(words, count, SHINGLE_DOCUMENT);
}

/* Is the path that of a page made for readers? Of two documents with the same text it is taken rather than the text
 * that it was made from. */
static bool is_html(const char *path)
{
    enum page_format format;
    return page_format_of_name(path, &format) && format == PAGE_HTML;
}

/* The one among the chosen that says the same; NULL: none does. */
static struct library_candidate **find_copy(const struct library_candidate *one, struct library_candidate **chosen,
                                            size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (candidate_is_same(chosen[i], one, same_text) ||
            (one->runs.count >= FEWEST_RUNS && shingles_held(&one->runs, &chosen[i]->runs) >= held_text))
            return &chosen[i];
    return NULL;
}

/* What is nearer than a document that speaks of the subject is taken too. Where none does, those come nearest that have
 * half of the best score. */
static double score_of_speaking(const struct library_searching *search)
{
    for (size_t i = 0; i < search->judged_count; i++)
        if (search->judged[i]->speaks)
            return search->judged[i]->sought.score;
    return search->judged_count ? nearest * search->judged[0]->sought.score : 0;
}

/* The best, and of those that say the same one: that made for readers, or the first. */
static void choose_candidates(struct library_searching *search, struct library_candidate **chosen, size_t *count)
{
    double least = score_of_speaking(search);
    for (size_t i = 0; i < search->judged_count && *count < search->query->most; i++) {
        struct library_candidate *one = search->judged[i];
        bool is_off = !one->speaks && one->sought.score < least;
        if (is_off && !(search->query->is_wide && one->sought.class > PAGE_OFF))
            continue;
        read_runs(search, one);
        struct library_candidate **copy = find_copy(one, chosen, *count);
        if (!copy)
            chosen[(*count)++] = one;
        else if (is_html(one->path) && !is_html((*copy)->path))
            *copy = one;
    }
}

static enum status give_chosen(struct library_searching *search, struct library_found **out, size_t *count)
{
    size_t most = search->query->most + 1;
    struct library_found *found = ARENA_ARRAY(search->arena, most, struct library_found);
    struct library_candidate **chosen = ARENA_ARRAY(search->scratch, most, struct library_candidate *);
    *out = found;
    *count = 0;
    if (!found || !chosen)
        return error_memory(search->err);
    choose_candidates(search, chosen, count);
    for (size_t i = 0; i < *count; i++)
        found[i] = (struct library_found){arena_copy(search->arena, chosen[i]->path), chosen[i]->speaks};
    return arena_failed(search->arena) || arena_failed(search->scratch) ? error_memory(search->err) : OK;
}

/* With collection false: whatever the collection is about. */
static enum status read_sought(struct library_searching *search, bool collection)
{
    return sought_read_known(search->scratch, search->query->subject, search->query->language,
                             collection ? topic_collection_share : NULL, search->collection, &search->sought,
                             search->err);
}

static enum status search_library(struct library_searching *search, struct library_found **found, size_t *count)
{
    enum status status = read_sought(search, false);
    if (!status)
        status = library_words_read(search->scratch, search->query->subject, search->query->language, search->sought,
                                    &search->words, search->err);
    if (!status)
        status = read_collection(search);
    if (!status)
        status = read_sought(search, true);
    if (!status)
        status = find_candidates(search);
    if (!status) {
        leave_out_copies(search);
        status = arena_failed(search->scratch) ? error_memory(search->err) : read_texts(search);
    }
    if (!status)
        status = judge_candidates(search);
    return status ? status : give_chosen(search, found, count);
}

enum status library_search(struct library_index *index, const struct library_query *query, struct arena *arena,
                           struct library_found **found, size_t *count, struct topic_collection *collection,
                           struct error *err)
{
    struct library_searching search = {
        .index = index, .query = query, .arena = arena, .scratch = arena_new(), .collection = collection, .err = err};
    *collection = (struct topic_collection){0};
    enum status status = search.scratch ? search_library(&search, found, count) : error_memory(err);
    arena_free(search.scratch);
    return status;
}
