/* Which sentences of a page can stand in another text. */
#include "research/corpus/trim.h"
#include "write/pages/page.h"

enum {
    TELLING_WORDS = 25,  /* in fewer a language is told wrongly now and then: a formula, names */
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

static enum status look_at(struct by_page *made, struct str text, struct voiced *sentence)
{
    struct writing *writing = made->writing;
    sentence->text = text;
    enum status status = worded_split(writing->arena, text, writing->brief.language, &sentence->worded, writing->err);
    sentence->found = status ? 0 : cues_found(made->cues, &sentence->worded);
    return status;
}

/* "(fig. 3)", ", as described above,": what points away inside a sentence goes, and the sentence stays. */
static enum status cut_references(struct by_page *made, struct voiced *sentence)
{
    static const uint32_t cuts = CUE_BIT(CUE_CUT_BRACKET) | CUE_BIT(CUE_CUT_CLAUSE);
    struct writing *writing = made->writing;
    struct sentence_view view = {.text = sentence->text,
                                 .spans = sentence->spans,
                                 .length = words_count(sentence->text),
                                 .worded = sentence->worded};
    struct trimmed trimmed;
    bool is_cut = false;
    if (!(sentence->found & cuts))
        return OK;
    enum status status = sentence_trim(writing->arena, &view, made->cues, &trimmed, &is_cut, writing->err);
    if (status || !is_cut)
        return status;
    sentence->spans = trimmed.spans;
    return look_at(made, trimmed.text, sentence);
}

bool voice_is_foreign(const struct by_page *made, struct str text)
{
    if (words_count(text) < TELLING_WORDS)
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
static bool is_only_beside(const struct language *language, const struct voiced *sentence)
{
    size_t words = sentence->worded.count;
    bool is_beside = sentence->found & beside_if_short || refers_away(sentence);
    bool is_event = sentence->found & CUE_BIT(CUE_EVENT), is_promotion = sentence->found & CUE_BIT(CUE_PROMOTION);
    return (is_beside && words <= ONLY_WORDS) || (is_event && words <= EVENT_WORDS) ||
           (is_promotion && words <= PROMOTION_WORDS) || voice_names_number(language, &sentence->worded);
}

/* "Harbour Garage checks your tyres for free": what a site says of itself in a text on something else. */
static bool is_advertising(const struct page_view *view, const struct voiced *sentence)
{
    struct str name = view->advertised;
    size_t at = name.len ? str_find(sentence->text, name, 0) : sentence->text.len;
    return at < sentence->text.len && sentence->worded.count <= PROMOTION_WORDS;
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
static void let_go(struct voiced *list, size_t count, size_t at)
{
    size_t end = at + 1 + count_leaning(list, at, count);
    for (size_t i = at; i < end; i++)
        list[i].goes = true;
    while (at > 0 && needs_next(&list[at - 1]))
        list[--at].goes = true;
}

/* What an author says of himself stays: without "In my opinion in autumn" the question before it has no answer, and
 * readers of both liked the whole page better. */
static void judge(const struct language *language, const struct page_view *view, struct voiced *list, size_t count,
                  bool leads)
{
    for (size_t i = 0; i < count; i++) {
        bool announces = i + 1 == count && leads && str_ends(list[i].text, STR(":"));
        bool is_beside = list[i].found & beside || is_only_beside(language, &list[i]) || is_advertising(view, &list[i]);
        if (!list[i].goes && !announces && is_beside)
            let_go(list, count, i);
    }
    if (count && !leads && str_ends(list[count - 1].text, STR(":")))
        list[count - 1].goes = true; /* what it announces is not there */
}

enum status voice_paragraph(struct by_page *made, struct page_view *view, const struct block *block, bool leads,
                            struct voiced **list, size_t *count)
{
    struct writing *writing = made->writing;
    struct sentence *cuts;
    *count = 0;
    enum status status =
        sentences_split(writing->arena, block->text, writing->brief.language, &cuts, count, writing->err);
    *list = status ? NULL : ARENA_ARRAY(writing->arena, *count + 1, struct voiced);
    if (!*list)
        return status ? status : error_memory(writing->err);
    for (size_t i = 0; i < *count && !status; i++) {
        struct str text = {block->text.data + cuts[i].start, cuts[i].end - cuts[i].start};
        status = look_at(made, text, &(*list)[i]);
        view->sentences++;
        view->own_sentences += is_own(&(*list)[i]);
        if (!status)
            status =
                spans_within(writing->arena, block->spans, cuts[i].start, cuts[i].end, &(*list)[i].spans, writing->err);
        if (!status)
            status = cut_references(made, &(*list)[i]);
    }
    if (!status)
        judge(writing->brief.language, view, *list, *count, leads);
    return status;
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

enum status voice_stands_alone(struct by_page *made, struct str text, bool *does)
{
    static const uint32_t bound = beside | beside_if_short | CUE_BIT(CUE_EVENT) | CUE_BIT(CUE_PROMOTION) | leaning |
                                  CUE_BIT(CUE_SELF) | CUE_BIT(CUE_REFERENCE) | CUE_BIT(CUE_ATTRIBUTION) |
                                  CUE_BIT(CUE_HYPOTHESIS) | CUE_BIT(CUE_ATTACK) | CUE_BIT(CUE_DENIAL);
    struct voiced sentence = {.goes = false};
    enum status status = look_at(made, text, &sentence);
    struct sentence_view view = {.text = text, .length = words_count(text), .worded = sentence.worded};
    *does = !status && !(sentence.found & bound) && !voice_is_foreign(made, text) && !has_ornament(text) &&
            !is_spoken(text) && classify_sentence(&view, sentence.found, SENTENCE_MAX_WORDS).use == USE_OPENS;
    return status;
}
