#include "model/check/prose.h"

#include "model/check/copied.h"
#include "model/check/cut.h"
#include "model/check/phrases.h"
#include "model/check/wording/quotation.h"
#include "text/word_list.h"

enum {
    SYSTEM_RUN = 6,       /* words in a row that are a part of the system text */
    SHORTEST_REST = 4,    /* words of a sentence of which something was cut */
    WORDS_PER_SOFT = 500, /* people use one soft phrase in so many words */
};

static bool split(struct draft *draft, struct str text, struct worded *worded)
{
    return worded_split(draft->arena, text, draft->material->language, worded, NULL) == OK;
}

/* --- talk --- */

static bool is_talk(const struct draft *draft, const struct worded *worded)
{
    const struct wording *own = draft->wording, *english = wording_english();
    struct pattern_place place;
    return pattern_find(own ? own->remarks : NULL, worded, 0, &place) ||
           pattern_find(english->remarks, worded, 0, &place);
}

static bool is_refusal(const struct draft *draft, const struct worded *worded)
{
    const struct wording *own = draft->wording, *english = wording_english();
    size_t end;
    return pattern_begins(own ? own->refusals : NULL, worded, 0, &end) ||
           pattern_begins(english->refusals, worded, 0, &end);
}

/* Was the sentence said before, word by word? */
static bool is_repeated(const struct draft *draft, const struct checked_block *until, size_t place)
{
    struct str text = until->sentences[place].text;
    for (const struct checked_block *block = draft->checked->blocks; block <= until; block++) {
        size_t count = block == until ? place : block->count;
        for (size_t i = 0; block->kind == TEXT_RUNNING && i < count; i++)
            if (str_ieq(block->sentences[i].text, text))
                return true;
    }
    return false;
}

enum status prose_drop_talk(struct draft *draft, struct error *err)
{
    struct str system = draft->material->system, run = {NULL, 0};
    if (system.len && copied_find(draft->arena, draft->answer, system, SYSTEM_RUN, &run, err) != OK)
        return error_memory(err);
    if (!run.len)
        system.len = 0; /* as in nearly all answers: no sentence need be looked at */
    for (size_t b = 0; b < draft->checked->count; b++) {
        struct checked_block *block = &draft->checked->blocks[b];
        for (size_t i = 0; block->kind != TEXT_TABLE && i < block->count; i++) {
            struct checked_sentence *sentence = &block->sentences[i];
            struct worded worded;
            run.len = 0;
            if (draft_is_gone(sentence))
                continue;
            if (!split(draft, sentence->text, &worded) ||
                (system.len && copied_find(draft->arena, sentence->text, system, SYSTEM_RUN, &run, err) != OK))
                return error_memory(err);
            draft->repeats_system |= run.len > 0;
            bool refuses = !sentence->cites[0] && is_refusal(draft, &worded);
            draft->refuses |= refuses;
            bool asks = !sentence->cites[0] && str_ends(sentence->text, STR("?")); /* the reader, for effect */
            if (run.len || refuses || asks || is_talk(draft, &worded) || is_repeated(draft, block, i))
                draft_remove(draft, block, i);
        }
    }
    return OK;
}

/* --- phrases --- */

/* Is the phrase a term of the subject: at most two words that a cited excerpt or the customer has too? */
static bool is_term(const struct draft *draft, const struct checked_sentence *sentence, struct str phrase, size_t words)
{
    if (words > 2)
        return false;
    if (str_ifind(draft->material->allowed, phrase, 0) < draft->material->allowed.len)
        return true;
    for (size_t i = 0; i < COUNT_OF(sentence->cites) && sentence->cites[i]; i++) {
        struct str text = draft->material->excerpts[sentence->cites[i] - 1].text;
        if (str_ifind(text, phrase, 0) < text.len)
            return true;
    }
    return false;
}

static size_t words_outside(const struct worded *worded, struct pattern_place place)
{
    return worded->count - (place.end - place.first);
}

static char behind_word(const struct worded *worded, size_t word)
{
    size_t end = worded->words[word].end;
    return end < worded->text.len ? worded->text.data[end] : '.';
}

/* The word from which a clause may stand alone that an opening phrase introduced: behind "that", or behind a comma that
 * comes soon. 0: none. */
static size_t clause_start(const struct worded *worded, struct pattern_place place)
{
    enum { SOON = 6 };
    struct str last = worded->words[place.end - 1].folded;
    if (place.end < worded->count && str_eq(last, STR("that")))
        return place.end;
    if (place.end < worded->count && str_eq(worded->words[place.end].folded, STR("that")))
        return place.end + 1;
    for (size_t i = place.end - 1; i + 1 < worded->count && i < place.end + SOON; i++)
        if (behind_word(worded, i) == ',')
            return i + 1;
    return 0;
}

/* Does a clause begin with the word that may go without harm: ", which ...", ", making ..."? */
static bool begins_aside(const struct draft *draft, const struct worded *worded, size_t word)
{
    static const char *const relatives[] = {"which", "was", "wodurch", "womit", NULL};
    struct str folded = worded->words[word].folded;
    bool is_english = str_eq(str_from(draft->wording->tag), STR("en"));
    size_t end;
    return word_list_has(relatives, folded) || (is_english && str_ends(folded, STR("ing"))) ||
           pattern_begins(draft->wording->tails, worded, word, &end);
}

/* The comma before the aside in which the phrase stands. text.len: there is none. */
static size_t tail_comma(const struct draft *draft, const struct worded *worded, struct pattern_place place)
{
    for (size_t i = place.first + 1; i-- > 1;)
        if (behind_word(worded, i - 1) == ',' && !quotation_holds(worded->text, worded->words[i - 1].end))
            return begins_aside(draft, worded, i) ? worded->words[i - 1].end : worded->text.len;
    return worded->text.len;
}

static bool has_digit_or_code(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (ascii_is_digit(text.data[i]) || text.data[i] == '`')
            return true;
    return false;
}

/* An adjective before its noun goes, and an adverb before its verb: "a robust array", "seamlessly joins". */
static bool is_attribute(const struct worded *worded, struct pattern_place place)
{
    if (place.end - place.first != 1 || place.end >= worded->count || behind_word(worded, place.first) != ' ')
        return false;
    const struct word *next = &worded->words[place.end], *own = &worded->words[place.first];
    bool is_adverb = str_ends(own->folded, STR("ly")), is_joined = memchr(own->folded.data, '-', own->folded.len);
    bool is_verb = !is_joined && (str_ends(own->folded, STR("s")) || str_ends(own->folded, STR("ing")));
    bool after_and = place.first > 0 && str_eq(worded->words[place.first - 1].folded, STR("and"));
    bool is_apart = next->start == own->end + 1;
    return is_apart && !next->is_stop && !after_and && (is_adverb || !is_verb);
}

/* "an" before the word that follows now, when the cut word asked for the other form. */
static struct str mend_article(struct draft *draft, struct str text, size_t at)
{
    bool has_an = at >= 3 && str_ieq((struct str){text.data + at - 3, 3}, STR("an "));
    bool has_a = !has_an && at >= 2 && str_ieq((struct str){text.data + at - 2, 2}, STR("a ")) &&
                 (at == 2 || text.data[at - 3] == ' ');
    bool needs_an = at < text.len && memchr("aeiouAEIOU", text.data[at], 10);
    if (!(has_an && !needs_an) && !(has_a && needs_an))
        return text;
    size_t article = has_an ? at - 3 : at - 2;
    const char *mended = arena_printf(draft->arena, "%.*s%c%s%.*s", (int)article, text.data, text.data[article],
                                      needs_an ? "n " : " ", (int)(text.len - at), text.data + at);
    return str_from(mended);
}

/* The sentence without the phrase, or with no length when it cannot stand without. data NULL: memory ran out. */
static struct str without_phrase(struct draft *draft, const struct worded *worded, struct pattern_place place)
{
    struct str text = worded->text, none = {"", 0};
    size_t start = worded->words[place.first].start, rest = place.first == 0 ? clause_start(worded, place) : 0;
    if (rest && worded->count - rest >= SHORTEST_REST &&
        !has_digit_or_code((struct str){text.data, worded->words[rest].start}) &&
        !str_eq(worded->words[rest].folded, STR("it")))
        return cut_out(draft->arena, text, 0, worded->words[rest].start);
    if (words_outside(worded, place) < SHORTEST_REST)
        return none;
    if (is_attribute(worded, place)) {
        struct str cut = cut_out(draft->arena, text, start, worded->words[place.end].start);
        bool is_english = str_eq(str_from(draft->wording->tag), STR("en"));
        return cut.data && is_english ? mend_article(draft, cut, start) : cut;
    }
    size_t comma = tail_comma(draft, worded, place);
    struct str tail = {text.data + comma, text.len - comma};
    if (comma < text.len && words_count((struct str){text.data, comma}) > SHORTEST_REST && !has_digit_or_code(tail) &&
        !memchr("?!", text.data[text.len - 1], 2))
        return cut_tail(draft->arena, text, comma);
    return none;
}

/* Cuts phrases of one list. soft: how many more may stay; NULL: none may, and an uncited sentence goes with one that
 * cannot be cut. */
static bool cut_phrases(struct draft *draft, struct checked_block *block, size_t place, struct worded *worded,
                        size_t *soft)
{
    struct checked_sentence *sentence = &block->sentences[place];
    struct pattern_place found;
    if (draft_is_gone(sentence))
        return true;
    for (size_t from = 0; phrases_find(draft->material->language, worded, soft == NULL, from, &found);) {
        size_t start = worded->words[found.first].start;
        struct str phrase = {worded->text.data + start, worded->words[found.end - 1].end - start};
        from = found.end;
        if (is_term(draft, sentence, phrase, found.end - found.first))
            continue;
        if (soft && *soft) {
            --*soft;
            continue;
        }
        struct str rest = without_phrase(draft, worded, found);
        if (!rest.data)
            return false;
        if (rest.len) {
            sentence->text = rest;
            if (!split(draft, rest, worded))
                return false;
            from = 0;
        } else if (!soft && !sentence->cites[0]) {
            draft_remove(draft, block, place);
            return true;
        }
    }
    return true;
}

/* Cuts ", ensuring ..." where what stands before it is a sentence and no passage says what stands in it. */
static bool cut_evaluation(struct draft *draft, struct checked_sentence *sentence, struct worded *worded)
{
    size_t end;
    if (!draft->wording)
        return true;
    for (size_t i = worded->count; i-- > SHORTEST_REST;) {
        if (behind_word(worded, i - 1) != ',')
            continue;
        struct str tail = {worded->text.data + worded->words[i].start, worded->text.len - worded->words[i].start};
        if (!pattern_begins(draft->wording->tails, worded, i, &end) || has_digit_or_code(tail) ||
            quotation_holds(worded->text, worded->words[i].start))
            return true;
        for (size_t k = 0; k < COUNT_OF(sentence->cites) && sentence->cites[k]; k++) {
            struct claim claim;
            if (claim_read(draft->arena, &draft->pack, tail, &claim, NULL) != OK)
                return false;
            if (support_of(&draft->pack, &claim, &draft->pack.passages[sentence->cites[k] - 1]).share >= 0.5)
                return true;
        }
        sentence->text = cut_tail(draft->arena, worded->text, worded->words[i - 1].end);
        return sentence->text.data && split(draft, sentence->text, worded);
    }
    return true;
}

enum status prose_drop_phrases(struct draft *draft, struct error *err)
{
    size_t words = 0, soft;
    for (size_t b = 0; b < draft->checked->count; b++)
        for (size_t i = 0; i < draft->checked->blocks[b].count; i++)
            words += words_count(draft->checked->blocks[b].sentences[i].text);
    soft = words / WORDS_PER_SOFT ? words / WORDS_PER_SOFT : 1;
    for (size_t b = 0; b < draft->checked->count; b++) {
        struct checked_block *block = &draft->checked->blocks[b];
        for (size_t i = 0; block->kind == TEXT_RUNNING && i < block->count; i++) {
            struct worded worded;
            if (draft_is_gone(&block->sentences[i]))
                continue;
            if (!split(draft, block->sentences[i].text, &worded) ||
                !cut_evaluation(draft, &block->sentences[i], &worded) || !cut_phrases(draft, block, i, &worded, NULL) ||
                !cut_phrases(draft, block, i, &worded, &soft))
                return error_memory(err);
        }
    }
    return OK;
}

/* --- the closing paragraph --- */

static struct checked_block *last_running(struct checked *checked)
{
    for (size_t i = checked->count; i-- > 0;)
        if (checked->blocks[i].kind == TEXT_RUNNING && checked->blocks[i].count)
            return &checked->blocks[i];
    return NULL;
}

/* The paragraph begins with "In summary": its sentences without a citation go. One that cites something keeps the rest
 * of its words. */
enum status prose_drop_closing(struct draft *draft, struct error *err)
{
    struct checked_block *block = last_running(draft->checked);
    const char *const *closings = draft->wording ? draft->wording->closings : NULL;
    struct worded worded;
    size_t first = 0, end;
    if (!block || draft->wanted->is_last)
        return OK;
    while (first < block->count && draft_is_gone(&block->sentences[first]))
        first++;
    for (size_t i = first; i < block->count; i++) {
        if (draft_is_gone(&block->sentences[i]))
            continue;
        if (!split(draft, block->sentences[i].text, &worded))
            return error_memory(err);
        if (!pattern_begins(closings, &worded, 0, &end))
            continue;
        for (; i < block->count && !block->sentences[i].item; i++)
            if (!block->sentences[i].cites[0] && !draft_is_gone(&block->sentences[i]))
                draft_remove(draft, block, i);
    }
    return OK;
}
