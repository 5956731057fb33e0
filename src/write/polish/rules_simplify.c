#include "write/polish/rules.h"

/*
 * A long sentence becomes two where both halves are sentences by themselves: each has a finite verb, the second its own
 * subject, and nothing in either limits the other.
 */
enum { FEWEST_WORDS = 4, SUBJECT_WORDS = 6, LONG_PARENTHESIS = 8, OPENING_WORDS = 4 };

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})

static const struct grammar {
    const char *tag;
    const char *const *conjunctions; /* join two main clauses */
    const char *const *dropped;      /* of these: say nothing between two sentences */
    const char *const *subjects;     /* begin a subject */
    const char *const *limits;       /* begin or are part of a condition, or of a clause that depends on another */
} grammars[] = {
    {"en", LIST("and", "but", "so"), LIST("and"),
     LIST("it", "they", "he", "she", "we", "you", "i", "this", "these", "those", "the", "a", "an", "its", "their",
          "his", "her", "each", "there", "such", "some", "most", "many", "another", "other"),
     LIST("if", "unless", "only", "when", "whenever", "until", "till", "while", "whether", "because", "although",
          "though", "that", "which", "who", "whom", "whose", "where", "since", "as", "once", "provided", "except",
          "before", "after", "either", "neither", "both", "not", "how", "why", "what", "than", "lest", "otherwise",
          "suppose", "assuming", "in case", "even", "between", "let")},
    {"de", LIST("und", "aber", "denn", "doch"), LIST("und"),
     LIST("er", "sie", "es", "wir", "ich", "man", "dies", "dieser", "diese", "dieses", "der", "die", "das", "ein",
          "eine", "sein", "seine", "ihr", "ihre", "jeder", "jede", "jedes", "manche", "viele", "einige"),
     LIST("wenn", "falls", "sofern", "nur", "dass", "ob", "weil", "obwohl", "während", "bis", "bevor", "nachdem",
          "solange", "sobald", "damit", "sodass", "als", "wie", "da", "welche", "welcher", "welches", "deren", "dessen",
          "ausser", "soweit", "wo", "wer", "was", "entweder", "weder", "sowohl", "nicht", "je", "zu", "um", "indem")},
};
#undef LIST

static const struct grammar *grammar_of(const struct language *language)
{
    for (size_t i = 0; language && i < COUNT_OF(grammars); i++)
        if (strcmp(grammars[i].tag, language->tag) == 0)
            return &grammars[i];
    return NULL;
}

struct cut {
    size_t left_end;    /* byte: the first sentence ends before it and gets a full stop */
    size_t right_start; /* byte: the second begins here */
    struct str subject; /* stands before the second; empty: nothing */
};

struct simplifier {
    const struct parts *parts;
    const struct grammar *grammar;
    struct phrasing phrasing;
    struct str text;
    bool failed; /* memory ran out */
};

static bool has_limit(const struct simplifier *simplifier, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (word_list_has(simplifier->grammar->limits, simplifier->phrasing.words[i].folded))
            return true;
    return false;
}

static bool has_verb(const struct simplifier *simplifier, size_t from, size_t to)
{
    return phrasing_has_verb(&simplifier->phrasing, simplifier->parts->language, from, to);
}

/* Both sides of a place between the words `word` - 1 and `word` balanced, whole and not in quotation marks? */
static bool can_part(const struct simplifier *simplifier, size_t word, size_t left_end)
{
    const struct phrasing *phrasing = &simplifier->phrasing;
    size_t right = phrasing->words[word].start;
    return word >= FEWEST_WORDS && phrasing->count - word >= FEWEST_WORDS &&
           !phrasing_is_enclosed(phrasing, left_end) &&
           text_is_balanced(simplifier->parts, bytes_between(simplifier->text, 0, left_end)) &&
           text_is_balanced(simplifier->parts, bytes_between(simplifier->text, right, simplifier->text.len));
}

/* The start of the word, with the marks and openers directly before it. */
static size_t start_of(const struct simplifier *simplifier, size_t word)
{
    size_t at = simplifier->phrasing.words[word].start;
    while (at > 0 && !ascii_is_space(simplifier->text.data[at - 1]))
        at--;
    return at;
}

/* "A; B": in every language. Lists with semicolons have none of the verbs that tell a clause. */
static bool at_semicolon(const struct simplifier *simplifier, size_t word, struct cut *cut)
{
    const struct phrasing *phrasing = &simplifier->phrasing;
    char mark = phrasing_mark(phrasing, word - 1);
    size_t end = phrasing->words[word - 1].end;
    for (; mark == '\1' && end < phrasing->plain.len; end += MARK_BYTES)
        mark = end + MARK_BYTES < phrasing->plain.len ? phrasing->plain.data[end + MARK_BYTES] : '\0';
    if ((mark != ';' && mark != ':') || end + 1 >= phrasing->plain.len ||
        !ascii_is_space(phrasing->plain.data[end + 1]) || !can_part(simplifier, word, end))
        return false;
    if (!has_verb(simplifier, 0, word) || !has_verb(simplifier, word, phrasing->count))
        return false;
    if (phrasing_is_figure(phrasing, word) ||
        memchr(phrasing->plain.data + end + 1, ';', phrasing->plain.len - end - 1))
        return false;
    if (mark == ':' && (memchr(phrasing->plain.data + end, ',', phrasing->plain.len - end) ||
                        (simplifier->grammar && has_limit(simplifier, 0, word))))
        return false;
    *cut = (struct cut){end, start_of(simplifier, word), {"", 0}};
    return true;
}

/* Is there a comma before the byte that does not just set off an opening of a few words? */
static bool has_other_comma(const struct simplifier *simplifier, size_t end)
{
    const struct phrasing *phrasing = &simplifier->phrasing;
    for (size_t i = 0; i < phrasing->count && phrasing->words[i].end < end; i++)
        if (i >= OPENING_WORDS && phrasing_mark(phrasing, i) == ',')
            return true;
    return false;
}

/* Where the subject that begins at the word is followed by its verb; 0: nowhere near. */
static size_t verb_of(const struct simplifier *simplifier, size_t word)
{
    const struct phrasing *phrasing = &simplifier->phrasing;
    if (!word_list_has(simplifier->grammar->subjects, phrasing->words[word].folded))
        return 0;
    for (size_t i = word; i + 1 < phrasing->count && i < word + SUBJECT_WORDS; i++) {
        char mark = phrasing_mark(phrasing, i);
        if (mark == ',' || mark == ';' || mark == ':' || mark == '(')
            return 0;
        if (i > word && word_is_verb(&phrasing->words[i], simplifier->parts->language))
            return i;
        if (word_is_verb(&phrasing->words[i + 1], simplifier->parts->language))
            return i + 1;
    }
    return 0;
}

/* ", and it is ...": the conjunction stays where it says more than "and". */
static bool at_conjunction(const struct simplifier *simplifier, size_t word, struct cut *cut)
{
    const struct phrasing *phrasing = &simplifier->phrasing;
    if (!simplifier->grammar || word + 1 >= phrasing->count ||
        !word_list_has(simplifier->grammar->conjunctions, phrasing->words[word].folded))
        return false;
    size_t end = phrasing->words[word].start;
    while (end > 0 && (ascii_is_space(phrasing->plain.data[end - 1])))
        end--;
    if (end == 0 || phrasing->plain.data[end - 1] != ',' || !can_part(simplifier, word, end - 1))
        return false;
    if (!verb_of(simplifier, word + 1) || !has_verb(simplifier, 0, word) || has_other_comma(simplifier, end - 1) ||
        has_limit(simplifier, 0, word) || has_limit(simplifier, word + 1, phrasing->count))
        return false;
    bool drops = word_list_has(simplifier->grammar->dropped, phrasing->words[word].folded);
    *cut = (struct cut){end - 1, start_of(simplifier, drops ? word + 1 : word), {"", 0}};
    return true;
}

static bool is_plural(struct str folded)
{
    return str_ends(folded, STR("s")) && !str_ends(folded, STR("ss")) && !str_ends(folded, STR("us")) &&
           !str_ends(folded, STR("is"));
}

/* ", which is ...": behind "a tree" or "the trees" alone, for behind "the height of the tree" nobody knows what it is
 * said of. */
static bool at_which(struct simplifier *simplifier, size_t word, struct cut *cut)
{
    static const char *const articles[] = {"a", "an", "the", NULL},
                             *const plural_verbs[] = {"are", "were", "have", NULL},
                             *const singular_verbs[] = {"is", "was", "has", NULL}, *const linking[] = {"of",   "in",
                                                                                                       "on",   "for",
                                                                                                       "to",   "with",
                                                                                                       "from", "by",
                                                                                                       "at",   "and",
                                                                                                       "or",   NULL},
                             *const comments[] = {"why", "how", "because", "when", "what", "where", NULL};
    const struct phrasing *phrasing = &simplifier->phrasing;
    if (!simplifier->grammar || strcmp(simplifier->grammar->tag, "en") != 0 || word < FEWEST_WORDS ||
        word + 2 >= phrasing->count || !word_is(&phrasing->words[word], "which"))
        return false;
    const struct word *noun = &phrasing->words[word - 1], *verb = &phrasing->words[word + 1];
    bool are_many = word_list_has(plural_verbs, verb->folded);
    if ((!are_many && !word_list_has(singular_verbs, verb->folded)) || is_plural(noun->folded) != are_many ||
        noun->is_stop || phrasing_mark(phrasing, word - 1) != ',' || !can_part(simplifier, word, noun->end))
        return false;
    if (!word_list_has(articles, phrasing->words[word - 2].folded) ||
        word_list_has(linking, phrasing->words[word - 3].folded) || has_limit(simplifier, 0, word) ||
        has_limit(simplifier, word + 1, phrasing->count) || has_other_comma(simplifier, noun->end) ||
        word_list_has(comments, phrasing->words[word + 2].folded) ||
        memchr(phrasing->plain.data + verb->end, ',', phrasing->plain.len - verb->end))
        return false;
    struct str name = bytes_between(phrasing->plain, noun->start, noun->end);
    *cut = (struct cut){noun->end, verb->start,
                        TEXT_JOIN(simplifier->parts->arena, are_many ? STR("These ") : STR("This "), name, STR(" "))};
    simplifier->failed |= !cut->subject.data;
    return true;
}

/* --- long parentheses --- */

/* A parenthesis with a subject and a verb of its own becomes the sentence behind this one. */
static bool at_parenthesis(struct simplifier *simplifier, struct str *first, struct str *second)
{
    const struct phrasing *phrasing = &simplifier->phrasing;
    struct str plain = phrasing->plain, text = simplifier->text;
    size_t open = str_find(plain, STR(" ("), 0);
    size_t close = open < plain.len ? str_find(plain, STR(")"), open) : plain.len;
    if (!simplifier->grammar || close >= plain.len || phrasing_is_enclosed(phrasing, open) ||
        str_find(plain, STR("("), open + 2) < close)
        return false;
    size_t from = 0, to = 0;
    while (from < phrasing->count && phrasing->words[from].start < open)
        from++;
    for (to = from; to < phrasing->count && phrasing->words[to].start < close;)
        to++;
    struct str inner = bytes_between(text, open + 2, close);
    bool is_clause = to - from >= LONG_PARENTHESIS && verb_of(simplifier, from) > 0 && verb_of(simplifier, from) < to &&
                     !has_limit(simplifier, from, to) && !has_limit(simplifier, 0, from);
    if (!is_clause || !text_is_balanced(simplifier->parts, inner) || memchr(inner.data, '.', inner.len))
        return false;
    *first =
        TEXT_JOIN(simplifier->parts->arena, bytes_between(text, 0, open), bytes_between(text, close + 1, text.len));
    *second = TEXT_JOIN(simplifier->parts->arena, inner, STR("."));
    simplifier->failed |= !first->data || !second->data;
    return true;
}

/* --- the sentence --- */

static bool find_cut(struct simplifier *simplifier, struct cut *cut)
{
    for (size_t word = 1; word < simplifier->phrasing.count; word++)
        if (at_semicolon(simplifier, word, cut) || at_conjunction(simplifier, word, cut) ||
            at_which(simplifier, word, cut))
            return true;
    return false;
}

/* A question or a quotation is not cut, nor what announces a list. */
static bool is_statement(const struct phrasing *phrasing)
{
    struct str plain = phrasing->plain;
    size_t end = plain.len;
    while (end > 0 && plain.data[end - 1] == '\1')
        end--;
    return end > 0 && plain.data[end - 1] == '.' && !memchr(plain.data, '"', end);
}

/* Citations stay where they stand, at the end of the second half: code moves a citation and never adds one.
 * second->data NULL: the sentence stays whole. */
static enum status cut_sentence(struct parts *parts, struct str text, struct str *first, struct str *second)
{
    struct simplifier simplifier = {.parts = parts, .grammar = grammar_of(parts->language), .text = text};
    struct cut cut;
    second->data = NULL;
    enum status status = phrasing_of(parts, text, &simplifier.phrasing);
    if (status || simplifier.phrasing.count <= LONG_SENTENCE || !is_statement(&simplifier.phrasing))
        return status;
    if (at_parenthesis(&simplifier, first, second)) {
        *second = second->data ? text_capitalised(parts, *second) : *second;
    } else if (find_cut(&simplifier, &cut)) {
        *first = TEXT_JOIN(parts->arena, bytes_between(text, 0, cut.left_end), STR("."));
        *second = TEXT_JOIN(parts->arena, cut.subject, bytes_between(text, cut.right_start, text.len));
        *second = second->data ? text_capitalised(parts, *second) : *second;
    } else {
        return OK;
    }
    return first->data && second->data && !simplifier.failed ? OK : error_memory(parts->err);
}

enum status rule_simplify(struct parts *parts, struct polish_report *report)
{
    enum status status = OK;
    for (size_t i = 0; !status && i < parts->count; i++) {
        struct part *part = &parts->list[i];
        if (!part_is_text(part) || part->is_held)
            continue;
        for (size_t j = 0; !status && j < part->count; j++) {
            struct str first, second;
            if (part->sentences[j].is_dropped || part->sentences[j].count > 1)
                continue;
            status = cut_sentence(parts, part->sentences[j].text, &first, &second);
            if (status || !second.data)
                continue;
            part->sentences[j].text = first;
            part->is_edited = true;
            report->simplified++;
            status = parts_insert(parts, part, j, second);
            j -= status == OK; /* the first half may still be long */
        }
    }
    return status;
}
