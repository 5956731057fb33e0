#include "model/check/compare.h"

/* Lines that say the same share so many of their content words, or hold so many of a shorter one's. */
static const double SAME_SHARE = 0.5, PART_SHARE = 0.75;
enum {
    SAME_STEMS = 4,
    PART_STEMS = 6,
    ITEM_RUN = 12, /* lists of ingredients and parts share more words with theirs */
    ALIKE = 3
};

/* --- copied runs --- */

static uint64_t run_hash(const struct word *words, size_t run)
{
    uint64_t hash = HASH_EMPTY;
    for (size_t i = 0; i < run; i++)
        hash = hash_of(STR(" "), hash_of(words[i].folded, hash));
    return hash;
}

static void read_runs(struct line_check *check)
{
    for (size_t i = 0; check->run && i < check->pack.count; i++) {
        const struct worded *worded = &check->pack.passages[i].worded;
        size_t runs = worded->count >= check->run ? worded->count - check->run + 1 : 0;
        bool has_room = hashes_room(check->arena, &check->runs, runs);
        for (size_t k = 0; has_room && k < runs; k++)
            check->runs.list[check->runs.count++] = run_hash(worded->words + k, check->run);
    }
    hashes_order(&check->runs);
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
static void check_copied_runs(const struct line_check *check, struct arena *arena, const struct claim *claim,
                              struct line *line)
{
    const struct worded *worded = &claim->worded;
    const bool *is_free = free_words(check, arena, claim);
    size_t least = line->item && check->run < ITEM_RUN ? ITEM_RUN : check->run;
    for (size_t first = 0, end; is_free && first + check->run <= worded->count; first = end) {
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
        if (words >= least)
            finding_add(arena, line, kind, run);
        end = last + 1;
    }
}

/* --- style --- */

static void check_style(const struct line_check *check, struct arena *arena, const struct claim *claim,
                        struct line *line)
{
    const struct wording *own = check->pack.wording, *english = wording_english();
    const struct worded *worded = &claim->worded;
    struct pattern_place place;
    bool is_talk =
        pattern_find(own ? own->remarks : NULL, worded, 0, &place) || pattern_find(english->remarks, worded, 0, &place);
    if (!is_talk && !phrases_find(check->material->language, worded, true, 0, &place))
        return;
    size_t start = worded->words[place.first].start;
    struct str phrase = {worded->text.data + start, worded->words[place.end - 1].end - start};
    finding_add(arena, line, is_talk ? FINDING_TALK : FINDING_PHRASE, phrase);
}

/* Is the phrase somebody else's, in quotation marks? */
static bool is_quoted(const struct worded *worded, const struct pattern_place *place)
{
    return quotation_holds(worded->text, worded->words[place->first].start);
}

/* I, we and you outside quotations, where the text has another person. */
static void check_person(const struct line_check *check, struct arena *arena, const struct claim *claim,
                         struct line *line)
{
    const char *const *persons = check->pack.wording ? check->pack.wording->persons : NULL;
    const struct worded *worded = &claim->worded;
    struct pattern_place place;
    for (size_t from = 0; !check->material->has_person && pattern_find(persons, worded, from, &place);
         from = place.end) {
        size_t start = worded->words[place.first].start, end = worded->words[place.end - 1].end;
        if (is_quoted(worded, &place))
            continue;
        finding_add(arena, line, FINDING_PERSON, (struct str){worded->text.data + start, end - start});
        break;
    }
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
static bool names_buyers(const struct manuscript *manuscript, size_t at, const struct data_labels *labels,
                         const struct worded *own)
{
    struct worded worded = *own;
    struct pattern_place place;
    for (size_t i = at; !pattern_find(labels->reviewers, &worded, 0, &place); i--) {
        bool is_first = i == 0 || i >= manuscript->count || manuscript->list[i].begins;
        if (is_first || !line_split(manuscript, i - 1, &worded))
            return false;
    }
    return true;
}

/* Only a number right before "reviewers" is one of reviewers; "one ... another" are two. */
static void check_buyers(const struct line_check *check, struct arena *arena, const struct manuscript *manuscript,
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
        finding_add(arena, line, FINDING_REVIEWERS, first);
    else if (known && !is_of_data && !line->item && !names_buyers(manuscript, at, labels, worded))
        finding_add(arena, line, FINDING_THEIRS, STR(""));
}

/* "We tested": free where the data themselves tell of a test. */
static void check_tried(const struct line_check *check, struct arena *arena, const struct evidence *evidence,
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
        if (!is_free)
            finding_add(arena, line, FINDING_TRIED, phrase);
    }
}

/* What a model gives away of its instructions. */
static void check_system(const struct line_check *check, struct arena *arena, const struct claim *claim,
                         struct line *line)
{
    enum { SYSTEM_RUN = 6 };
    struct str run = {NULL, 0};
    if (check->material->system.len)
        copied_find(arena, claim->worded.text, check->material->system, SYSTEM_RUN, &run);
    if (run.len)
        finding_add(arena, line, FINDING_TALK, run);
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
static void check_code(const struct line_check *check, struct arena *arena, struct line *line)
{
    struct str rest = str_trim(line->text), first;
    bool is_known = check->is_bound || stands_in(rest, check->material->allowed);
    for (size_t i = 0; i < check->pack.count && !is_known; i++)
        is_known = stands_in(rest, check->pack.passages[i].text);
    if (!is_known && str_split(&rest, '\n', &first))
        finding_add(arena, line, FINDING_CODE, str_trim(first));
}

/* --- one line --- */

/* Of a heading: its capitals tell nothing of names, and a single digit counts what stands below it. */
static void keep_figures(struct wording_facts *facts)
{
    size_t kept = 0;
    for (size_t i = 0; i < facts->count; i++)
        if (facts->list[i].kind == FACT_FIGURE && facts->list[i].text.len > 1)
            facts->list[kept++] = facts->list[i];
    facts->count = kept;
}

/* Sentences, rows and items: what a heading may do without. */
static void check_text(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                       const struct evidence *evidence, const struct claim *claim, struct line *line, bool is_own)
{
    struct arena *arena = manuscript->arena;
    evidence_check_counts(check, arena, evidence, claim, line, is_own);
    check_style(check, arena, claim, line);
    evidence_check_support(check, manuscript, at, evidence, claim, line);
    check_person(check, arena, claim, line);
    check_system(check, arena, claim, line);
    if (check->run)
        check_copied_runs(check, arena, claim, line);
    if (!check->material->is_data)
        return;
    evidence_check_units(check, arena, evidence, claim, line);
    check_buyers(check, arena, manuscript, at, claim, line);
    check_tried(check, arena, evidence, claim, line);
}

static void check_claim(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                        struct line *line)
{
    struct evidence evidence;
    struct claim claim;
    line_check_claim(check, manuscript->arena, line, &claim);
    evidence_find(check, manuscript, at, line, &evidence);
    bool is_own = evidence_is_example(check, manuscript, at, line, &claim);
    if (line->kind == LINE_HEADING)
        keep_figures(&claim.facts);
    evidence_check_facts(check, manuscript, at, &evidence, &claim, line, is_own);
    if (line->kind != LINE_HEADING)
        check_text(check, manuscript, at, &evidence, &claim, line, is_own);
}

enum status line_check_one(const struct line_check *check, const struct manuscript *manuscript, size_t at,
                           struct line *line, struct error *err)
{
    bool is_free_heading = line->kind == LINE_HEADING && (line->is_given || line->part != PART_BODY);
    if (line->kind == LINE_CODE)
        check_code(check, manuscript->arena, line);
    else if (line->kind != LINE_MARK && !is_free_heading)
        check_claim(check, manuscript, at, line);
    return arena_failed(manuscript->arena) ? error_memory(err) : OK;
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
    return few->count >= SAME_STEMS &&
           ((double)shared >= SAME_SHARE * (double)all ||
            (few->count >= PART_STEMS && (double)shared >= PART_SHARE * (double)few->count));
}

/* What is said of a product may stand in a list of its points too. */
static void check_said(struct manuscript *manuscript, const struct line_check_said *said, size_t at, bool is_data)
{
    struct line *line = &manuscript->list[at];
    for (size_t i = 0; i < at; i++) {
        const struct line *before = &manuscript->list[i];
        bool may_repeat = is_data ? line->item || before->item : line->item && before->item;
        if (!is_prose(before) || may_repeat || !says_same(&said[i], &said[at]))
            continue;
        const char *what = before->number ? arena_printf(manuscript->arena, "S%zu", before->number) : "another line";
        finding_add(manuscript->arena, line, FINDING_SAID, str_from(what));
        return;
    }
}

static void check_alike(struct manuscript *manuscript, const struct line_check_said *said, size_t at)
{
    for (size_t i = at; i > at - (ALIKE - 1); i--)
        if (!said[i].first.len || !str_eq(said[i].first, said[i - 1].first) || !is_prose(&manuscript->list[i - 1]) ||
            manuscript->list[i].item)
            return;
    finding_add(manuscript->arena, &manuscript->list[at], FINDING_ALIKE, said[at].first);
}

static void read_said(struct manuscript *manuscript, struct line_check_said *said)
{
    for (size_t i = 0; i < manuscript->count; i++) {
        struct worded worded;
        if (!is_prose(&manuscript->list[i]) || !line_split(manuscript, i, &worded))
            continue;
        content_add(manuscript->arena, &said[i].stems, &worded);
        said[i].first = worded.count ? worded.words[0].folded : STR("");
    }
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
    if (!said)
        return error_memory(err);
    read_said(manuscript, said);
    for (size_t i = 0; i < manuscript->count && !arena_failed(manuscript->arena); i++) {
        struct line *line = &manuscript->list[i];
        if (line->is_gone)
            continue;
        forget_findings(line);
        line_check_one(check, manuscript, i, line, NULL);
        if (!is_prose(line))
            continue;
        check_said(manuscript, said, i, check->material->is_data);
        if (i >= ALIKE - 1)
            check_alike(manuscript, said, i);
    }
    return arena_failed(manuscript->arena) ? error_memory(err) : OK;
}

enum status line_check_open(struct line_check *check, struct arena *arena, const struct check_material *material,
                            size_t run, struct error *err)
{
    *check = (struct line_check){.arena = arena, .material = material, .run = run};
    pack_read(arena, material, &check->pack);
    if (!arena_failed(arena))
        read_runs(check);
    return arena_failed(arena) ? error_memory(err) : OK;
}
