#include "write/polish/rules.h"

#include "base/vec.h"
#include "text/shingles.h"

/*
 * Two sentences are nearly alike when they share this part of the stemmed content words of both, or a run of words; and
 * when nothing is said by one alone: the words of one are among those of the other. So "Mint needs four hours of light"
 * stands beside "Basil needs six hours of light", "likes warm rooms" beside "likes cold rooms", and a sentence that
 * points back ("This is on by default") is nobody's repetition.
 */
static const double alike_share = 0.6;
enum { FEWEST_CONTENT = 3 };

struct rules_repetitive_statement {
    struct part *part;
    struct part_sentence *sentence;
    struct phrasing phrasing;
    size_t *content; /* positions of its content words, each stem once */
    size_t content_count;
    struct hashes runs;
    bool points_back;
    bool is_gone;
};

struct statements {
    struct parts *parts;
    struct rules_repetitive_statement *list;
    size_t count, cap;
};

static const struct word *content_word(const struct rules_repetitive_statement *statement, size_t i)
{
    return &statement->phrasing.words[statement->content[i]];
}

static bool rules_repetitive_has_stem(const struct rules_repetitive_statement *statement, struct str stem)
{
    for (size_t i = 0; i < statement->content_count; i++)
        if (str_eq(content_word(statement, i)->stem, stem))
            return true;
    return false;
}

static enum status find_content(struct parts *parts, struct rules_repetitive_statement *statement)
{
    const struct phrasing *phrasing = &statement->phrasing;
    statement->content = ARENA_ARRAY(parts->arena, phrasing->count, size_t);
    if (!statement->content)
        return error_memory(parts->err);
    for (size_t i = 0; i < phrasing->count; i++)
        if (!phrasing->words[i].is_stop && !rules_repetitive_has_stem(statement, phrasing->words[i].stem))
            statement->content[statement->content_count++] = i;
    return shingles_of_words(parts->arena, phrasing->words, phrasing->count, SHINGLE_REPETITION, &statement->runs,
                             parts->err);
}

static bool says_word(const struct phrasing *phrasing, struct str folded)
{
    for (size_t i = 0; i < phrasing->count; i++)
        if (str_eq(phrasing->words[i].folded, folded))
            return true;
    return false;
}

/* Does a say a figure, a number or a "not" that b does not say? */
static bool tells_more(const struct language *language, const struct phrasing *a, const struct phrasing *b)
{
    const char *const *decisive = language && language->phrases ? language->phrases->decisive : NULL;
    for (size_t i = 0; i < a->count; i++) {
        struct str word = a->words[i].folded;
        bool tells = phrasing_is_figure(a, i) || language_number(language, word) || word_list_has(decisive, word);
        if (tells && !says_word(b, word))
            return true;
    }
    return false;
}

static bool is_verbatim(const struct phrasing *a, const struct phrasing *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!str_eq(a->words[i].folded, b->words[i].folded))
            return false;
    return true;
}

/* What of two sentences may go. */
enum { NEITHER = 0, SECOND = 1, FIRST = 2 };

/* Nothing is said that only one of them says: the words of one are among those of the other. */
static int alike(const struct language *language, const struct rules_repetitive_statement *first,
                 const struct rules_repetitive_statement *second)
{
    size_t a = first->content_count, b = second->content_count, common = 0;
    if (a < FEWEST_CONTENT || b < FEWEST_CONTENT || first->points_back || second->points_back)
        return NEITHER;
    if (is_verbatim(&first->phrasing, &second->phrasing))
        return FIRST | SECOND;
    for (size_t i = 0; i < b; i++)
        common += rules_repetitive_has_stem(first, content_word(second, i)->stem);
    if (common < FEWEST_CONTENT || tells_more(language, &second->phrasing, &first->phrasing) ||
        tells_more(language, &first->phrasing, &second->phrasing))
        return NEITHER;
    double least = (double)common / (double)(a > b ? a : b);
    int goes = (common == b ? SECOND : NEITHER) | (common == a ? FIRST : NEITHER);
    return least >= alike_share || hashes_shared(&first->runs, &second->runs) ? goes : NEITHER;
}

/* Questions and takeaways may say once more what the article says, but not in the same words. */
static int repetition(const struct language *language, const struct rules_repetitive_statement *first,
                      const struct rules_repetitive_statement *second)
{
    bool restates = second->part->zone != first->part->zone &&
                    (second->part->zone == ZONE_TAKEAWAYS || second->part->zone == ZONE_QUESTIONS);
    if (restates && !is_verbatim(&first->phrasing, &second->phrasing))
        return NEITHER;
    return alike(language, first, second);
}

static bool begins_with_quotation(const struct phrasing *phrasing)
{
    uint32_t first;
    if (!phrasing->plain.len)
        return false;
    utf8_decode(phrasing->plain, 0, &first);
    return first == '"' || first == 0x201C || first == 0x201E || first == 0xAB || first == 0x2018;
}

/* --- what may go --- */

/* The sentence behind this one, when it points back to it. */
static bool is_pointed_to(const struct statements *statements, size_t at)
{
    const struct rules_repetitive_statement *next = at + 1 < statements->count ? &statements->list[at + 1] : NULL;
    return next && !next->is_gone && next->part == statements->list[at].part && next->points_back;
}

static bool may_go(const struct statements *statements, size_t at)
{
    const struct rules_repetitive_statement *statement = &statements->list[at];
    const struct part *part = statement->part;
    bool is_alone = part_sentence_count(part) == statement->sentence->count;
    if (statement->sentence->count > 1 || text_holds_elements(statements->parts, statement->sentence->text))
        return false;
    if (str_ends(str_trim(statement->phrasing.plain), STR(":")) || is_pointed_to(statements, at))
        return false;
    return !is_alone || !part_stands_alone(statements->parts, part);
}

static enum status rules_repetitive_drop(struct statements *statements, struct rules_repetitive_statement *gone,
                                         struct rules_repetitive_statement *stays, struct polish_report *report)
{
    struct parts *parts = statements->parts;
    if (text_cites_more(parts, gone->sentence->text, stays->sentence->text)) {
        stays->sentence->text = text_with_citations(parts, stays->sentence->text, gone->sentence->text);
        stays->part->is_edited = true;
        if (!stays->sentence->text.data)
            return error_memory(parts->err);
    }
    gone->is_gone = gone->sentence->is_dropped = gone->part->is_edited = true;
    gone->part->is_dropped = part_sentence_count(gone->part) == 0;
    report->removed_sentences++;
    return OK;
}

static enum status rules_repetitive_compare(struct statements *statements, size_t at, struct polish_report *report)
{
    for (size_t i = 0; i < at && !statements->list[at].is_gone; i++) {
        struct rules_repetitive_statement *first = &statements->list[i], *second = &statements->list[at];
        int goes = first->is_gone ? NEITHER : repetition(statements->parts->language, first, second);
        bool is_free = first->part->zone == ZONE_BODY && second->part->zone == ZONE_BODY;
        enum status status = OK;
        if ((goes & SECOND) && may_go(statements, at))
            status = rules_repetitive_drop(statements, second, first, report);
        else if ((goes & FIRST) && is_free && may_go(statements, i))
            status = rules_repetitive_drop(statements, first, second, report);
        if (status)
            return status;
    }
    return OK;
}

static enum status rules_repetitive_add_part(struct statements *statements, struct part *part)
{
    struct parts *parts = statements->parts;
    for (size_t i = 0; i < part->count; i++) {
        struct rules_repetitive_statement statement = {.part = part, .sentence = &part->sentences[i]};
        if (part->sentences[i].is_dropped)
            continue;
        struct str visible = text_visible(parts, part->sentences[i].text);
        enum status status = visible.data ? phrasing_of(parts, visible, &statement.phrasing) : error_memory(parts->err);
        if (status)
            return status;
        if (begins_with_quotation(&statement.phrasing) || !statement.phrasing.count)
            continue;
        statement.points_back = phrasing_points_back(&statement.phrasing, parts->language);
        struct rules_repetitive_statement *list =
            vec_room(parts->arena, statements->list, statements->count, &statements->cap, sizeof *list);
        status = list ? find_content(parts, &statement) : error_memory(parts->err);
        if (status)
            return status;
        statements->list = list;
        list[statements->count++] = statement;
    }
    return OK;
}

/* What stands in the body comes first: it is what stays. */
enum status rule_repetitive(struct parts *parts, struct polish_report *report)
{
    static const enum part_zone order[] = {ZONE_BODY, ZONE_TAKEAWAYS, ZONE_QUESTIONS, ZONE_CONCLUSION};
    struct statements statements = {.parts = parts};
    enum status status = OK;
    for (size_t zone = 0; zone < COUNT_OF(order); zone++)
        for (size_t i = 0; !status && i < parts->count; i++)
            if (parts->list[i].zone == order[zone] && part_is_text(&parts->list[i]))
                status = rules_repetitive_add_part(&statements, &parts->list[i]);
    for (size_t i = 0; !status && i < statements.count; i++)
        status = rules_repetitive_compare(&statements, i, report);
    return status;
}
