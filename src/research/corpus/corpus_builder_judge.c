/* Judges sentences: each by itself, then by what stands around it. */
#include "research/corpus/corpus_builder.h"

enum { MOST_CUTS = 8, FEWEST_WORDS = 6, LONGEST_CLAUSE = 100 /* bytes */ };

struct trim_cut {
    size_t start, end; /* bytes of the sentence */
};

struct cutting {
    const struct sentence_view *view;
    const struct cue_table *cues;
    struct trim_cut cuts[MOST_CUTS];
    size_t count;
    bool is_subordinate; /* the sentence begins with a clause before the main one: the last may be that */
};

static size_t word_start(const struct cutting *cutting, size_t word)
{
    return cutting->view->worded.words[word].start - cutting->view->start;
}

/* In the order of the text; one that overlaps the last is none. */
static void add_cut(struct cutting *cutting, size_t start, size_t end)
{
    bool overlaps = cutting->count && start < cutting->cuts[cutting->count - 1].end;
    if (cutting->count < MOST_CUTS && !overlaps && start < end)
        cutting->cuts[cutting->count++] = (struct trim_cut){start, end};
}

/* The bracket that closes the one at `open`; the length of the text when none does. */
static size_t closing_bracket(struct str text, size_t open)
{
    int depth = 0;
    for (size_t at = open; at < text.len; at++) {
        depth += text.data[at] == '(' ? 1 : text.data[at] == ')' ? -1 : 0;
        if (depth == 0)
            return at;
    }
    return text.len;
}

/* The comma or semicolon at `at`, and its bytes; '\0': none. */
static char divider_at(struct str text, size_t at, size_t *length)
{
    struct str rest = {text.data + at, text.len - at};
    bool is_comma = str_starts(rest, STR("\u060C")), is_semicolon = str_starts(rest, STR("\u061B")); /* Arabic */
    *length = is_comma || is_semicolon ? 2 : 1;
    if (is_comma || is_semicolon)
        return is_comma ? ',' : ';';
    return (char)(rest.len && (rest.data[0] == ',' || rest.data[0] == ';') ? rest.data[0] : '\0');
}

/* The same in front of `at`, white space between: where it stands. */
static char divider_before(struct str text, size_t at, size_t *start)
{
    size_t length;
    while (at > 0 && text.data[at - 1] == ' ')
        at--;
    for (size_t bytes = 1; bytes <= 2 && bytes <= at; bytes++) {
        *start = at - bytes;
        char divider = divider_at(text, *start, &length);
        if (divider && length == bytes)
            return divider;
    }
    return '\0';
}

/* The comma or semicolon that ends the clause at `from`, or the stop at the end of the sentence. */
static size_t clause_end(struct str text, size_t from)
{
    size_t stop = text.len, length;
    if (str_ends(text, STR("\u0964"))) /* danda */
        stop -= strlen("\u0964");
    while (stop > from && strchr(".!:\"')", text.data[stop - 1]))
        stop--;
    for (size_t at = from; at < stop; at++) {
        if (text.data[at] == '(' || text.data[at] == ')')
            return text.len; /* half of what is in brackets: no whole clause */
        if (divider_at(text, at, &length) && at + length < text.len && text.data[at + length] == ' ')
            return at;
    }
    return stop;
}

/* ", as described above" with the comma before it, and the one behind it; "; see Section 3" at the end. */
static void cut_clause(struct cutting *cutting, size_t word)
{
    struct str text = cutting->view->text;
    size_t from = word_start(cutting, word), comma = 0, length;
    char before = divider_before(text, from, &comma);
    size_t end = clause_end(text, from);
    if (!before || end == text.len || end - from > LONGEST_CLAUSE || text.data[end] == ':')
        return;
    char behind = divider_at(text, end, &length);
    if (!behind && before == ',' && cutting->is_subordinate)
        return; /* "For details, see Section 3." */
    if (behind == ';' || (before == ';' && behind == ','))
        return;
    add_cut(cutting, comma, end + (behind ? length : 0));
}

/* ", see Chapter 13" at the end of what is in brackets, with the comma before it. */
static void cut_in_bracket(struct cutting *cutting, size_t word)
{
    struct str text = cutting->view->text;
    size_t at = word_start(cutting, word), open = at, close = at, comma;
    if (!divider_before(text, at, &comma))
        return;
    while (open > 0 && text.data[open - 1] != '(' && text.data[open - 1] != ')')
        open--;
    while (close < text.len && text.data[close] != '(' && text.data[close] != ')')
        close++;
    if (open > 0 && text.data[open - 1] == '(' && close < text.len && text.data[close] == ')')
        add_cut(cutting, comma, close);
}

/* " (see Section 3)" with the white space before it. */
static void cut_bracket(struct cutting *cutting, size_t word)
{
    struct str text = cutting->view->text;
    size_t open = word_start(cutting, word);
    if (!open || text.data[open - 1] != '(') {
        cut_in_bracket(cutting, word);
        return;
    }
    size_t close = closing_bracket(text, --open);
    if (close == text.len || !open)
        return;
    while (open > 0 && text.data[open - 1] == ' ')
        open--;
    add_cut(cutting, open, close + 1);
}

/* "Note that", with the comma behind it. */
static void cut_opening(struct cutting *cutting, size_t end_word)
{
    if (word_start(cutting, 0) == 0 && end_word < cutting->view->worded.count)
        add_cut(cutting, 0, word_start(cutting, end_word));
}

static void find_cuts(struct cutting *cutting)
{
    const struct worded *worded = &cutting->view->worded;
    size_t ends[CUES];
    for (size_t at = 0; at < worded->count; at++) {
        uint32_t found = cues_at(cutting->cues, worded, at, ends);
        if (at == 0)
            cutting->is_subordinate = found & CUE_BIT(CUE_SUBORDINATE);
        if (at == 0 && found & CUE_BIT(CUE_CUT_OPENING))
            cut_opening(cutting, ends[CUE_CUT_OPENING]);
        if (found & CUE_BIT(CUE_CUT_BRACKET))
            cut_bracket(cutting, at);
        if (at > 0 && found & CUE_BIT(CUE_CUT_CLAUSE))
            cut_clause(cutting, at);
    }
}

/* Where a byte of the sentence stands in what is left; one that was cut out: where the cut was. */
static size_t moved(const struct cutting *cutting, size_t at)
{
    size_t gone = 0;
    for (size_t i = 0; i < cutting->count && cutting->cuts[i].start < at; i++)
        gone += (at < cutting->cuts[i].end ? at : cutting->cuts[i].end) - cutting->cuts[i].start;
    return at - gone;
}

static struct spans move_spans(struct arena *arena, const struct cutting *cutting)
{
    struct spans spans = cutting->view->spans;
    struct span *list = ARENA_ARRAY(arena, spans.count, struct span);
    struct spans left = {list, 0};
    for (size_t i = 0; list && i < spans.count; i++) {
        struct span span = {spans.list[i].kind, moved(cutting, spans.list[i].start), moved(cutting, spans.list[i].end)};
        if (span.start < span.end)
            list[left.count++] = span;
    }
    return left;
}

/* Is its first word a name such as "pg_dump" that is written so everywhere? */
static bool begins_with_identifier(struct str text)
{
    for (size_t i = 0; i < text.len && text.data[i] != ' '; i++)
        if (strchr("_0123456789()/=", text.data[i]) || (i && text.data[i] >= 'A' && text.data[i] <= 'Z'))
            return true;
    return false;
}

/* Appends the text with a capital in front. A letter whose capital has another length stays, as marks on the text would
 * move. */
static void add_capitalised(struct buf *out, struct str text)
{
    uint32_t first = 0;
    size_t length = text.len ? utf8_decode(text, 0, &first) : 0;
    struct buf capital = {0};
    if (unicode_is_lower(first) && !begins_with_identifier(text))
        utf8_append(&capital, unicode_to_upper(first));
    if (capital.len != length)
        length = 0;
    buf_add(out, buf_text(&capital), length);
    buf_add(out, text.data + length, text.len - length);
    out->failed = out->failed || capital.failed;
    buf_free(&capital);
}

bool sentence_trim(struct arena *arena, const struct sentence_view *view, const struct cue_table *cues,
                   struct trimmed *trimmed)
{
    struct cutting cutting = {.view = view, .cues = cues};
    struct buf left = {0};
    find_cuts(&cutting);
    if (!cutting.count)
        return false;
    size_t at = 0;
    for (size_t i = 0; i < cutting.count; i++) {
        buf_add(&left, view->text.data + at, cutting.cuts[i].start - at);
        at = cutting.cuts[i].end;
    }
    struct str rest = {view->text.data + at, view->text.len - at};
    if (left.len == 0)
        add_capitalised(&left, rest);
    else
        buf_add(&left, rest.data, rest.len);
    *trimmed = (struct trimmed){buf_keep(&left, arena), move_spans(arena, &cutting)};
    return words_count(trimmed->text) >= FEWEST_WORDS;
}

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

static bool sentence_is_foreign(const struct corpus_builder *builder, const struct sentence_view *view)
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
static size_t announced_number(const struct language *language, struct str word)
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
        size_t number = announced_number(builder->corpus->language, worded->words[i].folded);
        numbers |= number >= 2 && number <= LIST_STEPS ? 1u << number : 0;
    }
    return numbers;
}

struct terms corpus_terms(struct arena *arena, const struct worded *worded, const uint32_t *numbers)
{
    uint32_t *ids = numbers ? ARENA_ARRAY(arena, worded->count, uint32_t) : NULL;
    struct terms terms = {ids, 0};
    for (size_t i = 0; ids && i < worded->count; i++)
        if (!worded->words[i].is_stop)
            ids[terms.count++] = numbers[i];
    return terms;
}

/* The words of a sentence that was trimmed, in memory of the page that is read. */
static void look_again(struct corpus_builder *builder, const struct trimmed *trimmed, struct sentence_view *view,
                       struct judged_sentence *one)
{
    *view = (struct sentence_view){.text = trimmed->text,
                                   .spans = trimmed->spans,
                                   .length = words_count(trimmed->text),
                                   .name = view->name,
                                   .is_inflected = view->is_inflected,
                                   .is_item = view->is_item};
    worded_split_again(builder->words, builder->scratch, trimmed->text, &view->worded, NULL);
    one->numbers =
        vocabulary_numbers(&builder->corpus->vocabulary, builder->scratch, view->worded.words, view->worded.count);
    one->number_count = one->numbers ? view->worded.count : 0;
}

void corpus_judge(struct corpus_builder *builder, const struct sentence_view *seen, const uint32_t *numbers,
                  struct judged_sentence *one)
{
    static const uint32_t cutting = CUE_BIT(CUE_CUT_OPENING) | CUE_BIT(CUE_CUT_CLAUSE) | CUE_BIT(CUE_CUT_BRACKET);
    struct sentence_view view = *seen;
    struct trimmed trimmed;
    *one = (struct judged_sentence){.numbers = numbers, .number_count = view.worded.count};
    one->is_foreign = sentence_is_foreign(builder, &view);
    uint32_t found = one->is_foreign ? 0 : cues_found(builder->cues, &view.worded);
    if (found & cutting && sentence_trim(builder->corpus->arena, &view, builder->cues, &trimmed)) {
        look_again(builder, &trimmed, &view, one);
        found = cues_found(builder->cues, &view.worded);
    }
    one->sentence.text = view.text;
    one->sentence.spans = view.spans;
    one->sentence.words = view.length;
    if (one->is_foreign)
        return;
    struct sentence_judgment judgment = classify_sentence(&view, found, builder->max_words);
    one->use = is_broken_off(view.text) ? USE_NONE : judgment.use;
    one->signs = judgment.signs;
    one->announced = judgment.signs & SIGN_LEADS ? announced_numbers(builder, &view.worded) : 0;
    one->sentence.terms = corpus_terms(builder->corpus->arena, &view.worded, one->numbers);
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
