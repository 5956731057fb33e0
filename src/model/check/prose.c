#include "model/check/prose.h"

#include "model/check/copied.h"
#include "model/check/phrases.h"
#include "model/check/wording/quotation.h"

#include <stdarg.h>
#include <stdio.h>

enum { COPIED_RUN = 5, MOST_FAULT = 400 };

static const double MOST_COPIED = 0.05, SHORTEST = 0.6, LONGEST = 1.4, HEADING_REPEATED = 0.75;

/* --- the text as a whole --- */

static bool add_text(struct buf *out, const struct checked *checked)
{
    for (size_t b = 0; b < checked->count; b++) {
        const struct checked_block *block = &checked->blocks[b];
        for (size_t i = 0; i < block->count; i++)
            buf_printf(out, "%.*s%s%.*s ", STR_ARG(block->sentences[i].term), block->sentences[i].term.len ? ": " : "",
                       STR_ARG(block->sentences[i].text));
        buf_str(out, "\n\n");
    }
    return !out->failed;
}

static void count_sentences(struct checked *checked)
{
    checked->citations = 0;
    for (size_t b = 0; b < checked->count; b++)
        for (size_t i = 0; i < checked->blocks[b].count; i++)
            for (size_t k = 0; k < COUNT_OF(checked->blocks[b].sentences[i].cites); k++)
                checked->citations += checked->blocks[b].sentences[i].cites[k] != 0;
}

/* "I/O", "US", "Type I": no pronouns. */
static bool is_abbreviation(const struct worded *worded, size_t at)
{
    const struct word *word = &worded->words[at];
    struct str text = worded->text, plain = {text.data + word->start, word->end - word->start};
    bool is_upper = true;
    for (size_t i = 0; i < plain.len; i++)
        is_upper = is_upper && plain.data[i] >= 'A' && plain.data[i] <= 'Z';
    if (!is_upper || (word->end < text.len && text.data[word->end] == '/'))
        return is_upper;
    char before = at ? text.data[worded->words[at - 1].start] : 'a';
    return plain.len > 1 || (before >= 'A' && before <= 'Z' && !pattern_opens_sentence(worded, at));
}

/* I, we, you outside quotations. German "Sie" and "Ihr" within a sentence are "you". */
static size_t count_pronouns(const struct draft *draft, const struct worded *worded)
{
    bool is_german = draft->wording && str_eq(str_from(draft->wording->tag), STR("de"));
    struct quotations quotations = {.text = worded->text};
    size_t count = 0;
    for (size_t i = 0; i < worded->count; i++) {
        const struct word *word = &worded->words[i];
        struct str plain = {worded->text.data + word->start, word->end - word->start};
        bool is_formal = is_german && !pattern_opens_sentence(worded, i) &&
                         (str_eq(plain, STR("Sie")) || str_eq(plain, STR("Ihnen")) || str_starts(plain, STR("Ihr")));
        size_t end;
        bool is_pronoun = draft->wording && pattern_begins(draft->wording->persons, worded, i, &end);
        if ((is_formal || is_pronoun) && !is_abbreviation(worded, i) && !quotations_hold(&quotations, word->start))
            count++;
    }
    return count;
}

/* --- faults --- */

/* Notes a fault: the first is the one that is told; further ones follow it. */
static void add_fault(struct buf *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add_fault(struct buf *fault, const char *format, ...)
{
    char line[MOST_FAULT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (fault->len)
        buf_str(fault, "; ");
    size_t length = utf8_valid_length(str_from(line));
    buf_add(fault, line, length);
}

static void judge_length(struct draft *draft, struct buf *fault)
{
    enum { MOST_SHOWN = 90 };
    struct str removed = draft->removed;
    size_t shown = removed.len < MOST_SHOWN ? removed.len : MOST_SHOWN;
    const struct check_wanted *wanted = draft->wanted;
    struct checked *checked = draft->checked;
    bool is_short = wanted->min_words && (double)checked->words < SHORTEST * (double)wanted->min_words;
    bool is_long = wanted->max_words && (double)checked->words > LONGEST * (double)wanted->max_words;
    checked->is_unusable |= is_short && checked->words * 3 < wanted->min_words;
    if (is_short && checked->removed_sentences > 2)
        add_fault(fault,
                  "%zu sentences state what no passage says, such as \"%.*s\", and without them %zu words are left "
                  "instead of %zu",
                  checked->removed_sentences, (int)utf8_valid_length((struct str){removed.data, shown}), removed.data,
                  checked->words, wanted->min_words);
    else if (is_short)
        add_fault(fault, "it has %zu words instead of at least %zu", checked->words, wanted->min_words);
    if (is_long)
        add_fault(fault, "it has %zu words instead of at most %zu", checked->words, wanted->max_words);
}

static void judge_person(const struct draft *draft, struct buf *fault)
{
    if (draft->checked->pronouns)
        add_fault(fault, "it says I, we or you outside quotations");
}

static void judge_subheads(const struct draft *draft, struct buf *fault)
{
    const struct check_wanted *wanted = draft->wanted;
    for (size_t i = 0; i < wanted->subhead_count; i++) {
        bool found = false;
        for (size_t b = 0; b < draft->checked->count; b++)
            found |= draft->checked->blocks[b].kind == TEXT_SUBHEADING &&
                     draft->checked->blocks[b].heading.data == wanted->subheads[i].data;
        if (!found)
            add_fault(fault, "it lacks the heading \"%.*s\" or the text under it", STR_ARG(wanted->subheads[i]));
    }
}

static const struct checked_sentence *first_sentence(const struct checked *checked)
{
    for (size_t b = 0; b < checked->count; b++)
        if (checked->blocks[b].kind == TEXT_RUNNING && checked->blocks[b].count)
            return &checked->blocks[b].sentences[0];
    return NULL;
}

static bool names_code(const struct claim *claim)
{
    for (size_t i = 0; i < claim->facts.count; i++)
        if (claim->facts.list[i].kind == FACT_CODE)
            return true;
    return false;
}

/* A short heading shares its few words with any good first sentence, and one that makes a statement those of the
 * answer, which says more. */
static bool judge_heading(const struct draft *draft, struct buf *fault)
{
    enum { FEWEST_WORDS = 3, FEWEST_NEW = 4 };
    const struct checked_sentence *first = first_sentence(draft->checked);
    struct claim heading, said;
    if (!first || !draft->wanted->heading.len)
        return true;
    if (claim_read(draft->arena, &draft->pack, draft->wanted->heading, &heading, NULL) != OK ||
        claim_read(draft->arena, &draft->pack, first->text, &said, NULL) != OK)
        return false;
    if (heading.stems.count < FEWEST_WORDS)
        return true;
    struct pack_passage sentence = {.stems = said.stems};
    double share = support_together(&heading, &sentence, &sentence);
    double news = (double)said.stems.count - share * (double)heading.stems.count;
    if (share >= HEADING_REPEATED && news < FEWEST_NEW && !names_code(&said))
        add_fault(fault, "its first sentence repeats the heading");
    return true;
}

/* In a short text one term of eight words is not yet copying. */
static bool judge_copies(struct draft *draft, struct buf *fault, struct str text)
{
    enum { FEWEST_COPIED = 5 };
    struct str *sources = ARENA_ARRAY(draft->arena, draft->material->count, struct str), run = {NULL, 0};
    size_t runs = 0, shared = 0;
    for (size_t i = 0; sources && i < draft->material->count; i++) /* an introduction may say what its sections say */
        sources[i] = draft->material->excerpts[i].source == OWN_WORDS ? STR("") : draft->material->excerpts[i].text;
    if (draft->wanted->may_copy)
        return true;
    if (!sources ||
        copied_count(draft->arena, text, sources, draft->material->count, COPIED_RUN, &runs, &shared, NULL) != OK)
        return false;
    if (!runs || (double)shared <= MOST_COPIED * (double)runs || shared < FEWEST_COPIED)
        return true;
    /* A long run tells the model most. */
    for (size_t words = COPIED_RUN + 2; words >= COPIED_RUN && !run.len; words--)
        for (size_t i = 0; i < draft->material->count && !run.len; i++)
            if (copied_find(draft->arena, text, sources[i], words, &run, NULL) != OK)
                return false;
    add_fault(fault, "it copies runs of words from the passages, such as \"%.*s\"", STR_ARG(run));
    return true;
}

/* A hard phrase that could not be cut, in a sentence with a citation. */
static bool judge_phrases(struct draft *draft, struct buf *fault, const struct worded *worded)
{
    struct pattern_place place;
    if (!phrases_find(draft->material->language, worded, true, 0, &place))
        return true;
    size_t start = worded->words[place.first].start;
    struct str phrase = {worded->text.data + start, worded->words[place.end - 1].end - start};
    for (size_t i = 0; i < draft->material->count; i++)
        if (str_ifind(draft->material->excerpts[i].text, phrase, 0) < draft->material->excerpts[i].text.len)
            return true;
    add_fault(fault, "it uses the worn phrase \"%.*s\"", STR_ARG(phrase));
    return true;
}

/* Is the text in another language than the article? */
static bool is_in_wrong_language(const struct draft *draft, struct str text)
{
    enum { ENOUGH_WORDS = 25 };
    const struct language *wanted = draft->material->language;
    const struct language *own = words_count(text) >= ENOUGH_WORDS ? language_detect(text) : NULL;
    return own && wanted && wanted->stop_words && own != wanted;
}

static void judge_use(struct draft *draft, struct buf *fault, struct str text, bool is_json)
{
    struct checked *checked = draft->checked;
    bool has_text = checked->words > 0, is_uncited = draft->wanted->needs_citations && !checked->citations;
    bool is_foreign = is_in_wrong_language(draft, text);
    bool refuses = draft->refuses && (!has_text || !checked->citations);
    if (draft->repeats_system)
        add_fault(fault, "it repeats its instructions");
    if (refuses)
        add_fault(fault, "it is a remark or a question instead of the text");
    else if (is_json)
        add_fault(fault, "it is JSON instead of prose");
    else if (!has_text)
        add_fault(fault, "it has no text that can be used");
    else if (is_uncited)
        add_fault(fault, "it has no passage numbers");
    if (is_foreign)
        add_fault(fault, "it is not in %s", draft->material->language->name);
    checked->is_unusable = draft->repeats_system || refuses || is_json || !has_text || is_uncited || is_foreign;
}

/* Counts words, citations and pronouns, and says what is wrong with it all. E_MEMORY. */
static enum status prose_measure(struct draft *draft, struct error *err)
{
    struct checked *checked = draft->checked;
    struct buf text = {0}, fault = {0};
    struct worded worded;
    bool is_json = checked->is_unusable; /* as check_prose found */
    count_sentences(checked);
    bool done = add_text(&text, checked);
    struct str all = {done ? arena_copy_n(draft->arena, buf_text(&text), text.len) : NULL, text.len};
    buf_free(&text);
    if (!all.data || worded_split(draft->arena, all, draft->material->language, &worded, err) != OK)
        return error_memory(err);
    checked->words = words_count(all);
    checked->pronouns = draft->wanted->person == CHECK_THIRD_PERSON ? count_pronouns(draft, &worded) : 0;
    judge_use(draft, &fault, all, is_json);
    judge_length(draft, &fault);
    judge_subheads(draft, &fault);
    judge_person(draft, &fault);
    done = judge_heading(draft, &fault) && judge_copies(draft, &fault, all) && judge_phrases(draft, &fault, &worded);
    const char *kept = done && !fault.failed ? arena_copy_n(draft->arena, buf_text(&fault), fault.len) : NULL;
    checked->fault = (struct str){kept, fault.len};
    buf_free(&fault);
    return kept ? OK : error_memory(err);
}

/* --- all of it --- */

static bool looks_like_json(struct str answer)
{
    answer = str_trim(answer);
    return answer.len > 1 &&
           ((answer.data[0] == '{' && answer.data[answer.len - 1] == '}') || str_starts(answer, STR("```json")));
}

/* The last sentence of a section, when it cites nothing and no passage says it, only rounds it off. */
static void drop_last_word(struct draft *draft)
{
    struct checked *checked = draft->checked;
    struct checked_block *block = checked->count ? &checked->blocks[checked->count - 1] : NULL;
    if (!block || block->kind != TEXT_RUNNING || draft->wanted->is_last || draft->wanted->is_unsourced ||
        !draft->material->count)
        return;
    size_t last = block->count;
    while (last > 0 && draft_is_gone(&block->sentences[last - 1]))
        last--;
    const struct checked_sentence *sentence = last > 1 ? &block->sentences[last - 1] : NULL;
    if (sentence && !sentence->item && !sentence->cites[0] && sentence->support < 0.35 &&
        draft->wanted->needs_citations)
        draft_remove(draft, block, last - 1);
}

static enum status check_draft(struct draft *draft, struct error *err)
{
    if (pack_read(draft->arena, draft->material, &draft->pack, err) != OK || draft_read(draft, err) != OK ||
        prose_drop_talk(draft, err) != OK || prose_drop_closing(draft, err) != OK ||
        prose_drop_phrases(draft, err) != OK || prose_check_support(draft, err) != OK)
        return E_MEMORY;
    drop_last_word(draft);
    if (draft_repair(draft, err) != OK)
        return E_MEMORY;
    draft->checked->is_unusable = looks_like_json(draft->answer);
    return prose_measure(draft, err);
}

/* The words of the excerpts take a hundred times as much as the answer: they go when it is checked. */
enum status check_prose(struct arena *arena, const struct check_material *material, const struct check_wanted *wanted,
                        struct str answer, struct checked *checked, struct error *err)
{
    struct draft draft = {.arena = arena_new(),
                          .material = material,
                          .wanted = wanted,
                          .wording = wording_of(material->language),
                          .checked = checked,
                          .answer = answer};
    *checked = (struct checked){0};
    enum status status = draft.arena ? check_draft(&draft, err) : error_memory(err);
    if (!status)
        status = draft_keep(arena, checked, err);
    arena_free(draft.arena);
    return status;
}
