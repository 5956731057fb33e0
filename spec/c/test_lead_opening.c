/* Which sentence opens an article, where none defines its subject. */
#include "test_lead.h"

#include "research/corpus/cues.h"

static bool says_nothing(const void *article, size_t sentence)
{
    (void)article;
    (void)sentence;
    return false;
}

static bool says_first(const void *article, size_t sentence)
{
    (void)article;
    return sentence == 0;
}

/* The text that opens an article on the subject; empty: none does. */
static struct str opening_at(struct opened *opened, const char *url, const char *language, enum keyword_shape shape,
                             const char *text, const char *subject)
{
    const struct used_sentences used = {.count = 0};
    const struct lead_article article = {.says = says_nothing, .used = &used};
    open_lead_at(opened, url, language, shape, text, subject);
    const struct lead_sentence *opening = lead_opening(&article, &opened->lead);
    return opening ? opened->corpus.sentences[opening->sentence].text : STR("");
}

static void opens_with(const char *language, enum keyword_shape shape, const char *text, const char *subject,
                       const char *beginning)
{
    struct opened opened;
    struct str opening = opening_at(&opened, "page.md", language, shape, text, subject);
    if (beginning ? !str_starts(opening, str_from(beginning)) : opening.len)
        fail_msg("\"%s\" opens with \"%.*s\", not with \"%s\"", subject, STR_ARG(opening), beginning ? beginning : "");
    arena_free(opened.arena);
}

static const char page_of_services[] =
    "# Services of a network\n\nServices are programs that people use each day at their desks.\n\n"
    "## Mail server\n\nThe office has chosen Postfix for the mail server, due to the care with which it is written.\n\n"
    "### Installing Postfix\n\nPostfix comes in a package with the daemon that receives the messages. The mail server "
    "asks for the name of the domain when it is installed.\n\n"
    "## Web server\n\nThe office has chosen another program for its pages because it is known to all.\n";

static void a_section_of_that_heading_opens_when_it_names_the_subject(void **state)
{
    (void)state;
    opens_with("en", KEYWORD_NOUN, page_of_services, "mail server", "The office has chosen Postfix");
    opens_with("en", KEYWORD_NOUN, page_of_services, "web server", NULL); /* "its pages" are not named so */
}

static void the_only_section_keeps_its_only_passage(void **state)
{
    (void)state;
    static const char text[] =
        "# Services of a network\n\nServices are programs that people use each day at their desks.\n\n## Mail "
        "server\n\n"
        "The office has chosen Postfix for the mail server, due to the care with which it is written. It asks for "
        "the name of a domain when it is installed on a disk for the first time.%s\n";
    static const char *const more[] = {"", "\n\nMessages are kept on the disk until all people who are named in "
                                           "them have read them at their desks."};
    for (size_t i = 0; i < COUNT_OF(more); i++) {
        char page[1024];
        snprintf(page, sizeof page, text, more[i]);
        opens_with("en", KEYWORD_NOUN, page, "mail server", i ? "The office has chosen" : NULL);
    }
}

static void a_page_on_the_noun_opens_where_none_has_all_of_the_subject(void **state)
{
    (void)state;
    opens_with("fr", KEYWORD_NOUN,
               "# Sauvegarde\n\nTâche importante de chaque bureau, la sauvegarde reste un sujet difficile et souvent "
               "oublié.\n\n"
               "## Sauvegarde avec le serveur\n\nLa commande fait une sauvegarde des machines pendant la nuit. Le "
               "serveur garde les données du bureau dans la sauvegarde. La place manque pour une sauvegarde de plus.\n",
               "sauvegarde des données", "Tâche importante de chaque bureau");
}

static const char page_of_backups[] =
    "# Backup of a database\n\nAs with everything that is of value, databases should be backed up each night. There "
    "are "
    "three ways of doing this.\n\n## Copies\n\nThe files can be copied to a second disk when the server is "
    "stopped.\n\n## Dumps\n\nAll versions of the server can read the file with the commands that make the tables.\n";

static void a_task_opens_with_what_its_page_says_first(void **state)
{
    (void)state;
    opens_with("en", KEYWORD_HOW_TO, page_of_backups, "back up a database", "As with everything");
    opens_with("en", KEYWORD_HOW_TO,
               "# Backup of a database\n\nAs with everything that is of value, databases should be kept with care.\n\n"
               "## Copies\n\nThe files can be copied to a second disk when the server is stopped.\n",
               "back up a database", NULL);
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
    opens_with("en", KEYWORD_NOUN,
               "# Alignment\n\nThe command is of use for boards of wood that lie in a row.\n\n" BOARDS, "alignment",
               NULL);
    opens_with("en", KEYWORD_NOUN, "# Alignment\n\nWooden boards might lie in a row when both edges touch.\n\n" BOARDS,
               "alignment", NULL);
    opens_with("en", KEYWORD_NOUN,
               "# Boards\n\nWooden planks lie in a row when both edges touch.\n\n## Alignment\n\n" BOARDS, "alignment",
               NULL);
}

static void a_chapter_opens_behind_a_clause(void **state)
{
    (void)state;
    const struct used_sentences used = {.count = 0};
    const struct lead_article article = {.says = says_nothing, .used = &used};
    struct opened opened;
    open_lead(&opened, "# Alignment\n\nAs with all goods of wood, boards should lie in a row.\n\n" BOARDS, "alignment");
    assert_null(lead_opening(&article, &opened.lead));
    opened.page.part_count = 1; /* it lists the files of its parts */
    const struct lead_sentence *opening = lead_opening(&article, &opened.lead);
    assert_non_null(opening);
    assert_true(str_starts(opened.corpus.sentences[opening->sentence].text, STR("As with all goods")));
    arena_free(opened.arena);
}

static void a_titled_page_opens_where_it_names_its_subject_first(void **state)
{
    (void)state;
    opens_with("en", KEYWORD_NOUN,
               "# Layer masks\n\nThis is so. Pictures hide parts of a layer with gray values in a mask. Brushes paint "
               "on it.\n",
               "layer masks", "Pictures hide parts");
}

static const char page_of_masks[] = "# Masks\n\nA mask is a picture in gray that hides parts of a layer below it.\n";

static void what_is_new_opens_nothing(void **state)
{
    (void)state;
    static const char *const news[] = {"whatsnew/3.11.html", "doc/whats_new.html", "NEWS.html",
                                       "release-15-4.html",  "changelog.md",       "doc/Release_Notes-2.html"};
    static const char *const others[] = {"doc/masks.html", "news/masks.html", "release-process.html",
                                         "history-of-art.html"};
    struct opened opened;
    for (size_t i = 0; i < COUNT_OF(news); i++) {
        assert_false(opening_at(&opened, news[i], "en", KEYWORD_NOUN, page_of_masks, "masks").len);
        arena_free(opened.arena);
    }
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        assert_true(opening_at(&opened, others[i], "en", KEYWORD_NOUN, page_of_masks, "masks").len);
        arena_free(opened.arena);
    }
    opens_with("en", KEYWORD_NOUN,
               "# What’s New in masks\n\nA mask is a picture in gray that hides parts of a layer below it.\n", "masks",
               NULL);
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

static void what_goes_on_may_begin_with_a_clause(void **state)
{
    (void)state;
    struct opened opened;
    open_lead(&opened,
              "# Layer masks\n\nA layer mask is a picture in gray that hides parts of one layer.\n\nWhen the eye is "
              "closed, a layer mask hides nothing at all.\n\nWhen the eye is open, pixels of any kind are in sight.\n",
              "layer masks");
    const int owner[] = {-1};
    const struct lead_room room = {.words = 60, .owner = owner};
    size_t list[] = {0};
    const struct used_sentences used = {.list = list, .count = 1};
    const struct lead_article article = {.says = says_first, .used = &used};
    const struct lead_sentence *opening = sentence_with(&opened, "is a picture in gray");
    const struct lead_sentence *next = lead_next(&article, &opened.lead, opening, &room);
    assert_ptr_equal(next, sentence_with(&opened, "When the eye is closed"));
    arena_free(opened.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_section_of_that_heading_opens_when_it_names_the_subject),
        cmocka_unit_test(the_only_section_keeps_its_only_passage),
        cmocka_unit_test(a_page_on_the_noun_opens_where_none_has_all_of_the_subject),
        cmocka_unit_test(a_task_opens_with_what_its_page_says_first),
        cmocka_unit_test(a_task_is_not_told_where_its_verb_stands_apart),
        cmocka_unit_test(a_page_of_that_title_opens_with_its_first_sentence),
        cmocka_unit_test(a_chapter_opens_behind_a_clause),
        cmocka_unit_test(a_titled_page_opens_where_it_names_its_subject_first),
        cmocka_unit_test(what_is_new_opens_nothing),
        cmocka_unit_test(a_judgement_on_a_case_opens_nothing),
        cmocka_unit_test(initials_are_spelt_out),
        cmocka_unit_test(a_command_is_named_in_small_letters),
        cmocka_unit_test(what_goes_on_may_begin_with_a_clause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
