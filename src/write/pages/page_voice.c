/* Which sentences of a page can stand in another text, and what each part of a page is worth to the keyword. */
#include "write/pages/page.h"

enum {
    TELLING_WORDS = 25,  /* in fewer a language is told wrongly now and then: a formula, names */
    STOPS_PERCENT = 30,  /* English has 22 function words of Italian in a hundred, its own about 45 */
    ONLY_WORDS = 16,     /* a longer sentence with a name or a "see above" in it says more than that */
    EVENT_WORDS = 8,     /* and one with a date or "last year": "It lost its sails in a storm on 13 November 1972." */
    PROMOTION_WORDS = 30 /* what is longer says something beside "let us know" */
};

static const uint32_t beside = CUE_BIT(CUE_CAPTION) | CUE_BIT(CUE_INSTRUCTION);
static const uint32_t beside_if_short = CUE_BIT(CUE_BYLINE) | CUE_BIT(CUE_TALK);
static const uint32_t leaning = CUE_BIT(CUE_OPENING) | CUE_BIT(CUE_PRONOUN) | CUE_BIT(CUE_POINTER);

bool voice_leans(const struct voiced *sentence)
{
    return sentence->found & leaning;
}

/* Returns its words, in the arena. */
static struct worded voiced_read(struct by_page *made, struct arena *arena, struct str text, struct voiced *sentence)
{
    struct writing *writing = made->writing;
    struct worded worded = {0};
    writing_made(writing, worded_split_again(writing->words, arena, text, &worded, writing->err));
    sentence->text = text;
    sentence->words = worded.count;
    sentence->stops = worded_stops(&worded);
    sentence->found = cues_found(made->cues, &worded);
    sentence->names_number = voice_names_number(writing->brief.language, &worded);
    return worded;
}

/* "(fig. 3)", ", as described above,": what points away inside a sentence goes, and the sentence stays. */
static void cut_references(struct by_page *made, struct arena *arena, struct voiced *sentence,
                           const struct worded *worded)
{
    static const uint32_t cuts = CUE_BIT(CUE_CUT_BRACKET) | CUE_BIT(CUE_CUT_CLAUSE);
    struct writing *writing = made->writing;
    struct sentence_view view = {
        .text = sentence->text, .spans = sentence->spans, .length = words_count(sentence->text), .worded = *worded};
    struct trimmed trimmed;
    if (!(sentence->found & cuts) || !sentence_trim(writing->arena, &view, made->cues, &trimmed))
        return;
    sentence->spans = trimmed.spans;
    voiced_read(made, arena, trimmed.text, sentence);
}

bool voice_is_foreign(const struct by_page *made, struct str text, size_t words, size_t stops)
{
    if (stops * 100 >= words * STOPS_PERCENT || words_count(text) < TELLING_WORDS)
        return false;
    const struct language *language = language_detect(text);
    return language && language != made->writing->brief.language;
}

/* A reference to what stands elsewhere. One to what it announces is none. */
static bool refers_away(const struct voiced *sentence)
{
    bool announces = sentence->found & (CUE_BIT(CUE_ANNOUNCEMENT) | CUE_BIT(CUE_STEPS));
    return sentence->found & CUE_BIT(CUE_ELSEWHERE) || (!announces && sentence->found & CUE_BIT(CUE_REFERENCE));
}

bool voice_names_number(const struct language *language, const struct worded *worded)
{
    for (size_t i = 0; i + 1 < worded->count; i++) {
        struct str word = worded->words[i].folded, number = worded->words[i + 1].folded;
        bool is_part = word_list_ihas(language->chapter_words, word);
        if (is_part && ascii_is_digit(number.data[0]) && memchr(number.data, '.', number.len))
            return true;
    }
    return false;
}

/* Does the sentence do nothing but sign, date, invite, speak of the page or send away? */
static bool is_only_beside(const struct voiced *sentence)
{
    size_t words = sentence->words;
    bool is_beside = sentence->found & beside_if_short || refers_away(sentence);
    bool is_event = sentence->found & CUE_BIT(CUE_EVENT), is_promotion = sentence->found & CUE_BIT(CUE_PROMOTION);
    return (is_beside && words <= ONLY_WORDS) || (is_event && words <= EVENT_WORDS) ||
           (is_promotion && words <= PROMOTION_WORDS) || sentence->names_number;
}

/* "Harbour Garage checks your tyres for free": what a site says of itself in a text on something else. */
static bool is_advertising(const struct page_view *view, const struct voiced *sentence)
{
    struct str name = view->advertised;
    size_t at = name.len ? str_find(sentence->text, name, 0) : sentence->text.len;
    return at < sentence->text.len && sentence->words <= PROMOTION_WORDS;
}

static bool is_own(const struct voiced *sentence)
{
    return sentence->found & CUE_BIT(CUE_SELF);
}

/* A question without its answer, or an answer without its question. */
static bool needs_next(const struct voiced *sentence)
{
    return str_ends(sentence->text, STR("?"));
}

/* How many sentences behind this one need it. */
static size_t count_leaning(const struct voiced *list, size_t at, size_t count)
{
    size_t end = at + 1;
    while (end < count && voice_leans(&list[end]))
        end++;
    return end - at - 1;
}

/* Lets a sentence go, with those that need it. */
static void voiced_let_go(struct voiced *list, size_t count, size_t at)
{
    size_t end = at + 1 + count_leaning(list, at, count);
    for (size_t i = at; i < end; i++)
        list[i].goes = true;
    while (at > 0 && needs_next(&list[at - 1]))
        list[--at].goes = true;
}

/* What an author says of himself stays: without "In my opinion in autumn" the question before it has no answer, and
 * readers of both liked the whole page better. */
static void voiced_judge(const struct page_view *view, struct voiced *list, size_t count, bool leads)
{
    for (size_t i = 0; i < count; i++) {
        bool announces = i + 1 == count && leads && str_ends(list[i].text, STR(":"));
        bool is_beside = list[i].found & beside || is_only_beside(&list[i]) || is_advertising(view, &list[i]);
        if (!list[i].goes && !announces && is_beside)
            voiced_let_go(list, count, i);
    }
    if (count && !leads && str_ends(list[count - 1].text, STR(":")))
        list[count - 1].goes = true; /* what it announces is not there */
}

static void read_sentence(struct by_page *made, struct arena *scratch, const struct block *block, struct sentence cut,
                          struct voiced *sentence)
{
    struct writing *writing = made->writing;
    struct str text = {block->text.data + cut.start, cut.end - cut.start};
    struct worded worded = voiced_read(made, scratch, text, sentence);
    if (writing_made(writing,
                     spans_within(writing->arena, block->spans, cut.start, cut.end, &sentence->spans, writing->err)))
        cut_references(made, scratch, sentence, &worded);
}

static struct voiced *read_sentences(struct by_page *made, struct arena *scratch, const struct block *block,
                                     size_t *count)
{
    struct writing *writing = made->writing;
    struct sentence *cuts;
    *count = 0;
    bool is_cut =
        scratch && !sentences_split(scratch, block->text, writing->brief.language, &cuts, count, writing->err);
    struct voiced *list = is_cut ? ARENA_ARRAY(writing->arena, *count + 1, struct voiced) : NULL;
    if (!list) {
        arena_fail(writing->arena);
        *count = 0;
    }
    for (size_t i = 0; i < *count; i++)
        read_sentence(made, scratch, block, cuts[i], &list[i]);
    return list;
}

static bool is_paragraph_foreign(const struct by_page *made, const struct block *block, const struct voiced *list,
                                 size_t count)
{
    size_t words = 0, stops = 0;
    for (size_t i = 0; i < count; i++) {
        words += list[i].words;
        stops += list[i].stops;
    }
    return voice_is_foreign(made, block->text, words, stops);
}

struct voiced *voice_paragraph(struct by_page *made, struct page_view *view, const struct block *block, bool leads,
                               size_t *count)
{
    struct arena *scratch = arena_new();
    struct voiced *list = read_sentences(made, scratch, block, count);
    arena_free(scratch);
    if (is_paragraph_foreign(made, block, list, *count))
        *count = 0;
    view->sentences += *count;
    for (size_t i = 0; i < *count; i++)
        view->own_sentences += is_own(&list[i]);
    voiced_judge(view, list, *count, leads);
    return list;
}

/* Ticks, arrows and faces are those of advertising. */
static bool has_ornament(struct str text)
{
    enum { ARROWS = 0x2190, LETTERLIKE_END = 0x2BFF, PICTURES = 0x1F000 };
    uint32_t c;
    for (size_t at = 0; at < text.len;) {
        at += utf8_decode(text, at, &c);
        if ((c >= ARROWS && c <= LETTERLIKE_END) || c >= PICTURES)
            return true;
    }
    return false;
}

/* Does it begin with a quotation? */
static bool is_spoken(struct str text)
{
    static const char *const marks[] = {"\"",       "'",        "\xE2\x80\x9C", "\xE2\x80\x9E",
                                        "\xC2\xAB", "\xC2\xBB", "\xE2\x80\x98"};
    for (size_t i = 0; i < COUNT_OF(marks); i++)
        if (str_starts(text, str_from(marks[i])))
            return true;
    return false;
}

bool voice_stands_alone(struct by_page *made, struct str text)
{
    static const uint32_t bound = beside | beside_if_short | CUE_BIT(CUE_EVENT) | CUE_BIT(CUE_PROMOTION) | leaning |
                                  CUE_BIT(CUE_SELF) | CUE_BIT(CUE_REFERENCE) | CUE_BIT(CUE_ATTRIBUTION) |
                                  CUE_BIT(CUE_HYPOTHESIS) | CUE_BIT(CUE_ATTACK) | CUE_BIT(CUE_DENIAL);
    struct voiced sentence = {.goes = false};
    struct worded worded = voiced_read(made, made->writing->arena, text, &sentence);
    struct sentence_view view = {.text = text, .length = words_count(text), .worded = worded};
    bool is_foreign = voice_is_foreign(made, text, sentence.words, sentence.stops);
    return !(sentence.found & bound) && !is_foreign && !has_ornament(text) && !is_spoken(text) &&
           classify_sentence(&view, sentence.found, SENTENCE_MAX_WORDS).use == USE_OPENS;
}

/* --- what each part is worth to the keyword --- */

/*
 * The weights are those of a prototype that readers scored on forty requests: what a heading names counts most, then
 * what the text does. A table or a formula is what a reader came for more often than the paragraph beside it, and so is
 * a list of steps. A part inherits from the one around it, since the tips below "How to lower it" need not repeat the
 * keyword; without that the tips went first.
 */
static const double of_heading = 2; /* by the share of the keyword's heads that it names, 0-1 */
static const double of_deed = 2;    /* it has a word for what the keyword says is done */
static const double of_text = 1.5;  /* by the share of its words in pieces that name the noun, 0-1 */
static const double of_table = 1.2, of_steps = 0.5;
static const double of_facet = 0.4;      /* for each word of the keyword that only ranks */
static const double first_bonus = 1.5;   /* for the first main section, which says what the page is about */
static const double cost_of_depth = 0.3; /* for each level below the main sections */
static const double inherited = 0.6, inherited_deed = 1.2; /* of the part around it; where that has the deed */

size_t heads_count(head_set heads)
{
    size_t count = 0;
    for (; heads; heads &= heads - 1)
        count++;
    return count;
}

double heads_share(head_set heads, head_set all)
{
    return all ? (double)heads_count(heads & all) / (double)heads_count(all) : 0;
}

/* The share of its words whose pieces name the noun. */
static double noun_share(const struct by_page *made, const struct page_view *view, size_t first, size_t end)
{
    size_t words = 0, with = 0;
    for (size_t i = first; i < end; i++)
        for (size_t j = 0; j < view->parts[i].count; j++) {
            const struct page_piece *piece = &view->parts[i].pieces[j];
            words += piece->words;
            with += piece->heads & sought_noun(made->sought) ? piece->words : 0;
        }
    return words ? (double)with / (double)words : 0;
}

static double worth_of_pieces(const struct page_part *part)
{
    double worth = 0;
    for (size_t i = 0; i < part->count; i++) {
        const struct page_piece *piece = &part->pieces[i];
        if (piece->kind == PIECE_TABLE)
            worth = of_table > worth ? of_table : worth;
        if (piece->kind == PIECE_LIST && piece->block.is_ordered)
            worth = of_steps > worth ? of_steps : worth;
    }
    return worth;
}

void page_parts_weigh(struct by_page *made, struct page_view *view)
{
    bool is_first = true;
    for (size_t i = 0; i < view->count; i++) {
        struct page_part *part = &view->parts[i];
        const struct page_part *above = part->parent == NO_PART ? NULL : &view->parts[part->parent];
        part->worth = of_heading * heads_share(part->hit.heads, sought_all(made->sought)) +
                      of_deed * part->hit.has_deed + of_facet * (double)part->hit.facets +
                      of_text * noun_share(made, view, i, part->end) + worth_of_pieces(part) -
                      cost_of_depth * (part->depth > 1 ? part->depth - 1 : 0);
        if (above)
            part->worth += above->worth * (above->hit.has_deed ? inherited_deed : inherited);
        if (part->depth == 1 && is_first) {
            part->worth += first_bonus;
            is_first = false;
        }
    }
}

/* Are so many of its pieces about all of the keyword: half of them, and two at least? */
static bool text_is_about(const struct by_page *made, const struct page_view *view, size_t first)
{
    size_t all = 0, with = 0;
    for (size_t i = first; i < view->parts[first].end; i++)
        for (size_t j = 0; j < view->parts[i].count; j++) {
            head_set heads = view->parts[i].pieces[j].heads;
            all++;
            with += (heads & sought_all(made->sought)) == sought_all(made->sought);
        }
    return with >= 2 && with * 2 >= all;
}

bool page_part_is_about(const struct by_page *made, const struct page_view *view, size_t number)
{
    const struct page_part *part = &view->parts[number];
    head_set all = sought_all(made->sought), named = part->hit.heads;
    bool has_noun = named & sought_noun(made->sought);
    if (part->says_nothing)
        return false; /* on a page about something else it is about that */
    if (has_noun && 2 * heads_count(named & all) >= heads_count(all))
        return true;
    for (size_t i = 0; has_noun && i < part->count; i++)
        if ((part->pieces[i].heads & all) == all)
            return true;
    return text_is_about(made, view, number);
}
