#include "model/check/compare.h"

/* Of its content words that a new sentence shares with the one that it replaces, and with one beside it, where its
 * number must be wrong. Two of 71 changes of a trial were off by one. */
static const double OWN_SHARE = 0.2, BESIDE_SHARE = 0.5;

/* A sentence of a bound text may grow and shrink by this share of its words, and by a few more. */
static const double GROWTH = 0.4;
enum {
    FREE_WORDS = 4,
    PRONOUN_WORDS = 3, /* among which a language's pronouns point back */
};

/* What becomes of one line. */
struct edit_change {
    struct line *instead, *behind;
    size_t instead_count, behind_count;
    bool is_replaced, is_moved, is_out; /* out: nothing stands for it */
    bool splits, joins;                 /* a paragraph begins with it now; begins with it no more */
    size_t *moved;                      /* lines that stand behind this one now */
    size_t moved_count, moved_cap;
};

struct edit_editing {
    struct manuscript *manuscript;
    const struct line_check *check;
    struct edit_report *report;
    struct edit_change *changes; /* by line */
    size_t removed, most_removed;
    struct error *err;
};

/* --- numbers --- */

static bool is_numbered(const struct line *line)
{
    return !line->is_gone && line->kind != LINE_CODE && line->kind != LINE_MARK;
}

void manuscript_number(struct manuscript *manuscript)
{
    size_t sentences = 0, headings = 0;
    for (size_t i = 0; i < manuscript->count; i++) {
        struct line *line = &manuscript->list[i];
        if (is_numbered(line))
            line->number = line->kind == LINE_HEADING ? ++headings : ++sentences;
    }
}

static const char *part_line(enum manuscript_part part)
{
    static const char *const lines[MANUSCRIPT_PARTS] = {[PART_MORE] = "== MORE",
                                                        [PART_CLOSE] = "== CLOSE",
                                                        [PART_QUESTIONS] = "== QUESTIONS",
                                                        [PART_ACTION] = "== ACTION"};
    return lines[part];
}

void manuscript_print(const struct manuscript *manuscript, size_t first, size_t end, struct buf *out)
{
    for (size_t i = first; i < end; i++) {
        const struct line *line = &manuscript->list[i];
        bool begins_part = i == 0 || manuscript->list[i - 1].part != line->part;
        if (line->is_gone)
            continue;
        if (line->begins || line->kind == LINE_HEADING || begins_part)
            buf_char(out, '\n');
        if (begins_part && part_line(line->part))
            buf_printf(out, "%s\n", part_line(line->part));
        if (line->kind == LINE_CODE) {
            buf_printf(out, "```\n%.*s\n```\n", STR_ARG(line->text));
            continue;
        }
        if (is_numbered(line))
            buf_printf(out, "%c%zu ", line->kind == LINE_HEADING ? 'H' : 'S', line->number);
        manuscript_print_line(line, out);
        buf_char(out, '\n');
        for (size_t k = 0; k < line->finding_count; k++) {
            buf_str(out, "  > ");
            finding_print(&line->findings[k], out);
            buf_char(out, '\n');
        }
    }
}

/* The line with this number; NULL: there is none. */
static struct line *edit_find(const struct edit_editing *editing, char kind, size_t number)
{
    for (size_t i = 0; i < editing->manuscript->count; i++) {
        struct line *line = &editing->manuscript->list[i];
        if (is_numbered(line) && line->number == number && (line->kind == LINE_HEADING) == (kind == 'H'))
            return line;
    }
    return NULL;
}

static size_t edit_place_of(const struct edit_editing *editing, const struct line *line)
{
    return (size_t)(line - editing->manuscript->list);
}

/* --- reading --- */

/* "S12" at the start of *rest, which is cut off. False: it is not there. */
static bool edit_read_number(struct str *rest, char *kind, size_t *number)
{
    struct str text = str_trim(*rest);
    size_t at = 1;
    *number = 0;
    if (text.len < 2 || !memchr("SHsh", text.data[0], 4) || !ascii_is_digit(text.data[1]))
        return false;
    for (; at < text.len && ascii_is_digit(text.data[at]) && *number < 100000; at++)
        *number = *number * 10 + (size_t)(text.data[at] - '0');
    *kind = (char)(ascii_lower(text.data[0]) == 's' ? 'S' : 'H');
    *rest = (struct str){text.data + at, text.len - at};
    return true;
}

static bool skip(struct str *rest, struct str word)
{
    struct str text = str_trim(*rest);
    if (!str_istarts(text, word))
        return false;
    *rest = (struct str){text.data + word.len, text.len - word.len};
    return true;
}

/* Without the marks of a list and of emphasis that models put around changes. */
static struct str bare(struct str line)
{
    line = str_trim(line);
    while (str_starts(line, STR("- ")) || str_starts(line, STR("* ")))
        line = str_trim((struct str){line.data + 2, line.len - 2});
    while (line.len && memchr("*`", line.data[0], 2))
        line = (struct str){line.data + 1, line.len - 1};
    return str_trim(line);
}

/* --- refusing --- */

static enum status edit_refuse(struct edit_editing *editing, struct str change, const char *reason)
{
    struct edit_report *report = editing->report;
    struct edit_refusal *list = vec_room(editing->manuscript->arena, report->refusals, report->refusal_count,
                                         &report->refusal_cap, sizeof *list);
    if (!list)
        return error_memory(editing->err);
    report->refusals = list;
    list[report->refusal_count++] = (struct edit_refusal){change, reason};
    return OK;
}

/* data of `what`: as it stands in a line or a passage. */
static const char *reason_for(const struct edit_editing *editing, const char *why, struct str what)
{
    const char *reason = what.len ? arena_printf(editing->manuscript->arena, "%s \"%.*s\"", why, STR_ARG(what)) : why;
    return reason ? reason : why;
}

static double share_with(const struct edit_editing *editing, const struct claim *claim, const struct line *line)
{
    struct claim other;
    line_check_claim(editing->check, editing->manuscript->arena, line, &other);
    size_t shared = 0;
    for (size_t i = 0; i < claim->stems.count; i++)
        shared += hashes_have(&other.stems, claim->stems.list[i]);
    return claim->stems.count ? (double)shared / (double)claim->stems.count : 1;
}

/* Does the text speak of a line beside the one that it is to replace? */
static bool edit_is_beside(const struct edit_editing *editing, const struct line *line, struct str text)
{
    const struct manuscript *manuscript = editing->manuscript;
    size_t at = edit_place_of(editing, line), first = at > 2 ? at - 2 : 0;
    struct claim claim;
    line_check_claim(editing->check, manuscript->arena, &(struct line){.text = text}, &claim);
    if (share_with(editing, &claim, line) >= OWN_SHARE)
        return false;
    for (size_t i = first; i < manuscript->count && i <= at + 2; i++)
        if (i != at && manuscript->list[i].kind == LINE_SENTENCE && !editing->changes[i].is_out &&
            share_with(editing, &claim, &manuscript->list[i]) >= BESIDE_SHARE)
            return true;
    return false;
}

static bool had(const struct line *old, const struct finding *finding)
{
    for (size_t i = 0; old && i < old->finding_count; i++)
        if (old->findings[i].kind == finding->kind && str_eq(old->findings[i].what, finding->what))
            return true;
    return false;
}

static bool has_figure(const struct edit_editing *editing, const struct line *line)
{
    struct claim claim;
    line_check_claim(editing->check, editing->manuscript->arena, line, &claim);
    for (size_t i = 0; i < claim.facts.count; i++)
        if (claim.facts.list[i].kind == FACT_FIGURE)
            return true;
    return false;
}

/* May a line not stand with this finding, where the one before it had none? */
static bool is_refused(const struct line_check *check, enum finding_kind kind)
{
    bool is_loose = kind == FINDING_ELSEWHERE || kind == FINDING_COUNT || kind == FINDING_LIMIT ||
                    kind == FINDING_STRONGER || kind == FINDING_SUPPORT;
    return finding_is_hard(kind) || (check->is_bound && is_loose);
}

static const char *finding_reason(const struct edit_editing *editing, const struct finding *finding)
{
    return finding->kind == FINDING_SUPPORT ? "it says something else"
                                            : reason_for(editing, finding_name(finding->kind), finding->what);
}

/* Why new lines may not stand in the place of `old`, which may be NULL; NULL: they may. */
static enum status edit_judge(struct edit_editing *editing, size_t at, const struct line *old, struct line *lines,
                              size_t count, const char **reason)
{
    *reason = count ? NULL : "it has no text that can be used";
    for (size_t i = 0; i < count && !*reason; i++) {
        if (line_check_one(editing->check, editing->manuscript, at, &lines[i], editing->err) != OK)
            return E_MEMORY;
        if (lines[i].is_gone)
            *reason = "it brings an address, or speaks of a passage";
        for (size_t k = 0; k < lines[i].finding_count && !*reason; k++)
            if (is_refused(editing->check, lines[i].findings[k].kind) && !had(old, &lines[i].findings[k]))
                *reason = finding_reason(editing, &lines[i].findings[k]);
        if (!*reason && old && old->cites[0] && !lines[i].cites[0] && has_figure(editing, &lines[i]))
            *reason = "a figure lost its passage";
    }
    return OK;
}

/* --- a bound text --- */

static bool has_same_marks(struct str a, struct str b)
{
    for (size_t at = 0, other = 0, length, its;; at += length, other += its) {
        at = manuscript_mark(a, at, &length);
        other = manuscript_mark(b, other, &its);
        if (length != its || memcmp(a.data + at, b.data + other, length) != 0)
            return false;
        if (!length)
            return true;
    }
}

/* Does the claim say it: a name also at the start of a sentence, or with an ending? */
static bool edit_says(const struct claim *claim, const struct fact *fact)
{
    for (size_t i = 0; fact->kind == FACT_FIGURE && i < claim->facts.count; i++)
        if (claim->facts.list[i].kind == FACT_FIGURE && str_eq(claim->facts.list[i].text, fact->text))
            return true;
    for (size_t i = 0; fact->kind == FACT_NAME && i < claim->worded.count; i++)
        if (str_starts(claim->worded.words[i].folded, fact->text) &&
            claim->worded.words[i].folded.len <= fact->text.len + 2)
            return true;
    return fact->kind != FACT_FIGURE && fact->kind != FACT_NAME &&
           str_ifind(claim->worded.text, fact->text, 0) < claim->worded.text.len;
}

/* Where a line goes, another one that stays says what it says. */
static bool is_said_elsewhere(const struct edit_editing *editing, size_t at, const struct fact *fact)
{
    const struct pack *pack = &editing->check->pack;
    for (size_t i = 0; i < editing->manuscript->count; i++) {
        int own = editing->manuscript->list[i].cites[0];
        if (i != at && own && !editing->changes[i].is_replaced && passage_states(pack, &pack->passages[own - 1], fact))
            return true;
    }
    return false;
}

/* What a change of a bound text loses; NULL: nothing. text: all of the new lines; empty: the old one goes. */
static enum status judge_loss(struct edit_editing *editing, size_t at, const struct line *old, struct str text,
                              const char **reason)
{
    struct claim before, after;
    struct arena *arena = editing->manuscript->arena;
    line_check_claim(editing->check, arena, old, &before);
    line_check_claim(editing->check, arena, &(struct line){.text = text}, &after);
    if (arena_failed(arena))
        return error_memory(editing->err);
    double more = (double)after.worded.count - (double)before.worded.count;
    double most = GROWTH * (double)before.worded.count + FREE_WORDS;
    if (text.len && (more > most || -more > most))
        *reason = more > 0 ? "it says more than it did" : "it leaves too much out";
    if (text.len && str_ends(old->text, STR(":")) && !str_ends(text, STR(":")))
        *reason = "it no longer announces what follows";
    for (size_t i = 0; i < before.facts.count && !*reason; i++) {
        const struct fact *fact = &before.facts.list[i];
        if (!edit_says(&after, fact) && (text.len || !is_said_elsewhere(editing, at, fact)))
            *reason = reason_for(editing, "it loses", fact->text);
    }
    return OK;
}

/* New lines in the place of one that is its own passage. They bring no markup, and stand for what it cites. */
static enum status judge_bound(struct edit_editing *editing, size_t at, struct line *old, struct line *lines,
                               size_t count, struct str text, const char **reason)
{
    old->findings = NULL; /* of the margin; what matters is what the check itself finds */
    old->finding_count = old->finding_cap = 0;
    if (line_check_one(editing->check, editing->manuscript, at, old, editing->err) != OK)
        return E_MEMORY;
    for (size_t i = 0; i < count; i++) {
        if (lines[i].cites[0] || lines[i].term.len)
            *reason = "it brings markup";
        memcpy(lines[i].cites, old->cites, sizeof old->cites);
    }
    enum status status = *reason || !count ? OK : edit_judge(editing, at, old, lines, count, reason);
    return status || *reason ? status : judge_loss(editing, at, old, text, reason);
}

/* --- changes --- */

static bool removes_too_much(struct edit_editing *editing, struct str text)
{
    size_t words = words_count(text);
    if (editing->removed + words > editing->most_removed)
        return true;
    editing->removed += words;
    return false;
}

/* The lines from `first` to `last` as one, with all that they cite. False: memory ran out. */
static bool join_lines(const struct edit_editing *editing, const struct line *first, const struct line *last,
                       struct line *whole)
{
    struct buf text = {0};
    size_t count = 0;
    *whole = *first;
    while (count < LINE_CITES && whole->cites[count])
        count++;
    for (const struct line *line = first; line <= last; line++) {
        buf_printf(&text, "%s%.*s", line == first ? "" : " ", STR_ARG(line->text));
        for (size_t i = 0; line > first && i < LINE_CITES && line->cites[i] && count < LINE_CITES; i++)
            whole->cites[count++] = line->cites[i];
    }
    const char *copy = text.failed ? NULL : arena_copy_n(editing->manuscript->arena, buf_text(&text), text.len);
    whole->text = (struct str){copy, text.len};
    buf_free(&text);
    return copy != NULL;
}

/* Why the lines may not be changed at all; NULL: they may. */
static const char *standing_reason(struct edit_editing *editing, const struct line *first, const struct line *last,
                                   struct str old, struct str text)
{
    for (const struct line *line = first; line <= last; line++)
        if (line->is_given || (line->is_kept && !text.len))
            return "the line stays";
    if (!has_same_marks(old, text))
        return "it loses or adds a mark";
    if (!text.len && removes_too_much(editing, old))
        return "it would take too much away";
    bool is_one = text.len && first == last && first->kind == LINE_SENTENCE;
    return is_one && edit_is_beside(editing, first, text) ? "it speaks of another line than its number says" : NULL;
}

/* A sentence that may not stand may have been to say what a line beside it says, which was taken out: that one stays.
 */
static void bring_back(struct edit_editing *editing, size_t first, size_t last)
{
    for (size_t i = first ? first - 1 : 0; i <= last + 1 && i < editing->manuscript->count; i++) {
        struct edit_change *change = &editing->changes[i];
        editing->report->applied -= change->is_out;
        change->is_replaced &= !change->is_out;
        change->is_out = false;
    }
}

/* text empty: the lines go. */
static enum status replace(struct edit_editing *editing, struct line *line, struct line *last, struct str text,
                           struct str change)
{
    struct line *lines = NULL, old, new = {.text = STR("")};
    size_t count = 0, at = edit_place_of(editing, line), end = edit_place_of(editing, last);
    enum status status =
        text.len ? manuscript_read_sentences(editing->manuscript, text, &lines, &count, editing->err) : OK;
    if (status || !join_lines(editing, line, last, &old) ||
        (count && !join_lines(editing, lines, lines + count - 1, &new)))
        return error_memory(editing->err);
    const char *reason = text.len && !new.text.len ? "it has no text that can be used"
                                                   : standing_reason(editing, line, last, old.text, new.text);
    if (!reason && editing->check->is_bound)
        status = judge_bound(editing, at, &old, lines, count, new.text, &reason);
    else if (!reason && count)
        status = edit_judge(editing, at, &old, lines, count, &reason);
    if (reason && text.len)
        bring_back(editing, at, end);
    if (status || reason)
        return status ? status : edit_refuse(editing, change, reason);
    struct edit_change *own = &editing->changes[at];
    own->is_out = !text.len;
    own->instead = lines;
    own->instead_count = count;
    for (size_t i = 0; i < own->instead_count; i++) {
        lines[i].kind = line->kind;
        lines[i].part = line->part;
        lines[i].item = line->item;
        lines[i].is_ordered = line->is_ordered;
        lines[i].level = line->level;
        lines[i].begins = line->begins && i == 0;
        lines[i].first = i == 0 ? line->first : 0;
        lines[i].number = i == 0 ? line->number : 0;
        lines[i].term = i == 0 && !lines[i].term.len ? line->term : lines[i].term;
        lines[i].is_accepted = true; /* the notes of the old line were before the editor's eyes */
    }
    for (size_t i = at; i <= end; i++)
        editing->changes[i].is_replaced = true;
    editing->report->applied++;
    return OK;
}

/* A heading is read as one of an answer is: without markup and numbers of passages. */
static enum status change_heading(struct edit_editing *editing, struct line *line, struct str text, struct str change)
{
    struct line *lines;
    size_t count;
    while (text.len && memchr("# ", text.data[0], 2))
        text = (struct str){text.data + 1, text.len - 1};
    if (line->is_given)
        return edit_refuse(editing, change, "the line stays");
    if (!text.len || str_eq(text, STR("-")))
        return edit_refuse(editing, change, "a heading goes only with its section");
    const char *marked = arena_printf(editing->manuscript->arena, "## %.*s", STR_ARG(text));
    if (!marked || manuscript_read_sentences(editing->manuscript, str_from(marked), &lines, &count, editing->err) != OK)
        return error_memory(editing->err);
    if (count != 1 || lines->kind != LINE_HEADING || str_find(lines->text, STR(INLINE_ADDRESS), 0) < lines->text.len)
        return edit_refuse(editing, change, "it has no text that can be used");
    line->text = lines->text;
    editing->report->applied++;
    return OK;
}

static enum status add_behind(struct edit_editing *editing, struct line *line, struct str text, struct str change)
{
    struct line *lines;
    size_t count, at = edit_place_of(editing, line);
    const char *reason = NULL;
    struct edit_change *own = &editing->changes[at];
    enum status status = manuscript_read_sentences(editing->manuscript, text, &lines, &count, editing->err);
    if (!status)
        status = edit_judge(editing, at, NULL, lines, count, &reason);
    if (status || reason || own->behind_count)
        return status ? status : edit_refuse(editing, change, reason ? reason : "another line stands there already");
    for (size_t i = 0; i < count; i++) {
        lines[i].part = line->part;
        lines[i].begins = false;
        lines[i].item = line->item;
        lines[i].is_ordered = line->is_ordered;
        lines[i].level = line->level;
    }
    own->behind = lines;
    own->behind_count = count;
    editing->report->applied++;
    return OK;
}

static enum status edit_move(struct edit_editing *editing, struct line *line, struct line *behind, struct str change)
{
    size_t at = edit_place_of(editing, line), to = edit_place_of(editing, behind);
    struct edit_change *target = &editing->changes[to];
    if (at == to || line->item || behind->item || editing->changes[at].is_moved || line->part != behind->part)
        return edit_refuse(editing, change, "it cannot stand there");
    size_t *moved =
        vec_room(editing->manuscript->arena, target->moved, target->moved_count, &target->moved_cap, sizeof *moved);
    if (!moved)
        return error_memory(editing->err);
    target->moved = moved;
    moved[target->moved_count++] = at;
    editing->changes[at].is_moved = true;
    editing->report->applied++;
    return OK;
}

/* Are the lines of one list item or of running text, of a bound text also of one paragraph, and all untouched? */
static bool stand_together(const struct edit_editing *editing, const struct line *first, const struct line *last)
{
    enum { MOST_TOGETHER = 4 };
    if (!last || last < first || last >= first + MOST_TOGETHER)
        return false;
    for (const struct line *line = first; line <= last; line++)
        if (line->kind != first->kind || line->item != first->item ||
            editing->changes[edit_place_of(editing, line)].is_replaced ||
            (line > first && line->begins && editing->check->is_bound))
            return false;
    return true;
}

/* One change; what is none is passed over. A bound text keeps its lines in their places. */
static enum status read_change(struct edit_editing *editing, struct str change)
{
    struct str rest = bare(change);
    bool splits = skip(&rest, STR("\xC2\xB6")), joins = !splits && skip(&rest, STR("join "));
    char kind, other_kind;
    size_t number, other;
    if (!edit_read_number(&rest, &kind, &number))
        return OK;
    struct line *line = edit_find(editing, kind, number), *last = line;
    editing->report->changes++;
    if (!line)
        return edit_refuse(editing, change, "there is no such line");
    bool moves = splits || joins || str_starts(rest, STR("+")) || str_starts(str_trim(rest), STR(">"));
    if (moves && editing->check->is_bound)
        return edit_refuse(editing, change, "it is in no form that was asked for");
    if (splits || joins) {
        editing->changes[edit_place_of(editing, line)].splits = splits;
        editing->changes[edit_place_of(editing, line)].joins = joins;
        editing->report->applied++;
        return OK;
    }
    if (editing->changes[edit_place_of(editing, line)].is_replaced)
        return edit_refuse(editing, change, "the line was changed already");
    if (skip(&rest, STR("+"))) {
        skip(&rest, STR(":"));
        return add_behind(editing, line, bare(rest), change);
    }
    if (skip(&rest, STR(">")) && edit_read_number(&rest, &other_kind, &other)) {
        struct line *behind = edit_find(editing, other_kind, other);
        return behind ? edit_move(editing, line, behind, change)
                      : edit_refuse(editing, change, "there is no such line");
    }
    if (skip(&rest, STR("-")) || skip(&rest, STR("\xE2\x80\x93"))) {
        last = edit_read_number(&rest, &other_kind, &other) ? edit_find(editing, other_kind, other) : NULL;
        if (!stand_together(editing, line, last))
            return edit_refuse(editing, change, "these lines do not stand together");
    }
    if (skip(&rest, STR("ok"))) {
        line->is_accepted = true;
        editing->report->applied++;
        return OK;
    }
    if (!skip(&rest, STR(":")))
        return edit_refuse(editing, change, "it is in no form that was asked for");
    if (kind == 'H')
        return change_heading(editing, line, bare(rest), change);
    rest = str_trim(rest);
    bool goes = str_eq(rest, STR("-")) || str_eq(rest, STR("\xE2\x80\x93"));
    return replace(editing, line, last, goes ? STR("") : rest, change);
}

/* "S12: -" */
static bool takes_out(struct str change)
{
    change = str_trim(change);
    return str_ends(change, STR(": -")) || str_ends(change, STR(": \xE2\x80\x93"));
}

/* --- all of them --- */

static bool edit_put(struct manuscript *manuscript, const struct line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct line *line = manuscript_add(manuscript);
        if (!line)
            return false;
        *line = lines[i];
    }
    return true;
}

/* A line with what stands behind it now. */
static bool put_line(const struct edit_editing *editing, struct manuscript *out, size_t at)
{
    const struct edit_change *change = &editing->changes[at];
    struct line own = editing->manuscript->list[at], *first = change->instead_count ? change->instead : &own;
    own.is_gone |= change->is_replaced;
    first->begins = (first->begins || change->splits) && !change->joins;
    bool done = edit_put(out, &own, 1) && edit_put(out, change->instead, change->instead_count) &&
                edit_put(out, change->behind, change->behind_count);
    for (size_t i = 0; done && i < change->moved_count; i++) {
        struct line moved = editing->manuscript->list[change->moved[i]];
        const struct edit_change *its = &editing->changes[change->moved[i]];
        moved.begins = false;
        done = its->is_replaced ? edit_put(out, its->instead, its->instead_count) : edit_put(out, &moved, 1);
    }
    return done;
}

static enum status rebuild(struct edit_editing *editing)
{
    struct manuscript *manuscript = editing->manuscript, out = *manuscript;
    out.list = NULL;
    out.count = out.cap = 0;
    for (size_t i = 0; i < manuscript->count; i++) {
        if (!editing->changes[i].is_moved && !put_line(editing, &out, i))
            return error_memory(editing->err);
        if (editing->changes[i].is_moved && i + 1 < manuscript->count && manuscript->list[i].begins)
            manuscript->list[i + 1].begins |= manuscript->list[i + 1].kind == LINE_SENTENCE;
    }
    *manuscript = out;
    manuscript_close_gaps(manuscript);
    return OK;
}

bool edit_is_any(struct str answer)
{
    struct str line;
    char kind;
    size_t number;
    while (str_split(&answer, '\n', &line)) {
        line = bare(line);
        skip(&line, STR("\xC2\xB6"));
        if (edit_read_number(&line, &kind, &number))
            return true;
    }
    return false;
}

enum status edit_apply(struct manuscript *manuscript, const struct line_check *check, struct str answer,
                       double most_removed, struct edit_report *report, struct error *err)
{
    size_t words = manuscript_words(manuscript, MANUSCRIPT_PARTS);
    struct edit_editing editing = {.manuscript = manuscript,
                                   .check = check,
                                   .report = report,
                                   .changes = ARENA_ARRAY(manuscript->arena, manuscript->count + 1, struct edit_change),
                                   .most_removed = (size_t)((double)words * most_removed),
                                   .err = err};
    enum status status = editing.changes ? OK : error_memory(err);
    for (int turn = 0; turn < 2; turn++) { /* what goes is known before what stands in its place */
        struct str rest = answer, line;
        while (!status && str_split(&rest, '\n', &line))
            if (takes_out(line) == (turn == 0))
                status = read_change(&editing, line);
    }
    return status ? status : rebuild(&editing);
}

/* --- what may not stand --- */

static bool may_stand(const struct line *line, const struct finding **why)
{
    *why = finding_hard(line);
    if (!*why)
        return true;
    /* What an editor cannot know better; a figure that cites nothing may be computed from others. */
    bool is_final = (*why)->kind == FINDING_QUOTATION || (*why)->kind == FINDING_CODE ||
                    ((*why)->kind == FINDING_FIGURE && line->cites[0]);
    return (line->is_accepted && !is_final) || (*why)->kind == FINDING_NUMBER;
}

/* Does the line point back, so that it cannot stand without the one before it? So does "Prizes, she said, ...". What
 * only goes on may stand, if it cites. */
static bool leans(const struct manuscript *manuscript, const struct line *line)
{
    const struct cues *cues = manuscript->language ? manuscript->language->cues : NULL;
    struct worded worded;
    size_t end;
    bool points_back = false;
    if (!cues || line->kind != LINE_SENTENCE || line->begins ||
        worded_split(manuscript->arena, line->text, manuscript->language, &worded, NULL) != OK || !worded.count)
        return false;
    for (size_t i = 0; i < PRONOUN_WORDS && i < worded.count; i++)
        points_back |= pattern_begins(cues->pronouns, &worded, i, &end);
    return points_back || (!line->cites[0] && pattern_begins(cues->openings, &worded, 0, &end));
}

static bool announces(const struct line *line, const struct line *next)
{
    return line->kind == LINE_SENTENCE && !line->is_gone && str_ends(line->text, STR(":")) && line->part == next->part;
}

enum status edit_take_out(struct manuscript *manuscript,
                          enum status (*removed)(void *context, const struct line *line, const struct finding *why),
                          void *context)
{
    enum status status = OK;
    bool goes = false;
    for (size_t i = 0; i < manuscript->count && !status; i++) {
        struct line *line = &manuscript->list[i];
        const struct finding *why = NULL;
        if (line->is_gone)
            continue;
        goes = !may_stand(line, &why) || (goes && leans(manuscript, line));
        if (!goes)
            continue;
        line->is_gone = true;
        status = removed(context, line, why);
        bool ends = i + 1 == manuscript->count || !manuscript->list[i + 1].item;
        if (((line->item == 1 && ends) || line->kind == LINE_CODE) && i > 0 &&
            announces(&manuscript->list[i - 1], line))
            manuscript->list[i - 1].is_gone = true;
    }
    manuscript_close_gaps(manuscript);
    return status;
}
