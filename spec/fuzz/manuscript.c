/*
 * Any bytes as the answer of a model, read, checked against fixed passages and numbered; then any bytes as the answer
 * of an editor, applied; then what may not stand is taken out, and the rest becomes a text. The bytes: what is set, the
 * language, the answer; behind a form feed the editor's. All lines are valid UTF-8, say something and cite passages
 * that there are; tables are whole.
 */
#include "check.h"

#include "model/check/check.h"
#include "text/text.h"

enum { PASSAGES = 3, GREATEST_SOURCE = 4 };

enum setting { GERMAN = 1, HAS_MARKS = 2, IS_BOUND = 4, IS_DATA = 8, RUNS_ARE_FREE = 16, ANY_LANGUAGE = 64 };

static void check_line_of(const struct line *line)
{
    check(utf8_is_valid(line->text) && utf8_is_valid(line->term), "a line is valid UTF-8");
    check(line->text.len || line->kind == LINE_CODE || line->kind == LINE_ROW, "a line says something");
    check(line->part < MANUSCRIPT_PARTS, "a part is one");
    for (size_t i = 0; i < LINE_CITES; i++)
        check(line->cites[i] >= 0 && line->cites[i] <= PASSAGES, "a number is one");
    check(line->level >= 0 && line->level <= LISTS_DEEP, "an item stands in a list");
    for (size_t i = 0; i < line->spans.count; i++)
        check(line->spans.list[i].start <= line->spans.list[i].end && line->spans.list[i].end <= line->text.len,
              "emphasis stands in its line");
    for (size_t i = 0, end = 0; i < line->link_count; end = line->links[i].start + line->links[i].length, i++)
        check(line->links[i].start >= end && line->links[i].start + line->links[i].length <= line->text.len,
              "links stand in order in their line");
}

static void check_lines(const struct manuscript *manuscript)
{
    for (size_t i = 0; i < manuscript->count; i++)
        if (!manuscript->list[i].is_gone)
            check_line_of(&manuscript->list[i]);
}

static void check_text(const struct manuscript *manuscript, const struct model_excerpt *passages)
{
    struct model_text text;
    check(manuscript_text(manuscript, 0, manuscript->count, passages, &text, NULL) == OK, "it becomes a text");
    for (size_t b = 0; b < text.count; b++) {
        const struct model_block *block = &text.blocks[b];
        check(block->kind != TEXT_TABLE || (block->columns && block->count % block->columns == 0), "a table is whole");
        check(block->kind != TEXT_RUNNING || block->count, "a paragraph has a sentence");
        check(utf8_is_valid(block->code), "code is valid UTF-8");
        for (size_t i = 0; i < block->count; i++) {
            const struct model_sentence *sentence = &block->sentences[i];
            check(utf8_is_valid(sentence->text), "a sentence is valid UTF-8");
            check(sentence->source >= OWN_WORDS && sentence->source <= GREATEST_SOURCE, "a source is known");
        }
    }
}

static enum status removed(void *context, const struct line *line, const struct finding *why)
{
    struct buf *out = context;
    manuscript_print_line(line, out);
    if (why)
        finding_print(why, out);
    return OK;
}

/* As an editor sees it. */
static void print(const struct manuscript *manuscript, struct buf *out)
{
    manuscript_print(manuscript, 0, manuscript->count, out);
    check(!out->failed && utf8_is_valid((struct str){buf_text(out), out->len}), "what is shown is valid UTF-8");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct model_excerpt passages[PASSAGES] = {
        {STR("RAID 5 needs at least 3 disks and survives the failure of one disk. `mdadm --create` makes it.\nmdadm "
             "--create /dev/md1"),
         STR("RAID levels > RAID 5"), STR("Manual"), GREATEST_SOURCE},
        {STR("More than 25% of the 30,000 respondents lived outside the United States in 2015."), STR("Survey"),
         STR("Site"), 2, .voices = 1},
        {STR("Der Kernel verteilt die Daten auf mehrere Platten, damit sie den Ausfall einer Platte überstehen."),
         STR("RAID"), STR("Handbuch"), 1, .day = STR("2015-03-01")},
    };
    if (size < 2)
        return 0;
    struct arena *arena = arena_new();
    check(arena != NULL, "memory");
    size_t languages;
    unsigned settings = data[0];
    const struct language *language = language_find(settings & GERMAN ? STR("de") : STR("en"));
    if (settings & ANY_LANGUAGE)
        language = &language_list(&languages)[data[1] % languages];
    struct str answer = {(const char *)data + 2, size - 2}, changes = answer, clean;
    size_t feed = str_find(answer, STR("\f"), 0);
    if (feed < answer.len) {
        changes = (struct str){answer.data + feed + 1, answer.len - feed - 1};
        answer.len = feed;
    }
    const struct check_material material = {.excerpts = passages,
                                            .count = PASSAGES,
                                            .language = language,
                                            .allowed = STR("RAID 2015"),
                                            .is_data = settings & IS_DATA};
    struct manuscript manuscript = {
        .arena = arena, .language = language, .passages = PASSAGES, .has_marks = settings & HAS_MARKS};
    struct line_check line_check;
    struct edit_report report = {0};
    struct buf out = {0};
    check(line_check_open(&line_check, arena, &material, settings & RUNS_ARE_FREE ? 0 : 8, NULL) == OK, "opened");
    line_check.is_bound = settings & IS_BOUND;
    check(manuscript_read(&manuscript, PART_OPENING, answer, NULL) == OK, "an answer is read");
    manuscript_close_gaps(&manuscript);
    check_lines(&manuscript);
    check(line_check_all(&line_check, &manuscript, NULL) == OK, "its lines are checked");
    manuscript_number(&manuscript);
    print(&manuscript, &out);
    check(edit_apply(&manuscript, &line_check, changes, 0.5, &report, NULL) == OK, "changes are made");
    check(report.applied + report.refusal_count <= report.changes, "each change is made or refused");
    check_lines(&manuscript);
    check(line_check_all(&line_check, &manuscript, NULL) == OK, "its lines are checked anew");
    check(edit_take_out(&manuscript, removed, &out) == OK, "lines go");
    check_lines(&manuscript);
    check_text(&manuscript, passages);
    check(material_clean(arena, answer, &clean, NULL) == OK && utf8_is_valid(clean), "material is cleaned");
    material_addresses_model(answer);
    check_line(&material, passages[0].text, answer);
    buf_free(&out);
    arena_free(arena);
    return 0;
}
