#include "model/check/compare.h"

/* Shares and counts of content words, tried on planted faults and on finished articles: of 42 clean sentences one is
 * noted, of 42 that cite another passage 38. */
static const double SUPPORTED = 0.25, CLAIM_SUPPORTED = 0.4, LOOSE_SUPPORTED = 0.2, SAME_SHARE = 0.5, PART_SHARE = 0.75;
enum {
    SUPPORT_STEMS = 4,
    CLAIM_STEMS = 6,
    LOOSE_STEMS = 9,
    PART_STEMS = 6,
    ITEM_RUN = 12, /* lists of ingredients and parts share more words with theirs */
    NEARBY = 3,    /* lines around one that cites nothing */
    NAMES_BEFORE = 6,
    OPERAND_LINES = 2, /* before one, whose figures its sums are of */
    ALIKE = 3
};

/* --- what a line may come from --- */

struct evidence {
    const struct pack_passage **list;
    size_t count;
    size_t cited; /* the first of them are cited by the line itself */
};

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

static bool find_evidence(const struct line_check *check, struct arena *arena, const struct manuscript *manuscript,
                          size_t at, const struct line *line, struct evidence *evidence)
{
    size_t first, end;
    *evidence = (struct evidence){.list = ARENA_ARRAY(arena, check->pack.count + 1, const struct pack_passage *)};
    if (!evidence->list)
        return false;
    add_cited(check, evidence, line);
    evidence->cited = evidence->count;
    find_section(manuscript, at, &first, &end);
    for (size_t i = first; !evidence->cited && i < end; i++)
        add_cited(check, evidence, &manuscript->list[i]);
    add_neighbours(check, evidence);
    return true;
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

/* Does the line belong to an example of the writer's own, which a line of its paragraph opens: "Say a site has 400
 * visits."? *is_own is set. False: memory ran out. */
static bool find_example(const struct line_check *check, struct arena *arena, const struct manuscript *manuscript,
                         size_t at, const struct line *line, const struct claim *claim, bool *is_own)
{
    struct worded worded;
    *is_own = !line->cites[0] && opens_example(check, &claim->worded);
    for (size_t i = at; !line->cites[0] && !*is_own && !manuscript->list[i].begins && i > 0; i--) {
        if (manuscript->list[i - 1].kind != LINE_SENTENCE)
            break;
        if (worded_split(arena, manuscript->list[i - 1].text, manuscript->language, &worded, NULL) != OK)
            return false;
        *is_own = opens_example(check, &worded);
    }
    return true;
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
static bool check_units(const struct line_check *check, struct arena *arena, const struct evidence *evidence,
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
        if (!finding_add(arena, line, FINDING_ELSEWHERE, value))
            return false;
    }
    return true;
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
        if (line_check_claim(check, manuscript->arena, &manuscript->list[i - 1], &before, NULL) != OK)
            break;
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

static bool check_facts(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                        const struct evidence *evidence, const struct claim *claim, struct line *line, bool is_own)
{
    static const enum finding_kind kinds[] = {[FACT_FIGURE] = FINDING_FIGURE,
                                              [FACT_NAME] = FINDING_NAME,
                                              [FACT_CODE] = FINDING_CODE,
                                              [FACT_QUOTATION] = FINDING_QUOTATION};
    bool done = true;
    for (size_t i = 0; i < claim->facts.count && done; i++) {
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
            done = finding_add_near(manuscript->arena, line, kind, as_spelt(claim, fact),
                                    kind == FINDING_ELSEWHERE ? line_check_place_of(check, evidence, claim, fact) : 0);
    }
    return done;
}

/* "Two of the four": so many are in the data. */
static bool is_of_items(const struct line_check *check, size_t number)
{
    const struct check_material *material = check->material;
    return material->is_data && material->count && number <= (size_t)material->excerpts[material->count - 1].source + 1;
}

/* Numbers in words, from two on. */
static bool check_counts(const struct line_check *check, struct arena *arena, const struct evidence *evidence,
                         const struct claim *claim, struct line *line, bool is_own)
{
    const char *const *numbers = check->pack.wording ? check->pack.wording->numbers : NULL;
    bool done = true;
    for (size_t i = 0; numbers && i < claim->worded.count && !is_own && done; i++) {
        struct str word = claim->worded.words[i].folded;
        size_t value = 0;
        while (numbers[value] && !str_eq(word, str_from(numbers[value])))
            value++;
        const char *digits = numbers[value] ? arena_printf(arena, "%zu", value + 1) : NULL;
        if (!numbers[value] || value == 0 || is_of_items(check, value + 1))
            continue;
        if (!digits)
            return false;
        const struct fact figure = {.kind = FACT_FIGURE, .text = str_from(digits)};
        const struct fact name = {.kind = FACT_NAME, .text = word};
        if (!is_stated(check, evidence, &figure) && !is_stated(check, evidence, &name) && line->cites[0])
            done = finding_add(arena, line, FINDING_COUNT, word);
    }
    return done;
}

static bool is_year(struct str figure)
{
    return figure.len == 4 && (str_starts(figure, STR("19")) || str_starts(figure, STR("20")));
}

static bool check_limits(const struct line_check *check, const struct manuscript *manuscript,
                         const struct evidence *evidence, const struct claim *claim, struct line *line)
{
    for (size_t i = 0; i < claim->facts.count; i++) {
        const struct fact *figure = &claim->facts.list[i];
        bool keeps = figure->kind != FACT_FIGURE || !evidence->cited || is_year(figure->text);
        for (size_t k = 0; k < evidence->cited && !keeps; k++)
            keeps = support_keeps_limit(&check->pack, claim, figure, evidence->list[k]);
        if (!keeps && !finding_add(manuscript->arena, line, FINDING_LIMIT, figure->text))
            return false;
    }
    return true;
}

/* "The most common", "never", where no passage says so. */
static bool check_strength(const struct line_check *check, const struct manuscript *manuscript,
                           const struct evidence *evidence, const struct claim *claim, struct line *line)
{
    const char *const *superlatives = check->pack.wording ? check->pack.wording->superlatives : NULL;
    struct pattern_place place, other;
    for (size_t from = 0; pattern_find(superlatives, &claim->worded, from, &place); from = place.end) {
        bool is_there = false;
        for (size_t i = 0; i < evidence->cited && !is_there; i++)
            is_there = pattern_find(superlatives, &evidence->list[i]->worded, 0, &other);
        size_t start = claim->worded.words[place.first].start, end = claim->worded.words[place.end - 1].end;
        if (!is_there && !finding_add(manuscript->arena, line, FINDING_STRONGER,
                                      (struct str){claim->worded.text.data + start, end - start}))
            return false;
    }
    return true;
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
static bool check_support_of(const struct line_check *check, struct arena *arena, const struct evidence *evidence,
                             const struct claim *claim, struct line *line)
{
    double share = share_in(claim, evidence->list, evidence->cited);
    if (claim->stems.count < SUPPORT_STEMS || share >= SUPPORTED || is_any_foreign(evidence))
        return true;
    size_t better = nearest(check, claim, share + 0.2);
    return finding_add_near(arena, line, FINDING_SUPPORT, STR(""), better);
}

/* A line that cites nothing and states something that neither the lines around it nor their passages say. */
static bool check_uncited(const struct line_check *check, struct arena *arena, const struct manuscript *manuscript,
                          size_t at, const struct evidence *evidence, const struct claim *claim, struct line *line)
{
    const char *const *superlatives = check->pack.wording ? check->pack.wording->superlatives : NULL;
    struct pattern_place place;
    size_t first = at > NEARBY ? at - NEARBY : 0,
           end = at + NEARBY < manuscript->count ? at + NEARBY : manuscript->count;
    struct hashes around = {0};
    for (size_t i = first; i < end; i++) {
        struct worded worded;
        if (i == at)
            continue;
        if (worded_split(arena, manuscript->list[i].text, manuscript->language, &worded, NULL) != OK ||
            !content_add(arena, &around, &worded))
            return false;
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
    if (!is_claim && !is_loose)
        return true;
    size_t near = nearest(check, claim, SUPPORTED);
    return finding_add_near(arena, line, FINDING_UNCITED, STR(""), near);
}

/* --- copied runs --- */

static uint64_t run_hash(const struct word *words, size_t run)
{
    uint64_t hash = HASH_EMPTY;
    for (size_t i = 0; i < run; i++)
        hash = hash_of(STR(" "), hash_of(words[i].folded, hash));
    return hash;
}

static bool read_runs(struct line_check *check)
{
    for (size_t i = 0; check->run && i < check->pack.count; i++) {
        const struct worded *worded = &check->pack.passages[i].worded;
        size_t runs = worded->count >= check->run ? worded->count - check->run + 1 : 0;
        if (!hashes_room(check->arena, &check->runs, runs))
            return false;
        for (size_t k = 0; k < runs; k++)
            check->runs.list[check->runs.count++] = run_hash(worded->words + k, check->run);
    }
    hashes_order(&check->runs);
    return true;
}

/* Words that stay as they are: figures, numbers, names, the keyword's, quotations, code. NULL: memory ran out. */
static bool *free_words(const struct line_check *check, struct arena *arena, const struct claim *claim)
{
    const struct worded *worded = &claim->worded;
    bool *is_free = ARENA_ARRAY(arena, worded->count + 1, bool);
    struct str inner;
    if (!is_free)
        return NULL;
    for (size_t i = 0; i < claim->facts.count; i++)
        if (claim->facts.list[i].word < worded->count)
            is_free[claim->facts.list[i].word] = true;
    for (size_t i = 0; i < worded->count; i++)
        is_free[i] |= ascii_is_digit(worded->text.data[worded->words[i].start]) ||
                      (!worded->words[i].is_stop &&
                       hashes_have(&check->pack.allowed.names, hash_of(worded->words[i].stem, HASH_EMPTY))) ||
                      (check->pack.wording && word_list_has(check->pack.wording->numbers, worded->words[i].folded));
    for (size_t at = 0, end, word = 0; at < worded->text.len; at++) {
        if (!quotation_opens(worded->text, at, &inner, &end))
            continue;
        for (; word < worded->count && worded->words[word].start < end; word++)
            is_free[word] |= worded->words[word].start >= at;
        at = end - 1;
    }
    return is_free;
}

/* Is the run at this word a passage's, without a word in it that is free? */
static bool is_copied(const struct line_check *check, const struct worded *worded, const bool *is_free, size_t at)
{
    for (size_t i = at; i < at + check->run; i++)
        if (is_free[i])
            return false;
    return hashes_have(&check->runs, run_hash(worded->words + at, check->run));
}

/* All of the runs. */
static bool check_copied_runs(const struct line_check *check, struct arena *arena, const struct claim *claim,
                              struct line *line)
{
    const struct worded *worded = &claim->worded;
    const bool *is_free = free_words(check, arena, claim);
    size_t least = line->item && check->run < ITEM_RUN ? ITEM_RUN : check->run;
    if (!is_free)
        return false;
    for (size_t first = 0, end; first + check->run <= worded->count; first = end) {
        end = first;
        while (end + check->run <= worded->count && is_copied(check, worded, is_free, end))
            end++;
        if (end == first) {
            end++;
            continue;
        }
        size_t last = end - 1 + check->run - 1, start = worded->words[first].start, words = last - first + 1;
        struct str run = {worded->text.data + start, worded->words[last].end - start};
        enum finding_kind kind = 2 * words >= worded->count ? FINDING_COPIED : FINDING_RUN;
        if (words >= least && !finding_add(arena, line, kind, run))
            return false;
        end = last + 1;
    }
    return true;
}

/* --- style --- */

static bool check_style(const struct line_check *check, struct arena *arena, const struct claim *claim,
                        struct line *line)
{
    const struct wording *own = check->pack.wording, *english = wording_english();
    const struct worded *worded = &claim->worded;
    struct pattern_place place;
    bool is_talk =
        pattern_find(own ? own->remarks : NULL, worded, 0, &place) || pattern_find(english->remarks, worded, 0, &place);
    if (!is_talk && !phrases_find(check->material->language, worded, true, 0, &place))
        return true;
    size_t start = worded->words[place.first].start;
    struct str phrase = {worded->text.data + start, worded->words[place.end - 1].end - start};
    return finding_add(arena, line, is_talk ? FINDING_TALK : FINDING_PHRASE, phrase);
}

/* Is the phrase somebody else's, in quotation marks? */
static bool is_quoted(const struct worded *worded, const struct pattern_place *place)
{
    return quotation_holds(worded->text, worded->words[place->first].start);
}

/* I, we and you outside quotations, where the text has another person. */
static bool check_person(const struct line_check *check, struct arena *arena, const struct claim *claim,
                         struct line *line)
{
    const char *const *persons = check->pack.wording ? check->pack.wording->persons : NULL;
    const struct worded *worded = &claim->worded;
    struct pattern_place place;
    for (size_t from = 0; !check->material->has_person && pattern_find(persons, worded, from, &place);
         from = place.end) {
        size_t start = worded->words[place.first].start, end = worded->words[place.end - 1].end;
        if (!is_quoted(worded, &place))
            return finding_add(arena, line, FINDING_PERSON, (struct str){worded->text.data + start, end - start});
    }
    return true;
}

/* --- what buyers say --- */

static const struct data_labels *data_labels(const struct line_check *check)
{
    const struct language *language = check->material->language;
    return language && language->labels ? language->labels->data : NULL;
}

/* The number that a word says in digits or letters, 0: none. */
static size_t line_check_number_of(const struct data_labels *labels, const struct word *word)
{
    size_t number = 0;
    for (size_t i = 0; labels->counts[i]; i++)
        if (str_eq(word->folded, str_from(labels->counts[i])))
            return i + 1;
    for (size_t i = 0; i < word->folded.len && i < 6; i++) {
        if (!ascii_is_digit(word->folded.data[i]))
            return 0;
        number = number * 10 + (size_t)(word->folded.data[i] - '0');
    }
    return number;
}

/* How many buyers the line cites; those of a count are all of them. */
static size_t cited_voices(const struct line_check *check, const struct line *line, bool *is_of_data)
{
    size_t reviews = 0, counted = 0;
    *is_of_data = !line->cites[0];
    for (size_t i = 0; i < LINE_CITES && line->cites[i]; i++) {
        size_t voices = check->material->excerpts[line->cites[i] - 1].voices;
        *is_of_data |= !voices;
        reviews += voices == 1;
        counted = voices > counted ? voices : counted;
    }
    return reviews > counted ? reviews : counted;
}

/* Does the line, or one before it in its paragraph, say that this is what buyers report? */
static bool names_buyers(const struct manuscript *manuscript, struct arena *arena, size_t at,
                         const struct data_labels *labels, const struct worded *own)
{
    struct worded worded = *own;
    struct pattern_place place;
    for (size_t i = at; !pattern_find(labels->reviewers, &worded, 0, &place); i--) {
        bool is_first = i == 0 || i >= manuscript->count || manuscript->list[i].begins;
        if (is_first || worded_split(arena, manuscript->list[i - 1].text, manuscript->language, &worded, NULL) != OK)
            return false;
    }
    return true;
}

/* Only a number right before "reviewers" is one of reviewers; "one ... another" are two. */
static bool check_buyers(const struct line_check *check, struct arena *arena, const struct manuscript *manuscript,
                         size_t at, const struct claim *claim, struct line *line)
{
    const struct data_labels *labels = data_labels(check);
    const struct worded *worded = &claim->worded;
    struct pattern_place place;
    bool is_of_data = true;
    size_t said = 0, known = labels ? cited_voices(check, line, &is_of_data) : 0;
    struct str first = STR("");
    for (size_t from = 0; labels && pattern_find(labels->reviewers, worded, from, &place); from = place.end) {
        size_t number = place.first ? line_check_number_of(labels, &worded->words[place.first - 1]) : 0;
        if (!number || is_quoted(worded, &place))
            continue;
        size_t start = worded->words[place.first - 1].start;
        first = first.len ? first : (struct str){worded->text.data + start, worded->words[place.end - 1].end - start};
        said += number;
    }
    for (size_t from = 0;
         said && check->pack.wording && pattern_find(check->pack.wording->others, worded, from, &place);
         from = place.end)
        said++;
    if (said > known && known < LINE_CITES)
        return finding_add(arena, line, FINDING_REVIEWERS, first);
    bool is_told = !known || is_of_data || line->item || names_buyers(manuscript, arena, at, labels, worded);
    return is_told || finding_add(arena, line, FINDING_THEIRS, STR(""));
}

/* "We tested": free where the data themselves tell of a test. */
static bool check_tried(const struct line_check *check, struct arena *arena, const struct evidence *evidence,
                        const struct claim *claim, struct line *line)
{
    const struct data_labels *labels = data_labels(check);
    const char *const *persons = check->pack.wording ? check->pack.wording->persons : NULL;
    const struct worded *worded = &claim->worded;
    struct pattern_place place, other;
    bool is_known = labels && (persons || !check->material->has_person);
    for (size_t from = 0; is_known && pattern_find(labels->never, worded, from, &place); from = place.end) {
        size_t start = worded->words[place.first].start, end;
        struct str phrase = {worded->text.data + start, worded->words[place.end - 1].end - start};
        struct str word = worded->words[place.first].folded;
        const char *const only[] = {arena_copy_n(arena, word.data, word.len), NULL};
        bool is_free = is_quoted(worded, &place) ||
                       (check->material->has_person && pattern_begins(persons, worded, place.first, &end));
        for (size_t i = 0; i < evidence->cited && !is_free; i++)
            is_free = !check->material->excerpts[evidence->list[i] - check->pack.passages].voices && only[0] &&
                      pattern_find(only, &evidence->list[i]->worded, 0, &other);
        if (!only[0] || (!is_free && !finding_add(arena, line, FINDING_TRIED, phrase)))
            return false;
    }
    return true;
}

/* What a model gives away of its instructions. */
static bool check_system(const struct line_check *check, struct arena *arena, const struct claim *claim,
                         struct line *line)
{
    enum { SYSTEM_RUN = 6 };
    struct str run = {NULL, 0};
    if (!check->material->system.len)
        return true;
    if (copied_find(arena, claim->worded.text, check->material->system, SYSTEM_RUN, &run, NULL) != OK)
        return false;
    return !run.len || finding_add(arena, line, FINDING_TALK, run);
}

/* --- code --- */

/* Do the lines of the code stand in the text, in this order? Blank lines and indentation do not count. */
static bool stands_in(struct str code, struct str text)
{
    struct str line;
    size_t from = 0;
    while (str_split(&code, '\n', &line)) {
        line = str_trim(line);
        size_t at = str_find(text, line, from);
        if (line.len && at == text.len)
            return false;
        from = line.len ? at + line.len : from;
    }
    return true;
}

/* Nobody can tell what code of the writer's own would do. In a bound text it is the customer's. */
static bool check_code(const struct line_check *check, struct arena *arena, struct line *line)
{
    struct str rest = str_trim(line->text), first;
    bool is_known = check->is_bound || stands_in(rest, check->material->allowed);
    for (size_t i = 0; i < check->pack.count && !is_known; i++)
        is_known = stands_in(rest, check->pack.passages[i].text);
    return is_known || (str_split(&rest, '\n', &first) && finding_add(arena, line, FINDING_CODE, str_trim(first)));
}

/* --- one line --- */

static struct str without_marks(struct arena *arena, struct str text)
{
    for (size_t length, at; text.data && (at = manuscript_mark(text, 0, &length)) < text.len;)
        text = cut_out(arena, text, at, at + length);
    return text;
}

/* What is compared: a term stands before its text, and each cell of a row by itself. NULL: memory ran out. */
static char *claim_text(struct arena *arena, const struct line *line)
{
    struct buf out = {0};
    struct str text = without_marks(arena, line->text);
    buf_printf(&out, "%.*s%s", STR_ARG(line->term), line->term.len ? ": " : "");
    for (size_t at = 0, end; at < text.len; at = end + 3) {
        end = line->kind == LINE_ROW ? str_find(text, STR(" | "), at) : text.len;
        buf_printf(&out, "%.*s%s", (int)(end - at), text.data + at, end < text.len ? ". " : "");
    }
    char *claim = out.failed || (!text.data && line->text.len) ? NULL : arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return claim;
}

enum status line_check_claim(const struct line_check *check, struct arena *arena, const struct line *line,
                             struct claim *claim, struct error *err)
{
    const char *text = claim_text(arena, line);
    return text ? claim_read(arena, &check->pack, str_from(text), claim, err) : error_memory(err);
}

/* Of a heading: its capitals tell nothing of names, and a single digit counts what stands below it. */
static void keep_figures(struct wording_facts *facts)
{
    size_t kept = 0;
    for (size_t i = 0; i < facts->count; i++)
        if (facts->list[i].kind == FACT_FIGURE && facts->list[i].text.len > 1)
            facts->list[kept++] = facts->list[i];
    facts->count = kept;
}

enum status line_check_one(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                           struct line *line, struct error *err)
{
    struct arena *arena = manuscript->arena;
    struct evidence evidence;
    struct claim claim;
    bool is_own, is_heading = line->kind == LINE_HEADING;
    if (line->kind == LINE_MARK || (is_heading && (line->is_given || line->part != PART_BODY)))
        return OK;
    if (line->kind == LINE_CODE)
        return check_code(check, arena, line) ? OK : error_memory(err);
    if (line_check_claim(check, arena, line, &claim, err) != OK ||
        !find_evidence(check, arena, manuscript, at, line, &evidence) ||
        !find_example(check, arena, manuscript, at, line, &claim, &is_own))
        return error_memory(err);
    if (is_heading)
        keep_figures(&claim.facts);
    bool done = check_facts(check, manuscript, at, &evidence, &claim, line, is_own);
    if (is_heading)
        return done ? OK : error_memory(err);
    done =
        done && check_counts(check, arena, &evidence, &claim, line, is_own) && check_style(check, arena, &claim, line);
    if (done && line->cites[0])
        done = check_limits(check, manuscript, &evidence, &claim, line) &&
               check_strength(check, manuscript, &evidence, &claim, line) &&
               check_support_of(check, arena, &evidence, &claim, line);
    else if (done && line->kind == LINE_SENTENCE)
        done = check_uncited(check, arena, manuscript, at, &evidence, &claim, line);
    done = done && check_person(check, arena, &claim, line) && check_system(check, arena, &claim, line) &&
           (!check->run || check_copied_runs(check, arena, &claim, line));
    if (done && check->material->is_data)
        done = check_units(check, arena, &evidence, &claim, line) &&
               check_buyers(check, arena, manuscript, at, &claim, line) &&
               check_tried(check, arena, &evidence, &claim, line);
    return done ? OK : error_memory(err);
}

/* --- lines among each other --- */

/* A line as it is compared with others. */
struct line_check_said {
    struct hashes stems;
    struct str first; /* its first word */
};

static bool is_prose(const struct line *line)
{
    return line->kind == LINE_SENTENCE && !line->is_gone;
}

static bool says_same(const struct line_check_said *a, const struct line_check_said *b)
{
    const struct hashes *few = a->stems.count < b->stems.count ? &a->stems : &b->stems;
    const struct hashes *many = few == &a->stems ? &b->stems : &a->stems;
    size_t shared = 0;
    for (size_t i = 0; i < few->count; i++)
        shared += hashes_have(many, few->list[i]);
    size_t all = few->count + many->count - shared;
    return few->count >= SUPPORT_STEMS &&
           ((double)shared >= SAME_SHARE * (double)all ||
            (few->count >= PART_STEMS && (double)shared >= PART_SHARE * (double)few->count));
}

/* What is said of a product may stand in a list of its points too. */
static bool check_said(struct manuscript *manuscript, const struct line_check_said *said, size_t at, bool is_data)
{
    struct line *line = &manuscript->list[at];
    for (size_t i = 0; i < at; i++) {
        const struct line *before = &manuscript->list[i];
        bool may_repeat = is_data ? line->item || before->item : line->item && before->item;
        if (!is_prose(before) || may_repeat || !says_same(&said[i], &said[at]))
            continue;
        const char *what = before->number ? arena_printf(manuscript->arena, "S%zu", before->number) : "another line";
        return what && finding_add(manuscript->arena, line, FINDING_SAID, str_from(what));
    }
    return true;
}

static bool check_alike(struct manuscript *manuscript, const struct line_check_said *said, size_t at)
{
    for (size_t i = at; i > at - (ALIKE - 1); i--)
        if (!said[i].first.len || !str_eq(said[i].first, said[i - 1].first) || !is_prose(&manuscript->list[i - 1]) ||
            manuscript->list[i].item)
            return true;
    return finding_add(manuscript->arena, &manuscript->list[at], FINDING_ALIKE, said[at].first);
}

static bool read_said(struct manuscript *manuscript, struct line_check_said *said)
{
    for (size_t i = 0; i < manuscript->count; i++) {
        struct worded worded;
        if (!is_prose(&manuscript->list[i]))
            continue;
        if (worded_split(manuscript->arena, manuscript->list[i].text, manuscript->language, &worded, NULL) != OK ||
            !content_add(manuscript->arena, &said[i].stems, &worded))
            return false;
        said[i].first = worded.count ? worded.words[0].folded : STR("");
    }
    return true;
}

/* Those that the reading found stay. */
static void forget_findings(struct line *line)
{
    size_t kept = 0;
    for (size_t i = 0; i < line->finding_count; i++)
        if (line->findings[i].kind == FINDING_NUMBER)
            line->findings[kept++] = line->findings[i];
    line->finding_count = kept;
}

enum status line_check_all(const struct line_check *check, struct manuscript *manuscript, struct error *err)
{
    struct line_check_said *said = ARENA_ARRAY(manuscript->arena, manuscript->count + 1, struct line_check_said);
    if (!said || !read_said(manuscript, said))
        return error_memory(err);
    for (size_t i = 0; i < manuscript->count; i++) {
        struct line *line = &manuscript->list[i];
        if (line->is_gone)
            continue;
        forget_findings(line);
        if (line_check_one(check, manuscript, i, line, err) != OK)
            return E_MEMORY;
        if (is_prose(line) && (!check_said(manuscript, said, i, check->material->is_data) ||
                               (i >= ALIKE - 1 && !check_alike(manuscript, said, i))))
            return error_memory(err);
    }
    return OK;
}

enum status line_check_open(struct line_check *check, struct arena *arena, const struct check_material *material,
                            size_t run, struct error *err)
{
    *check = (struct line_check){.arena = arena, .material = material, .run = run};
    enum status status = pack_read(arena, material, &check->pack, err);
    return status || read_runs(check) ? status : error_memory(err);
}
