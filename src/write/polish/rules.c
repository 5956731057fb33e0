#include "write/polish/polish_parts.h"

/* --- paragraphs that sum up --- */

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
static bool is_needed(const struct parts *parts, const struct part *own, struct str text)
{
    struct phrasing phrasing = phrasing_of(parts, text);
    size_t at = 0;
    if (text_holds_elements(parts, text))
        return true;
    for (const struct mark *mark; (mark = mark_next(parts, text, &at));)
        if (mark->kind == MARK_CITATION && !is_cited_elsewhere(parts, own, bytes_between(text, at - MARK_BYTES, at)))
            return true;
    for (size_t i = 0; i < phrasing.count; i++) {
        struct str word = bytes_between(phrasing.plain, phrasing.words[i].start, phrasing.words[i].end);
        if (phrasing_is_figure(&phrasing, i) && !stands_elsewhere(parts, own, word))
            return true;
    }
    return false;
}

/* Only what sums up goes: the sentence when nothing is lost with it, else its opener when a comma sets that off. */
static void drop_opening(struct parts *parts, struct part *part, const struct phrasing *phrasing, size_t end,
                         struct polish_report *report)
{
    struct part_sentence *first = &part->sentences[0];
    bool is_alone = part_sentence_count(part) == first->count;
    if (!is_alone && !str_ends(first->text, STR(":")) && !is_needed(parts, part, first->text)) {
        first->is_dropped = part->is_edited = true;
        report->removed_sentences++;
        return;
    }
    char mark = phrasing_mark(phrasing, end - 1);
    size_t from = phrasing->words[0].start, to = phrasing->words[end - 1].end + 1;
    while (to < phrasing->plain.len && ascii_is_space(phrasing->plain.data[to]))
        to++;
    struct str text = first->text;
    if ((mark != ',' && mark != ':') || end >= phrasing->count ||
        !text_is_balanced(parts, bytes_between(text, from, to)))
        return;
    struct buf out = {0};
    buf_add(&out, text.data, from);
    buf_add(&out, text.data + to, text.len - to);
    first->text = text_capitalised(parts, parts_keep(parts, &out));
    part->is_edited = true;
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

void rule_conclusions(struct parts *parts, struct polish_report *report)
{
    const struct part *closing = closing_part(parts);
    for (size_t i = 0; i < parts->count; i++) {
        struct part *part = &parts->list[i];
        size_t end;
        if (!part_is_text(part) || part->kind != PART_PARAGRAPH || part->zone != ZONE_BODY || part == closing)
            continue;
        struct phrasing phrasing = phrasing_of(parts, part->sentences[0].text);
        if (!sums_up(&phrasing, parts->language, &end))
            continue;
        bool announces = str_ends(part->text, STR(":"));
        if (!announces && !part_stands_alone(parts, part) && !is_needed(parts, part, part->text)) {
            part->is_dropped = true;
            report->removed_paragraphs++;
        } else {
            drop_opening(parts, part, &phrasing, end, report);
        }
    }
}

/* --- long paragraphs --- */

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

struct paragraph_layout {
    double cost; /* of the sentences from here to the end */
    size_t next; /* where the next paragraph begins */
    double cut;  /* what a cut before this sentence costs */
};

static void lay_out(const struct part_sentence *const *sentences, size_t count, struct paragraph_layout *layout)
{
    layout[count] = (struct paragraph_layout){0, count, 0};
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

static void cut_costs(struct parts *parts, const struct part_sentence *const *sentences, size_t count,
                      struct paragraph_layout *layout)
{
    struct phrasing before = {.count = 0};
    for (size_t i = 0; i < count; i++) {
        struct phrasing phrasing = phrasing_of(parts, sentences[i]->text);
        layout[i].cut = cut_cost + common_share(&before, &phrasing) +
                        (phrasing_points_back(&phrasing, parts->language) ? pointer_cost : 0);
        before = phrasing;
    }
}

static void split_part(struct parts *parts, struct part *part, struct polish_report *report)
{
    struct part_sentence **sentences = ARENA_ARRAY(parts->arena, part->count, struct part_sentence *);
    struct paragraph_layout *layout = ARENA_ARRAY(parts->arena, part->count + 1, struct paragraph_layout);
    size_t count = 0, before = report->split;
    if (!sentences || !layout)
        return;
    for (size_t i = 0; i < part->count; i++)
        if (!part->sentences[i].is_dropped)
            sentences[count++] = &part->sentences[i];
    const struct part_sentence *const *list = (const struct part_sentence *const *)sentences;
    cut_costs(parts, list, count, layout);
    lay_out(list, count, layout);
    for (size_t at = layout[0].next; at < count; at = layout[at].next) {
        sentences[at]->breaks = true;
        part->is_edited = true;
        report->split = before + 1;
    }
}

void rule_paragraphs(struct parts *parts, struct polish_report *report)
{
    for (size_t i = 0; i < parts->count; i++) {
        struct part *part = &parts->list[i];
        if (part_is_text(part) && part->kind == PART_PARAGRAPH && !part->has_id &&
            part_sentence_count(part) > LONGEST_PARAGRAPH)
            split_part(parts, part, report);
    }
}

/* --- repetition --- */

/*
 * Two sentences are nearly alike when they share this part of the stemmed content words of both, or a run of words; and
 * when nothing is said by one alone: the words of one are among those of the other. So "Mint needs four hours of light"
 * stands beside "Basil needs six hours of light", "likes warm rooms" beside "likes cold rooms", and a sentence that
 * points back ("This is on by default") is nobody's repetition.
 */
static const double alike_share = 0.6;
enum { FEWEST_CONTENT = 3 };

struct said_sentence {
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
    struct said_sentence *list;
    size_t count, cap;
};

static const struct word *content_word(const struct said_sentence *statement, size_t i)
{
    return &statement->phrasing.words[statement->content[i]];
}

static bool says_stem(const struct said_sentence *statement, struct str stem)
{
    for (size_t i = 0; i < statement->content_count; i++)
        if (str_eq(content_word(statement, i)->stem, stem))
            return true;
    return false;
}

static void find_content(struct parts *parts, struct said_sentence *statement)
{
    const struct phrasing *phrasing = &statement->phrasing;
    statement->content = ARENA_ARRAY(parts->arena, phrasing->count, size_t);
    if (!statement->content)
        return;
    for (size_t i = 0; i < phrasing->count; i++)
        if (!phrasing->words[i].is_stop && !says_stem(statement, phrasing->words[i].stem))
            statement->content[statement->content_count++] = i;
    shingles_of_words(parts->arena, phrasing->words, phrasing->count, SHINGLE_REPETITION, &statement->runs, NULL);
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
static int alike(const struct language *language, const struct said_sentence *first, const struct said_sentence *second)
{
    size_t a = first->content_count, b = second->content_count, common = 0;
    if (a < FEWEST_CONTENT || b < FEWEST_CONTENT || first->points_back || second->points_back)
        return NEITHER;
    if (is_verbatim(&first->phrasing, &second->phrasing))
        return FIRST | SECOND;
    for (size_t i = 0; i < b; i++)
        common += says_stem(first, content_word(second, i)->stem);
    if (common < FEWEST_CONTENT || tells_more(language, &second->phrasing, &first->phrasing) ||
        tells_more(language, &first->phrasing, &second->phrasing))
        return NEITHER;
    double least = (double)common / (double)(a > b ? a : b);
    int goes = (common == b ? SECOND : NEITHER) | (common == a ? FIRST : NEITHER);
    return least >= alike_share || hashes_shared(&first->runs, &second->runs) ? goes : NEITHER;
}

/* Questions and takeaways may say once more what the article says, but not in the same words. */
static int repetition(const struct language *language, const struct said_sentence *first,
                      const struct said_sentence *second)
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
    const struct said_sentence *next = at + 1 < statements->count ? &statements->list[at + 1] : NULL;
    return next && !next->is_gone && next->part == statements->list[at].part && next->points_back;
}

static bool may_go(const struct statements *statements, size_t at)
{
    const struct said_sentence *statement = &statements->list[at];
    const struct part *part = statement->part;
    bool is_alone = part_sentence_count(part) == statement->sentence->count;
    if (statement->sentence->count > 1 || text_holds_elements(statements->parts, statement->sentence->text))
        return false;
    if (str_ends(str_trim(statement->phrasing.plain), STR(":")) || is_pointed_to(statements, at))
        return false;
    return !is_alone || !part_stands_alone(statements->parts, part);
}

static void drop_statement(struct statements *statements, struct said_sentence *gone, struct said_sentence *stays,
                           struct polish_report *report)
{
    struct parts *parts = statements->parts;
    if (text_cites_more(parts, gone->sentence->text, stays->sentence->text)) {
        stays->sentence->text = text_with_citations(parts, stays->sentence->text, gone->sentence->text);
        stays->part->is_edited = true;
    }
    gone->is_gone = gone->sentence->is_dropped = gone->part->is_edited = true;
    gone->part->is_dropped = part_sentence_count(gone->part) == 0;
    report->removed_sentences++;
}

static void compare_statement(struct statements *statements, size_t at, struct polish_report *report)
{
    for (size_t i = 0; i < at && !statements->list[at].is_gone; i++) {
        struct said_sentence *first = &statements->list[i], *second = &statements->list[at];
        int goes = first->is_gone ? NEITHER : repetition(statements->parts->language, first, second);
        bool is_free = first->part->zone == ZONE_BODY && second->part->zone == ZONE_BODY;
        if ((goes & SECOND) && may_go(statements, at))
            drop_statement(statements, second, first, report);
        else if ((goes & FIRST) && is_free && may_go(statements, i))
            drop_statement(statements, first, second, report);
    }
}

static void add_part(struct statements *statements, struct part *part)
{
    struct parts *parts = statements->parts;
    for (size_t i = 0; i < part->count; i++) {
        struct said_sentence statement = {.part = part, .sentence = &part->sentences[i]};
        if (part->sentences[i].is_dropped)
            continue;
        statement.phrasing = phrasing_of(parts, text_visible(parts, part->sentences[i].text));
        if (begins_with_quotation(&statement.phrasing) || !statement.phrasing.count)
            continue;
        statement.points_back = phrasing_points_back(&statement.phrasing, parts->language);
        find_content(parts, &statement);
        struct said_sentence *added = VEC_PUSH(parts->arena, statements->list, statements->count, statements->cap);
        if (added)
            *added = statement;
    }
}

/* What stands in the body comes first: it is what stays. */
void rule_repetitive(struct parts *parts, struct polish_report *report)
{
    static const enum part_zone order[] = {ZONE_BODY, ZONE_TAKEAWAYS, ZONE_QUESTIONS, ZONE_CONCLUSION};
    struct statements statements = {.parts = parts};
    for (size_t zone = 0; zone < COUNT_OF(order); zone++)
        for (size_t i = 0; i < parts->count; i++)
            if (parts->list[i].zone == order[zone] && part_is_text(&parts->list[i]))
                add_part(&statements, &parts->list[i]);
    for (size_t i = 0; i < statements.count; i++)
        compare_statement(&statements, i, report);
}

/* --- long sentences --- */

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

struct sentence_halver {
    const struct parts *parts;
    const struct polish_words *words; /* of the language */
    const char *const *relatives;     /* likewise: begin a clause on the noun before them; or NULL */
    struct phrasing phrasing;
};

struct sentence_joint {
    size_t left_end;    /* byte: the first sentence ends before it and gets a full stop */
    size_t right_start; /* byte: the second begins here */
};

static bool has_any(const struct sentence_halver *halver, const char *const *list, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (word_list_has(list, halver->phrasing.words[i].folded))
            return true;
    return false;
}

static bool has_verb(const struct sentence_halver *halver, size_t from, size_t to)
{
    return has_any(halver, halver->words->verbs, from, to);
}

static bool word_is_in(const struct sentence_halver *halver, const char *const *list, size_t word)
{
    return has_any(halver, list, word, word + 1);
}

/* Both sides balanced and not in quotation marks, and nothing that must stay between them? */
static bool can_part(const struct sentence_halver *halver, size_t word, const struct sentence_joint *joint)
{
    const struct parts *parts = halver->parts;
    struct str text = halver->phrasing.text;
    size_t at = 0;
    return word >= FEWEST_WORDS && halver->phrasing.count - word >= FEWEST_WORDS &&
           !phrasing_is_enclosed(&halver->phrasing, joint->left_end) &&
           !mark_next(parts, bytes_between(text, joint->left_end, joint->right_start), &at) &&
           text_is_balanced(parts, bytes_between(text, 0, joint->left_end)) &&
           text_is_balanced(parts, bytes_between(text, joint->right_start, text.len));
}

/* The start of the word, with the marks and openers directly before it. */
static size_t start_of(const struct sentence_halver *halver, size_t word)
{
    size_t at = halver->phrasing.words[word].start;
    while (at > 0 && !ascii_is_space(halver->phrasing.text.data[at - 1]))
        at--;
    return at;
}

/* The last byte before the word that is neither blank nor part of a mark; 0: there is none. */
static size_t byte_before(const struct sentence_halver *halver, size_t word)
{
    size_t at = halver->phrasing.words[word].start;
    const char *plain = halver->phrasing.plain.data;
    while (at > 0 && (ascii_is_space(plain[at - 1]) || plain[at - 1] == '\1'))
        at--;
    return at ? at - 1 : 0;
}

/* Does a clause begin at the word that hangs on one before it, from the first one on? */
static bool hangs_on(const struct sentence_halver *halver, size_t first, size_t word)
{
    return word > first &&
           (word_is_in(halver, halver->words->limits, word) || word_is_in(halver, halver->relatives, word));
}

/* Does a subject begin at the word that its verb follows soon? */
static bool begins_clause(const struct sentence_halver *halver, size_t word)
{
    const struct phrasing *phrasing = &halver->phrasing;
    if (word_is_in(halver, halver->words->pronouns, word))
        return phrasing_mark(phrasing, word) == ' ';
    if (!word_is_in(halver, halver->words->subjects, word))
        return false;
    for (size_t i = word; i + 1 < phrasing->count && i < word + SUBJECT_WORDS; i++) {
        char mark = phrasing_mark(phrasing, i);
        if ((mark && strchr(",;:(", mark)) || hangs_on(halver, word, i + 1))
            return false;
        if (word_is_in(halver, halver->words->verbs, i + 1))
            return true;
    }
    return false;
}

/* May what stands before the word be a sentence, or does it depend on something, or something on it? */
static bool half_is_free(const struct sentence_halver *halver, size_t word)
{
    return !has_any(halver, halver->words->limits, 0, word) && !word_is_in(halver, halver->words->openers, 0);
}

/* Does a verb stand there, and not first in a clause that hangs on a noun: "a lock that can be shut"? */
static bool has_main_verb(const struct sentence_halver *halver, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (word_is_in(halver, halver->words->verbs, i))
            return true;
        else if (hangs_on(halver, from, i))
            return false;
    return false;
}

/* "A; B", in every language. Several semicolons make a list. */
static bool at_semicolon(const struct sentence_halver *halver, size_t word, size_t end)
{
    struct str plain = halver->phrasing.plain;
    return str_find(plain, STR(";"), 0) == end && str_find(plain, STR(";"), end + 1) == plain.len &&
           !phrasing_is_figure(&halver->phrasing, word) && has_verb(halver, 0, word) &&
           has_main_verb(halver, word, halver->phrasing.count);
}

/* "A: the index is ...": what explains A, and no list. */
static bool at_colon(const struct sentence_halver *halver, size_t word, size_t end)
{
    struct str plain = halver->phrasing.plain;
    return begins_clause(halver, word) && has_verb(halver, 0, word) && half_is_free(halver, word) &&
           str_find(plain, STR(","), end) == plain.len && str_find(plain, STR(";"), 0) == plain.len;
}

/* Is there a comma before the byte that does not just set off an opening of a few words? */
static bool has_other_comma(const struct sentence_halver *halver, size_t end)
{
    const struct phrasing *phrasing = &halver->phrasing;
    for (size_t i = 0; i < phrasing->count && phrasing->words[i].end < end; i++)
        if (phrasing_mark(phrasing, i) == ',' && (i >= OPENING_WORDS || has_verb(halver, 0, i + 1)))
            return true;
    return false;
}

/* Does a condition stand behind a comma from the word on, which could be meant of all before it? */
static bool is_limited(const struct sentence_halver *halver, size_t from)
{
    for (size_t i = from; i + 1 < halver->phrasing.count; i++)
        if (phrasing_mark(&halver->phrasing, i) == ',' && word_is_in(halver, halver->words->limits, i + 1))
            return true;
    return false;
}

/* ", and it is ...". */
static bool at_conjunction(const struct sentence_halver *halver, size_t word, size_t end)
{
    return word + 1 < halver->phrasing.count && word_is_in(halver, halver->words->conjunctions, word) &&
           begins_clause(halver, word + 1) && (word >= UNTOLD_WORDS || has_verb(halver, 0, word)) &&
           half_is_free(halver, word) && !has_other_comma(halver, end) && !is_limited(halver, word + 1);
}

static bool find_joint(const struct sentence_halver *halver, struct sentence_joint *joint)
{
    static const struct {
        char mark;
        bool (*is_joint)(const struct sentence_halver *halver, size_t word, size_t end);
    } kinds[] = {{';', at_semicolon}, {':', at_colon}, {',', at_conjunction}};
    for (size_t word = FEWEST_WORDS; word < halver->phrasing.count; word++) {
        size_t end = byte_before(halver, word), kind = 0;
        while (kind < COUNT_OF(kinds) && halver->phrasing.plain.data[end] != kinds[kind].mark)
            kind++;
        if (kind == COUNT_OF(kinds) || !kinds[kind].is_joint(halver, word, end))
            continue;
        bool drops = kinds[kind].mark == ',' && word_is_in(halver, halver->words->dropped, word);
        *joint = (struct sentence_joint){end, start_of(halver, drops ? word + 1 : word)};
        if (can_part(halver, word, joint))
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

/* Citations stay where they stand, at the end of the second half. False: the sentence stays whole. */
static bool cut_sentence(struct parts *parts, struct str text, size_t most, struct str *first, struct str *second)
{
    const struct language *language = parts->language;
    struct sentence_halver halver = {.parts = parts,
                                     .words = language->polish_words,
                                     .relatives =
                                         language->definition_words ? language->definition_words->relatives : NULL,
                                     .phrasing = phrasing_of(parts, text)};
    struct sentence_joint joint;
    if (halver.phrasing.count <= most || !is_statement(&halver.phrasing) || !find_joint(&halver, &joint))
        return false;
    struct buf left = {0};
    buf_add(&left, text.data, joint.left_end);
    buf_char(&left, '.');
    *first = parts_keep(parts, &left);
    *second = text_capitalised(parts, bytes_between(text, joint.right_start, text.len));
    return true;
}

static void cut_part(struct parts *parts, struct part *part, size_t most, struct polish_report *report)
{
    for (size_t at = 0; at < part->count;) {
        const struct part_sentence *sentence = &part->sentences[at];
        struct str first, second;
        if (sentence->is_dropped || sentence->count != 1 ||
            !cut_sentence(parts, sentence->text, most, &first, &second)) {
            at++; /* else the first half may still be long */
            continue;
        }
        part->sentences[at].text = first;
        part->is_edited = true;
        report->cut++;
        parts_insert(parts, part, at, second);
    }
}

void rule_sentences(struct parts *parts, size_t most, struct polish_report *report)
{
    if (!parts->language || !parts->language->polish_words)
        return;
    for (size_t i = 0; i < parts->count; i++)
        if (part_is_text(&parts->list[i]))
            cut_part(parts, &parts->list[i], most, report);
}
