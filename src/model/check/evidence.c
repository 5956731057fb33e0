#include "model/check/compare.h"

/* Shares and counts of content words, tried on planted faults and on finished articles: of 42 clean sentences one is
 * noted, of 42 that cite another passage 38. */
static const double SUPPORTED = 0.25, CLAIM_SUPPORTED = 0.4, LOOSE_SUPPORTED = 0.2;
static const double BETTER_SHARE = 0.2; /* by which another passage must say more of a line, to be named */
enum {
    SUPPORT_STEMS = 4,
    CLAIM_STEMS = 6,
    LOOSE_STEMS = 9,
    NEARBY = 3, /* lines around one that cites nothing */
    NAMES_BEFORE = 6,
    OPERAND_LINES = 2, /* before one, whose figures its sums are of */
};

/* --- lines as they are compared --- */

bool line_split(const struct manuscript *manuscript, size_t at, struct worded *worded)
{
    bool is_split = !worded_split(manuscript->arena, manuscript->list[at].text, manuscript->language, worded, NULL);
    if (!is_split)
        arena_fail(manuscript->arena);
    return is_split;
}

static struct str without_marks(struct arena *arena, struct str text)
{
    for (size_t length, at; text.data && (at = manuscript_mark(text, 0, &length)) < text.len;)
        text = cut_out(arena, text, at, at + length);
    return text;
}

/* What is compared: a term stands before its text, and each cell of a row by itself. */
static struct str claim_text(struct arena *arena, const struct line *line)
{
    struct buf out = {0};
    struct str text = without_marks(arena, line->text);
    buf_printf(&out, "%.*s%s", STR_ARG(line->term), line->term.len ? ": " : "");
    for (size_t at = 0, end; at < text.len; at = end + 3) {
        end = line->kind == LINE_ROW ? str_find(text, STR(" | "), at) : text.len;
        buf_printf(&out, "%.*s%s", (int)(end - at), text.data + at, end < text.len ? ". " : "");
    }
    return buf_keep(&out, arena);
}

void line_check_claim(const struct line_check *check, struct arena *arena, const struct line *line, struct claim *claim)
{
    claim_read(arena, &check->pack, claim_text(arena, line), claim);
}

/* --- what a line may come from --- */

static bool holds(const struct evidence *evidence, const struct pack_passage *passage)
{
    for (size_t i = 0; i < evidence->count; i++)
        if (evidence->list[i] == passage)
            return true;
    return false;
}

static void add_passage(const struct line_check *check, struct evidence *evidence, size_t number)
{
    const struct pack_passage *passage = &check->pack.passages[number - 1];
    if (!holds(evidence, passage))
        evidence->list[evidence->count++] = passage;
}

static void add_cited(const struct line_check *check, struct evidence *evidence, const struct line *line)
{
    for (size_t i = 0; i < LINE_CITES && line->cites[i]; i++)
        add_passage(check, evidence, (size_t)line->cites[i]);
}

/* Those before and behind on the same page. */
static void add_neighbours(const struct line_check *check, struct evidence *evidence)
{
    const struct model_excerpt *excerpts = check->material->excerpts;
    for (size_t i = 0, count = evidence->count; i < count; i++) {
        size_t at = (size_t)(evidence->list[i] - check->pack.passages);
        if (at > 0 && excerpts[at - 1].source == excerpts[at].source)
            add_passage(check, evidence, at);
        if (at + 1 < check->pack.count && excerpts[at + 1].source == excerpts[at].source)
            add_passage(check, evidence, at + 2);
    }
}

/* The heading of the section that a line stands in, and the line behind the section. */
static void find_section(const struct manuscript *manuscript, size_t at, size_t *first, size_t *end)
{
    *first = at;
    while (*first > 0 && manuscript->list[*first].kind != LINE_HEADING)
        --*first;
    for (*end = at + 1; *end < manuscript->count && manuscript->list[*end].kind != LINE_HEADING;)
        ++*end;
}

void evidence_find(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                   const struct line *line, struct evidence *evidence)
{
    size_t first, end;
    *evidence =
        (struct evidence){.list = ARENA_ARRAY(manuscript->arena, check->pack.count + 1, const struct pack_passage *)};
    if (!evidence->list)
        return;
    add_cited(check, evidence, line);
    evidence->cited = evidence->count;
    find_section(manuscript, at, &first, &end);
    for (size_t i = first; !evidence->cited && i < end; i++)
        add_cited(check, evidence, &manuscript->list[i]);
    add_neighbours(check, evidence);
}

/* --- facts --- */

static bool opens_example(const struct line_check *check, const struct worded *worded)
{
    const struct language *language = check->material->language;
    struct pattern_place place;
    size_t end;
    return (check->pack.wording && pattern_begins(check->pack.wording->examples, worded, 0, &end)) ||
           (language && language->cues && pattern_find(language->cues->hypotheses, worded, 0, &place));
}

bool evidence_is_example(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                         const struct line *line, const struct claim *claim)
{
    struct worded worded;
    bool is_own = !line->cites[0] && opens_example(check, &claim->worded);
    for (size_t i = at; !line->cites[0] && !is_own && !manuscript->list[i].begins && i > 0; i--) {
        if (manuscript->list[i - 1].kind != LINE_SENTENCE || !line_split(manuscript, i - 1, &worded))
            break;
        is_own = opens_example(check, &worded);
    }
    return is_own;
}

static bool is_stated(const struct line_check *check, const struct evidence *evidence, const struct fact *fact)
{
    if (passage_states(&check->pack, &check->pack.allowed, fact))
        return true;
    for (size_t i = 0; i < evidence->count; i++)
        if (passage_states(&check->pack, evidence->list[i], fact))
            return true;
    return false;
}

/* Of a page: the year in which it was written. */
static bool is_dated(const struct line_check *check, const struct evidence *evidence, const struct fact *fact)
{
    for (size_t i = 0; fact->kind == FACT_FIGURE && i < evidence->count; i++) {
        struct str day = check->material->excerpts[evidence->list[i] - check->pack.passages].day;
        if (day.len > 4 && str_eq((struct str){day.data, 4}, fact->text))
            return true;
    }
    return false;
}

/* Of a product: "The Ridge 400 weighs ...", whichever of its fields is cited. */
static bool is_in_name(const struct line_check *check, const struct evidence *evidence, const struct fact *fact)
{
    for (size_t i = 0; check->material->is_data && fact->kind == FACT_FIGURE && i < evidence->count; i++) {
        struct str name = check->material->excerpts[evidence->list[i] - check->pack.passages].name;
        size_t at = str_find(name, fact->text, 0), end = at + fact->text.len;
        bool is_whole = end <= name.len && (at == 0 || !ascii_is_alnum(name.data[at - 1])) &&
                        (end == name.len || !ascii_is_digit(name.data[end]));
        if (is_whole)
            return true;
    }
    return false;
}

/* A month or a day of the week. */
static bool is_calendar(const struct line_check *check, struct str word)
{
    const struct language *language = check->material->language;
    const struct data_labels *data = language && language->labels ? language->labels->data : NULL;
    for (size_t i = 0; data && i < MONTHS; i++)
        if (str_ieq(word, str_from(data->months[i])))
            return true;
    for (size_t i = 0; data && i < WEEKDAYS; i++)
        if (str_ieq(word, str_from(data->weekdays[i])))
            return true;
    return false;
}

/* Whoever was named shortly before, and on the pages that are cited, needs no passage of his own. */
static bool is_introduced(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                          const struct evidence *evidence, const struct fact *name)
{
    for (size_t i = at > NAMES_BEFORE ? at - NAMES_BEFORE : 0; i < at; i++)
        if (str_ifind(manuscript->list[i].text, name->text, 0) < manuscript->list[i].text.len)
            return true;
    for (size_t i = 0; i < check->pack.count; i++)
        for (size_t k = 0; k < evidence->count; k++) {
            const struct model_excerpt *excerpts = check->material->excerpts;
            bool is_same_page = excerpts[i].source == excerpts[evidence->list[k] - check->pack.passages].source;
            if (is_same_page && passage_states(&check->pack, &check->pack.passages[i], name))
                return true;
        }
    return false;
}

/* Does the line's fact come from where it may? */
static bool line_check_is_known(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                                const struct evidence *evidence, const struct line *line, const struct fact *fact,
                                bool is_own)
{
    bool is_anywhere = pack_has_fact(&check->pack, fact);
    if (is_stated(check, evidence, fact) || is_dated(check, evidence, fact) || is_in_name(check, evidence, fact))
        return true;
    if (fact->kind == FACT_FIGURE)
        return is_own;
    if (fact->kind == FACT_CODE)
        return pack_has_code_pieces(&check->pack, fact->text);
    return fact->kind == FACT_NAME && (is_calendar(check, fact->text) || (!line->cites[0] && is_anywhere) ||
                                       (is_anywhere && is_introduced(check, manuscript, at, evidence, fact)));
}

/* The short unit behind a figure, "lm" of "400 lm" or "AAA" of "3 x AAA"; NULL: there is none. */
static const struct word *unit_behind(const struct worded *worded, const struct fact *figure)
{
    enum { UNIT_BYTES = 3 };
    size_t at = figure->word + 1;
    while (at < worded->count && ascii_is_digit(worded->text.data[worded->words[at].start]))
        at++;
    if (at < worded->count && str_eq(worded->words[at].folded, STR("x")))
        at++;
    const struct word *word = at < worded->count ? &worded->words[at] : NULL;
    if (!word || word->is_stop || word->folded.len > UNIT_BYTES || word->start - worded->words[at - 1].end != 1)
        return NULL;
    return word;
}

/* Has one of the passages the figure with this unit, or with none? */
static bool has_unit(const struct evidence *evidence, const struct fact *figure, const struct word *unit)
{
    bool is_other = false;
    for (size_t i = 0; i < evidence->count; i++)
        for (size_t k = 0; k < evidence->list[i]->facts.count; k++) {
            const struct fact *own = &evidence->list[i]->facts.list[k];
            if (own->kind != FACT_FIGURE || !str_eq(own->text, figure->text))
                continue;
            const struct word *word =
                own->word < evidence->list[i]->worded.count ? unit_behind(&evidence->list[i]->worded, own) : NULL;
            if (!word || str_eq(word->folded, unit->folded))
                return true;
            is_other = true;
        }
    return !is_other;
}

/* Values of data are compared by number and unit. */
void evidence_check_units(const struct line_check *check, struct arena *arena, const struct evidence *evidence,
                          const struct claim *claim, struct line *line)
{
    for (size_t i = 0; check->material->is_data && i < claim->facts.count; i++) {
        const struct fact *figure = &claim->facts.list[i];
        const struct word *unit = figure->kind == FACT_FIGURE && figure->word < claim->worded.count
                                      ? unit_behind(&claim->worded, figure)
                                      : NULL;
        if (!unit || has_unit(evidence, figure, unit))
            continue;
        struct str value = {claim->worded.text.data + figure->at, unit->end - figure->at};
        finding_add(arena, line, FINDING_ELSEWHERE, value);
    }
}

/* As it is spelt in the line. */
static struct str as_spelt(const struct claim *claim, const struct fact *fact)
{
    if (fact->kind != FACT_NAME || fact->word >= claim->worded.count)
        return fact->text;
    const struct word *word = &claim->worded.words[fact->word];
    return (struct str){claim->worded.text.data + word->start, word->end - word->start};
}

static void add_figures(const struct wording_facts *facts, struct str but, double *values, size_t most, size_t *count)
{
    for (size_t i = 0; i < facts->count && *count < most; i++)
        if (facts->list[i].kind == FACT_FIGURE && !str_eq(facts->list[i].text, but))
            values[(*count)++] = sum_value(facts->list[i].text);
}

/* Is the figure reckoned out of the others of the line and of those shortly before it? With `cited` one of the two may
 * be a figure of what the line cites: among so many some give it by chance. */
static bool is_sum(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                   const struct evidence *cited, const struct claim *claim, const struct fact *fact)
{
    double values[2 * SUM_OPERANDS];
    size_t own = 0, count;
    add_figures(&claim->facts, fact->text, values, SUM_OPERANDS, &own);
    for (size_t i = at; i > 0 && i + OPERAND_LINES > at && manuscript->list[i - 1].kind != LINE_HEADING; i--) {
        struct claim before;
        line_check_claim(check, manuscript->arena, &manuscript->list[i - 1], &before);
        add_figures(&before.facts, STR(""), values, SUM_OPERANDS, &own);
    }
    count = own;
    for (size_t i = 0; cited && i < cited->cited; i++)
        add_figures(&cited->list[i]->facts, STR(""), values, COUNT_OF(values), &count);
    return fact->kind == FACT_FIGURE && sum_gives(values, own, count, fact->text);
}

/* Of the claim's content words, the share that stands in the passages. */
static double share_in(const struct claim *claim, const struct pack_passage *const *list, size_t count)
{
    size_t found = 0;
    for (size_t i = 0; i < claim->stems.count; i++) {
        bool is_there = false;
        for (size_t k = 0; k < count && !is_there; k++)
            is_there = hashes_have(&list[k]->stems, claim->stems.list[i]);
        found += is_there;
    }
    return claim->stems.count ? (double)found / (double)claim->stems.count : 1;
}

/* The passage that has the fact, plus 1: one of the source that the line cites, else the nearest. 0: none. */
static size_t line_check_place_of(const struct line_check *check, const struct evidence *evidence,
                                  const struct claim *claim, const struct fact *fact)
{
    const struct model_excerpt *excerpts = check->material->excerpts;
    size_t found = 0;
    double best = -1;
    for (size_t i = 0; i < check->pack.count; i++) {
        const struct pack_passage *passage = &check->pack.passages[i];
        if (!passage_states(&check->pack, passage, fact))
            continue;
        double share = share_in(claim, &passage, 1);
        for (size_t k = 0; k < evidence->cited; k++)
            share += excerpts[i].source == excerpts[evidence->list[k] - check->pack.passages].source;
        if (share <= best)
            continue;
        best = share;
        found = i + 1;
    }
    return found;
}

void evidence_check_facts(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                          const struct evidence *evidence, const struct claim *claim, struct line *line, bool is_own)
{
    static const enum finding_kind kinds[] = {[FACT_FIGURE] = FINDING_FIGURE,
                                              [FACT_NAME] = FINDING_NAME,
                                              [FACT_CODE] = FINDING_CODE,
                                              [FACT_QUOTATION] = FINDING_QUOTATION};
    for (size_t i = 0; i < claim->facts.count; i++) {
        const struct fact *fact = &claim->facts.list[i];
        bool may_be_elsewhere = fact->kind == FACT_FIGURE || fact->kind == FACT_NAME;
        if (line_check_is_known(check, manuscript, at, evidence, line, fact, is_own))
            continue;
        bool is_reckoned = is_sum(check, manuscript, at, NULL, claim, fact);
        bool is_elsewhere = may_be_elsewhere && pack_has_fact(&check->pack, fact);
        enum finding_kind kind = is_reckoned ? FINDING_SUM : is_elsewhere ? FINDING_ELSEWHERE : kinds[fact->kind];
        if (kind == FINDING_FIGURE && evidence->cited && is_sum(check, manuscript, at, evidence, claim, fact))
            kind = FINDING_RECKONED;
        if (!is_reckoned || line->cites[0])
            finding_add_near(manuscript->arena, line, kind, as_spelt(claim, fact),
                             kind == FINDING_ELSEWHERE ? line_check_place_of(check, evidence, claim, fact) : 0);
    }
}

/* "Two of the four": so many are in the data. */
static bool is_of_items(const struct line_check *check, size_t number)
{
    const struct check_material *material = check->material;
    return material->is_data && material->count && number <= (size_t)material->excerpts[material->count - 1].source + 1;
}

void evidence_check_counts(const struct line_check *check, struct arena *arena, const struct evidence *evidence,
                           const struct claim *claim, struct line *line, bool is_own)
{
    const char *const *numbers = check->pack.wording ? check->pack.wording->numbers : NULL;
    for (size_t i = 0; numbers && i < claim->worded.count && !is_own; i++) {
        struct str word = claim->worded.words[i].folded;
        size_t value = 0;
        while (numbers[value] && !str_eq(word, str_from(numbers[value])))
            value++;
        const char *digits = numbers[value] ? arena_printf(arena, "%zu", value + 1) : NULL;
        if (!digits || value == 0 || is_of_items(check, value + 1))
            continue;
        const struct fact figure = {.kind = FACT_FIGURE, .text = str_from(digits)};
        const struct fact name = {.kind = FACT_NAME, .text = word};
        if (!is_stated(check, evidence, &figure) && !is_stated(check, evidence, &name) && line->cites[0])
            finding_add(arena, line, FINDING_COUNT, word);
    }
}

static bool is_year(struct str figure)
{
    return figure.len == 4 && (str_starts(figure, STR("19")) || str_starts(figure, STR("20")));
}

static void check_limits(const struct line_check *check, const struct manuscript *manuscript,
                         const struct evidence *evidence, const struct claim *claim, struct line *line)
{
    for (size_t i = 0; i < claim->facts.count; i++) {
        const struct fact *figure = &claim->facts.list[i];
        bool keeps = figure->kind != FACT_FIGURE || !evidence->cited || is_year(figure->text);
        for (size_t k = 0; k < evidence->cited && !keeps; k++)
            keeps = support_keeps_limit(&check->pack, claim, figure, evidence->list[k]);
        if (!keeps)
            finding_add(manuscript->arena, line, FINDING_LIMIT, figure->text);
    }
}

/* "The most common", "never", where no passage says so. */
static void check_strength(const struct line_check *check, const struct manuscript *manuscript,
                           const struct evidence *evidence, const struct claim *claim, struct line *line)
{
    const char *const *superlatives = check->pack.wording ? check->pack.wording->superlatives : NULL;
    struct pattern_place place, other;
    for (size_t from = 0; pattern_find(superlatives, &claim->worded, from, &place); from = place.end) {
        bool is_there = false;
        for (size_t i = 0; i < evidence->cited && !is_there; i++)
            is_there = pattern_find(superlatives, &evidence->list[i]->worded, 0, &other);
        size_t start = claim->worded.words[place.first].start, end = claim->worded.words[place.end - 1].end;
        if (!is_there)
            finding_add(manuscript->arena, line, FINDING_STRONGER,
                        (struct str){claim->worded.text.data + start, end - start});
    }
}

/* --- support --- */

/* The passage that says most of the claim, plus 1; 0: none says more than `least`. */
static size_t nearest(const struct line_check *check, const struct claim *claim, double least)
{
    size_t found = 0;
    for (size_t i = 0; i < check->pack.count; i++) {
        const struct pack_passage *passage = &check->pack.passages[i];
        double share = share_in(claim, &passage, 1);
        if (share <= least)
            continue;
        least = share;
        found = i + 1;
    }
    return found;
}

static bool is_any_foreign(const struct evidence *evidence)
{
    for (size_t i = 0; i < evidence->cited; i++)
        if (evidence->list[i]->is_foreign)
            return true;
    return false;
}

/* Hardly a word in common: a fair paraphrase may do so too, hence soft. */
static void check_support_of(const struct line_check *check, struct arena *arena, const struct evidence *evidence,
                             const struct claim *claim, struct line *line)
{
    double share = share_in(claim, evidence->list, evidence->cited);
    if (claim->stems.count >= SUPPORT_STEMS && share < SUPPORTED && !is_any_foreign(evidence))
        finding_add_near(arena, line, FINDING_SUPPORT, STR(""), nearest(check, claim, share + BETTER_SHARE));
}

/* A line that cites nothing and states something that neither the lines around it nor their passages say. */
static void check_uncited(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                          const struct evidence *evidence, const struct claim *claim, struct line *line)
{
    const char *const *superlatives = check->pack.wording ? check->pack.wording->superlatives : NULL;
    struct pattern_place place;
    size_t first = at > NEARBY ? at - NEARBY : 0,
           end = at + NEARBY < manuscript->count ? at + NEARBY : manuscript->count;
    struct hashes around = {0};
    for (size_t i = first; i < end; i++) {
        struct worded worded;
        if (i != at && line_split(manuscript, i, &worded))
            content_add(manuscript->arena, &around, &worded);
    }
    size_t found = 0;
    for (size_t i = 0; i < claim->stems.count; i++) {
        uint64_t stem = claim->stems.list[i];
        bool is_there = hashes_have(&around, stem) || hashes_have(&check->pack.allowed.stems, stem);
        for (size_t k = 0; k < evidence->count && !is_there; k++)
            is_there = hashes_have(&evidence->list[k]->stems, stem);
        found += is_there;
    }
    double share = claim->stems.count ? (double)found / (double)claim->stems.count : 1;
    bool is_claim = pattern_find(superlatives, &claim->worded, 0, &place) && claim->stems.count >= CLAIM_STEMS &&
                    share < CLAIM_SUPPORTED;
    bool is_loose = claim->stems.count >= LOOSE_STEMS && share < LOOSE_SUPPORTED;
    if (is_claim || is_loose)
        finding_add_near(manuscript->arena, line, FINDING_UNCITED, STR(""), nearest(check, claim, SUPPORTED));
}

void evidence_check_support(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                            const struct evidence *evidence, const struct claim *claim, struct line *line)
{
    if (line->cites[0]) {
        check_limits(check, manuscript, evidence, claim, line);
        check_strength(check, manuscript, evidence, claim, line);
        check_support_of(check, manuscript->arena, evidence, claim, line);
    } else if (line->kind == LINE_SENTENCE) {
        check_uncited(check, manuscript, at, evidence, claim, line);
    }
}
