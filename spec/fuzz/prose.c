/*
 * Any bytes as the answer of a model, checked against fixed excerpts, doubted, settled and made a text. Every sentence
 * is valid UTF-8 without a marker's number out of range, and the text has the blocks that were checked.
 */
#include "check.h"

#include "model/check/check.h"
#include "text/unicode.h"

enum { EXCERPTS = 3 };

static void check_sentences(const struct checked *checked)
{
    for (size_t b = 0; b < checked->count; b++) {
        const struct checked_block *block = &checked->blocks[b];
        check(utf8_is_valid(block->code) && utf8_is_valid(block->heading), "a block is valid UTF-8");
        check(block->kind != TEXT_TABLE || (block->columns && block->count % block->columns == 0), "a table is whole");
        check(block->kind != TEXT_RUNNING || block->count, "a paragraph has a sentence");
        for (size_t i = 0; i < block->count; i++) {
            const struct checked_sentence *sentence = &block->sentences[i];
            check(utf8_is_valid(sentence->text) && utf8_is_valid(sentence->term), "a sentence is valid UTF-8");
            check(block->kind == TEXT_TABLE || sentence->text.len, "a sentence says something");
            check(sentence->support >= 0 && sentence->support <= 1, "support is a share");
            for (size_t k = 0; k < COUNT_OF(sentence->cites); k++)
                check(sentence->cites[k] >= 0 && (size_t)sentence->cites[k] <= EXCERPTS, "a number is one");
        }
    }
}

static void check_text(struct arena *arena, const struct check_material *material, const struct checked *checked)
{
    struct model_text text;
    check(checked_text(arena, material, checked, true, &text, NULL) == OK, "it becomes a text");
    check(text.count == checked->count, "with as many blocks");
    for (size_t b = 0; b < text.count; b++)
        for (size_t i = 0; i < text.blocks[b].count; i++)
            check(text.blocks[b].sentences[i].source >= OWN_WORDS && text.blocks[b].sentences[i].source <= 4,
                  "a source is known");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct model_excerpt excerpts[EXCERPTS] = {
        {STR("RAID 5 needs at least 3 disks and survives the failure of one disk. `mdadm --create` makes it.\nmdadm "
             "--create /dev/md1"),
         STR("RAID levels > RAID 5"), STR("Manual"), 4},
        {STR("More than 25% of the 30,000 respondents lived outside the United States in 2015."), STR("Survey"),
         STR("Site"), 2},
        {STR("Der Kernel verteilt die Daten auf mehrere Platten, damit sie den Ausfall einer Platte überstehen."),
         STR("RAID"), STR("Handbuch"), 1},
    };
    const struct str subheads[] = {STR("RAID levels"), STR("Disks")};
    if (size < 2)
        return 0;
    struct arena *arena = arena_new();
    check(arena != NULL, "memory");
    size_t languages;
    const struct language *language = data[0] & 1 ? language_find(STR("de")) : language_find(STR("en"));
    if (data[0] & 64)
        language = &language_list(&languages)[data[1] % languages];
    struct check_material material = {excerpts, EXCERPTS, language, STR("RAID 2015"),
                                      STR("You write for a publication in English. A program reads your answer.")};
    struct check_wanted wanted = {.min_words = 20,
                                  .max_words = 60,
                                  .heading = STR("What RAID levels need"),
                                  .subheads = subheads,
                                  .subhead_count = data[0] & 2 ? COUNT_OF(subheads) : 0,
                                  .needs_citations = data[0] & 4,
                                  .allows_lists = !(data[0] & 8),
                                  .is_last = data[0] & 16,
                                  .is_unsourced = data[0] & 32};
    struct str answer = {(const char *)data + 2, size - 2}, clean;
    struct checked checked;
    check(check_prose(arena, &material, &wanted, answer, &checked, NULL) == OK, "an answer is read");
    check_sentences(&checked);
    check_text(arena, &material, &checked);
    struct doubt *doubts;
    size_t count;
    check(check_doubts(arena, &checked, &doubts, &count, NULL) == OK, "doubts are listed");
    struct verdict verdicts[] = {{1, answer}, {2, STR("")}, {99, STR("x")}};
    check(check_settle(arena, &material, &checked, verdicts, COUNT_OF(verdicts), data[0] & 128, NULL) == OK, "settled");
    check_sentences(&checked);
    check(material_clean(arena, answer, &clean, NULL) == OK && utf8_is_valid(clean), "material is cleaned");
    material_addresses_model(answer);
    check_line(&material, excerpts[0].text, answer);
    arena_free(arena);
    return 0;
}
