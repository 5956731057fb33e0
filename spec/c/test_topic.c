/* Whether pages speak of a subject. */
#include "test_topic.h"

static const char MANUAL[] = "= JSON Types\n"
                             "The server offers two types for storing documents.\n"
                             "An index on documents is of another type.\n"
                             "= Statistics\n"
                             "Types of statistics are counted for an index as well as for a table.\n"
                             "= Index Types\n"
                             "The server has several index types.\n"
                             "# B-Tree\nA tree is an index type.\nMost types sort in an index.\n"
                             "# Hash\nAn index type for equality.\n"
                             "= Routine Vacuuming\n"
                             "# The Autovacuum Daemon\n"
                             "The autovacuum daemon starts workers.\nThe autovacuum daemon can be tuned.\n"
                             "Tuning is done by cost limits.\n"
                             "# Preventing Wraparound\nThe counters wrap.\n"
                             "= Client Connection Defaults\nA connection has defaults.\nEach pool has a connection.\n"
                             "= Firewall or Packet Filtering\nRules filter packets.\n";

static void the_page_with_the_subject_in_its_title_is_the_best(void **state)
{
    (void)state;
    build_in("en", MANUAL);
    struct topic topic = open_topic("index types");
    assert_int_equal(topic.tier, TOPIC_FULL);
    assert_int_equal(best_page(&topic), 2);
    assert_int_equal(topic.pages[2].tier, TOPIC_FULL);
    assert_int_equal(topic.pages[0].tier, TOPIC_NOT);
    assert_int_equal(topic.pages[1].tier, TOPIC_NOT);
    topic = open_topic("types of indexes"); /* in any order */
    assert_int_equal(topic.pages[2].tier, TOPIC_FULL);
}

static void a_number_in_front_is_no_subject(void **state)
{
    (void)state;
    build_in("en", MANUAL);
    assert_int_equal(open_topic("7 index types").tier, TOPIC_FULL);
    assert_int_equal(open_topic("seven index types").tier, TOPIC_FULL);
    assert_int_equal(open_topic("index types 7").tier, TOPIC_NOT);
    assert_int_equal(open_topic("7").terms.count, 1);
}

static void what_no_page_speaks_of_is_refused(void **state)
{
    (void)state;
    build_in("en", MANUAL);
    struct topic topic = open_topic("connection pooling");
    assert_int_equal(topic.tier, TOPIC_NOT);
    assert_int_equal(topic.section_count, 0);
    assert_string_equal(arena_copy_n(arena, topic.nearest.data, topic.nearest.len), "Client Connection Defaults");
    assert_string_equal(topic.missing.data, "pooling");
    topic = open_topic("growing bananas");
    assert_int_equal(topic.tier, TOPIC_NOT);
    assert_int_equal(topic.nearest.len, 0);
    assert_string_equal(topic.missing.data, "growing, bananas");
}

static void a_task_is_near_what_it_is_done_with(void **state)
{
    (void)state;
    build_in("en", MANUAL);
    assert_int_equal(open_topic("tune autovacuum").tier, TOPIC_NOT);
    struct topic topic = open_shape("tune autovacuum", KEYWORD_HOW_TO);
    assert_int_equal(topic.tier, TOPIC_NEAR);
    assert_int_equal(topic.pages[3].tier, TOPIC_NEAR);
    assert_int_equal(best_page(&topic), 3);
    assert_int_equal(topic.terms.count, 1);
    assert_string_equal(sections_of(&topic), "The Autovacuum Daemon");
    assert_int_equal(open_shape("knit autovacuum", KEYWORD_HOW_TO).tier, TOPIC_NOT); /* nothing tells of knitting */
}

static void bearing_words_are_enough_for_a_note(void **state)
{
    (void)state;
    build_in("en", "= Networks\n# Firewall or Packet Filtering\nA configuration has rules.\nConfigure it with care.\n"
                   "# Routing\nA route is set.\n");
    struct topic topic = open_topic("firewall configuration");
    assert_int_equal(topic.tier, TOPIC_NEAR);
    assert_int_equal(topic.strong.count, 1);
    assert_int_equal(open_topic("firewall hardware").tier, TOPIC_NOT); /* hardware bears a subject of its own */
    build_in("en", "= Networks\n# Firewall or Packet Filtering\nIt has rules.\n");
    assert_int_equal(open_topic("firewall configuration").tier, TOPIC_NOT); /* nothing is said of configuration */
}

static void three_sentences_of_one_page_are_enough(void **state)
{
    (void)state;
    build_in("en", "= Storage\nA hot standby answers.\nThe hot standby follows.\n= Servers\nThe hot standby waits.\n");
    assert_int_equal(open_topic("hot standby").tier, TOPIC_NOT);
    build_in("en", "= Storage\nA hot standby answers.\nThe hot standby follows.\nEach hot standby waits.\n");
    struct topic topic = open_topic("hot standby");
    assert_int_equal(topic.tier, TOPIC_FULL);
    assert_int_equal(topic.pages[0].sentences, 3);
}

static void written_forms_are_one(void **state)
{
    (void)state;
    static const struct {
        const char *language, *title, *subject;
        bool found;
    } cases[] = {
        {"en", "Software-RAID", "software RAID", true},
        {"en", "Software RAID", "software-RAID", true},
        {"en", "The apt-file command", "apt-file command", true},
        {"en", "Arrays in Oct-Files", "arrays in oct files", true},
        {"en", "E-mail lists", "email lists", true},
        {"en", "Email lists", "e-mail lists", true},
        {"en", "Plug-ins", "plugins", true},
        {"en", "Logical backup", "back up", false},
        {"de", "Software-RAID", "Softwareraid", true},
        {"de", "Softwareraid", "Software RAID", true},
        {"de", "Software für RAID", "Softwareraid", true},
        {"de", "Hardware für RAID", "Softwareraid", false},
        {"en", "Photograph", "photo album", false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        build_in(cases[i].language, arena_printf(arena, "= %s\n", cases[i].title));
        print_message("%s\n", cases[i].subject);
        assert_int_equal(open_topic(cases[i].subject).tier == TOPIC_FULL, cases[i].found);
    }
}

static void a_verb_with_its_particle_is_one_word(void **state)
{
    (void)state;
    build_in("en", "= Backup of tables\nA backup is made.\n= Dumps\nThe backup is a dump.\n");
    assert_int_equal(open_topic("back up tables").tier, TOPIC_FULL);
    build_in("en", "= Set up the boot loader\n= Boot loaders\n# Their setup\n= Setup\nThe setup is done.\n");
    struct topic parted = open_topic("set up the boot loader"); /* headings have it in two words too */
    assert_int_equal(parted.pages[0].tier, TOPIC_FULL);
    assert_int_equal(best_page(&parted), 0);
    build_in("en", "= Tables\nThe back of a table.\n");
    struct topic topic = open_topic("back up tables"); /* no page has the word: it is "tables" */
    assert_int_equal(topic.terms.count, 1);
}

static void a_name_that_all_pages_are_about_may_be_missing(void **state)
{
    (void)state;
    build_in("en", "= Full Text Search\nThe text search.\n= Search\nAnother one.\n");
    const struct topic_stem stems[] = {
        {STR("full"), 1, 0}, {STR("text"), 1, 0}, {STR("search"), 2, 0}, {STR("postgresql"), 20, 20}};
    const struct topic_collection collection = {40, stems, COUNT_OF(stems)};
    struct topic topic;
    struct topic_query query = {STR("full text search in PostgreSQL"), KEYWORD_NOUN, NULL};
    assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
    assert_int_equal(topic.tier, TOPIC_NOT);
    query.collection = &collection;
    assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
    assert_int_equal(topic.tier, TOPIC_FULL);
    assert_int_equal(topic.terms.count, 3);
    assert_int_equal(topic.optional.count, 1);
    query.subject = STR("PostgreSQL text search");
    assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
    assert_int_equal(topic.optional.count, 1);
    query.subject = STR("text search in Oracle");
    assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
    assert_int_equal(topic.tier, TOPIC_NOT);
}

/* With the name left out nothing but "securing" is left, which is no subject beside another noun. */
static void what_is_left_of_two_words_must_stand_alone(void **state)
{
    (void)state;
    struct topic_stem stems[] = {{STR("secur"), 30, 0}, {STR("ssh"), 11, 10}, {STR("systemat"), 22, 0}};
    const struct topic_collection collection = {40, stems, COUNT_OF(stems)};
    struct topic_query query = {STR("securing of SSH"), KEYWORD_NOUN, &collection};
    struct topic topic;
    build_in("en", "= Securing FTP\n= The SSH server\nThe SSH server runs.\n");
    assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
    assert_int_equal(topic.optional.count, 1);
    assert_int_equal(topic.tier, TOPIC_NOT);
    build_in("en", "= Securing FTP\n= Securing SSH\n= Securing\n");
    assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
    assert_int_equal(topic.pages[0].tier, TOPIC_NOT);
    assert_int_equal(topic.pages[1].tier, TOPIC_FULL);
    assert_int_equal(topic.pages[2].tier, TOPIC_FULL);
    assert_int_equal(best_page(&topic), 1);
    stems[1] = (struct topic_stem){STR("ssh"), 38, 4}; /* the name in all titles */
    assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
    assert_int_equal(topic.optional.count, 1);
    query.subject = STR("securing of something systematic"); /* no name, though in half of the pages */
    assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
    assert_int_equal(topic.optional.count, 0);
}

/* Of headings with the same stems the one is meant that is written as the request is. */
static void the_written_form_decides_between_equal_headings(void **state)
{
    (void)state;
    const struct topic_query query = {STR("updatable views"), KEYWORD_NOUN, NULL};
    struct topic topic;
    build_in("en", "= Rules\n# Updating a View\n= Create\n# Updatable Views\n");
    assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
    assert_int_equal(best_page(&topic), 1);
    assert_int_equal(topic.sections[0].section, 3);
    build_in("en",
             "= Preparing files for USB stick booting\nUSB stick booting.\n= Booting\n# Booting from a USB stick\n"
             "The stick is put in first, and the machine is switched on, and then it starts from the stick.\n");
    topic = open_topic("booting from USB stick"); /* a heading that is a long subject beats a title with more */
    assert_int_equal(best_page(&topic), 1);
    build_in("en", "= After the installation\n= Before the installation\n"); /* function words count here */
    topic = open_topic("before installation");
    assert_int_equal(best_page(&topic), 1);
}

/* What stands before a dash or a colon is a title too. */
static void a_title_may_begin_with_a_name(void **state)
{
    (void)state;
    build_in("en", "= Encodings\n# Encoding with quopri\n= quopri \xE2\x80\x94 Encode and decode printable mail data\n"
                   "= Mail - quopri\n");
    struct topic topic = open_topic("quopri");
    assert_int_equal(topic.pages[1].tier, TOPIC_FULL);
    assert_int_equal(best_page(&topic), 1);
    build_in("en", "= json: encoder and decoder\n= The json of the others\n");
    topic = open_topic("JSON");
    assert_int_equal(best_page(&topic), 0);
}

/* "User space" is on a space; where the text speaks of users again and again, it is on them too. */
static void a_single_word_must_be_the_noun_of_a_heading(void **state)
{
    (void)state;
    static const struct {
        const char *language, *subject, *pages;
        enum topic_tier tier;
    } cases[] = {
        {"en", "users", "= User space\n", TOPIC_NEAR},
        {"en", "users", "= User space\nA user logs in.\nA user logs out.\nThe user is gone.\n", TOPIC_FULL},
        {"en", "users", "= Local users\n", TOPIC_FULL},
        {"en", "firewall", "= Firewall or Packet Filtering\n", TOPIC_FULL},
        {"en", "brushes", "= Brushes Dialog\n", TOPIC_FULL}, /* a light word */
        {"en", "mails", "= E-mail\n", TOPIC_FULL},
        {"en", "rewriting", "= How to rewrite\n", TOPIC_FULL},
        {"en", "policies", "= Policy\n", TOPIC_FULL},
        {"en", "operator", "= High-level string operations\n", TOPIC_NEAR}, /* another word with the same stem */
        {"en", "termination", "= Signals\nIt is terminated.\nAll terminate.\nOne terminates.\n", TOPIC_NEAR},
        {"es", "usuarios", "= El espacio de usuario\n", TOPIC_NEAR},
        {"es", "espacio", "= El espacio de usuario\n", TOPIC_FULL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct topic topic;
        const struct topic_query query = {str_from(cases[i].subject), KEYWORD_NOUN, NULL};
        build_in(cases[i].language, cases[i].pages);
        assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
        if (topic.tier != cases[i].tier)
            fail_msg("%s: %s", cases[i].subject, cases[i].pages);
    }
}

/* People shorten a name, and a task is done with what all pages are about. */
static void what_a_task_is_done_with_may_be_what_all_is_about(void **state)
{
    (void)state;
    const struct topic_stem stems[] = {{STR("backup"), 8, 0},      {STR("postgr"), 3, 0}, {STR("postgr*"), 38, 35},
                                       {STR("databas"), 18, 0},    {STR("upgrad"), 9, 0}, {STR("upgrad*"), 9, 0},
                                       {STR("postgresql"), 36, 35}};
    const struct topic_collection collection = {40, stems, COUNT_OF(stems)};
    struct topic_query query = {STR("back up a postgres database"), KEYWORD_HOW_TO, &collection};
    struct topic topic;
    build_in("en", "= Backup and Restore\nA backup of PostgreSQL.\n= postgres\nA postgres database.\n");
    assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
    assert_int_equal(topic.tier, TOPIC_FULL);
    assert_int_equal(topic.optional.count, 2);
    assert_int_equal(topic.pages[0].tier, TOPIC_FULL);
    assert_int_equal(topic.pages[1].tier, TOPIC_NOT);
    build_in("en", "= What is PostgreSQL\nThe PostgreSQL server.\n= Automatic upgrades\nAn upgrade is made.\n"
                   "= Upgrading from one release\nAn upgrade is long.\nEach upgrade is read of.\n");
    query.subject = STR("upgrade postgres");
    assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
    assert_int_equal(topic.tier, TOPIC_FULL);
    assert_int_equal(topic.pages[0].tier, TOPIC_NOT);
    assert_int_equal(best_page(&topic), 2);
}

static void a_side_of_the_subject_is_near(void **state)
{
    (void)state;
    static const struct {
        const char *language, *subject, *pages;
        enum topic_tier tier;
    } cases[] = {
        {"en", "remove eyes from photos", "= Eye Removal\n= Prints\nPhotos are printed.\n", TOPIC_NOT},
        {"en", "web server with Apache", "= Web Server (HTTP)\nApache serves.\nIt is Apache.\nApache listens.\n",
         TOPIC_NEAR},
        {"en", "Apache web server", "= Web Server (HTTP)\nApache serves.\nIt is Apache.\n", TOPIC_NOT},
        {"en", "web server with Apache", "= Web Page\nApache serves.\nIt is Apache.\nApache listens.\n", TOPIC_NOT},
        {"de", "Paketverwaltung mit APT",
         "= Wartung: Die APT-Tools\nPakete werden verwaltet.\nDas Paket.\n"
         "Ein Paket kommt.\n= Verwaltung\nDie Verwaltung.\n",
         TOPIC_NEAR},
        {"en", "connection pooling", "= Connections\nEach connection is one.\n= Pools\nA pool.\n", TOPIC_NOT},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        build_in(cases[i].language, cases[i].pages);
        print_message("%s\n", cases[i].subject);
        assert_int_equal(open_topic(cases[i].subject).tier, cases[i].tier);
    }
}

static const char *head_of(const char *language, const char *subject)
{
    build_in(language, arena_printf(arena, "= %s\n", subject));
    struct topic topic = open_topic(subject);
    uint32_t number = 0;
    while (!topic_has_head(&topic, &(struct terms){&number, 1}))
        number++;
    struct str stem = vocabulary_stem(&corpus.vocabulary, number);
    return arena_copy_n(arena, stem.data, stem.len);
}

static void the_head_is_the_noun_that_the_others_describe(void **state)
{
    (void)state;
    assert_string_equal(head_of("en", "full text search"), "search");
    assert_string_equal(head_of("en", "history of the Debian project"), "histori");
    assert_string_equal(head_of("en", "firewall configuration"), "firewal");
    assert_string_equal(head_of("en", "setup"), "setup");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_page_with_the_subject_in_its_title_is_the_best),
        TEST(a_number_in_front_is_no_subject),
        TEST(what_no_page_speaks_of_is_refused),
        TEST(a_task_is_near_what_it_is_done_with),
        TEST(bearing_words_are_enough_for_a_note),
        TEST(three_sentences_of_one_page_are_enough),
        TEST(written_forms_are_one),
        TEST(a_verb_with_its_particle_is_one_word),
        TEST(a_name_that_all_pages_are_about_may_be_missing),
        TEST(what_is_left_of_two_words_must_stand_alone),
        TEST(the_written_form_decides_between_equal_headings),
        TEST(a_title_may_begin_with_a_name),
        TEST(a_single_word_must_be_the_noun_of_a_heading),
        TEST(what_a_task_is_done_with_may_be_what_all_is_about),
        TEST(a_side_of_the_subject_is_near),
        TEST(the_head_is_the_noun_that_the_others_describe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
