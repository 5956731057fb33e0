/* The article given to a language model to edit. */
#include "write/polish/polish_parts.h"

#include <stdlib.h>

/* The share of the words that may go where repetitions are to. */
static const double most_removed = 0.1;

/* A sentence of the article, which is a line of the manuscript while it is edited: line S1 is the first. */
struct editor_slot {
    struct part *part;
    struct part_sentence *sentence;
    struct str shown; /* as the model sees it */
    size_t tail;      /* bytes of the sentence before the citations at its end, which the model does not see */
};

struct editor_desk {
    struct parts *parts;
    const struct polish_settings *settings;
    const struct polish_editor *editor;
    struct manuscript manuscript;
    struct editor_slot *slots;
    size_t count, cap;
    struct polish_request *requests; /* the pieces */
    struct str *answers;
    size_t pieces;
    bool is_asked; /* something is left to do for a model */
};

/* --- sentences as lines --- */

/* The bytes of a sentence before the citations at its end. */
static size_t tail_of(const struct parts *parts, struct str text)
{
    size_t end = text.len;
    while (end >= MARK_BYTES) {
        const struct mark *mark = mark_at(parts, text, end - MARK_BYTES);
        if (!mark || mark->kind != MARK_CITATION)
            break;
        end -= MARK_BYTES;
    }
    return end;
}

/* The marked text as the model sees it: "⟦3⟧mint⟦/3⟧". */
static struct str shown_text(const struct editor_desk *desk, struct str text)
{
    const struct parts *parts = desk->parts;
    struct buf out = {0};
    for (size_t at = 0; at < text.len;) {
        const struct mark *mark = mark_at(parts, text, at);
        bool is_space = ascii_is_space(text.data[at]);
        if (mark) {
            bool is_end = mark->kind == MARK_CLOSE;
            buf_printf(&out, "\xE2\x9F\xA6%s%zu\xE2\x9F\xA7", is_end ? "/" : "",
                       (is_end ? mark->pair : mark_number(text, at)) + 1);
        } else if (!is_space || (out.len && out.data[out.len - 1] != ' ')) {
            buf_char(&out, is_space ? ' ' : text.data[at]);
        }
        at += mark ? MARK_BYTES : 1;
    }
    return parts_keep(desk->parts, &out);
}

/* What the model gave, as marked text with the citations of the old sentence behind it. */
static struct str marked_text(const struct editor_desk *desk, struct str shown, struct str tail)
{
    struct buf out = {0};
    for (size_t at = 0, length; at < shown.len; at += length) {
        size_t mark = manuscript_mark(shown, at, &length);
        buf_add(&out, shown.data + at, mark - at);
        at = mark;
        if (!length)
            continue;
        bool is_end = shown.data[at + 3] == '/';
        size_t number = (size_t)strtoul(shown.data + at + 3 + is_end, NULL, 10) - 1;
        if (number < desk->parts->mark_count)
            mark_append(&out, is_end ? desk->parts->marks[number].pair : number);
    }
    return text_with_citations(desk->parts, parts_keep(desk->parts, &out), tail);
}

static struct str joined(const struct editor_desk *desk, const struct line *lines, size_t count)
{
    struct buf out = {0};
    for (size_t i = 0; i < count; i++)
        buf_printf(&out, "%s%.*s", i ? " " : "", STR_ARG(lines[i].text));
    return parts_keep(desk->parts, &out);
}

/* May the part go with its last sentence? Only a paragraph behind another one of its section. */
static bool may_go(const struct parts *parts, const struct part *part)
{
    const struct part *before = part;
    while (before > parts->list && (--before)->is_blank)
        ;
    return part->kind == PART_PARAGRAPH && before < part && before->kind == PART_PARAGRAPH && part_is_text(before);
}

/* What would not be read back as it stands (brackets, backticks ...) is not offered for changes. */
static void show_sentence(struct editor_desk *desk, struct part *part, struct part_sentence *sentence, bool is_first)
{
    struct parts *parts = desk->parts;
    struct editor_slot slot = {.part = part, .sentence = sentence, .tail = tail_of(parts, sentence->text)};
    slot.shown = shown_text(desk, (struct str){sentence->text.data, slot.tail});
    struct line *line = manuscript_add(&desk->manuscript), *lines;
    struct editor_slot *added = line ? VEC_PUSH(parts->arena, desk->slots, desk->count, desk->cap) : NULL;
    size_t count;
    if (!added || manuscript_read_sentences(&desk->manuscript, slot.shown, &lines, &count, NULL)) {
        arena_fail(parts->arena);
        return;
    }
    struct str again = joined(desk, lines, count);
    line->text = slot.shown;
    bool goes_on = part->kind == PART_ITEM && added > desk->slots && added[-1].part->list == part->list;
    line->begins = is_first && !goes_on;
    line->is_ordered = part->is_ordered;
    line->item = goes_on ? line[-1].item + is_first : part->kind == PART_ITEM;
    line->is_given =
        !str_eq(again, slot.shown) || str_find(sentence->text, STR("\xE2\x9F\xA6"), 0) < sentence->text.len;
    line->is_kept =
        slot.tail < sentence->text.len || str_ends(slot.shown, STR(":")) || (is_first && !may_go(parts, part));
    *added = slot;
}

/* Headings and labels are shown, other things only hinted at. */
static void show_part(struct editor_desk *desk, struct part *part)
{
    bool is_heading = part->kind == PART_HEADING, is_first = true;
    for (size_t i = 0; part_is_text(part) && i < part->count; i++) {
        if (part->sentences[i].is_dropped)
            continue;
        show_sentence(desk, part, &part->sentences[i], is_first);
        is_first = false;
    }
    struct line *line = part_is_text(part) ? NULL : manuscript_add(&desk->manuscript);
    if (!line)
        return;
    line->kind = is_heading || part->is_label ? LINE_HEADING : LINE_CODE;
    line->level = is_heading ? part->level : 3;
    line->text = is_heading ? part->text : part->is_label ? text_visible(desk->parts, part->text) : STR("...");
    line->is_given = line->begins = true;
}

static void show_parts(struct editor_desk *desk)
{
    struct parts *parts = desk->parts;
    for (size_t i = 0; i < parts->count && !arena_failed(parts->arena); i++)
        if (parts->list[i].zone != ZONE_SOURCES && !parts->list[i].is_blank && !parts->list[i].is_dropped)
            show_part(desk, &parts->list[i]);
    manuscript_number(&desk->manuscript);
}

/* --- each sentence as the passage of its line --- */

static enum status open_check(struct editor_desk *desk, struct line_check *check, struct error *err)
{
    struct parts *parts = desk->parts;
    struct model_excerpt *old = ARENA_ARRAY(parts->arena, desk->count + 1, struct model_excerpt);
    struct check_material *material = arena_alloc(parts->arena, sizeof *material);
    if (!old || !material)
        return error_memory(err);
    for (size_t i = 0; i < desk->count; i++) {
        const struct editor_slot *slot = &desk->slots[i];
        old[i] =
            (struct model_excerpt){.text = text_visible(parts, (struct str){slot->sentence->text.data, slot->tail}),
                                   .source = (int)i}; /* each its own, so that none counts for its neighbour */
    }
    *material = (struct check_material){.excerpts = old,
                                        .count = desk->count,
                                        .language = parts->language,
                                        .allowed = desk->settings->instructions,
                                        .has_person = true};
    desk->manuscript.passages = desk->count;
    enum status status = line_check_open(check, parts->arena, material, 0, err);
    check->is_bound = true;
    return status;
}

/* The lines cite their own passages while they are checked; the model does not see that. */
static void cite_own(struct editor_desk *desk, bool do_cite)
{
    for (size_t i = 0; i < desk->manuscript.count; i++) {
        struct line *line = &desk->manuscript.list[i];
        if (line->kind == LINE_SENTENCE)
            line->cites[0] = do_cite ? (int)line->number : 0;
    }
}

/* --- notes in the margin --- */

static void note(struct editor_desk *desk, struct line *line, enum finding_kind kind, struct str what)
{
    desk->is_asked = true;
    if (!finding_add(desk->parts->arena, line, kind, what))
        arena_fail(desk->parts->arena);
}

static void note_phrases(struct editor_desk *desk, struct str text, struct line *line)
{
    for (int is_hard = 0; is_hard < 2; is_hard++)
        for (size_t from = 0; from < text.len;) {
            struct str found = stock_phrase_find(desk->parts->language, text, is_hard, from);
            if (!found.data)
                arena_fail(desk->parts->arena);
            if (!found.len)
                break;
            from = (size_t)(found.data - text.data) + found.len;
            note(desk, line, FINDING_PHRASE, found);
        }
}

/* Is it passive, and does it name who does it? A guess: the model is shown what it is about. */
static bool names_doer(const struct language *language, const struct phrasing *phrasing)
{
    enum { FEWEST = 4 }; /* "was written by her": without a participle a place is meant, "is by the sea" */
    const struct worded worded = {phrasing->plain, phrasing->words, phrasing->count};
    struct pattern_place place = {0, 0};
    while (language && language->polish_words &&
           pattern_find(language->polish_words->doers, &worded, place.first, &place)) {
        if (place.end - place.first >= FEWEST)
            return true;
        place.first++;
    }
    return false;
}

static void note_line(struct editor_desk *desk, struct editor_slot *slot, struct line *line)
{
    const struct polish_settings *settings = desk->settings;
    struct parts *parts = desk->parts;
    size_t most = settings->most_words ? settings->most_words : LONG_SENTENCE;
    struct phrasing phrasing = phrasing_of(parts, slot->sentence->text);
    struct str visible = text_visible(parts, slot->sentence->text);
    if (settings->convert_passive && slot->sentence->count == 1 && names_doer(parts->language, &phrasing))
        note(desk, line, FINDING_WISH, STR("passive, and it names who does it"));
    if (settings->simplify && words_count(visible) > most * slot->sentence->count)
        note(desk, line, FINDING_WISH, str_from(arena_printf(parts->arena, "over %zu words", most)));
    if (settings->humanize && parts->language)
        note_phrases(desk, phrasing.plain, line);
}

/* Of what the check of lines finds, only what was said before concerns the customer's wishes; it asks nobody alone. */
static void forget_findings(const struct editor_desk *desk, struct line *line)
{
    size_t kept = 0;
    for (size_t i = 0; i < line->finding_count; i++)
        if (desk->settings->remove_repetitive && line->findings[i].kind == FINDING_SAID)
            line->findings[kept++] = line->findings[i];
    line->finding_count = kept;
}

static enum status note_lines(struct editor_desk *desk, const struct line_check *check, struct error *err)
{
    cite_own(desk, true);
    enum status status = line_check_all(check, &desk->manuscript, err);
    cite_own(desk, false);
    for (size_t i = 0; i < desk->manuscript.count && !status; i++) {
        struct line *line = &desk->manuscript.list[i];
        forget_findings(desk, line);
        if (line->kind == LINE_SENTENCE && !line->is_given)
            note_line(desk, &desk->slots[line->number - 1], line);
    }
    return status;
}

/* --- pieces --- */

/* The line behind the piece that begins at `first`: before a heading or a paragraph that has none. */
static size_t piece_end(const struct editor_desk *desk, size_t first, struct str *text)
{
    const struct manuscript *manuscript = &desk->manuscript;
    size_t cut = 0, end = first;
    struct buf out = {0};
    for (long tokens = 0; end < manuscript->count; end++) {
        const struct line *line = &manuscript->list[end];
        bool is_heading = line->kind == LINE_HEADING, was_heading = end > 0 && line[-1].kind == LINE_HEADING;
        buf_clear(&out);
        manuscript_print(manuscript, end, end + 1, &out);
        tokens += model_tokens((struct str){buf_text(&out), out.len});
        if (end > first && (is_heading || line->begins) && !was_heading)
            cut = end;
        if (cut && tokens > desk->editor->most_tokens)
            break;
    }
    end = end < manuscript->count ? cut : end;
    buf_clear(&out);
    manuscript_print(manuscript, first, end, &out);
    *text = parts_keep(desk->parts, &out);
    return end;
}

static struct str rules_text(const struct editor_desk *desk)
{
    const struct polish_settings *settings = desk->settings;
    struct buf out = {0};
    if (settings->convert_passive)
        buf_str(&out, "- Where a passive sentence names who does it, turn it into an active one.\n");
    if (settings->simplify)
        buf_printf(&out,
                   "- Split sentences of over %zu words at a conjunction or a relative clause, and put everyday words "
                   "for learned ones; conditions stay with what they limit.\n",
                   settings->most_words ? settings->most_words : (size_t)LONG_SENTENCE);
    if (settings->humanize)
        buf_str(&out, "- Take worn phrases out, and mend their sentences.\n");
    if (settings->kept.len)
        buf_printf(&out, "- These words stay as they are: %.*s.\n", STR_ARG(settings->kept));
    return parts_keep(desk->parts, &out);
}

static bool may_shorten(const struct polish_settings *settings)
{
    return settings->remove_repetitive || settings->remove_conclusions || settings->instructions.len;
}

static void make_requests(struct editor_desk *desk)
{
    struct parts *parts = desk->parts;
    size_t most = desk->manuscript.count;
    struct str rules = rules_text(desk);
    desk->requests = ARENA_ARRAY(parts->arena, most + 1, struct polish_request);
    desk->answers = ARENA_ARRAY(parts->arena, most + 1, struct str);
    for (size_t first = 0, end; first < most && !arena_failed(parts->arena); first = end) {
        struct polish_request *request = &desk->requests[desk->pieces++];
        *request = (struct polish_request){.rules = rules, .may_shorten = may_shorten(desk->settings)};
        end = piece_end(desk, first, &request->text);
    }
}

/* --- what comes back --- */

/* The lines first..end-1 in the place of the slot's sentence. */
static void put_back(struct editor_desk *desk, struct editor_slot *slot, size_t first, size_t end,
                     struct polish_report *report)
{
    struct str text = joined(desk, &desk->manuscript.list[first], end - first), whole = slot->sentence->text;
    slot->sentence->is_dropped = false;
    if (str_eq(text, slot->shown))
        return;
    slot->sentence->text = marked_text(desk, text, bytes_between(whole, slot->tail, whole.len));
    slot->sentence->count = end - first;
    slot->part->is_edited = true;
    report->edited++;
}

/* A sentence that is gone leaves its citations to the one that it was joined to, which stands before it. */
static void drop_slot(struct editor_desk *desk, struct editor_slot *slot, struct polish_report *report)
{
    struct part_sentence *heir = slot->sentence;
    struct str text = slot->sentence->text, tail = bytes_between(text, slot->tail, text.len);
    while (heir > slot->part->sentences && heir->is_dropped)
        heir--;
    if (tail.len)
        heir->text = text_with_citations(desk->parts, heir->text, tail);
    slot->part->is_edited = true;
    slot->part->is_dropped = part_sentence_count(slot->part) == 0;
    report->edited++;
}

static void take_lines(struct editor_desk *desk, struct polish_report *report)
{
    const struct manuscript *manuscript = &desk->manuscript;
    for (size_t i = 0; i < desk->count; i++)
        desk->slots[i].sentence->is_dropped = true; /* unless a line of it is left */
    for (size_t i = 0, end; i < manuscript->count; i = end) {
        const struct line *line = &manuscript->list[i];
        end = i + 1;
        while (end < manuscript->count && manuscript->list[end].kind == LINE_SENTENCE && !manuscript->list[end].number)
            end++;
        if (line->kind == LINE_SENTENCE)
            put_back(desk, &desk->slots[line->number - 1], i, end, report);
    }
    for (size_t i = 0; i < desk->count; i++)
        if (desk->slots[i].sentence->is_dropped)
            drop_slot(desk, &desk->slots[i], report);
}

/* All answers as one: their numbers are of one article. One with characters that marks are made of is none. */
static struct str all_answers(struct editor_desk *desk, struct polish_report *report)
{
    struct buf out = {0};
    for (size_t i = 0; i < desk->pieces; i++) {
        if (text_has_marks(desk->answers[i]))
            desk->answers[i] = STR("");
        buf_printf(&out, "%.*s\n", STR_ARG(desk->answers[i]));
        report->kept += !desk->answers[i].len;
    }
    return parts_keep(desk->parts, &out);
}

static enum status take_answers(struct editor_desk *desk, const struct line_check *check, struct polish_report *report,
                                struct error *err)
{
    struct str answer = all_answers(desk, report);
    cite_own(desk, true);
    enum status status = edit_apply(&desk->manuscript, check, answer, may_shorten(desk->settings) ? most_removed : 0,
                                    &report->edits, err);
    if (status)
        return status;
    take_lines(desk, report);
    return arena_failed(desk->parts->arena) ? error_memory(err) : OK;
}

enum status editor_run(struct parts *parts, const struct polish_settings *settings, const struct polish_editor *editor,
                       struct polish_report *report, struct error *err)
{
    struct editor_desk desk = {.parts = parts,
                               .settings = settings,
                               .editor = editor,
                               .manuscript = {.arena = parts->arena, .language = parts->language},
                               .is_asked = settings->convert_passive || settings->instructions.len};
    struct line_check check;
    show_parts(&desk);
    if (arena_failed(parts->arena))
        return error_memory(err);
    enum status status = open_check(&desk, &check, err);
    if (!status)
        status = note_lines(&desk, &check, err);
    if (status || !desk.is_asked || !desk.count)
        return status;
    make_requests(&desk);
    if (arena_failed(parts->arena))
        return error_memory(err);
    status = editor->edit_all(editor->context, desk.requests, desk.pieces, parts->arena, desk.answers, err);
    if (status == E_MEMORY || status == E_CANCELLED)
        return status;
    for (size_t i = 0; status && i < desk.pieces; i++)
        desk.answers[i] = STR("");
    return take_answers(&desk, &check, report, err);
}
