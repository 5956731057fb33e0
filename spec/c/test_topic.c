/* What a keyword asks for, and whether pages speak of it. */
#include "base/vec.h"
#include "research/topic/topic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "arena_fixture.h"

/* --- keywords --- */

struct keyword_case {
    const char *language, *text;
    enum keyword_shape shape;
    const char *subject, *other;
    size_t announced;
    const char *counted;
};

static const struct keyword_case KEYWORDS[] = {
    {"en", "table partitioning", KEYWORD_NOUN, "table partitioning", "", 0, ""},
    {"en", "what is a firewall", KEYWORD_WHAT_IS, "firewall", "", 0, ""},
    {"en", "What is a firewall?", KEYWORD_WHAT_IS, "firewall", "", 0, ""},
    {"en", "What Is the WAL", KEYWORD_WHAT_IS, "WAL", "", 0, ""},
    {"en", "how does a firewall work", KEYWORD_WHAT_IS, "firewall work", "", 0, ""},
    {"en", "how to back up a PostgreSQL database", KEYWORD_HOW_TO, "back up a PostgreSQL database", "", 0, ""},
    {"en", "How To Tune Autovacuum", KEYWORD_HOW_TO, "Tune Autovacuum", "", 0, ""},
    {"en", "how do I prune roses", KEYWORD_HOW_TO, "prune roses", "", 0, ""},
    {"en", "10 tips for secure passwords", KEYWORD_COUNTED, "secure passwords", "", 10, "tips"},
    {"en", "Seven ways to save water", KEYWORD_COUNTED, "save water", "", 7, "ways"},
    {"en", "5 best practices for code review", KEYWORD_COUNTED, "code review", "", 5, "best practices"},
    {"en", "7 weeknight dinner ideas", KEYWORD_COUNTED, "weeknight dinner", "", 7, "ideas"},
    {"en", "12 step programmes", KEYWORD_NOUN, "12 step programmes", "", 0, ""},
    {"en", "3 phase power", KEYWORD_NOUN, "3 phase power", "", 0, ""},
    {"en", "best text editors", KEYWORD_BEST, "text editors", "", 0, ""},
    {"en", "top 5 text editors", KEYWORD_BEST, "text editors", "", 5, ""},
    {"en", "the 10 best text editors", KEYWORD_BEST, "text editors", "", 10, ""},
    {"en", "best practices for passwords", KEYWORD_NOUN, "passwords", "", 0, ""},
    {"en", "btrees vs hash indexes", KEYWORD_VERSUS, "btrees", "hash indexes", 0, ""},
    {"en", "btrees vs. hash indexes", KEYWORD_VERSUS, "btrees", "hash indexes", 0, ""},
    {"en", "vs code", KEYWORD_NOUN, "vs code", "", 0, ""},
    {"en", "a beginner's guide to layer masks", KEYWORD_NOUN, "layer masks", "", 0, ""},
    {"en", "layer masks tutorial", KEYWORD_NOUN, "layer masks", "", 0, ""},
    {"en", "Layer Masks: A Complete Guide", KEYWORD_NOUN, "Layer Masks", "", 0, ""},
    {"en", "understanding layer masks for beginners", KEYWORD_NOUN, "layer masks", "", 0, ""},
    {"en", "a guide to what is a firewall", KEYWORD_WHAT_IS, "firewall", "", 0, ""},
    {"en", "what is C++?", KEYWORD_WHAT_IS, "C++", "", 0, ""},
    {"es", "particionado manual", KEYWORD_NOUN, "particionado manual", "", 0, ""}, /* by hand */
    {"es", "manual de particionado", KEYWORD_NOUN, "particionado", "", 0, ""},
    {"en", "guide", KEYWORD_NOUN, "guide", "", 0, ""},           /* nothing would be left */
    {"en", "how to", KEYWORD_NOUN, "how to", "", 0, ""},         /* nor here */
    {"en", "what is it", KEYWORD_NOUN, "what is it", "", 0, ""}, /* nor a word with a meaning */
    {"en", "", KEYWORD_NOUN, "", "", 0, ""},
    {"sq", "how to prune", KEYWORD_NOUN, "how to prune", "", 0, ""}, /* a language without frames */
};

static void keywords_are_taken_apart(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(KEYWORDS); i++) {
        const struct keyword_case *wanted = &KEYWORDS[i];
        struct keyword keyword;
        assert_int_equal(
            keyword_read(arena, str_from(wanted->text), language_find(str_from(wanted->language)), &keyword, NULL), OK);
        const char *got =
            arena_printf(arena, "%s: %d [%.*s] [%.*s] %zu [%.*s]", wanted->text, keyword.shape,
                         STR_ARG(keyword.subject), STR_ARG(keyword.other), keyword.announced, STR_ARG(keyword.counted));
        assert_string_equal(got, arena_printf(arena, "%s: %d [%s] [%s] %zu [%s]", wanted->text, wanted->shape,
                                              wanted->subject, wanted->other, wanted->announced, wanted->counted));
    }
}

/* --- a corpus made by hand --- */

/*
 * Pages as text, a line for each thing: "= title of a page", "# heading" (more #: deeper), else a sentence. Every
 * section has 50 words besides, in sentences that say nothing of the subjects asked for here.
 */
static struct corpus corpus;

static struct terms terms_of(const char *text)
{
    struct word *words;
    size_t count;
    assert_int_equal(words_split(arena, str_from(text), corpus.language, &words, &count, NULL), OK);
    uint32_t *ids = ARENA_ARRAY(arena, count + 1, uint32_t);
    struct terms terms = {ids, 0};
    for (size_t i = 0; i < count; i++) {
        if (words[i].is_stop)
            continue;
        void **place = map_put(&corpus.vocabulary.numbers, words[i].stem);
        if (!*place)
            *place = (void *)(uintptr_t)corpus.vocabulary.numbers.count;
        ids[terms.count++] = (uint32_t)((uintptr_t)*place - 1);
    }
    return terms;
}

static void say(const char *text)
{
    corpus.statements[corpus.statement_count++] =
        (struct statement){corpus.section_count - 1, terms_of(text), words_count(str_from(text))};
}

static void add_section(const char *title, int depth)
{
    static const char *const filler[] = {
        "The weather of this autumn was mild and the harvest came late that year.",
        "Farmers kept the old barns open and mended nets beside the quiet river.",
        "Children walked home along narrow lanes while church bells rang twice.",
        "Nobody remembered when the bridge over that river had last been painted.",
    };
    size_t parent = NO_SECTION;
    for (size_t i = corpus.section_count; depth && parent == NO_SECTION; i--)
        if (corpus.sections[i - 1].depth < depth)
            parent = i - 1;
    corpus.sections[corpus.section_count++] =
        (struct source_section){.page = corpus.page_count - 1,
                                .parent = parent,
                                .depth = depth,
                                .title = str_from(title),
                                .terms = terms_of(title),
                                .is_boilerplate = strcmp(title, "Introduction") == 0};
    for (size_t i = 0; i < COUNT_OF(filler); i++)
        say(filler[i]);
}

static void build_in(const char *language, const char *text)
{
    enum { ROOM = 400 };
    corpus = (struct corpus){.arena = arena, .language = language_find(str_from(language))};
    vocabulary_init(&corpus.vocabulary, arena);
    corpus.sections = ARENA_ARRAY(arena, ROOM, struct source_section);
    corpus.statements = ARENA_ARRAY(arena, ROOM * 4, struct statement);
    struct page *pages = ARENA_ARRAY(arena, ROOM, struct page);
    corpus.pages = pages;
    struct str rest = str_from(text), line;
    while (str_split(&rest, '\n', &line)) {
        const char *copy = arena_copy_n(arena, line.data, line.len);
        size_t depth = strspn(copy, "#");
        if (copy[0] == '=') {
            pages[corpus.page_count++] = (struct page){.title = copy + 2, .language = corpus.language};
            add_section(copy + 2, 0);
        } else if (depth) {
            add_section(copy + depth + 1, (int)depth);
        } else if (copy[0]) {
            say(copy);
        }
    }
}

static struct topic open_shape(const char *subject, enum keyword_shape shape)
{
    const struct topic_query query = {.subject = str_from(subject), .shape = shape};
    struct topic topic;
    assert_int_equal(topic_open(&corpus, &query, arena, &topic, NULL), OK);
    return topic;
}

static struct topic open_topic(const char *subject)
{
    return open_shape(subject, KEYWORD_NOUN);
}

static size_t best_page(const struct topic *topic)
{
    size_t best = 0;
    for (size_t i = 1; i < corpus.page_count; i++)
        if (topic->pages[i].score > topic->pages[best].score)
            best = i;
    return best;
}

/* The headings of the sections, best first, with bars between. */
static const char *sections_of(const struct topic *topic)
{
    const char *text = "";
    for (size_t i = 0; i < topic->section_count; i++)
        text = arena_printf(arena, "%s%s%.*s", text, i ? "|" : "",
                            STR_ARG(corpus.sections[topic->sections[i].section].title));
    return text;
}

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
    assert_true(str_starts(str_from(sections_of(&topic)), STR("quopri ")));
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
        {"en", "remove red eyes from photos", "= Red Eye Removal\n= Prints\nPhotos are printed.\n", TOPIC_NEAR},
        {"en", "remove red eyes from Nikon photos", "= Red Eye Removal\n= Prints\nPhotos are printed.\n", TOPIC_NOT},
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
    struct str stem = corpus.vocabulary.numbers.entries[topic.head].key;
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

/* --- sections --- */

static void sections_have_reasons(void **state)
{
    (void)state;
    build_in("en", "= Mail servers\n# Introduction\nA mail server is a mail server.\n"
                   "# Greylisting\nThe mail server waits.\nA mail server that waits is a greylisting server.\n"
                   "# Bread\nDough rises.\n"
                   "= Services\n# Setting up a mail server\nIt is set up.\n## Lists\nThe server has lists.\n"
                   "## Dough\nIt rises.\n"
                   "# The mail server at home\nThe mail server hums.\nMail servers hum.\n"
                   "# Web\nThe web.\n");
    struct topic topic = open_topic("mail server");
    assert_int_equal(topic.tier, TOPIC_FULL);
    const char *found = sections_of(&topic);
    assert_non_null(strstr(found, "Setting up a mail server"));
    assert_non_null(strstr(found, "The mail server at home"));
    assert_null(strstr(found, "Introduction"));
    assert_null(strstr(found, "Bread"));
    assert_null(strstr(found, "Web"));
    assert_null(strstr(found, "Lists")); /* inside one that is there */
}

static void a_large_section_is_told_by_its_parts(void **state)
{
    (void)state;
    static const char *const parts[] = {"Greylisting", "Queues", "Aliases", "Domains", "Filters", "Relays", "Limits"};
    struct buf text = {0};
    buf_str(&text, "= Mail server\n");
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        buf_printf(&text, "# %s\nThe server speaks and %zu words more stand in this sentence of the part.\n", parts[i],
                   i);
    buf_str(&text, "## Inner\nThe server again.\n");
    buf_str(&text, "# Bread\nDough rises slowly in this rather long sentence which tells of dough.\n");
    build_in("en", buf_text(&text));
    buf_free(&text);
    struct topic topic = open_topic("mail server");
    assert_int_equal(topic.section_count, COUNT_OF(parts));
    assert_null(strstr(sections_of(&topic), "Bread"));
    for (size_t i = 0; i < topic.section_count; i++)
        assert_int_equal(topic.sections[i].reason, TOPIC_BY_PARENT);
}

static void a_page_that_mentions_the_subject_gives_no_other_sections(void **state)
{
    (void)state;
    build_in("en", "= Foreign keys\nA foreign key refers.\n"
                   "= Loading\n# Foreign key constraints\nA foreign key is dropped.\nThe foreign key comes back.\n"
                   "# More memory\nIt speeds up a foreign key.\nMemory for the foreign key.\n");
    struct topic topic = open_topic("foreign key");
    assert_string_equal(sections_of(&topic), "Foreign keys|Foreign key constraints");
    build_in("en", "= Loading\n# Rows\nA foreign key is dropped.\nThe foreign key comes back.\n"
                   "# More memory\nIt speeds up a foreign key.\n");
    topic = open_topic("foreign key"); /* nothing else is there */
    assert_string_equal(sections_of(&topic), "Rows");
}

static void the_concept_comes_before_what_is_done_with_it(void **state)
{
    (void)state;
    build_in("en", "= Add layer mask\nA layer mask is added.\n= Show layer mask\nA layer mask is shown.\n"
                   "= Dialogs\n# Layer masks\nA layer mask hides.\nA layer mask shows.\n");
    struct topic topic = open_topic("layer masks");
    assert_string_equal(sections_of(&topic), "Layer masks|Add layer mask|Show layer mask");
}

static void a_part_of_an_enumeration_is_admitted_by_itself(void **state)
{
    (void)state;
    build_in("en", "= Basics: network, accounts, printing\n# Another language\nThe language is set.\n"
                   "# Network setup\nThe network.\n");
    struct topic topic = open_topic("network configuration");
    assert_null(strstr(sections_of(&topic), "Basics"));
    assert_null(strstr(sections_of(&topic), "language"));
}

static void a_task_is_told_of_where_the_title_is_what_is_done(void **state)
{
    (void)state;
    build_in("en", "= Sorting\n# Basics\nTo sort a list, call it.\nA list sorts itself.\nSort a list twice.\n"
                   "# Key functions\nA key sorts.\nThe sort has keys.\nKeys sort what is to be sorted.\n# Bread\nIt "
                   "rises.\n"
                   "= Bisection\n# Searching sorted lists\nA sorted list is halved.\nIt is a list.\n");
    struct topic topic = open_shape("sort a list", KEYWORD_HOW_TO);
    assert_int_equal(best_page(&topic), 0);
    assert_non_null(strstr(sections_of(&topic), "Basics|"));
    assert_non_null(strstr(sections_of(&topic), "Key functions"));
    assert_null(strstr(sections_of(&topic), "Bread"));
}

static void a_page_that_another_one_holds_gives_no_sections(void **state)
{
    (void)state;
    build_in("en", "= Software RAID\n# RAID of software\nSoftware RAID.\n= RAID by software\nSoftware RAID.\n");
    size_t held_by[] = {NO_PAGE, 0};
    struct topic topic = open_topic("RAID for software");
    assert_non_null(strstr(sections_of(&topic), "RAID by software"));
    corpus.held_by = held_by;
    topic = open_topic("RAID for software");
    assert_null(strstr(sections_of(&topic), "RAID by software"));
    assert_int_not_equal(topic.section_count, 0);
}

static void what_is_akin_is_near_where_a_page_speaks_of_it(void **state)
{
    (void)state;
    build_in("en", "= Full text search\nThe full text search.\n= Text search types\nA text search has types.\n"
                   "= Full text\nA full text.\n= Text\nThe search.\n");
    struct topic topic = open_topic("full text search");
    assert_int_equal(topic.pages[0].tier, TOPIC_FULL);
    assert_int_equal(topic.pages[1].tier, TOPIC_NEAR);
    assert_int_equal(topic.pages[2].tier, TOPIC_NEAR); /* without its head only as the pages are few */
    assert_int_equal(topic.pages[3].tier, TOPIC_NOT);
    assert_string_equal(sections_of(&topic), "Full text search|Text search types");
    build_in("en", "= Text search types\nA text search has types.\n");
    assert_int_equal(open_topic("full text search").tier, TOPIC_NOT);
}

static void no_heading_stands_twice(void **state)
{
    (void)state;
    build_in("en", "= Software RAID\nRaid of software.\n= RAID\n# Software RAID\nIt is software.\n"
                   "# Software RAID levels\nLevels of it.\n");
    struct topic topic = open_topic("software RAID");
    assert_string_equal(sections_of(&topic), "Software RAID|Software RAID levels");
}

static void a_subject_of_function_words_is_found_in_titles_alone(void **state)
{
    (void)state;
    build_in("en", "= The Who\nA band.\n= Who is who\nThey are.\n");
    struct topic topic = open_topic("the who");
    assert_int_equal(topic.tier, TOPIC_FULL);
    assert_int_equal(best_page(&topic), 0);
    assert_int_equal(topic.pages[1].tier, TOPIC_NOT);
    assert_int_equal(open_topic("").tier, TOPIC_NOT);
}

static void an_empty_corpus_speaks_of_nothing(void **state)
{
    (void)state;
    build_in("en", "");
    struct topic topic = open_topic("software RAID");
    assert_int_equal(topic.tier, TOPIC_NOT);
    assert_int_equal(topic.section_count, 0);
}

static void texts_are_compared(void **state)
{
    (void)state;
    build_in("en", "= Full Text Search\nAn index helps the search.\n");
    struct topic topic = open_topic("full text search");
    struct terms same = terms_of("The full search of text"), part = terms_of("search the index");
    assert_true(topic_holds(&topic, &same, 0));
    assert_float_equal(topic_likeness(&topic, &same), 1, 1e-9);
    assert_float_equal(topic_share(&topic, &part), 1.0 / 3, 1e-9);
    assert_float_equal(topic_likeness(&topic, &part), 2.0 / 5, 1e-9);
    assert_true(topic_has_head(&topic, &part));
    assert_false(topic_holds(&topic, &part, 5));
    assert_true(topic_has(&topic, part.ids[0]));
    assert_false(topic_has(&topic, part.ids[1]));
    struct terms apart = terms_of("full of old text, a search");
    assert_false(topic_holds(&topic, &apart, 0));
    assert_true(topic_holds(&topic, &apart, 1));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(keywords_are_taken_apart),
        TEST(the_page_with_the_subject_in_its_title_is_the_best),
        TEST(what_is_left_of_two_words_must_stand_alone),
        TEST(the_written_form_decides_between_equal_headings),
        TEST(a_title_may_begin_with_a_name),
        TEST(a_single_word_must_be_the_noun_of_a_heading),
        TEST(what_a_task_is_done_with_may_be_what_all_is_about),
        TEST(a_side_of_the_subject_is_near),
        TEST(a_page_that_mentions_the_subject_gives_no_other_sections),
        TEST(the_concept_comes_before_what_is_done_with_it),
        TEST(a_part_of_an_enumeration_is_admitted_by_itself),
        TEST(a_task_is_told_of_where_the_title_is_what_is_done),
        TEST(a_page_that_another_one_holds_gives_no_sections),
        TEST(a_number_in_front_is_no_subject),
        TEST(what_no_page_speaks_of_is_refused),
        TEST(a_task_is_near_what_it_is_done_with),
        TEST(bearing_words_are_enough_for_a_note),
        TEST(three_sentences_of_one_page_are_enough),
        TEST(written_forms_are_one),
        TEST(a_verb_with_its_particle_is_one_word),
        TEST(a_name_that_all_pages_are_about_may_be_missing),
        TEST(the_head_is_the_noun_that_the_others_describe),
        TEST(sections_have_reasons),
        TEST(a_large_section_is_told_by_its_parts),
        TEST(what_is_akin_is_near_where_a_page_speaks_of_it),
        TEST(no_heading_stands_twice),
        TEST(a_subject_of_function_words_is_found_in_titles_alone),
        TEST(an_empty_corpus_speaks_of_nothing),
        TEST(texts_are_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
