#include "write/polish/rules_passive.h"

/*
 * "Die Software wurde von der Firma entwickelt." The case of the doer must be told from its article: "der", "einer" are
 * feminine, two capitals without an article a name. Of the subject "der" becomes "den" before one noun that has no weak
 * ending; "ein" may be either gender.
 */
static bool is_weak_noun(struct str folded)
{
    static const char *const endings[] = {"e",      "ent",  "ant",     "ist",   "oge",  "at",
                                          "mensch", "herr", "nachbar", "bauer", "held", NULL};
    for (const char *const *ending = endings; *ending; ending++)
        if (str_ends(folded, str_from(*ending)))
            return true;
    return false;
}

static struct str german_object(struct clause *clause)
{
    const struct phrasing *phrasing = &clause->phrasing;
    size_t to = clause->auxiliary;
    bool is_single = to == 2 && phrasing_is_capital(phrasing, 1);
    static const struct {
        const char *nominative, *accusative;
        bool is_single; /* one noun, no adjective */
    } articles[] = {{"die", "die", false},     {"das", "das", false},       {"eine", "eine", false},
                    {"diese", "diese", false}, {"dieses", "dieses", false}, {"der", "den", true},
                    {"dieser", "diesen", true}};
    for (size_t i = 0; to > 1 && i < COUNT_OF(articles); i++) {
        if (!word_is(&phrasing->words[0], articles[i].nominative))
            continue;
        if (articles[i].is_single && (!is_single || is_weak_noun(phrasing->words[1].folded)))
            break;
        struct str text = span(clause, 0, to);
        size_t behind = (size_t)(phrasing->text.data + phrasing->words[0].end - text.data);
        return JOIN(clause, str_from(articles[i].accusative), bytes_between(text, behind, text.len));
    }
    return (struct str){NULL, 0};
}

static struct str german_subject(struct clause *clause)
{
    const struct phrasing *phrasing = &clause->phrasing;
    size_t from = clause->agent, to = clause->agent_end;
    bool is_feminine = in_list(clause, from, LIST("der", "einer"));
    if (!is_feminine) {
        bool is_full_name = to == from + 2 && phrasing_is_capital(phrasing, from) &&
                            phrasing_is_capital(phrasing, from + 1) && !phrasing->words[from].is_stop;
        return is_full_name ? span(clause, from, to) : (struct str){NULL, 0};
    }
    /* with an adjective its ending would change: "von der neuen Firma", "die neue Firma" */
    if (to != from + 2 || !phrasing_is_capital(phrasing, from + 1))
        return (struct str){NULL, 0};
    struct str article = word_is(&phrasing->words[from], "der") ? STR("Die ") : STR("Eine ");
    return JOIN(clause, article, word_text(clause, from + 1));
}

static bool is_plain_german(const struct clause *clause, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (clause->phrasing.words[i].is_stop && i > from)
            return false;
    return is_plain(clause, from, to) && text_is_balanced(clause->parts, span(clause, from, to));
}

struct str german_active(struct clause *clause)
{
    static const struct str none = {NULL, 0};
    const struct phrasing *phrasing = &clause->phrasing;
    struct str text = phrasing->text;
    size_t count = phrasing->count, at = 1;
    if (count < 6 || span(clause, 0, 1).data != text.data)
        return none;
    while (at + 4 < count && at <= MOST_SUBJECT && !in_list(clause, at, LIST("wurde", "wurden", "wird", "werden")))
        at++;
    if (at + 4 >= count || !in_list(clause, at, LIST("wurde", "wurden", "wird", "werden")))
        return none;
    bool is_past = in_list(clause, at, LIST("wurde", "wurden"));
    bool has_year = is_year(clause, at + 1);
    clause->auxiliary = at;
    clause->agent = at + 2 + has_year;
    clause->participle = clause->agent_end = count - 1;
    if (clause->agent + 1 >= count || !word_is(&phrasing->words[clause->agent - 1], "von") ||
        !is_plain_german(clause, 0, at) || !is_plain_german(clause, clause->agent, clause->agent_end) ||
        !is_plain(clause, at, count))
        return none;
    const struct german_verb *verb = german_verb_by_participle(phrasing->words[clause->participle].folded);
    struct str object = german_object(clause), subject = german_subject(clause);
    size_t end = phrasing->words[count - 1].end;
    if (!verb || !object.data || !subject.data || end >= text.len || text.data[end] != '.' ||
        mark_at(clause->parts, text, phrasing->words[count - 1].start))
        return none;
    struct str year = has_year ? word_text(clause, at + 1) : STR("");
    return JOIN(clause, subject, STR(" "), str_from(is_past ? verb->past : verb->present), STR(" "),
                has_year ? year : STR(""), has_year ? STR(" ") : STR(""), object, *verb->prefix ? STR(" ") : STR(""),
                str_from(verb->prefix), bytes_between(text, end, text.len));
}
