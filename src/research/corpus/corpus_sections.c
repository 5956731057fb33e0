/* Cuts pages into sentences. The words of a page are split at once, as running text repeats them. */
#include "research/corpus/corpus_builder.h"

#include <math.h>
#include <stdlib.h>

/* Where the text of a block stands in that of its page. */
struct block_in_text {
    struct str text; /* of the block, without its term */
    size_t skipped;  /* bytes of the block before it */
    size_t start;    /* in the text of the page */
};

struct page_in_words {
    struct block_in_text *blocks;
    struct worded worded;
    uint32_t *numbers; /* of the stems of its words */
    size_t next;       /* the first word that no sentence has taken */
};

bool block_is_term(const struct page *page, size_t at)
{
    if (at >= page->count || page->blocks[at].kind != BLOCK_LIST_ITEM)
        return false;
    const struct block *block = &page->blocks[at];
    if (block->marks & BLOCK_TERM || block->group)
        return block->marks & BLOCK_TERM;
    bool has_paragraph = at + 1 < page->count && page->blocks[at + 1].kind == BLOCK_PARAGRAPH;
    return has_paragraph && block->text.len && block->text.len <= TERM_BYTES &&
           !strchr(".!?:;,", block->text.data[block->text.len - 1]) && words_count(block->text) <= TERM_WORDS;
}

/* Cuts the term off an item that begins with one: "Chives: The clumps stay low." Empty when there is none. */
static struct str cut_term(struct str *text)
{
    size_t colon = str_find(*text, STR(": "), 0);
    struct str term = {text->data, colon};
    if (colon == text->len || !colon || colon > TERM_BYTES || words_count(term) > TERM_WORDS ||
        memchr(term.data, '.', term.len))
        return STR("");
    *text = str_trim((struct str){text->data + colon + 1, text->len - colon - 1});
    return term;
}

static bool has_sentences(const struct block *block)
{
    return block->text.len && (block->kind == BLOCK_PARAGRAPH || block->kind == BLOCK_LIST_ITEM);
}

/* Joins the texts of the blocks, and splits that into words. */
static void read_page_words(struct corpus_builder *builder, const struct page *page, struct page_in_words *read)
{
    struct buf all = {0};
    for (size_t i = 0; i < page->count; i++) {
        const struct block *block = &page->blocks[i];
        struct block_in_text *here = &read->blocks[i];
        if (!has_sentences(block))
            continue;
        here->text = block->text;
        if (block->kind == BLOCK_LIST_ITEM && !block_is_term(page, i))
            builder->blocks[i].term = cut_term(&here->text);
        here->skipped = (size_t)(here->text.data - block->text.data);
        here->start = all.len;
        buf_add(&all, here->text.data, here->text.len);
        buf_str(&all, "\n\n");
    }
    worded_split_again(builder->words, builder->scratch, buf_keep(&all, builder->scratch), &read->worded, NULL);
    read->numbers =
        vocabulary_numbers(&builder->corpus->vocabulary, builder->scratch, read->worded.words, read->worded.count);
}

/* What the page is about, where its title is one word in small letters, as those of commands are. */
static struct str page_command_name(const struct corpus_builder *builder)
{
    struct str title = str_trim(builder->page_title.text);
    bool is_name = title.len && title.data[0] >= 'a' && title.data[0] <= 'z' && !memchr(title.data, ' ', title.len);
    return is_name ? title : STR("");
}

/* A sentence of a block, with the words that stand in it. */
static struct sentence_view view_sentence(struct corpus_builder *builder, const struct block *block,
                                          struct page_in_words *read, const struct block_in_text *here,
                                          struct sentence span)
{
    const struct word *words = read->worded.words;
    size_t start = here->start + span.start, end = here->start + span.end, last = read->next;
    while (read->next < read->worded.count && words[read->next].start < start)
        read->next++;
    for (last = read->next; last < read->worded.count && words[last].end <= end;)
        last++;
    struct sentence_view view = {.text = {here->text.data + span.start, span.end - span.start},
                                 .worded = {{read->worded.text.data, end}, words + read->next, last - read->next},
                                 .start = start,
                                 .name = page_command_name(builder),
                                 .length =
                                     words_count((struct str){here->text.data + span.start, span.end - span.start}),
                                 .is_inflected = builder->corpus->language && builder->corpus->language->is_inflected,
                                 .is_item = block->kind == BLOCK_LIST_ITEM || block->marks & BLOCK_GOES_ON};
    spans_within(builder->corpus->arena, block->spans, here->skipped + span.start, here->skipped + span.end,
                 &view.spans, NULL);
    return view;
}

/* The sentences of a block, judged. */
static void judge_block_sentences(struct corpus_builder *builder, const struct block *block, struct page_in_words *read,
                                  const struct block_in_text *here, struct read_block *out)
{
    struct sentence *spans;
    size_t count;
    sentences_split(builder->scratch, here->text, builder->corpus->language, &spans, &count, NULL);
    out->all = ARENA_ARRAY(builder->scratch, count, struct judged_sentence);
    out->count = out->all ? count : 0;
    for (size_t i = 0; i < out->count; i++) {
        struct sentence_view view = view_sentence(builder, block, read, here, spans[i]);
        corpus_judge(builder, &view, read->numbers + (view.worded.words - read->worded.words), &out->all[i]);
        /* "CREATE TABLE ... PARTITION OF": to the splitter the dots end a sentence */
        if (i > 0 && str_ends(out->all[i - 1].sentence.text, STR("...")))
            out->all[i].use = USE_NONE;
    }
}

/* Is a block of a page of which nothing is known in the language of the corpus? */
static bool block_is_foreign(const struct corpus_builder *builder, const struct page *page, const struct block *block)
{
    /* of a page in a known language each sentence is asked */
    return !page->language && language_detect(block->text) != builder->corpus->language;
}

enum status corpus_read_blocks(struct corpus_builder *builder, const struct page *page)
{
    struct page_in_words read = {.blocks = ARENA_ARRAY(builder->scratch, page->count, struct block_in_text)};
    builder->blocks = ARENA_ARRAY(builder->scratch, page->count, struct read_block);
    if (builder->blocks && read.blocks)
        read_page_words(builder, page, &read);
    enum status status = corpus_check_memory(builder);
    for (size_t i = 0; i < page->count && !status; i++) {
        const struct block *block = &page->blocks[i];
        if (builder->cancel && atomic_load(builder->cancel))
            status = error_set(builder->err, E_CANCELLED, "cancelled", "reading the sources was called off");
        else if (has_sentences(block) && !block_is_foreign(builder, page, block))
            judge_block_sentences(builder, block, &read, &read.blocks[i], &builder->blocks[i]);
    }
    return status;
}

static int by_id(const void *left, const void *right)
{
    const struct term *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

/* Sorts by id and adds up the weights of equal ones. */
static void merge_terms(struct vector *vector)
{
    if (!vector->count)
        return;
    qsort(vector->terms, vector->count, sizeof *vector->terms, by_id);
    size_t kept = 0;
    for (size_t i = 1; i < vector->count; i++) {
        if (vector->terms[i].id == vector->terms[kept].id)
            vector->terms[kept].weight += vector->terms[i].weight;
        else
            vector->terms[++kept] = vector->terms[i];
    }
    vector->count = kept + 1;
}

static void set_norm(struct vector *vector)
{
    double sum = 0;
    for (size_t i = 0; i < vector->count; i++)
        sum += vector->terms[i].weight * vector->terms[i].weight;
    vector->norm = sqrt(sum);
}

/* Counts numbers into a vector of frequencies; norm is not set. */
static struct vector vector_from_numbers(struct arena *arena, const uint32_t *numbers, size_t count)
{
    struct vector vector = {.terms = ARENA_ARRAY(arena, count, struct term)};
    for (size_t i = 0; vector.terms && i < count; i++)
        vector.terms[vector.count++] = (struct term){numbers[i], 1};
    merge_terms(&vector);
    return vector;
}

struct vector vector_from_words(struct vocabulary *vocabulary, const struct worded *worded)
{
    struct arena *arena = vocabulary->arena;
    uint32_t *numbers = vocabulary_numbers(vocabulary, arena, worded->words, worded->count);
    struct terms terms = corpus_terms(arena, worded, numbers);
    return vector_from_numbers(arena, terms.ids, terms.count);
}

void vector_weigh(struct vector *vector, const double *idf, size_t known, double rarest)
{
    for (size_t i = 0; i < vector->count; i++)
        vector->terms[i].weight *= vector->terms[i].id < known ? idf[vector->terms[i].id] : rarest;
    set_norm(vector);
}

void vector_flatten(struct vector *vector)
{
    for (size_t i = 0; i < vector->count; i++)
        vector->terms[i].weight = 1;
    set_norm(vector);
}

static double dot(const struct vector *a, const struct vector *b)
{
    double sum = 0;
    for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
        uint32_t left = a->terms[i].id, right = b->terms[j].id;
        if (left == right)
            sum += a->terms[i].weight * b->terms[j].weight;
        i += left <= right;
        j += right <= left;
    }
    return sum;
}

double vector_cosine(const struct vector *a, const struct vector *b)
{
    return a->norm > 0 && b->norm > 0 ? dot(a, b) / (a->norm * b->norm) : 0;
}

double vector_coverage(const struct vector *a, const struct vector *b)
{
    double shared = 0, all = 0;
    size_t j = 0;
    for (size_t i = 0; i < a->count; i++) {
        double square = a->terms[i].weight * a->terms[i].weight;
        all += square;
        while (j < b->count && b->terms[j].id < a->terms[i].id)
            j++;
        if (j < b->count && b->terms[j].id == a->terms[i].id)
            shared += square;
    }
    return all > 0 ? shared / all : 0;
}

static bool has_term(const struct vector *vector, uint32_t id)
{
    struct term wanted = {id, 0};
    return vector->count && bsearch(&wanted, vector->terms, vector->count, sizeof wanted, by_id);
}

void vector_without(struct vector *vector, const struct vector *what)
{
    size_t others = 0, kept = 0;
    for (size_t i = 0; i < vector->count; i++)
        others += !has_term(what, vector->terms[i].id);
    if (!others)
        return;
    for (size_t i = 0; i < vector->count; i++)
        if (!has_term(what, vector->terms[i].id))
            vector->terms[kept++] = vector->terms[i];
    vector->count = kept;
    set_norm(vector);
}

struct vector vector_sum(struct arena *arena, const struct vector *const *parts, size_t count)
{
    size_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += parts[i]->count;
    struct vector sum = {.terms = ARENA_ARRAY(arena, total, struct term)};
    for (size_t i = 0; sum.terms && i < count; i++)
        for (size_t j = 0; j < parts[i]->count; j++)
            sum.terms[sum.count++] = parts[i]->terms[j];
    merge_terms(&sum);
    set_norm(&sum);
    return sum;
}

/* --- headings as a tree of sections --- */

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

/* Does a number with a point belong to what it stands before: "13.30 h Lunch", "3.5 inch"? */
static bool measures(struct str number, struct str rest)
{
    uint32_t first;
    utf8_decode(rest, 0, &first);
    return !strchr(".):", number.data[number.len - 1]) && !unicode_is_upper(first);
}

/* "Chapter", "Step" and the like of any language. */
static bool is_part_word(struct str word)
{
    size_t count;
    const struct language *languages = language_list(&count);
    for (size_t i = 0; i < count; i++)
        if (word_list_has(languages[i].chapter_words, word) || word_list_has(languages[i].section_words, word))
            return true;
    return false;
}

/* Behind the character if it stands at the byte; else `at`. Blanks before it are skipped. */
static size_t after_any(struct str text, size_t at, const char *const *characters, size_t count)
{
    size_t from = at;
    while (from < text.len && text.data[from] == ' ')
        from++;
    for (size_t i = 0; i < count; i++)
        if (str_starts((struct str){text.data + from, text.len - from}, str_from(characters[i])))
            return from + strlen(characters[i]);
    return at;
}

/* Without the number of a chapter as Chinese and Japanese write it: "第 8 章 基础配置", "第三節：設定". */
static struct str without_cjk_number(struct str text)
{
    static const char *const ordinal[] = {"第"}, *const parts[] = {"章", "节", "節", "部", "编",
                                                                   "編", "篇", "课", "課", "步"};
    static const char *const digits[] = {"0",  "1",  "2",  "3",  "4",  "5",  "6",  "7",  "8",  "9",
                                         "一", "二", "三", "四", "五", "六", "七", "八", "九", "十"};
    static const char *const marks[] = {"：", ":", "、", ".", "\xE3\x80\x80" /* ideographic space */};
    size_t at = after_any(text, 0, ordinal, COUNT_OF(ordinal)), number = at, next;
    if (!at)
        return text;
    while ((next = after_any(text, number, digits, COUNT_OF(digits))) > number)
        number = next;
    size_t part = after_any(text, number, parts, COUNT_OF(parts));
    if (number == at || part == number)
        return text;
    part = after_any(text, part, marks, COUNT_OF(marks));
    struct str rest = str_trim((struct str){text.data + part, text.len - part});
    return rest.len ? rest : text;
}

/* Without one number in front: "5.11.2. Limitations", "Chapter 3: Soil"; the same text when there is none. */
static struct str without_number(struct str text)
{
    struct str rest = without_cjk_number(text), word, number;
    if (rest.len < text.len)
        return rest;
    if (!str_split(&rest, ' ', &word) || !rest.len)
        return text;
    if (is_title_number(word) && !measures(word, rest))
        return str_trim(rest);
    bool is_part = is_part_word(word) && str_split(&rest, ' ', &number) && rest.len && is_title_number(number);
    return is_part ? str_trim(rest) : text;
}

struct str heading_clean(struct str heading)
{
    static const char *const marks[] = {":", ".", "#", "\xC2\xB6", "："}; /* # and ¶: links to the heading itself */
    struct str text = str_trim(heading);
    for (struct str before = {0}; text.len != before.len;) {
        before = text;
        text = without_number(text);
    }
    for (size_t i = 0; i < COUNT_OF(marks);) {
        struct str mark = str_from(marks[i++]);
        if (!str_ends(text, mark))
            continue;
        text = str_trim((struct str){text.data, text.len - mark.len});
        i = 0;
    }
    return text;
}

/* Sets what a section is called, and all that follows from it. */
static void name_section(struct corpus_builder *builder, struct source_section *section, struct str title,
                         const struct worded *worded)
{
    section->title = title;
    section->is_boilerplate =
        cues_name_nothing(builder->cues, worded) || cues_is_one(builder->cues, worded, CUE_QUESTION);
    section->is_example = cues_is_one(builder->cues, worded, CUE_EXAMPLE);
    section->is_question =
        str_ends(title, STR("?")) || str_ends(title, STR("\xEF\xBC\x9F")) || str_ends(title, STR("\u061F"));
    struct arena *arena = builder->corpus->arena;
    uint32_t *numbers = vocabulary_numbers(&builder->corpus->vocabulary, arena, worded->words, worded->count);
    section->terms = corpus_terms(arena, worded, numbers);
    section->vector = vector_from_numbers(arena, section->terms.ids, section->terms.count);
}

void corpus_add_section(struct corpus_builder *builder, struct str title, size_t parent, int depth, double position)
{
    struct corpus *corpus = builder->corpus;
    struct worded worded;
    worded_split_again(builder->words, corpus->arena, title, &worded, NULL);
    struct source_section *section =
        VEC_PUSH(corpus->arena, corpus->sections, corpus->section_count, builder->sections_cap);
    if (!section)
        return;
    *section = (struct source_section){.page = builder->page, .parent = parent, .depth = depth, .position = position};
    name_section(builder, section, title, &worded);
}

static bool same_heading(const struct worded *heading, const struct worded *other)
{
    if (heading->count != other->count)
        return false;
    for (size_t i = 0; i < heading->count; i++)
        if (!str_eq(heading->words[i].folded, other->words[i].folded))
            return false;
    return true;
}

/* How many content words of the heading the other has too; *count: of how many. */
static size_t words_shared(const struct worded *heading, const struct worded *other, size_t *count)
{
    size_t shared = 0;
    *count = 0;
    for (size_t i = 0; i < heading->count; i++) {
        bool is_there = false;
        *count += !heading->words[i].is_stop;
        for (size_t j = 0; j < other->count && !heading->words[i].is_stop && !is_there; j++)
            is_there = str_eq(heading->words[i].stem, other->words[j].stem);
        shared += is_there;
    }
    return shared;
}

/* The first heading of a page names it as its readers know it, where it says nearly the same as the title and no less:
 * "Print sheets in landscape format", of "Print sheets in landscape orientation". Of another subject it is that of the
 * site. */
static void name_page(struct corpus_builder *builder, struct str title, const struct worded *worded)
{
    size_t count, of_title;
    size_t shared = words_shared(worded, &builder->page_title, &count);
    words_shared(&builder->page_title, worded, &of_title);
    if (shared && shared < count && count >= of_title)
        name_section(builder, &builder->corpus->sections[builder->open[0]], title, worded);
}

/* No section is opened by a heading that repeats the title of the page, nor by the label of a box ("Note"), whose text
 * belongs to what stands around it. */
void corpus_read_heading(struct corpus_builder *builder, const struct block *block, double position)
{
    struct corpus *corpus = builder->corpus;
    struct str title = heading_clean(block->text);
    struct worded worded;
    worded_split_again(builder->words, corpus->arena, title, &worded, NULL);
    if (!worded.count || cues_is_one(builder->cues, &worded, CUE_ASIDE))
        return;
    builder->is_first = true;
    builder->after_attack = false;
    if (builder->depth == 0 && (block->level == 1 || same_heading(&worded, &builder->page_title))) {
        if (!builder->levels[0])
            name_page(builder, title, &worded);
        builder->levels[0] = block->level;
        return;
    }
    while (builder->depth > 0 && builder->levels[builder->depth] >= block->level)
        builder->depth--;
    if (builder->depth == HEADING_LEVELS)
        return;
    corpus_add_section(builder, title, builder->open[builder->depth], builder->depth + 1, position);
    struct str written = str_trim(block->text);
    corpus->sections[corpus->section_count - 1].is_numbered =
        written.len && ascii_is_digit(written.data[0]) && title.len < written.len;
    builder->depth++;
    builder->levels[builder->depth] = block->level;
    builder->open[builder->depth] = corpus->section_count - 1;
    builder->after_question = corpus->sections[corpus->section_count - 1].is_question;
}

/* --- passages: runs of neighbouring sentences that can stand in another text --- */

enum {
    PASSAGE_SENTENCES = 4, /* longest run that reads as one paragraph */
    PASSAGE_MOST = 7       /* when its last sentences lean on those before */
};

struct passage *corpus_begin_passage(struct corpus_builder *builder, size_t block)
{
    struct corpus *corpus = builder->corpus;
    struct passage *passage = VEC_PUSH(corpus->arena, corpus->passages, corpus->passage_count, builder->passages_cap);
    if (!passage)
        return NULL;
    const struct page *page = &corpus->pages[builder->page];
    *passage = (struct passage){.page = builder->page,
                                .section = builder->open[builder->depth],
                                .first = corpus->sentence_count,
                                .block = block,
                                .position = (double)block / (double)page->count,
                                .is_answer = builder->after_question,
                                .stands_alone = true};
    builder->after_question = false;
    builder->is_first = false;
    return passage;
}

static struct hashes read_shingles(const struct corpus_builder *builder, const struct judged_sentence *judged)
{
    uint64_t *words = ARENA_ARRAY(builder->corpus->arena, judged->number_count, uint64_t);
    for (size_t i = 0; words && i < judged->number_count; i++)
        words[i] = judged->numbers[i];
    return words ? shingles_of(words, judged->number_count, SHINGLE_SENTENCE) : (struct hashes){0};
}

/* Does a sentence kept shortly before say nearly the same? */
static bool is_repeat(const struct corpus_builder *builder, const struct hashes *shingles)
{
    enum { FEWEST = 4 };
    size_t count = builder->kept_count < KEPT_SENTENCES ? builder->kept_count : KEPT_SENTENCES;
    for (size_t i = 0; i < count && shingles->count >= FEWEST; i++) {
        const struct hashes *other = &builder->corpus->sentences[builder->kept[i]].shingles;
        if (other->count >= FEWEST && shingles_overlap(shingles, other, SENTENCE_REPEAT))
            return true;
    }
    return false;
}

/* What is supposed says nothing without the sentences behind it, unless it is an example by itself. */
static void drop_lost_suppositions(struct judged_sentence *all, size_t count)
{
    for (size_t i = count; i-- > 0;)
        if (all[i].signs & SIGN_SUPPOSES && !(all[i].signs & (SIGN_ANNOUNCES | SIGN_LEADS)) &&
            (i + 1 == count || all[i + 1].use == USE_NONE))
            all[i].use = USE_NONE;
}

/* Leaves out the sentences of running text that nearly repeat one of the page. */
static void drop_repeats(struct corpus_builder *builder, struct judged_sentence *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct judged_sentence *one = &all[i];
        if (one->use != USE_OPENS && one->use != USE_FOLLOWS)
            continue;
        one->sentence.shingles = read_shingles(builder, one);
        if (is_repeat(builder, &one->sentence.shingles))
            one->use = USE_NONE;
    }
}

void corpus_append(struct corpus_builder *builder, struct passage *passage, const struct judged_sentence *judged,
                   int item)
{
    struct corpus *corpus = builder->corpus;
    struct source_sentence *sentence =
        VEC_PUSH(corpus->arena, corpus->sentences, corpus->sentence_count, builder->sentences_cap);
    if (!sentence)
        return;
    *sentence = judged->sentence;
    sentence->stands_alone = judged->use == USE_OPENS;
    sentence->item = item;
    passage->count++;
    passage->words += judged->sentence.words;
    sentence->vector = vector_from_numbers(corpus->arena, sentence->terms.ids, sentence->terms.count);
    if (!sentence->shingles.list)
        sentence->shingles = read_shingles(builder, judged);
    builder->kept[builder->kept_count++ % KEPT_SENTENCES] = corpus->sentence_count - 1;
}

/* No part of a worked example can be understood without the rest of it. */
bool corpus_in_example(const struct corpus_builder *builder)
{
    for (int depth = 1; depth <= builder->depth; depth++)
        if (builder->corpus->sections[builder->open[depth]].is_example)
            return true;
    return false;
}

static void add_passage_of(struct corpus_builder *builder, const struct judged_sentence *run, size_t count,
                           size_t block)
{
    struct passage *passage = corpus_begin_passage(builder, block);
    if (!passage)
        return;
    passage->stands_alone = run[0].use == USE_OPENS && !corpus_in_example(builder);
    for (size_t i = 0; i < count; i++)
        corpus_append(builder, passage, &run[i], 0);
}

bool corpus_follows_kept(const struct corpus_builder *builder, size_t block)
{
    static const unsigned boxes = BLOCK_NOTE | BLOCK_WARNING | BLOCK_QUOTED;
    const struct block *blocks = builder->corpus->pages[builder->page].blocks;
    return block > 0 && builder->kept_to == block && !((blocks[block].marks ^ blocks[block - 1].marks) & boxes);
}

static bool may_open(const struct corpus_builder *builder, const struct judged_sentence *all, size_t at, size_t block)
{
    bool answers = builder->after_question && at == 0, follows = at == 0 && corpus_follows_kept(builder, block);
    return all[at].use == USE_OPENS || ((answers || follows) && all[at].use == USE_FOLLOWS) ||
           (answers && all[at].use == USE_PHRASE);
}

/* How many of a run of sentences the next passage takes: an even share, and what leans on its last one. */
static size_t share_of_run(const struct judged_sentence *run, size_t count)
{
    size_t pieces = (count + PASSAGE_SENTENCES - 1) / PASSAGE_SENTENCES, take = (count + pieces - 1) / pieces;
    size_t longer = take, shorter = take;
    while (longer < count && run[longer].use == USE_FOLLOWS)
        longer++;
    while (shorter > 1 && shorter < count && run[shorter].use == USE_FOLLOWS)
        shorter--;
    return longer <= PASSAGE_MOST ? longer : shorter > 1 ? shorter : take;
}

/* Cuts a paragraph at its sentences into passages of even length, each beginning with one that stands by itself. */
void corpus_add_paragraph(struct corpus_builder *builder, struct judged_sentence *all, size_t count, size_t block)
{
    drop_lost_suppositions(all, count);
    drop_repeats(builder, all, count);
    for (size_t i = 0; i < count;) {
        if (!may_open(builder, all, i, block)) {
            i++;
            continue;
        }
        size_t run = 1;
        while (i + run < count && (all[i + run].use == USE_OPENS || all[i + run].use == USE_FOLLOWS))
            run++;
        size_t take = share_of_run(all + i, run);
        add_passage_of(builder, all + i, take, block);
        i += take;
    }
}

/* May the first sentence of a description lean, or be short? The term is what it speaks of: "stop(): Stops it." */
static bool may_begin_description(const struct judged_sentence *one, size_t count)
{
    bool stops = str_ends(one->sentence.text, STR(".")) || str_ends(one->sentence.text, STR("。"));
    return one->use == USE_FOLLOWS || (one->use == USE_PHRASE && (count > 1 || stops));
}

/* Leaves out what leans on a sentence or listing that was left out, and lets the others lean on the first that is kept:
 * that one carries the term. */
static void bind_description(struct description *description, struct judged_sentence *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct judged_sentence *one = &all[i];
        bool begins = !description->is_begun, after_gap = description->is_gap;
        bool is_kept = one->use == USE_OPENS || (one->use == USE_FOLLOWS && !begins && !after_gap) ||
                       (begins && i == 0 && !after_gap && may_begin_description(one, count));
        description->is_gap = !is_kept;
        one->sentence.stays_in_section = true;
        one->use = !is_kept ? USE_NONE : begins ? USE_OPENS : USE_FOLLOWS;
        if (!is_kept || !begins)
            continue;
        one->sentence.term = description->term;
        description->is_begun = true;
    }
}

void corpus_add_description(struct corpus_builder *builder, struct description *description,
                            struct judged_sentence *all, size_t count)
{
    size_t begun = description->is_begun || !count ? 0 : 1; /* the same is said of another term */
    drop_repeats(builder, all + begun, count - begun);
    drop_lost_suppositions(all, count);
    bind_description(description, all, count);
    for (size_t i = 0; i < count;) {
        size_t run = 0;
        while (i + run < count && all[i + run].use != USE_NONE)
            run++;
        size_t take = run ? share_of_run(all + i, run) : 1;
        if (run)
            add_passage_of(builder, all + i, take, description->block);
        i += take;
    }
}
