#include "research/library/library_corpus.h"

#include "base/vec.h"
#include "research/library/library_entry.h"

struct maker {
    struct arena *arena;
    struct corpus *corpus;
    struct page *pages;
    size_t section_cap, statement_cap;
    size_t open[16]; /* by depth: the section that is being read */
    struct error *err;
};

/* The stems of a line. */
static enum status read_terms(struct maker *maker, struct str line, struct terms *terms)
{
    size_t count = 1;
    for (size_t i = 0; i < line.len; i++)
        count += line.data[i] == ' ';
    uint32_t *ids = ARENA_ARRAY(maker->arena, count, uint32_t);
    *terms = (struct terms){ids, 0};
    struct str stem;
    while (ids && str_split(&line, ' ', &stem))
        if (stem.len && (ids[terms->count++] = vocabulary_number(&maker->corpus->vocabulary, stem)) == NO_WORD)
            return error_memory(maker->err);
    return ids ? OK : error_memory(maker->err);
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
    struct source_section *sections =
        vec_room(maker->arena, corpus->sections, corpus->section_count, &maker->section_cap, sizeof *sections);
    struct str depth, words, says_nothing;
    if (!sections)
        return error_memory(maker->err);
    corpus->sections = sections;
    if (!str_split(&line, '\t', &depth) || !str_split(&line, '\t', &words) || !str_split(&line, '\t', &says_nothing))
        return error_set(maker->err, E_CORRUPT, NULL, "an outline in the index is damaged");
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
        status = error_set(maker->err, E_CORRUPT, NULL, "an outline in the index is empty");
    struct source_section *sections = maker->corpus->sections;
    for (size_t i = maker->corpus->section_count; !status && i-- > first;)
        if (sections[i].parent != NO_SECTION)
            sections[sections[i].parent].total_words += sections[i].total_words;
    return status;
}

static enum status read_headings(struct maker *maker, const struct library_candidate *one, size_t first)
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
    struct statement *list =
        vec_room(maker->arena, corpus->statements, corpus->statement_count, &maker->statement_cap, sizeof *list);
    if (!list)
        return error_memory(maker->err);
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
static enum status add_candidate(struct maker *maker, const struct library_candidate *one)
{
    struct corpus *corpus = maker->corpus;
    size_t first = corpus->section_count, count = 0;
    struct word *words = NULL;
    enum status status = add_sections(maker, one->outline);
    if (!status)
        status = words_split(maker->arena, corpus->sections[first].title, corpus->language, &words, &count, maker->err);
    uint32_t *ids = status ? NULL : ARENA_ARRAY(maker->arena, count + 1, uint32_t);
    if (!status && !ids)
        status = error_memory(maker->err);
    for (size_t i = 0; !status && i < count; i++)
        if (!words[i].is_stop && (ids[corpus->sections[first].terms.count++] =
                                      vocabulary_number(&corpus->vocabulary, words[i].stem)) == NO_WORD)
            status = error_memory(maker->err);
    if (!status)
        corpus->sections[first].terms.ids = ids;
    if (!status)
        status = read_headings(maker, one, first);
    if (!status)
        status = read_body(maker, one->body, first);
    maker->pages[corpus->page_count++] =
        (struct page){.url = one->url, .title = "", .description = "", .language = corpus->language};
    return status;
}

enum status library_corpus_make(struct arena *arena, struct library_candidate *const *candidates, size_t count,
                                const struct language *language, struct corpus *corpus, struct error *err)
{
    *corpus = (struct corpus){.arena = arena, .language = language};
    vocabulary_init(&corpus->vocabulary, arena);
    struct maker maker = {.arena = arena, .corpus = corpus, .err = err};
    maker.pages = ARENA_ARRAY(arena, count + 1, struct page);
    corpus->pages = maker.pages;
    enum status status = maker.pages ? OK : error_memory(err);
    for (size_t i = 0; i < count && !status; i++)
        status = add_candidate(&maker, candidates[i]);
    return status;
}

/* --- one document as a page --- */

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

static void add_sentences(struct page *page, struct str part)
{
    struct str line;
    while (str_split(&part, '\n', &line))
        if (line.len)
            page->blocks[page->count++] = (struct block){.kind = BLOCK_PARAGRAPH, .text = line};
}

enum status library_corpus_page(struct arena *arena, const struct library_candidate *one,
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
            add_sentences(page, part);
    }
    return OK;
}
