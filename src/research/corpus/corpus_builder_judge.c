/* Judges sentences: each by itself, then by what stands around it. */
#include "research/corpus/corpus_builder.h"

/* In so many words a language is told, in fewer where prose of the corpus's own may lack function words; else that has
 * at least this share of them. */
enum { TELLING_WORDS = 8, TELLING_INFLECTED = 5, STOPS_PERCENT = 20 };

/* The letters of Latin alphabets come first, those of all other scripts begin with Greek. */
static bool is_latin(struct str word)
{
    enum { FIRST_GREEK = 0x370 };
    uint32_t first;
    utf8_decode(word, 0, &first);
    return first < FIRST_GREEK;
}

/* Is it written in Latin letters where the language has others? Its last function word is in its own. */
static bool is_in_other_script(const struct language *language, const struct worded *worded)
{
    if (!language || !language->stop_word_count || worded->count < TELLING_INFLECTED ||
        is_latin(str_from(language->stop_words[language->stop_word_count - 1])))
        return false;
    for (size_t i = 0; i < worded->count; i++)
        if (!is_latin(worded->words[i].folded))
            return false;
    return true;
}

static bool builder_judge_is_foreign(const struct corpus_builder *builder, const struct sentence_view *view)
{
    size_t stops = worded_stops(&view->worded), count = view->worded.count;
    if (is_in_other_script(builder->corpus->language, &view->worded))
        return true;
    size_t telling = view->is_inflected && !stops ? TELLING_INFLECTED : TELLING_WORDS;
    if (count < telling || stops * 100 >= count * STOPS_PERCENT)
        return false;
    const struct language *found = language_detect(view->text);
    return found && found != builder->corpus->language;
}

static bool is_broken_off(struct str text)
{
    return str_ends(text, STR("..")) || str_ends(text, STR("\xE2\x80\xA6"));
}

/* The number from 2 on that the word stands for; 0: none. */
static size_t builder_judge_number_of(const struct language *language, struct str word)
{
    size_t value = 0, digits = 0;
    for (; digits < word.len && digits < 3 && ascii_is_digit(word.data[digits]); digits++)
        value = value * 10 + (size_t)(word.data[digits] - '0');
    if (digits)
        return digits == word.len ? value : 0;
    return language_number(language, word);
}

/* The numbers from 2 to 12 that a sentence announces, as bits. */
static unsigned announced_numbers(const struct corpus_builder *builder, const struct worded *worded)
{
    unsigned numbers = 0;
    for (size_t i = 0; i < worded->count; i++) {
        size_t number = builder_judge_number_of(builder->corpus->language, worded->words[i].folded);
        numbers |= number >= 2 && number <= LIST_STEPS ? 1u << number : 0;
    }
    return numbers;
}

/* The content words of the sentence, in its order. */
static enum status set_terms(struct corpus_builder *builder, const struct worded *worded, struct judged_sentence *one)
{
    uint32_t *ids = ARENA_ARRAY(builder->corpus->arena, worded->count, uint32_t);
    if (!ids)
        return error_memory(builder->err);
    one->sentence.terms = (struct terms){ids, 0};
    for (size_t i = 0; i < worded->count; i++)
        if (!worded->words[i].is_stop)
            ids[one->sentence.terms.count++] = one->numbers[i];
    return OK;
}

/* The words of a sentence that was trimmed, in memory of the page that is read. */
static enum status look_again(struct corpus_builder *builder, const struct trimmed *trimmed, struct sentence_view *view,
                              struct judged_sentence *one)
{
    *view = (struct sentence_view){.text = trimmed->text,
                                   .spans = trimmed->spans,
                                   .length = words_count(trimmed->text),
                                   .name = view->name,
                                   .is_inflected = view->is_inflected,
                                   .is_item = view->is_item};
    enum status status =
        worded_split_again(builder->words, builder->scratch, trimmed->text, &view->worded, builder->err);
    uint32_t *numbers = status ? NULL : ARENA_ARRAY(builder->scratch, view->worded.count, uint32_t);
    if (!numbers)
        return error_memory(builder->err);
    one->numbers = numbers;
    one->number_count = view->worded.count;
    return vocabulary_numbers(&builder->corpus->vocabulary, view->worded.words, view->worded.count, numbers,
                              builder->err);
}

enum status corpus_judge(struct corpus_builder *builder, const struct sentence_view *seen, const uint32_t *numbers,
                         struct judged_sentence *one)
{
    static const uint32_t cutting = CUE_BIT(CUE_CUT_OPENING) | CUE_BIT(CUE_CUT_CLAUSE) | CUE_BIT(CUE_CUT_BRACKET);
    struct sentence_view view = *seen;
    struct trimmed trimmed;
    bool is_cut = false;
    enum status status = OK;
    *one = (struct judged_sentence){.numbers = numbers, .number_count = view.worded.count};
    one->is_foreign = builder_judge_is_foreign(builder, &view);
    uint32_t found = one->is_foreign ? 0 : cues_found(builder->cues, &view.worded);
    if (found & cutting)
        status = sentence_trim(builder->corpus->arena, &view, builder->cues, &trimmed, &is_cut, builder->err);
    if (is_cut && !status)
        status = look_again(builder, &trimmed, &view, one);
    if (is_cut && !status)
        found = cues_found(builder->cues, &view.worded);
    one->sentence.text = view.text;
    one->sentence.spans = view.spans;
    one->sentence.words = view.length;
    if (status || one->is_foreign)
        return status;
    struct sentence_judgment judgment = classify_sentence(&view, found, builder->max_words);
    one->use = is_broken_off(view.text) ? USE_NONE : judgment.use;
    one->signs = judgment.signs;
    one->announced = judgment.signs & SIGN_LEADS ? announced_numbers(builder, &view.worded) : 0;
    return set_terms(builder, &view.worded, one);
}

/* --- by what stands around them --- */

/* What keeps a sentence from speaking for an article. */
static const unsigned bound_signs = SIGN_ATTRIBUTES | SIGN_SUPPOSES | SIGN_ATTACKS | SIGN_IS_OWN;

/* A denial takes back the sentence before it: neither can be told without the other, and both together say little. */
static void drop_denied(struct judged_sentence *all, size_t count, struct read_block *before)
{
    for (size_t i = 0; i < count; i++) {
        if (!(all[i].signs & SIGN_DENIES))
            continue;
        all[i].use = USE_NONE;
        if (i > 0)
            all[i - 1].use = USE_NONE;
        else if (before && before->count)
            before->all[before->count - 1].use = USE_NONE;
    }
}

/* What others say, and what is supposed, stands between its neighbours or not at all; the sentence behind it is in its
 * scope. */
static void bind_scopes(struct judged_sentence *all, size_t count)
{
    static const unsigned of_example = SIGN_SUPPOSES | SIGN_REFERS;
    bool is_explanation = count && all[0].use == USE_NONE && (all[0].signs & of_example) == of_example;
    for (size_t i = 1; i < count && is_explanation; i++) /* "The example above ...": so does all of the paragraph */
        all[i].use = all[i].use == USE_OPENS ? USE_FOLLOWS : all[i].use;
    for (size_t i = 0; i < count; i++) {
        if (!(all[i].signs & (SIGN_ATTRIBUTES | SIGN_SUPPOSES)))
            continue;
        if (i > 0 && all[i].use == USE_OPENS)
            all[i].use = USE_FOLLOWS;
        if (i + 1 == count)
            continue;
        struct judged_sentence *next = &all[i + 1];
        next->sentence.stays_in_section = true;
        if (next->use == USE_OPENS)
            next->use = USE_FOLLOWS;
        if (next->use == USE_NONE)
            all[i].use = USE_NONE;
    }
}

/* Nothing can stand right behind a sentence within a paragraph but the next one. */
static void drop_referring(struct judged_sentence *all, size_t count)
{
    for (size_t i = 0; i + 1 < count; i++)
        if (all[i].signs & (SIGN_REFERS | SIGN_LEADS))
            all[i].use = USE_NONE;
}

static void judge_block(struct read_block *block, unsigned marks, struct read_block *before)
{
    drop_denied(block->all, block->count, before);
    drop_referring(block->all, block->count);
    bind_scopes(block->all, block->count);
    for (size_t i = 0; i < block->count; i++) {
        struct judged_sentence *one = &block->all[i];
        one->sentence.stays_in_section |= one->signs & bound_signs || marks & (BLOCK_NOTE | BLOCK_WARNING);
        if (marks & BLOCK_QUOTED || one->is_foreign)
            one->use = USE_NONE;
    }
}

/* An attribution at the end of a block has the next one in its scope: "Some people believe the following:". So has it a
 * listing that stands between them, and then nothing else. */
static bool reaches_on(const struct read_block *block)
{
    static const unsigned announcing = SIGN_LEADS | SIGN_ANNOUNCES | SIGN_REFERS;
    const struct judged_sentence *last = block->count ? &block->all[block->count - 1] : NULL;
    return last && last->signs & (SIGN_ATTRIBUTES | SIGN_SUPPOSES) && last->signs & announcing;
}

void corpus_judge_context(struct corpus_builder *builder, const struct page *page)
{
    struct read_block *before = NULL;
    for (size_t i = 0; i < page->count; i++) {
        struct read_block *block = &builder->blocks[i];
        if (page->blocks[i].kind == BLOCK_HEADING)
            before = NULL;
        if (!block->count)
            continue;
        judge_block(block, page->blocks[i].marks, before);
        if (before && before + 1 == block && reaches_on(before))
            block->all[0].use = USE_NONE;
        before = block;
    }
}
