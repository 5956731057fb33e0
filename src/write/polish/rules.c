#include "write/polish/polish_parts.h"

/* Does the sentence begin by summing up? *end: the word behind the opener. */
static bool sums_up(const struct phrasing *phrasing, const struct language *language, size_t *end)
{
    const struct worded worded = {phrasing->plain, phrasing->words, phrasing->count};
    return language && language->polish_words && pattern_begins(language->polish_words->summaries, &worded, 0, end);
}

static bool stands_elsewhere(const struct parts *parts, const struct part *own, struct str word)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->list[i];
        struct str text = part->kind == PART_FIXED || part->is_label ? part->raw : part->text;
        if (part == own || part->is_dropped || part->zone == ZONE_SOURCES)
            continue;
        for (size_t at = 0; (at = str_find(text, word, at)) < text.len; at++) {
            size_t end = at + word.len;
            bool begins = at == 0 || !ascii_is_alnum(text.data[at - 1]);
            if (begins && (end == text.len || !ascii_is_alnum(text.data[end])))
                return true;
        }
    }
    return false;
}

static bool is_cited_elsewhere(const struct parts *parts, const struct part *own, struct str text)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->list[i];
        if (part != own && !part->is_dropped && part->kind != PART_FIXED && !text_cites_more(parts, text, part->text))
            return true;
    }
    return false;
}

/* Would the article lose something besides words with this text? */
static enum status is_needed(const struct parts *parts, const struct part *own, struct str text, bool *needed)
{
    struct phrasing phrasing;
    enum status status = phrasing_of(parts, text, &phrasing);
    *needed = text_holds_elements(parts, text);
    size_t at = 0;
    for (const struct mark *mark; !*needed && (mark = mark_next(parts, text, &at));)
        if (mark->kind == MARK_CITATION)
            *needed = !is_cited_elsewhere(parts, own, bytes_between(text, at - MARK_BYTES, at));
    for (size_t i = 0; !status && !*needed && i < phrasing.count; i++) {
        struct str word = bytes_between(phrasing.plain, phrasing.words[i].start, phrasing.words[i].end);
        *needed = phrasing_is_figure(&phrasing, i) && !stands_elsewhere(parts, own, word);
    }
    return status;
}

/* Only what sums up goes: the sentence when nothing is lost with it, else its opener when a comma sets that off. */
static enum status drop_opening(struct parts *parts, struct part *part, const struct phrasing *phrasing, size_t end,
                                struct polish_report *report)
{
    struct part_sentence *first = &part->sentences[0];
    bool needed, is_alone = part_sentence_count(part) == first->count;
    enum status status = is_needed(parts, part, first->text, &needed);
    if (status)
        return status;
    if (!needed && !is_alone && !str_ends(first->text, STR(":"))) {
        first->is_dropped = part->is_edited = true;
        report->removed_sentences++;
        return OK;
    }
    char mark = phrasing_mark(phrasing, end - 1);
    size_t from = phrasing->words[0].start, to = phrasing->words[end - 1].end + 1;
    while (to < phrasing->plain.len && ascii_is_space(phrasing->plain.data[to]))
        to++;
    struct str text = first->text;
    if ((mark != ',' && mark != ':') || end >= phrasing->count ||
        !text_is_balanced(parts, bytes_between(text, from, to)))
        return OK;
    struct buf out = {0};
    buf_add(&out, text.data, from);
    buf_add(&out, text.data + to, text.len - to);
    text = parts_keep(parts, &out);
    first->text = text.data ? text_capitalised(parts, text) : text;
    part->is_edited = true;
    return first->text.data ? OK : error_memory(parts->err);
}

/* The last paragraph of an article without a conclusion may sum up. */
static const struct part *closing_part(const struct parts *parts)
{
    const struct part *last = NULL;
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->list[i];
        if (part->zone == ZONE_CONCLUSION)
            return NULL;
        if (part->zone == ZONE_BODY && part_is_text(part))
            last = part;
    }
    return last;
}

enum status rule_conclusions(struct parts *parts, struct polish_report *report)
{
    const struct part *closing = closing_part(parts);
    enum status status = OK;
    for (size_t i = 0; !status && i < parts->count; i++) {
        struct part *part = &parts->list[i];
        struct phrasing phrasing;
        size_t end;
        bool needed = true;
        if (!part_is_text(part) || part->kind != PART_PARAGRAPH || part->zone != ZONE_BODY || part == closing)
            continue;
        status = phrasing_of(parts, part->sentences[0].text, &phrasing);
        if (status || !sums_up(&phrasing, parts->language, &end))
            continue;
        status = is_needed(parts, part, part->text, &needed);
        if (status)
            continue;
        bool announces = str_ends(part->text, STR(":"));
        if (!needed && !announces && !part_stands_alone(parts, part)) {
            part->is_dropped = true;
            report->removed_paragraphs++;
        } else {
            status = drop_opening(parts, part, &phrasing, end, report);
        }
    }
    return status;
}

/*
 * Where a long paragraph is cut: the cheapest way to lay its sentences into paragraphs of one to four. A cut costs what
 * the sentences on both sides have in common, and more before one that points back; so does a paragraph of one.
 */
static const double cut_cost = 0.3, orphan_cost = 2.0, pointer_cost = 0.8;

static double common_share(const struct phrasing *a, const struct phrasing *b)
{
    size_t common = 0, content = 0;
    for (size_t i = 0; i < b->count; i++) {
        if (b->words[i].is_stop)
            continue;
        content++;
        for (size_t j = 0; j < a->count; j++)
            if (!a->words[j].is_stop && str_eq(a->words[j].stem, b->words[i].stem)) {
                common++;
                break;
            }
    }
    return content ? (double)common / (double)content : 0;
}

struct rules_paragraphs_layout {
    double cost; /* of the sentences from here to the end */
    size_t next; /* where the next paragraph begins */
    double cut;  /* what a cut before this sentence costs */
};

static void lay_out(const struct part_sentence *const *sentences, size_t count, struct rules_paragraphs_layout *layout)
{
    layout[count] = (struct rules_paragraphs_layout){0, count, 0};
    for (size_t from = count; from-- > 0;) {
        layout[from].cost = 1e9;
        size_t size = 0;
        for (size_t to = from + 1; to <= count; to++) {
            size += sentences[to - 1]->count;
            if (size > LONGEST_PARAGRAPH && to > from + 1)
                break;
            double cost = layout[to].cost + (size == 1 ? orphan_cost : 0) + (to < count ? layout[to].cut : 0);
            if (cost > layout[from].cost) /* of equal ones the longest paragraph first */
                continue;
            layout[from].cost = cost;
            layout[from].next = to;
        }
    }
}

static enum status cut_costs(struct parts *parts, const struct part_sentence *const *sentences, size_t count,
                             struct rules_paragraphs_layout *layout)
{
    struct phrasing before = {.count = 0}, phrasing;
    for (size_t i = 0; i < count; i++) {
        enum status status = phrasing_of(parts, sentences[i]->text, &phrasing);
        if (status)
            return status;
        layout[i].cut = cut_cost + common_share(&before, &phrasing) +
                        (phrasing_points_back(&phrasing, parts->language) ? pointer_cost : 0);
        before = phrasing;
    }
    return OK;
}

static enum status split_part(struct parts *parts, struct part *part, struct polish_report *report)
{
    struct part_sentence **sentences = ARENA_ARRAY(parts->arena, part->count, struct part_sentence *);
    struct rules_paragraphs_layout *layout = ARENA_ARRAY(parts->arena, part->count + 1, struct rules_paragraphs_layout);
    size_t count = 0, before = report->split;
    if (!sentences || !layout)
        return error_memory(parts->err);
    for (size_t i = 0; i < part->count; i++)
        if (!part->sentences[i].is_dropped)
            sentences[count++] = &part->sentences[i];
    const struct part_sentence *const *list = (const struct part_sentence *const *)sentences;
    enum status status = cut_costs(parts, list, count, layout);
    if (status)
        return status;
    lay_out(list, count, layout);
    for (size_t at = layout[0].next; at < count; at = layout[at].next) {
        sentences[at]->breaks = true;
        part->is_edited = true;
        report->split = before + 1;
    }
    return OK;
}

enum status rule_paragraphs(struct parts *parts, struct polish_report *report)
{
    enum status status = OK;
    for (size_t i = 0; !status && i < parts->count; i++) {
        struct part *part = &parts->list[i];
        if (part_is_text(part) && part->kind == PART_PARAGRAPH && !part->has_id &&
            part_sentence_count(part) > LONGEST_PARAGRAPH)
            status = split_part(parts, part, report);
    }
    return status;
}

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
