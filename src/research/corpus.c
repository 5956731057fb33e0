/* Pages cut into sections, sentences and passages. */
#include "research/passage.h"

#include <math.h>

enum {
    PASSAGE_SENTENCES = 4, /* longest run that reads as one paragraph */
    LIST_ITEMS = 8,
    ITEM_SENTENCES = 2,
    ITEM_WORDS = 50,
    TERM_WORDS = 6,
    LIST_MIN_ITEMS = 2,
    LEAD_SENTENCES = 3, /* running text that a list may bring along */
    HEADING_LEVELS = 8,
    FOREIGN_WORDS = 12 /* a shorter block is too little to tell its language by */
};

/* A sentence on trial: kept only when a passage takes it in. */
struct candidate {
    struct source_sentence sentence;
    enum sentence_use use;
};

struct builder {
    struct corpus *corpus;
    const struct cues *cues;
    size_t max_words;
    size_t sections_cap, sentences_cap, passages_cap;
    size_t page;
    size_t open[HEADING_LEVELS + 1]; /* open[d]: the section at depth d that is being read */
    int levels[HEADING_LEVELS + 1];  /* its heading level */
    int depth;
    bool after_question; /* no passage stands between the section's question and here */
    struct error *err;
};

/* Room for one more entry; the array doubles. NULL when memory ran out. */
static void *grow(struct arena *arena, void *array, size_t count, size_t *cap, size_t size)
{
    if (count < *cap)
        return array;
    size_t wanted = *cap ? *cap * 2 : 64;
    char *larger = arena_array(arena, wanted, size);
    if (!larger)
        return NULL;
    if (count)
        memcpy(larger, array, count * size);
    *cap = wanted;
    return larger;
}

static bool is_title_number(struct str word)
{
    size_t digits = 0, others = 0;
    for (size_t i = 0; i < word.len; i++) {
        digits += ascii_is_digit(word.data[i]);
        others += !ascii_is_digit(word.data[i]) && !strchr(".):", word.data[i]);
    }
    bool has_mark = word.len && strchr(".):", word.data[word.len - 1]);
    bool has_dot = str_find(word, STR("."), 0) < word.len;
    return digits && !others && (has_mark || has_dot);
}

struct str heading_clean(struct str heading)
{
    static const char *const parts[] = {"Chapter", "Section",         "Part",     "Step",     "Appendix",
                                        "Kapitel", "Abschnitt",       "Teil",     "Schritt",  "Chapitre",
                                        "Partie",  "Cap\xC3\xADtulo", "Capitolo", "Hoofdstuk"};
    struct str text = str_trim(heading), rest = text, word;
    if (str_split(&rest, ' ', &word) && rest.len) {
        if (is_title_number(word))
            return heading_clean(rest);
        for (size_t i = 0; i < COUNT_OF(parts); i++) {
            struct str number, after = rest;
            if (str_eq(word, str_from(parts[i])) && str_split(&after, ' ', &number) && after.len &&
                is_title_number(number))
                return str_trim(after);
        }
    }
    while (text.len && strchr(":.\xC2\xB6#", text.data[text.len - 1]) && text.data[text.len - 1])
        text = str_trim((struct str){text.data, text.len - 1});
    return text;
}

static enum status text_words(struct builder *builder, struct str text, struct word **words, size_t *count)
{
    return words_split(builder->corpus->arena, text, builder->corpus->language, words, count, builder->err);
}

static enum status add_section(struct builder *builder, struct str title, size_t parent, int depth, double position)
{
    struct corpus *corpus = builder->corpus;
    corpus->sections =
        grow(corpus->arena, corpus->sections, corpus->section_count, &builder->sections_cap, sizeof *corpus->sections);
    struct word *words;
    size_t count;
    enum status status = text_words(builder, title, &words, &count);
    if (status)
        return status;
    if (!corpus->sections)
        return error_memory(builder->err);
    struct source_section *section = &corpus->sections[corpus->section_count++];
    *section = (struct source_section){
        .page = builder->page, .parent = parent, .depth = depth, .title = title, .position = position};
    section->is_boilerplate =
        cues_is_one(words, count, builder->cues->headings) || cues_is_one(words, count, builder->cues->questions);
    section->is_example = cues_is_one(words, count, builder->cues->examples);
    section->is_question = str_ends(title, STR("?")) || str_ends(title, STR("\xEF\xBC\x9F"));
    return vector_from_words(&corpus->vocabulary, words, count, &section->vector, builder->err);
}

static bool same_heading(const struct word *words, size_t count, const struct word *others, size_t other_count)
{
    if (count != other_count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!str_eq(words[i].folded, others[i].folded))
            return false;
    return true;
}

/* The heading that repeats the page's title stands for the page; boxes ("Note") belong to the text around them. */
static enum status read_heading(struct builder *builder, const struct block *block, double position)
{
    struct corpus *corpus = builder->corpus;
    struct str title = heading_clean(block->text);
    struct word *words, *title_words;
    size_t count, title_count;
    enum status status = text_words(builder, title, &words, &count);
    if (!status)
        status = text_words(builder, corpus->sections[builder->open[0]].title, &title_words, &title_count);
    if (status || !count || cues_is_one(words, count, builder->cues->asides))
        return status;
    if (builder->depth == 0 && (block->level == 1 || same_heading(words, count, title_words, title_count))) {
        builder->levels[0] = block->level;
        return OK;
    }
    while (builder->depth > 0 && builder->levels[builder->depth] >= block->level)
        builder->depth--;
    if (builder->depth == HEADING_LEVELS)
        return OK;
    status = add_section(builder, title, builder->open[builder->depth], builder->depth + 1, position);
    builder->depth++;
    builder->levels[builder->depth] = block->level;
    builder->open[builder->depth] = corpus->section_count - 1;
    builder->after_question = true;
    return status;
}

/* Is block `at` the term of a description list: a short item without an end mark, and a paragraph after it? */
static bool is_term(const struct page *page, size_t at)
{
    if (at >= page->count || page->blocks[at].kind != BLOCK_LIST_ITEM)
        return false;
    struct str text = page->blocks[at].text;
    bool has_paragraph = at + 1 < page->count && page->blocks[at + 1].kind == BLOCK_PARAGRAPH;
    return has_paragraph && text.len && !strchr(".!?:;,", text.data[text.len - 1]) && words_count(text) <= TERM_WORDS;
}

static bool is_broken_off(struct str text)
{
    return str_ends(text, STR("...")) || str_ends(text, STR("\xE2\x80\xA6"));
}

/* The sentences of a block, judged. A list item without an end mark gives one phrase. */
static enum status judge_block(struct builder *builder, struct str text, struct candidate **found, size_t *count)
{
    struct arena *arena = builder->corpus->arena;
    struct sentence *spans;
    enum status status = sentences_split(arena, text, builder->corpus->language, &spans, count, builder->err);
    if (status)
        return status;
    *found = ARENA_ARRAY(arena, *count, struct candidate);
    if (!*found)
        return error_memory(builder->err);
    for (size_t i = 0; i < *count && !status; i++) {
        struct candidate *one = &(*found)[i];
        struct word *words;
        size_t word_count;
        one->sentence.text = (struct str){text.data + spans[i].start, spans[i].end - spans[i].start};
        one->sentence.words = words_count(one->sentence.text);
        status = text_words(builder, one->sentence.text, &words, &word_count);
        if (status)
            break;
        if (i > 0 && is_broken_off((*found)[i - 1].sentence.text))
            continue; /* "CREATE TABLE ... PARTITION OF": the splitter cannot tell it from an end */
        one->use = sieve_sentence(one->sentence.text, words, word_count, builder->max_words, builder->cues);
        if (one->use == USE_NONE || is_broken_off(one->sentence.text)) {
            one->use = USE_NONE;
            continue;
        }
        struct vocabulary *vocabulary = &builder->corpus->vocabulary;
        status = vector_from_words(vocabulary, words, word_count, &one->sentence.vector, builder->err);
        if (!status)
            status = shingles_from_words(vocabulary, words, word_count, &one->sentence.shingles, builder->err);
    }
    return status;
}

/*
 * What stands around a block shows in its sentences: the last one before a listing introduces it, the first one after a listing or
 * after a term ("TEMPORARY") speaks of that.
 */
static void judge_by_surroundings(const struct page *page, size_t at, struct candidate *all, size_t *count)
{
    bool before_code = at + 1 < page->count && page->blocks[at + 1].kind == BLOCK_CODE;
    bool after_code = at > 0 && page->blocks[at - 1].kind == BLOCK_CODE;
    bool after_term = page->blocks[at].kind == BLOCK_PARAGRAPH && is_term(page, at - 1);
    if (before_code && page->blocks[at].kind == BLOCK_LIST_ITEM)
        *count = 0; /* a step of a worked example */
    if (!*count)
        return;
    if (before_code)
        all[*count - 1].use = USE_NONE;
    if ((after_code || after_term) && all[0].use == USE_OPENS)
        all[0].use = USE_FOLLOWS;
}

/* Opens a passage; sentences are then appended to it. */
static struct passage *begin_passage(struct builder *builder, size_t block)
{
    struct corpus *corpus = builder->corpus;
    corpus->passages =
        grow(corpus->arena, corpus->passages, corpus->passage_count, &builder->passages_cap, sizeof *corpus->passages);
    if (!corpus->passages)
        return NULL;
    struct passage *passage = &corpus->passages[corpus->passage_count++];
    const struct page *page = &corpus->pages[builder->page];
    *passage = (struct passage){.page = builder->page,
                                .section = builder->open[builder->depth],
                                .first = corpus->sentence_count,
                                .block = block,
                                .position = (double)block / (double)page->count,
                                .is_answer = builder->after_question,
                                .stands_alone = true};
    builder->after_question = false;
    return passage;
}

static enum status append(struct builder *builder, struct passage *passage, const struct candidate *candidate, int item)
{
    struct corpus *corpus = builder->corpus;
    corpus->sentences = grow(corpus->arena, corpus->sentences, corpus->sentence_count, &builder->sentences_cap,
                             sizeof *corpus->sentences);
    if (!corpus->sentences)
        return error_memory(builder->err);
    corpus->sentences[corpus->sentence_count] = candidate->sentence;
    corpus->sentences[corpus->sentence_count].stands_alone = candidate->use == USE_OPENS;
    corpus->sentences[corpus->sentence_count++].item = item;
    passage->count++;
    passage->words += candidate->sentence.words;
    return OK;
}

/* A worked example hangs together: no part of it stands by itself. */
static bool in_example(const struct builder *builder)
{
    for (int depth = 1; depth <= builder->depth; depth++)
        if (builder->corpus->sections[builder->open[depth]].is_example)
            return true;
    return false;
}

static enum status add_run(struct builder *builder, const struct candidate *run, size_t count, size_t block)
{
    struct passage *passage = begin_passage(builder, block);
    if (!passage)
        return error_memory(builder->err);
    passage->stands_alone = run[0].use == USE_OPENS && !in_example(builder);
    enum status status = OK;
    for (size_t i = 0; i < count && !status; i++)
        status = append(builder, passage, &run[i], 0);
    return status;
}

static bool may_open(const struct builder *builder, enum sentence_use use)
{
    return use == USE_OPENS || (builder->after_question && (use == USE_FOLLOWS || use == USE_PHRASE));
}

/* Cuts a paragraph at its sentences into passages of even length, each beginning with one that stands by itself. */
static enum status add_paragraph(struct builder *builder, const struct candidate *all, size_t count, size_t block)
{
    enum status status = OK;
    for (size_t i = 0; i < count && !status;) {
        if (!may_open(builder, all[i].use)) {
            i++;
            continue;
        }
        size_t run = 1;
        while (i + run < count && (all[i + run].use == USE_OPENS || all[i + run].use == USE_FOLLOWS))
            run++;
        size_t pieces = (run + PASSAGE_SENTENCES - 1) / PASSAGE_SENTENCES, take = (run + pieces - 1) / pieces;
        status = add_run(builder, all + i, take, block);
        i += take;
    }
    return status;
}

/* An item: its first sentence, and what follows it soundly. 0 when it cannot stand in a list. */
static size_t item_sentences(const struct candidate *item, size_t count)
{
    if (!count || (item[0].use != USE_OPENS && item[0].use != USE_PHRASE) || item[0].sentence.words > ITEM_WORDS)
        return 0;
    size_t take = 1, words = item[0].sentence.words;
    while (take < count && take < ITEM_SENTENCES && item[take - 1].use != USE_PHRASE &&
           (item[take].use == USE_OPENS || item[take].use == USE_FOLLOWS) &&
           words + item[take].sentence.words <= ITEM_WORDS)
        words += item[take++].sentence.words;
    return take;
}

struct list {
    struct candidate *items[LIST_ITEMS];
    size_t counts[LIST_ITEMS];
    struct str terms[LIST_ITEMS]; /* what the item describes, empty when it names nothing */
    size_t all;
    size_t blocks; /* of the page that it spans */
    size_t kept;
};

/* "Chives: The clumps stay low." names what it describes itself. */
static struct str cut_term(struct str *text)
{
    size_t colon = str_find(*text, STR(": "), 0);
    struct str term = {text->data, colon};
    if (colon == text->len || !colon || words_count(term) > TERM_WORDS || memchr(term.data, '.', term.len))
        return STR("");
    *text = str_trim((struct str){text->data + colon + 1, text->len - colon - 1});
    return term;
}

/* One item, with the paragraph that describes it when it is a term. */
static enum status read_item(struct builder *builder, const struct page *page, size_t at, struct list *list)
{
    bool has_term = is_term(page, at);
    struct str text = page->blocks[has_term ? at + 1 : at].text;
    struct str term = has_term ? page->blocks[at].text : cut_term(&text);
    struct candidate *found;
    size_t count;
    list->blocks += has_term ? 2 : 1;
    if (page->blocks[at].level > 1 || list->kept == LIST_ITEMS)
        return OK;
    list->all++;
    enum status status = judge_block(builder, text, &found, &count);
    size_t take = status ? 0 : item_sentences(found, count);
    if (!take)
        return status;
    list->items[list->kept] = found;
    list->terms[list->kept] = term;
    list->counts[list->kept++] = take;
    return OK;
}

static enum status read_list(struct builder *builder, const struct page *page, size_t block, struct list *list)
{
    *list = (struct list){0};
    enum status status = OK;
    while (block + list->blocks < page->count && !status) {
        if (page->blocks[block + list->blocks].kind != BLOCK_LIST_ITEM)
            break;
        status = read_item(builder, page, block + list->blocks, list);
    }
    return status;
}

/* A list is worth having when most of its items can be kept. */
static bool is_sound(const struct list *list)
{
    return list->kept >= LIST_MIN_ITEMS && (list->kept == LIST_ITEMS || list->kept * 3 >= list->all * 2);
}

static enum status add_list(struct builder *builder, const struct candidate *lead, size_t lead_count,
                            const struct list *list, size_t block)
{
    struct passage *passage = begin_passage(builder, block);
    if (!passage)
        return error_memory(builder->err);
    passage->is_list = true;
    passage->stands_alone = !in_example(builder);
    enum status status = OK;
    for (size_t i = 0; i < lead_count && !status; i++)
        status = append(builder, passage, &lead[i], 0);
    for (size_t i = 0; i < list->kept && !status; i++) {
        list->items[i][0].sentence.term = list->terms[i];
        for (size_t j = 0; j < list->counts[i] && !status; j++)
            status = append(builder, passage, &list->items[i][j], (int)i + 1);
    }
    return status;
}

/* The sentences at the end of a paragraph that a list after it needs: the announcing one, and its neighbours. */
static size_t lead_length(const struct candidate *all, size_t count)
{
    if (!count || all[count - 1].use != USE_LEADS)
        return 0;
    size_t length = 1;
    while (length < LEAD_SENTENCES && length < count && (all[count - length - 1].use == USE_OPENS))
        length++;
    return length;
}

static bool is_foreign(const struct builder *builder, struct str text)
{
    const struct language *page = builder->corpus->pages[builder->page].language;
    if (page && words_count(text) < FOREIGN_WORDS)
        return false;
    const struct language *found = language_detect(text);
    return found ? found != builder->corpus->language : !page;
}

/* A paragraph that is one question ("How often should I water?") is a heading in all but name. */
static bool is_question_line(const struct candidate *all, size_t count, const struct block *block)
{
    enum { LONGEST = 20 };
    return block->kind == BLOCK_PARAGRAPH && count == 1 && all[0].use == USE_QUESTION &&
           all[0].sentence.words <= LONGEST;
}

static enum status read_text(struct builder *builder, const struct page *page, size_t at, size_t *taken)
{
    const struct block *block = &page->blocks[at];
    *taken = 1;
    if (is_foreign(builder, block->text))
        return OK;
    struct candidate *all;
    size_t count;
    enum status status = judge_block(builder, block->text, &all, &count);
    if (status)
        return status;
    judge_by_surroundings(page, at, all, &count);
    if (is_question_line(all, count, block)) {
        struct block heading = {BLOCK_HEADING, 6, block->text};
        return read_heading(builder, &heading, (double)at / (double)page->count);
    }
    size_t lead = block->kind == BLOCK_PARAGRAPH ? lead_length(all, count) : 0;
    struct list list = {0};
    if (lead)
        status = read_list(builder, page, at + 1, &list);
    if (status || !lead || !is_sound(&list))
        return status ? status : add_paragraph(builder, all, count, at);
    status = add_paragraph(builder, all, count - lead, at);
    if (!status)
        status = add_list(builder, all + count - lead, lead, &list, at);
    *taken += list.blocks;
    return status;
}

static enum status read_page(struct builder *builder, size_t number)
{
    struct corpus *corpus = builder->corpus;
    const struct page *page = &corpus->pages[number];
    builder->page = number;
    builder->depth = 0;
    builder->levels[0] = 0;
    builder->after_question = false;
    enum status status = add_section(builder, heading_clean(str_from(page->title)), NO_SECTION, 0, 0);
    builder->open[0] = corpus->section_count - 1;
    bool foreign = page->language && page->language != corpus->language;
    for (size_t i = 0; i < page->count && !status && !foreign;) {
        const struct block *block = &page->blocks[i];
        size_t taken = 1;
        if (block->kind == BLOCK_HEADING)
            status = read_heading(builder, block, (double)i / (double)page->count);
        else if (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_LIST_ITEM)
            status = read_text(builder, page, i, &taken);
        i += taken;
    }
    return status;
}

static void count_words(struct corpus *corpus)
{
    for (size_t i = 0; i < corpus->passage_count; i++)
        corpus->sections[corpus->passages[i].section].words += corpus->passages[i].words;
    for (size_t i = corpus->section_count; i-- > 0;) {
        struct source_section *section = &corpus->sections[i];
        section->total_words += section->words;
        if (section->parent != NO_SECTION)
            corpus->sections[section->parent].total_words += section->total_words;
    }
}

static enum status sum_passages(struct builder *builder)
{
    struct corpus *corpus = builder->corpus;
    size_t words = 0;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        struct passage *passage = &corpus->passages[i];
        const struct vector **parts = ARENA_ARRAY(corpus->arena, passage->count, const struct vector *);
        if (!parts)
            return error_memory(builder->err);
        for (size_t j = 0; j < passage->count; j++)
            parts[j] = &corpus->sentences[passage->first + j].vector;
        enum status status = vector_sum(corpus->arena, parts, passage->count, &passage->vector, builder->err);
        if (status)
            return status;
        words += passage->words;
    }
    corpus->mean_words = corpus->passage_count ? (double)words / (double)corpus->passage_count : 1;
    return OK;
}

/* Inverse document frequency over passages, as BM25 has it, kept positive. */
static enum status weigh_terms(struct builder *builder)
{
    struct corpus *corpus = builder->corpus;
    corpus->idf_count = corpus->vocabulary.numbers.count;
    corpus->idf = ARENA_ARRAY(corpus->arena, corpus->idf_count, double);
    if (!corpus->idf)
        return error_memory(builder->err);
    for (size_t i = 0; i < corpus->passage_count; i++)
        for (size_t j = 0; j < corpus->passages[i].vector.count; j++)
            corpus->idf[corpus->passages[i].vector.terms[j].id] += 1;
    double all = (double)corpus->passage_count;
    for (size_t i = 0; i < corpus->idf_count; i++)
        corpus->idf[i] = log(1 + (all - corpus->idf[i] + 0.5) / (corpus->idf[i] + 0.5));
    for (size_t i = 0; i < corpus->passage_count; i++)
        vector_weigh(&corpus->passages[i].vector, corpus->idf, corpus->idf_count);
    for (size_t i = 0; i < corpus->sentence_count; i++)
        vector_weigh(&corpus->sentences[i].vector, corpus->idf, corpus->idf_count);
    for (size_t i = 0; i < corpus->section_count; i++)
        vector_weigh(&corpus->sections[i].vector, corpus->idf, corpus->idf_count);
    return OK;
}

enum status corpus_build(struct arena *arena, const struct page *pages, size_t count,
                         const struct corpus_options *options, struct corpus *corpus, struct error *err)
{
    *corpus = (struct corpus){.arena = arena, .language = options->language, .pages = pages, .page_count = count};
    vocabulary_init(&corpus->vocabulary, arena);
    struct builder builder = {.corpus = corpus, .cues = cues_for(options->language), .err = err};
    builder.max_words = options->max_sentence_words ? options->max_sentence_words : SIEVE_MAX_WORDS;
    enum status status = OK;
    for (size_t i = 0; i < count && !status; i++)
        status = read_page(&builder, i);
    if (!status)
        status = sum_passages(&builder);
    if (!status)
        status = weigh_terms(&builder);
    if (!status)
        count_words(corpus);
    return status;
}

enum status corpus_vector(struct corpus *corpus, struct str text, struct vector *vector, struct error *err)
{
    struct word *words;
    size_t count;
    enum status status = words_split(corpus->arena, text, corpus->language, &words, &count, err);
    if (!status)
        status = vector_from_words(&corpus->vocabulary, words, count, vector, err);
    if (!status)
        vector_weigh(vector, corpus->idf, corpus->idf_count);
    return status;
}
