/* Which sentence opens an article, where none defines its subject. */
#include "test_lead.h"

#include "research/corpus/corpus.h"

static bool says_nothing(const void *article, size_t sentence)
{
    (void)article;
    (void)sentence;
    return false;
}

/* The text that opens an article on the subject; empty: none does. */
static struct str opening_of(struct opened *opened, const char *language, enum keyword_shape shape, const char *text,
                             const char *subject)
{
    const struct lead_article article = {.says = says_nothing};
    open_lead_of(opened, language, shape, text, subject);
    const struct lead_sentence *opening = lead_opening(&article, &opened->lead);
    return opening ? opened->corpus.sentences[opening->sentence].text : STR("");
}

static void opens_with(const char *language, enum keyword_shape shape, const char *text, const char *subject,
                       const char *beginning)
{
    struct opened opened;
    struct str opening = opening_of(&opened, language, shape, text, subject);
    if (beginning ? !str_starts(opening, str_from(beginning)) : opening.len)
        fail_msg("\"%s\" opens with \"%.*s\", not with \"%s\"", subject, STR_ARG(opening), beginning ? beginning : "");
    arena_free(opened.arena);
}

static void a_task_is_not_told_where_its_verb_stands_apart(void **state)
{
    (void)state;
    struct opened opened;
    open_lead_of(
        &opened, "en", KEYWORD_HOW_TO,
        "# How to sort a list\n\nA list of words can be put in order with one call. To sort a list, the "
        "function is called with the list of words.\n\n## Names\n\nThe order of the names might sort a list of "
        "words by itself when it is read.\n",
        "sort a list");
    assert_true(sentence_with(&opened, "To sort a list")->step > LEAD_OPENS);
    assert_true(sentence_with(&opened, "might sort a list")->step < LEAD_OPENS);
    arena_free(opened.arena);
    open_lead_of(&opened, "en", KEYWORD_HOW_TO,
                 "# Backup\n\nTo go back later, keep the files of the backup in a safe place at home. To back up "
                 "backups, the files are copied to a second disk each night.\n",
                 "back up backups");
    assert_true(sentence_with(&opened, "To go back")->step < LEAD_OPENS);
    arena_free(opened.arena);
}

/* What a page goes on with, which names nothing of its title. */
#define BOARDS                                                                                                         \
    "Boards of any size can be moved with the hand until they lie well. Long boards are carried by two, and short "    \
    "ones by whoever is near. Wet boards are laid in the sun for a day before they are moved at all."

static void a_page_of_that_title_opens_with_its_first_sentence(void **state)
{
    (void)state;
    opens_with("en", KEYWORD_NOUN, "# Alignment\n\nWooden boards lie in a row when both edges touch.\n\n" BOARDS,
               "alignment", "Wooden boards lie");
    opens_with("en", KEYWORD_NOUN, "# Alignment\n\nWooden boards might lie in a row when both edges touch.\n\n" BOARDS,
               "alignment", NULL);
    opens_with("en", KEYWORD_NOUN,
               "# Boards\n\nWooden planks lie in a row when both edges touch.\n\n## Alignment\n\n" BOARDS, "alignment",
               NULL);
}

static void a_titled_page_opens_where_it_names_its_subject_first(void **state)
{
    (void)state;
    opens_with("en", KEYWORD_NOUN,
               "# Layer masks\n\nThis is so. Pictures hide parts of a layer with gray values in a mask. Brushes paint "
               "on it.\n",
               "layer masks", "Pictures hide parts");
}

static void a_judgement_on_a_case_opens_nothing(void **state)
{
    (void)state;
    opens_with("en", KEYWORD_NOUN, "# Masks\n\nA mask is a waste of time if the layer below it is white all over.\n",
               "masks", NULL);
    opens_with("en", KEYWORD_NOUN,
               "# Masks\n\nA mask is a picture that hides a layer if its pixels are black all over.\n", "masks",
               "A mask is a picture");
    opens_with("de", KEYWORD_NOUN,
               "# Masken\n\nEine Maske ist ein Verlust an Zeit, wenn die Ebene unter der Maske ganz leer ist.\n",
               "Masken", NULL);
}

static bool spells(const char *text)
{
    struct arena *arena = arena_new();
    struct worded worded;
    struct error err;
    assert_int_equal(worded_split(arena, str_from(text), language_find(STR("en")), &worded, &err), OK);
    bool does = cues_spell_out(&worded);
    arena_free(arena);
    return does;
}

static void initials_are_spelt_out(void **state)
{
    (void)state;
    opens_with(
        "de", KEYWORD_NOUN,
        "# Verwaltung der Platten\n\n## RAID\n\nRAID bedeutet Redundant Array of Independent Disks "
        "(Redundante Anordnung unabhängiger Festplatten). Ziel ist es, dass bei einem Ausfall der Platten "
        "keine Daten verloren gehen. Mit RAID werden die Daten auf mehreren Platten gespeichert, die von dem RAID "
        "wie eine einzige Platte behandelt werden.\n",
        "RAID", "RAID bedeutet Redundant Array");
    assert_true(spells("RAID is a Redundant Array of Independent Disks."));
    assert_false(spells("RAID Redundant Array of Independent Disks."));
    assert_false(spells("RAID means Redundant Array of Several Independent Disks."));
    assert_false(spells("Raid means Redundant Array of Independent Disks."));
    assert_false(spells("PC means Personal Computer."));
}

static void a_command_is_named_in_small_letters(void **state)
{
    (void)state;
    opens_with("en", KEYWORD_NOUN,
               "# dropdb\n\n## Description\n\ndropdb is a wrapper around the command that drops a database.\n",
               "dropdb", "dropdb is a wrapper");
    opens_with("en", KEYWORD_NOUN,
               "# dropdb\n\n## Description\n\nthat dropdb is a wrapper around the command that drops a database.\n",
               "dropdb", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_task_is_not_told_where_its_verb_stands_apart),
        cmocka_unit_test(a_page_of_that_title_opens_with_its_first_sentence),
        cmocka_unit_test(a_titled_page_opens_where_it_names_its_subject_first),
        cmocka_unit_test(a_judgement_on_a_case_opens_nothing),
        cmocka_unit_test(initials_are_spelt_out),
        cmocka_unit_test(a_command_is_named_in_small_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
