#include "write/polish/rules.h"

#include "model/check/check.h"

/*
 * Stock phrases taken out of their sentences. A phrase that opens a sentence or stands between commas goes with its
 * comma; an adjective before its noun goes; what carries the verb is said plainly. A sentence that cannot be mended and
 * states nothing that could be checked goes as a whole.
 */
enum { FEWEST_WORDS = 3, WORDS_FOR_A_SOFT_ONE = 500, MOST_REPAIRS = 20, MOST_EMPTY_CONTENT = 4 };

#include "write/polish/plain_words.inc"

/* Join a sentence to the one before and stand well without a comma. */
static const char *const connectives[] = {"moreover", "furthermore", "additionally", NULL};

struct repair {
    struct parts *parts;
    struct phrasing phrasing;
    size_t from, to; /* bytes of the phrase */
    struct str text; /* mended; data NULL: not (yet) */
    bool failed;
};

static struct str piece(const struct repair *repair, size_t from, size_t to)
{
    return bytes_between(repair->phrasing.text, from, to);
}

static size_t text_end(const struct repair *repair)
{
    return repair->phrasing.text.len;
}

static bool finish(struct repair *repair, struct str text)
{
    repair->text = text;
    repair->failed |= !text.data;
    return true;
}

/* Puts plain words for the bytes [from, to), with the letter case of what they replace. */
static bool put(struct repair *repair, size_t to, struct str plain)
{
    struct str text = repair->phrasing.text;
    uint32_t first;
    utf8_decode(text, repair->from, &first);
    struct str word = unicode_is_upper(first) ? text_capitalised(repair->parts, plain) : plain;
    if (!word.data)
        return finish(repair, word);
    return finish(repair,
                  TEXT_JOIN(repair->parts->arena, piece(repair, 0, repair->from), word, piece(repair, to, text.len)));
}

static bool follows(const struct repair *repair, size_t at, const char *word, size_t *end)
{
    struct str rest = bytes_between(repair->phrasing.plain, at, text_end(repair)), wanted = str_from(word);
    if (rest.len < wanted.len + 2 || rest.data[0] != ' ' || rest.data[wanted.len + 1] != ' ')
        return false;
    *end = at + 1 + wanted.len;
    return str_ieq((struct str){rest.data + 1, wanted.len}, wanted);
}

static bool say_plainly(struct repair *repair)
{
    struct str stock = bytes_between(repair->phrasing.plain, repair->from, repair->to);
    for (size_t i = 0; i < COUNT_OF(plain_words); i++) {
        const struct plain_words *row = &plain_words[i];
        size_t end = repair->to;
        if (strcmp(row->tag, repair->parts->language->tag) != 0 || !str_ieq(stock, str_from(row->stock)))
            continue;
        if (*row->next && !follows(repair, repair->to, row->next, &end))
            continue;
        return put(repair, end, str_from(row->plain));
    }
    for (size_t i = 0; i < COUNT_OF(roles); i++) {
        size_t end, verb = strlen(roles[i].stock);
        bool is_role = stock.len > verb + 5 && str_istarts(stock, str_from(roles[i].stock)) &&
                       stock.data[verb] == ' ' && str_ends(stock, STR(" role"));
        if (is_role && follows(repair, repair->to, "in", &end)) {
            struct str plain = TEXT_JOIN(repair->parts->arena, str_from(roles[i].plain), STR(" for"));
            return plain.data ? put(repair, end, plain) : finish(repair, plain);
        }
    }
    return false;
}

static bool is_empty_adjective(struct str word)
{
    for (const char *const *adjective = empty_adjectives; *adjective; adjective++) {
        struct str name = str_from(*adjective);
        bool has_ending = str_ends(name, STR("*"));
        name.len -= has_ending;
        if (has_ending ? str_istarts(word, name) && word.len <= name.len + 2 : str_ieq(word, name))
            return true;
    }
    return false;
}

/* The word that begins at or behind the byte; count: none. */
static size_t word_at(const struct phrasing *phrasing, size_t at)
{
    size_t i = 0;
    while (i < phrasing->count && phrasing->words[i].start < at)
        i++;
    return i;
}

static bool is_at_start(const struct repair *repair)
{
    return word_at(&repair->phrasing, repair->from) == 0;
}

static bool drop_adjective(struct repair *repair)
{
    const struct phrasing *phrasing = &repair->phrasing;
    struct str word = bytes_between(phrasing->plain, repair->from, repair->to);
    size_t next = word_at(phrasing, repair->to);
    if (!is_empty_adjective(word) || next >= phrasing->count || phrasing->words[next].start != repair->to + 1 ||
        phrasing->words[next].is_stop || phrasing->plain.data[repair->to] != ' ')
        return false;
    struct str text = TEXT_JOIN(repair->parts->arena, piece(repair, 0, repair->from),
                                piece(repair, repair->to + 1, text_end(repair)));
    return finish(repair, text.data && is_at_start(repair) ? text_capitalised(repair->parts, text) : text);
}

static bool drop_opening(struct repair *repair)
{
    struct str plain = repair->phrasing.plain, stock = bytes_between(plain, repair->from, repair->to);
    size_t end = repair->to;
    if (!is_at_start(repair) || end + 1 >= plain.len)
        return false;
    bool has_comma = plain.data[end] == ',' || plain.data[end] == ':';
    bool was_comma = plain.data[end - 1] == ',' || plain.data[end - 1] == ':';
    bool has_that = str_ends(stock, STR(" that")) || follows(repair, end, "that", &end);
    if (!has_comma && !was_comma && !has_that && !word_list_ihas(connectives, stock))
        return false;
    end += has_comma && plain.data[end] != '\0';
    struct str rest = bytes_between(plain, end, plain.len);
    if (!str_starts(rest, STR(" ")) || str_starts(rest, STR(" dass ")))
        return false;
    struct str text =
        TEXT_JOIN(repair->parts->arena, piece(repair, 0, repair->from), piece(repair, end + 1, text_end(repair)));
    return finish(repair, text.data ? text_capitalised(repair->parts, text) : text);
}

/* "Whether you are a beginner or not, it works.": the clause goes to its comma. */
static bool drop_clause(struct repair *repair)
{
    enum { MOST_CLAUSE_WORDS = 12 };
    static const char *const clauses[] = {"whether ",      "by following ", "by understanding ", "by implementing ",
                                          "by embracing ", "egal ob ",      "ob anfänger ",      NULL};
    struct str plain = repair->phrasing.plain, stock = bytes_between(plain, repair->from, repair->to);
    size_t comma = str_find(plain, STR(", "), repair->from), after = word_at(&repair->phrasing, comma);
    const char *const *clause = clauses;
    while (*clause && !str_istarts(stock, str_from(*clause)))
        clause++;
    if (!*clause || !is_at_start(repair) || comma >= plain.len || after > MOST_CLAUSE_WORDS ||
        text_mark_count(repair->parts, piece(repair, repair->from, comma)))
        return false;
    struct str text =
        TEXT_JOIN(repair->parts->arena, piece(repair, 0, repair->from), piece(repair, comma + 2, text_end(repair)));
    return finish(repair, text.data ? text_capitalised(repair->parts, text) : text);
}

/* ", at its core," and ", needless to say." */
static bool drop_aside(struct repair *repair)
{
    struct str plain = repair->phrasing.plain;
    if (repair->from < 2 || plain.data[repair->from - 1] != ' ' || plain.data[repair->from - 2] != ',' ||
        repair->to >= plain.len)
        return false;
    char behind = plain.data[repair->to];
    if (behind != ',' && behind != '.')
        return false;
    return finish(repair, TEXT_JOIN(repair->parts->arena, piece(repair, 0, repair->from - 2),
                                    piece(repair, repair->to + (behind == ','), text_end(repair))));
}

/* "not only A but also B": "A and B". */
static bool join_pair(struct repair *repair)
{
    static const struct {
        const char *first, *second, *longer, *joint;
    } pairs[] = {{"not only ", " but", " but also", " and"}, {"nicht nur ", " sondern", " sondern auch", " und"}};
    struct str plain = repair->phrasing.plain, stock = bytes_between(plain, repair->from, repair->to);
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        struct str first = str_from(pairs[i].first), longer = str_from(pairs[i].longer);
        size_t at = str_ifind(stock, longer, 0);
        struct str second = at < stock.len ? longer : str_from(pairs[i].second);
        at = at < stock.len ? at : str_ifind(stock, second, 0);
        if (!str_istarts(stock, first) || at >= stock.len || at < first.len || is_at_start(repair))
            continue;
        size_t middle = at - (stock.data[at - 1] == ',');
        return finish(repair, TEXT_JOIN(repair->parts->arena, piece(repair, 0, repair->from),
                                        piece(repair, repair->from + first.len, repair->from + middle),
                                        str_from(pairs[i].joint),
                                        piece(repair, repair->from + at + second.len, text_end(repair))));
    }
    return false;
}

/* "an" where a vowel follows now, "a" where none does. */
static void mend_article(struct repair *repair)
{
    struct str text = repair->text;
    size_t at = repair->from;
    bool is_an = at >= 4 && str_ieq((struct str){text.data + at - 4, 4}, STR(" an "));
    bool is_a = at >= 3 && str_ieq((struct str){text.data + at - 3, 3}, STR(" a "));
    if ((!is_an && !is_a) || at >= text.len || strcmp(repair->parts->language->tag, "en") != 0)
        return;
    bool is_vowel = memchr("aeioAEIO", text.data[at], 8) != NULL;
    if (is_an == is_vowel)
        return;
    size_t article = at - (is_an ? 3 : 2);
    finish(repair, TEXT_JOIN(repair->parts->arena, bytes_between(text, 0, article + 1), is_vowel ? STR("n ") : STR(" "),
                             bytes_between(text, at, text.len)));
}

static bool mend(struct repair *repair)
{
    static bool (*const ways[])(struct repair * repair) = {join_pair,  drop_clause, drop_opening,
                                                           drop_aside, say_plainly, drop_adjective};
    const struct phrasing *phrasing = &repair->phrasing;
    bool has_mark = text_mark_count(repair->parts, piece(repair, repair->from, repair->to)) > 0;
    if (has_mark || phrasing_is_enclosed(phrasing, repair->from))
        return false;
    for (size_t i = 0; i < COUNT_OF(ways); i++)
        if (ways[i](repair)) {
            if (!repair->failed)
                mend_article(repair);
            return true;
        }
    return false;
}

/* --- a sentence --- */

/* Does it state something that could be checked: a figure, a name, what must stay, more than a few words? */
static bool states_something(const struct repair *repair)
{
    const struct phrasing *phrasing = &repair->phrasing;
    size_t content = 0;
    bool capitals_are_names = strcmp(repair->parts->language->tag, "de") != 0;
    if (text_mark_count(repair->parts, phrasing->text) || str_ends(phrasing->text, STR(":")))
        return true;
    for (size_t i = 0; i < phrasing->count; i++) {
        if (phrasing_is_figure(phrasing, i) || (i && capitals_are_names && phrasing_is_capital(phrasing, i)))
            return true;
        bool is_outside = phrasing->words[i].end <= repair->from || phrasing->words[i].start >= repair->to;
        content += is_outside && !phrasing->words[i].is_stop;
    }
    return content > MOST_EMPTY_CONTENT;
}

static bool has_other_sentence(const struct part *part, size_t at)
{
    return part_sentence_count(part) > part->sentences[at].count;
}

/* Takes a sentence out; its citations go to the one before it, or behind it. false: there is none. */
static bool drop_sentence(struct repair *repair, struct part *part, size_t at)
{
    struct part_sentence *gone = &part->sentences[at], *heir = NULL;
    for (size_t i = 0; i < part->count; i++)
        if (i != at && !part->sentences[i].is_dropped && (i < at || !heir))
            heir = &part->sentences[i];
    if (!heir || gone->count > 1 || text_holds_elements(repair->parts, gone->text))
        return false;
    struct str text = text_with_citations(repair->parts, heir->text, gone->text);
    repair->failed |= !text.data;
    if (!text.data)
        return true;
    heir->text = text;
    gone->is_dropped = true;
    return true;
}

/* Does the sentence behind this one point back to it? */
static enum status points_to(struct parts *parts, const struct part *part, size_t at, bool *points)
{
    struct phrasing next;
    *points = false;
    while (++at < part->count && part->sentences[at].is_dropped)
        ;
    if (at >= part->count)
        return OK;
    enum status status = phrasing_of(parts, part->sentences[at].text, &next);
    *points = !status && phrasing_points_back(&next, parts->language);
    return status;
}

/* What became of one phrase: mended, or its sentence dropped. */
static bool treat(struct repair *repair, struct part *part, size_t at, bool is_hard, struct polish_report *report)
{
    bool is_mended = mend(repair);
    size_t words = 0;
    repair->failed = repair->failed || (is_mended && !text_words(repair->parts, repair->text, &words));
    if (repair->failed)
        return false;
    if (is_mended && words >= FEWEST_WORDS) {
        part->sentences[at].text = repair->text;
    } else {
        bool is_void = is_mended ||
                       (is_hard && !states_something(repair) && !phrasing_is_enclosed(&repair->phrasing, repair->from));
        bool is_pointed_to = false;
        if (is_void)
            repair->failed = points_to(repair->parts, part, at, &is_pointed_to) != OK;
        if (!is_void || is_pointed_to || repair->failed || !has_other_sentence(part, at) ||
            !drop_sentence(repair, part, at) || repair->failed)
            return false;
        report->removed_sentences++;
    }
    part->is_edited = true;
    report->phrases++;
    return true;
}

/* spared: how many soft phrases may still stay; NULL: hard phrases, none may. */
static enum status treat_sentence(struct parts *parts, struct part *part, size_t at, size_t *spared,
                                  struct polish_report *report)
{
    size_t from = 0;
    for (int i = 0; i < MOST_REPAIRS && !part->sentences[at].is_dropped; i++) {
        struct repair repair = {.parts = parts};
        enum status status = phrasing_of(parts, part->sentences[at].text, &repair.phrasing);
        if (status)
            return status;
        struct str plain = repair.phrasing.plain;
        if (from >= plain.len)
            return OK;
        struct str found = stock_phrase_find(parts->language, plain, spared == NULL, from);
        if (!found.data)
            return error_memory(parts->err);
        if (!found.len)
            return OK;
        repair.from = (size_t)(found.data - plain.data);
        repair.to = from = repair.from + found.len;
        if (spared && *spared) {
            --*spared;
            continue;
        }
        if (treat(&repair, part, at, !spared, report))
            from = repair.from;
        if (repair.failed)
            return error_memory(parts->err);
    }
    return OK;
}

static enum status treat_all(struct parts *parts, size_t *spared, struct polish_report *report)
{
    for (size_t i = 0; i < parts->count; i++) {
        struct part *part = &parts->list[i];
        for (size_t j = 0; part_is_text(part) && !part->is_held && j < part->count; j++) {
            if (part->sentences[j].is_dropped)
                continue;
            enum status status = treat_sentence(parts, part, j, spared, report);
            if (status)
                return status;
        }
    }
    return OK;
}

enum status rule_humanize(struct parts *parts, struct polish_report *report)
{
    size_t words = 0, more;
    if (!parts->language)
        return OK;
    for (size_t i = 0; i < parts->count; i++) {
        if (!part_is_text(&parts->list[i]))
            continue;
        if (!text_words(parts, parts->list[i].text, &more))
            return error_memory(parts->err);
        words += more;
    }
    size_t spared = words / WORDS_FOR_A_SOFT_ONE;
    enum status status = treat_all(parts, NULL, report);
    return status ? status : treat_all(parts, &spared, report);
}
