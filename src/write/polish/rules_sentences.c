#include "write/polish/rules.h"

/*
 * A long sentence becomes two where a semicolon, a colon, or a comma with a conjunction joins main clauses: each half
 * is one by itself, the second has its own subject, and nothing in either limits the other. Only an "and" goes.
 */
enum {
    FEWEST_WORDS = 4,   /* of a half */
    UNTOLD_WORDS = 5,   /* of one whose verb is not known, but that a clause with subject and verb is joined to */
    SUBJECT_WORDS = 10, /* from the beginning of a subject to its verb, at most */
    OPENING_WORDS = 4,  /* "In this case, ...": a comma behind so few words sets off no clause */
};

struct rules_sentences_splitter {
    const struct parts *parts;
    const struct polish_words *words; /* of the language */
    const char *const *relatives;     /* likewise: begin a clause on the noun before them; or NULL */
    struct phrasing phrasing;
};

struct rules_sentences_joint {
    size_t left_end;    /* byte: the first sentence ends before it and gets a full stop */
    size_t right_start; /* byte: the second begins here */
};

static bool has_any(const struct rules_sentences_splitter *splitter, const char *const *list, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (word_list_has(list, splitter->phrasing.words[i].folded))
            return true;
    return false;
}

static bool has_verb(const struct rules_sentences_splitter *splitter, size_t from, size_t to)
{
    return has_any(splitter, splitter->words->verbs, from, to);
}

static bool rules_sentences_is_in(const struct rules_sentences_splitter *splitter, const char *const *list, size_t word)
{
    return has_any(splitter, list, word, word + 1);
}

/* Both sides balanced and not in quotation marks, and nothing that must stay between them? */
static bool can_part(const struct rules_sentences_splitter *splitter, size_t word,
                     const struct rules_sentences_joint *joint)
{
    const struct parts *parts = splitter->parts;
    struct str text = splitter->phrasing.text;
    size_t at = 0;
    return word >= FEWEST_WORDS && splitter->phrasing.count - word >= FEWEST_WORDS &&
           !phrasing_is_enclosed(&splitter->phrasing, joint->left_end) &&
           !mark_next(parts, bytes_between(text, joint->left_end, joint->right_start), &at) &&
           text_is_balanced(parts, bytes_between(text, 0, joint->left_end)) &&
           text_is_balanced(parts, bytes_between(text, joint->right_start, text.len));
}

/* The start of the word, with the marks and openers directly before it. */
static size_t start_of(const struct rules_sentences_splitter *splitter, size_t word)
{
    size_t at = splitter->phrasing.words[word].start;
    while (at > 0 && !ascii_is_space(splitter->phrasing.text.data[at - 1]))
        at--;
    return at;
}

/* The last byte before the word that is neither blank nor part of a mark; 0: there is none. */
static size_t byte_before(const struct rules_sentences_splitter *splitter, size_t word)
{
    size_t at = splitter->phrasing.words[word].start;
    const char *plain = splitter->phrasing.plain.data;
    while (at > 0 && (ascii_is_space(plain[at - 1]) || plain[at - 1] == '\1'))
        at--;
    return at ? at - 1 : 0;
}

/* Does a clause begin at the word that hangs on one before it, from the first one on? */
static bool hangs_on(const struct rules_sentences_splitter *splitter, size_t first, size_t word)
{
    return word > first && (rules_sentences_is_in(splitter, splitter->words->limits, word) ||
                            rules_sentences_is_in(splitter, splitter->relatives, word));
}

/* Does a subject begin at the word that its verb follows soon? */
static bool begins_clause(const struct rules_sentences_splitter *splitter, size_t word)
{
    const struct phrasing *phrasing = &splitter->phrasing;
    if (rules_sentences_is_in(splitter, splitter->words->pronouns, word))
        return phrasing_mark(phrasing, word) == ' ';
    if (!rules_sentences_is_in(splitter, splitter->words->subjects, word))
        return false;
    for (size_t i = word; i + 1 < phrasing->count && i < word + SUBJECT_WORDS; i++) {
        char mark = phrasing_mark(phrasing, i);
        if ((mark && strchr(",;:(", mark)) || hangs_on(splitter, word, i + 1))
            return false;
        if (rules_sentences_is_in(splitter, splitter->words->verbs, i + 1))
            return true;
    }
    return false;
}

/* May what stands before the word be a sentence, or does it depend on something, or something on it? */
static bool rules_sentences_is_free(const struct rules_sentences_splitter *splitter, size_t word)
{
    return !has_any(splitter, splitter->words->limits, 0, word) &&
           !rules_sentences_is_in(splitter, splitter->words->openers, 0);
}

/* Does a verb stand there, and not first in a clause that hangs on a noun: "a lock that can be shut"? */
static bool has_main_verb(const struct rules_sentences_splitter *splitter, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (rules_sentences_is_in(splitter, splitter->words->verbs, i))
            return true;
        else if (hangs_on(splitter, from, i))
            return false;
    return false;
}

/* "A; B", in every language. Several semicolons make a list. */
static bool at_semicolon(const struct rules_sentences_splitter *splitter, size_t word, size_t end)
{
    struct str plain = splitter->phrasing.plain;
    return str_find(plain, STR(";"), 0) == end && str_find(plain, STR(";"), end + 1) == plain.len &&
           !phrasing_is_figure(&splitter->phrasing, word) && has_verb(splitter, 0, word) &&
           has_main_verb(splitter, word, splitter->phrasing.count);
}

/* "A: the index is ...": what explains A, and no list. */
static bool at_colon(const struct rules_sentences_splitter *splitter, size_t word, size_t end)
{
    struct str plain = splitter->phrasing.plain;
    return begins_clause(splitter, word) && has_verb(splitter, 0, word) && rules_sentences_is_free(splitter, word) &&
           str_find(plain, STR(","), end) == plain.len && str_find(plain, STR(";"), 0) == plain.len;
}

/* Is there a comma before the byte that does not just set off an opening of a few words? */
static bool has_other_comma(const struct rules_sentences_splitter *splitter, size_t end)
{
    const struct phrasing *phrasing = &splitter->phrasing;
    for (size_t i = 0; i < phrasing->count && phrasing->words[i].end < end; i++)
        if (phrasing_mark(phrasing, i) == ',' && (i >= OPENING_WORDS || has_verb(splitter, 0, i + 1)))
            return true;
    return false;
}

/* Does a condition stand behind a comma from the word on, which could be meant of all before it? */
static bool is_limited(const struct rules_sentences_splitter *splitter, size_t from)
{
    for (size_t i = from; i + 1 < splitter->phrasing.count; i++)
        if (phrasing_mark(&splitter->phrasing, i) == ',' &&
            rules_sentences_is_in(splitter, splitter->words->limits, i + 1))
            return true;
    return false;
}

/* ", and it is ...". */
static bool at_conjunction(const struct rules_sentences_splitter *splitter, size_t word, size_t end)
{
    return word + 1 < splitter->phrasing.count &&
           rules_sentences_is_in(splitter, splitter->words->conjunctions, word) && begins_clause(splitter, word + 1) &&
           (word >= UNTOLD_WORDS || has_verb(splitter, 0, word)) && rules_sentences_is_free(splitter, word) &&
           !has_other_comma(splitter, end) && !is_limited(splitter, word + 1);
}

static bool find_joint(const struct rules_sentences_splitter *splitter, struct rules_sentences_joint *joint)
{
    static const struct {
        char mark;
        bool (*is_joint)(const struct rules_sentences_splitter *splitter, size_t word, size_t end);
    } kinds[] = {{';', at_semicolon}, {':', at_colon}, {',', at_conjunction}};
    for (size_t word = FEWEST_WORDS; word < splitter->phrasing.count; word++) {
        size_t end = byte_before(splitter, word), kind = 0;
        while (kind < COUNT_OF(kinds) && splitter->phrasing.plain.data[end] != kinds[kind].mark)
            kind++;
        if (kind == COUNT_OF(kinds) || !kinds[kind].is_joint(splitter, word, end))
            continue;
        bool drops = kinds[kind].mark == ',' && rules_sentences_is_in(splitter, splitter->words->dropped, word);
        *joint = (struct rules_sentences_joint){end, start_of(splitter, drops ? word + 1 : word)};
        if (can_part(splitter, word, joint))
            return true;
    }
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

/* Citations stay where they stand, at the end of the second half. second->data NULL: the sentence stays whole. */
static enum status rules_sentences_cut(struct parts *parts, struct str text, size_t most, struct str *first,
                                       struct str *second)
{
    const struct language *language = parts->language;
    struct rules_sentences_splitter splitter = {
        .parts = parts,
        .words = language->polish_words,
        .relatives = language->definition_words ? language->definition_words->relatives : NULL};
    struct rules_sentences_joint joint;
    second->data = NULL;
    enum status status = phrasing_of(parts, text, &splitter.phrasing);
    if (status || splitter.phrasing.count <= most || !is_statement(&splitter.phrasing) ||
        !find_joint(&splitter, &joint))
        return status;
    struct buf left = {0};
    buf_add(&left, text.data, joint.left_end);
    buf_char(&left, '.');
    *first = parts_keep(parts, &left);
    *second = text_capitalised(parts, bytes_between(text, joint.right_start, text.len));
    return first->data && second->data ? OK : error_memory(parts->err);
}

static enum status cut_part(struct parts *parts, struct part *part, size_t most, struct polish_report *report)
{
    enum status status = OK;
    for (size_t at = 0; at < part->count && !status;) {
        struct str first, second = {NULL, 0};
        if (!part->sentences[at].is_dropped && part->sentences[at].count == 1)
            status = rules_sentences_cut(parts, part->sentences[at].text, most, &first, &second);
        at += !second.data; /* the first half may still be long */
        if (status || !second.data)
            continue;
        part->sentences[at].text = first;
        part->is_edited = true;
        report->cut++;
        status = parts_insert(parts, part, at, second);
    }
    return status;
}

enum status rule_sentences(struct parts *parts, size_t most, struct polish_report *report)
{
    enum status status = OK;
    if (!parts->language || !parts->language->polish_words)
        return OK;
    for (size_t i = 0; !status && i < parts->count; i++)
        if (part_is_text(&parts->list[i]))
            status = cut_part(parts, &parts->list[i], most, report);
    return status;
}
