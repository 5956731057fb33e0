/* The index of a library: kept as the files are, whatever happens to it. */
#include "research/library/library.h"
#include "research/library/library_search.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static struct arena *arena;
static struct library_indexes *indexes;
static struct error err;
static char root[64];

static const char *in_root(const char *path)
{
    return arena_printf(arena, "%s/%s", root, path);
}

static int set_up(void **state)
{
    (void)state;
    arena = arena_new();
    snprintf(root, sizeof root, "/tmp/copydesk-index-XXXXXX");
    return arena && mkdtemp(root) && mkdir(in_root("notes"), 0700) == 0 &&
                   library_indexes_new(in_root("data"), &indexes, NULL) == OK
               ? 0
               : -1;
}

static int tear_down(void **state)
{
    (void)state;
    char command[200];
    library_indexes_free(indexes);
    snprintf(command, sizeof command, "chmod -R u+w '%s'; rm -rf '%s'", root, root);
    int failed = system(command);
    arena_free(arena);
    return failed;
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(in_root(path), "w");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* A document on a subject, with enough text for a language to be told. */
static void write_on(const char *path, const char *subject)
{
    write_file(path, arena_printf(arena,
                                  "# %s\n\nThis is what there is to say about the subject of this page. It was written "
                                  "so that the reader finds %s in it, and that is all of it.\n",
                                  subject, subject));
}

static struct library_index *use(void)
{
    struct library_index *index = NULL;
    err.message[0] = '\0';
    enum status status = library_indexes_use(indexes, in_root("notes"), NULL, NULL, &index, &err);
    if (status)
        print_message("%s\n", err.message);
    assert_int_equal(status, OK);
    return index;
}

/* The paths that speak of the subject, best first, with blanks between; those that are merely near in brackets. */
static const char *search_in(struct library_index *index, const char *subject, const char *language,
                             struct topic_collection *collection)
{
    const struct library_query query = {str_from(subject), KEYWORD_NOUN, language_find(str_from(language)), 12};
    struct library_found *found;
    size_t count;
    const char *out = "";
    assert_int_equal(library_search(index, &query, arena, &found, &count, collection, &err), OK);
    for (size_t i = 0; i < count; i++)
        out = arena_printf(arena, found[i].speaks ? "%s%s%s" : "%s%s[%s]", out, i ? " " : "", found[i].path);
    return out;
}

static const char *search(const char *subject)
{
    struct topic_collection collection;
    struct library_index *index = use();
    const char *found = search_in(index, subject, "en", &collection);
    library_indexes_release(indexes, index);
    return found;
}

static const char *index_path(void)
{
    DIR *folder = opendir(in_root("data"));
    const char *path = NULL;
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));)
        if (strstr(entry->d_name, ".db") && !strstr(entry->d_name, "-wal") && !strstr(entry->d_name, "-shm"))
            path = in_root(arena_printf(arena, "data/%s", entry->d_name));
    closedir(folder);
    assert_non_null(path);
    return path;
}

/* Closes what is open, as a new start of the service does. */
static void start_again(void)
{
    library_indexes_free(indexes);
    assert_int_equal(library_indexes_new(in_root("data"), &indexes, NULL), OK);
}

/* --- kept as the files are --- */

static void changes_are_seen(void **state)
{
    (void)state;
    assert_string_equal(search("layer masks"), "");
    write_on("notes/a.md", "Layer masks");
    assert_string_equal(search("layer masks"), "a.md");
    write_on("notes/a.md", "Other masks"); /* of the same size, within the same tick of the file system's clock */
    assert_string_equal(search("other masks"), "a.md");
    assert_string_equal(search("layer masks"), "[a.md]");
    write_on("notes/b.md", "Layer masks");
    assert_string_equal(search("layer masks"), "b.md");
    assert_int_equal(remove(in_root("notes/b.md")), 0);
    assert_string_equal(search("layer masks"), "[a.md]");
    assert_int_equal(remove(in_root("notes/a.md")), 0);
    assert_string_equal(search("layer masks"), "");
}

static void read_count(struct db_row *row, void *out)
{
    *(int64_t *)out = row_int(row);
}

static size_t count_rows(struct library_index *index, const char *sql)
{
    int64_t count = 0;
    assert_int_equal(db_one(index->db, sql, DB_NOTHING, NULL, read_count, &count, &err), OK);
    return (size_t)count;
}

static void what_stays_is_not_read_again(void **state)
{
    (void)state;
    write_on("notes/a.md", "Layer masks");
    struct timespec old[2] = {{1000000000, 0}, {1000000000, 0}};
    assert_int_equal(utimensat(AT_FDCWD, in_root("notes/a.md"), old, 0), 0);
    struct library_index *index = use();
    /* As if long settled: only another time or size makes it read again. */
    assert_int_equal(
        db_run(index->db, "UPDATE text SET title = 'seal', headings = '', body = ''", DB_NOTHING, NULL, &err), OK);
    struct stat info;
    assert_int_equal(stat(in_root("notes/a.md"), &info), 0);
    int64_t changed = (int64_t)info.st_ctim.tv_sec * 1000000000 + info.st_ctim.tv_nsec;
    assert_int_equal(db_run(index->db, "UPDATE file SET changed = $1", DB_BIND(db_int(changed)), NULL, &err), OK);
    library_indexes_release(indexes, index);
    start_again();
    index = use();
    assert_int_equal(count_rows(index, "SELECT COUNT(*) FROM text WHERE text MATCH 'seal'"), 1);
    library_indexes_release(indexes, index);
    assert_int_equal(chmod(in_root("notes/a.md"), 0600), 0); /* changes the inode's time */
    assert_int_equal(chmod(in_root("notes/a.md"), 0640), 0);
    index = use();
    assert_int_equal(count_rows(index, "SELECT COUNT(*) FROM text WHERE text MATCH 'seal'"), 0);
    library_indexes_release(indexes, index);
}

static void what_cannot_be_read_is_remembered(void **state)
{
    (void)state;
    FILE *file = fopen(in_root("notes/large.md"), "w");
    assert_non_null(file);
    for (size_t i = 0; i < (4u << 20) / 16 + 1; i++)
        fputs("0123456789abcde\n", file);
    assert_int_equal(fclose(file), 0);
    write_on("notes/a.md", "Layer masks");
    assert_string_equal(search("layer masks"), "a.md");
    struct library_index *index = use();
    assert_int_equal(count_rows(index, "SELECT COUNT(*) FROM file WHERE problem LIKE '%large.md%'"), 1);
    assert_int_equal(count_rows(index, "SELECT COUNT(*) FROM text"), 1);
    library_indexes_release(indexes, index);
    write_on("notes/large.md", "Large masks");
    assert_string_equal(search("large masks"), "large.md");
}

static void an_index_is_kept_over_restarts(void **state)
{
    (void)state;
    write_on("notes/a.md", "Layer masks");
    assert_string_equal(search("layer masks"), "a.md");
    start_again();
    assert_string_equal(search("layer masks"), "a.md");
    start_again();
    write_on("notes/b.md", "Row masks");
    assert_int_equal(remove(in_root("notes/a.md")), 0);
    assert_string_equal(search("row masks"), "b.md");
    assert_string_equal(search("layer masks"), "[b.md]");
}

static void an_index_without_a_data_folder_leaves_nothing(void **state)
{
    (void)state;
    struct library_indexes *nameless;
    struct library_index *index;
    struct topic_collection collection;
    write_on("notes/a.md", "Layer masks");
    assert_int_equal(library_indexes_new(NULL, &nameless, NULL), OK);
    assert_int_equal(library_indexes_use(nameless, in_root("notes"), NULL, NULL, &index, &err), OK);
    assert_string_equal(search_in(index, "layer masks", "en", &collection), "a.md");
    assert_null(index->path);
    library_indexes_release(nameless, index);
    library_indexes_free(nameless);
}

/* --- faults --- */

static void spoil(const char *path, long from, size_t bytes)
{
    FILE *file = fopen(path, "r+");
    assert_non_null(file);
    assert_int_equal(fseek(file, from, SEEK_SET), 0);
    for (size_t i = 0; i < bytes; i++)
        fputc('x', file);
    assert_int_equal(fclose(file), 0);
}

static void a_damaged_index_is_made_anew(void **state)
{
    (void)state;
    write_on("notes/a.md", "Layer masks");
    assert_string_equal(search("layer masks"), "a.md");
    static const long places[] = {0, 100, 5000, 9000, 13000};
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        library_indexes_free(indexes);
        spoil(index_path(), places[i], 3000);
        assert_int_equal(library_indexes_new(in_root("data"), &indexes, NULL), OK);
        assert_string_equal(search("layer masks"), "a.md");
    }
    library_indexes_free(indexes);
    assert_int_equal(truncate(index_path(), 5000), 0);
    assert_int_equal(library_indexes_new(in_root("data"), &indexes, NULL), OK);
    assert_string_equal(search("layer masks"), "a.md");
}

static void an_index_of_another_version_is_made_anew(void **state)
{
    (void)state;
    write_on("notes/a.md", "Layer masks");
    struct library_index *index = use();
    assert_int_equal(db_script(index->db, "PRAGMA user_version = 99; DROP TABLE library", &err), OK);
    library_indexes_release(indexes, index);
    start_again();
    assert_string_equal(search("layer masks"), "a.md");
    index = use();
    assert_int_equal(db_run(index->db, "DELETE FROM library", DB_NOTHING, NULL, &err), OK); /* somebody else's */
    library_indexes_release(indexes, index);
    start_again();
    assert_string_equal(search("layer masks"), "a.md");
}

static void a_place_that_cannot_be_written_is_told(void **state)
{
    (void)state;
    struct library_index *index;
    write_on("notes/a.md", "Layer masks");
    write_file("data", "no folder");
    assert_int_equal(library_indexes_use(indexes, in_root("notes"), NULL, NULL, &index, &err), E_IO);
    assert_non_null(strstr(err.message, "data"));
    assert_int_equal(remove(in_root("data")), 0);
    assert_string_equal(search("layer masks"), "a.md"); /* and stands in nobody's way afterwards */
}

static void a_folder_that_is_not_there_is_told(void **state)
{
    (void)state;
    struct library_index *index;
    assert_int_equal(library_indexes_use(indexes, in_root("nothing"), NULL, NULL, &index, &err), E_NOT_FOUND);
    assert_non_null(strstr(err.message, "nothing"));
}

static void a_full_disk_is_told(void **state)
{
    (void)state;
    struct library_index *index = use();
    assert_int_equal(db_script(index->db, "PRAGMA max_page_count = 1", &err), OK);
    library_indexes_release(indexes, index);
    for (int i = 0; i < 200; i++)
        write_on(arena_printf(arena, "notes/%d.md", i), arena_printf(arena, "Masks %d of a long row %d", i, i * 7));
    assert_int_equal(library_indexes_use(indexes, in_root("notes"), NULL, NULL, &index, &err), E_IO);
    assert_string_equal(err.code, "disk_full");
    start_again(); /* the limit was this connection's */
    index = use();
    assert_int_equal(count_rows(index, "SELECT COUNT(*) FROM text"), 200);
    library_indexes_release(indexes, index);
}

static void what_was_read_before_a_cancel_stays(void **state)
{
    (void)state;
    struct library_index *index;
    atomic_bool cancel = true;
    write_on("notes/a.md", "Layer masks");
    assert_int_equal(library_indexes_use(indexes, in_root("notes"), NULL, &cancel, &index, &err), E_CANCELLED);
    assert_string_equal(search("layer masks"), "a.md");
}

/* --- which documents --- */

static void titles_come_first(void **state)
{
    (void)state;
    write_on("notes/types.md", "Index types");
    write_file("notes/json.md",
               "# JSON types\n\nThe types are stored, and an index of them is of another type. An index "
               "of types is a type of index, which types of an index may be of the types of the index.\n");
    write_file(
        "notes/more.md",
        "# More of it\n\nThis is what there is to say about the subject of this page and of others.\n\n## Types of "
        "indexes\n\nThese are the ones that were made for it, and there are many which can be told apart by what "
        "they are for: some of them are for numbers, others for text, and a few are for places on a map. Numbers want "
        "trees, texts want words, and places want boxes within boxes, which trees of another kind keep in order.\n");
    assert_string_equal(search("index types"), "types.md json.md more.md");
}

/* What every guide calls itself, and what is done, need not be there; nor need a long word have the same form. */
static void general_words_only_rank(void **state)
{
    (void)state;
    write_on("notes/ketchup.md", "Ketchup");
    write_on("notes/recipe.md", "Recipe boxes");
    write_on("notes/easy.md", "Easy homemade mustard");
    write_on("notes/mustard.md", "Mustard");
    write_on("notes/tennis.md", "Table");
    assert_string_equal(search("homemade ketchup recipe"), "ketchup.md");
    assert_string_equal(search("easy mustard"), "easy.md mustard.md");
    assert_string_equal(search("authentication of mustard"), "[easy.md] [mustard.md]");
    write_on("notes/books.md", "Reconcile");
    assert_string_equal(search("user reconciliation"), "books.md");
}

/* How rare its words are tells how much of a keyword a page has, in a collection that is large enough to say so. */
static void rare_words_count(void **state)
{
    (void)state;
    static const char *const names[] = {"hedges", "lawns", "paths", "ponds", "roses",
                                        "soils",  "tools", "weeds", "yards"};
    char path[40], text[300];
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        snprintf(path, sizeof path, "notes/%s.md", names[i]);
        snprintf(text, sizeof text,
                 "# About %s\n\nA garden has %s. Who keeps a garden looks after the %s. The garden shows it.\n",
                 names[i], names[i], names[i]);
        write_file(path, text);
    }
    write_file("notes/slugs.md",
               "# Slugs at night\n\nSlugs come out at night. A garden feeds slugs. Slugs hide by day.\n");
    assert_string_equal(search("stubborn slugs at night"), "slugs.md");
    assert_string_equal(search("tax law on slugs"), "[slugs.md]");
}

static void other_languages_are_no_answer(void **state)
{
    (void)state;
    struct topic_collection collection;
    write_file("notes/de.md",
               "---\nlanguage: de\n---\n# RAID\n\nDas ist alles, was es auf dieser Seite zu sagen gibt, und "
               "es ist nicht sehr viel.\n");
    write_on("notes/en.md", "RAID");
    struct library_index *index = use();
    assert_string_equal(search_in(index, "RAID", "en", &collection), "en.md");
    assert_int_equal(collection.pages, 1);
    assert_string_equal(search_in(index, "RAID", "de", &collection), "de.md");
    assert_string_equal(search_in(index, "RAID", "fr", &collection), "");
    library_indexes_release(indexes, index);
}

static void copies_are_picked_once(void **state)
{
    (void)state;
    static const char text[] = "Masks hide what is below them, and they show it again where they are painted white. "
                               "Nobody needs to erase anything for that, which is why painters and printers like them "
                               "so much, and why they were made in the first place by those who had erased too much.\n";
    write_file("notes/a.md", arena_printf(arena, "# Layer masks\n\n%s", text));
    write_file("notes/b.md", arena_printf(arena, "# Layer masks\n\n%s", text));
    write_file("notes/c.md", arena_printf(arena, "# Masks for a layer\n\n%s\nPaper covers glass plates.\n", text));
    write_on("notes/d.md", "Layer masks");
    assert_string_equal(search("layer masks"), "d.md c.md");
    assert_int_equal(remove(in_root("notes/c.md")), 0);
    assert_string_equal(search("layer masks"), "d.md a.md");
}

/* The text that a page was made from has its markup left, which no reader of it knows. */
static void of_a_page_and_its_source_the_page_is_picked(void **state)
{
    (void)state;
    struct buf page = {0}, source = {0};
    static const char *const words[] = {"painters", "printers", "glass", "paper", "colours", "brushes", "edges"};
    buf_str(&page, "<title>Layer masks</title><h1>Layer masks</h1>");
    buf_str(&source, "Layer masks\n===========\n\n");
    for (size_t i = 0; i < 40; i++) {
        const char *first = words[i % 7], *second = words[i / 7 % 7];
        buf_printf(&page, "<p>The layer mask number %zu hides what %s and other %s have painted below it before.</p>",
                   i, first, second);
        buf_printf(&source,
                   "The :ref:`layer mask` number %zu hides what %s and other %s have painted below it "
                   "before.\n\n",
                   i, first, second);
    }
    write_file("notes/a.txt", buf_text(&source));
    write_file("notes/b.html", buf_text(&page));
    assert_string_equal(search("layer masks"), "b.html");
    buf_free(&page);
    buf_free(&source);
}

static void a_name_is_known_by_its_beginning(void **state)
{
    (void)state;
    struct topic_collection collection;
    for (int i = 0; i < 5; i++)
        write_file(arena_printf(arena, "notes/%d.md", i),
                   arena_printf(arena,
                                "# Page %d\n\nEverybody knows that the server of PostgreSQL is good, and that the "
                                "pages of PostgreSQL number %d say so about servers of all kinds.\n",
                                i, i));
    struct library_index *index = use();
    search_in(index, "server of postgres", "en", &collection);
    library_indexes_release(indexes, index);
    size_t found = 0;
    for (size_t i = 0; i < collection.stem_count; i++)
        if (str_eq(collection.stems[i].stem, STR("postgr*")))
            found = collection.stems[i].naming;
    assert_int_equal(found, 5);
}

static void the_collection_tells_names(void **state)
{
    (void)state;
    struct topic_collection collection;
    for (int i = 0; i < 5; i++)
        write_file(arena_printf(arena, "notes/%d.md", i),
                   arena_printf(arena,
                                "# Page %d\n\nEverybody knows that the server of Acme is good, and that the pages "
                                "of Acme number %d say so about servers of all kinds.\n",
                                i, i));
    struct library_index *index = use();
    search_in(index, "server of Acme", "en", &collection);
    library_indexes_release(indexes, index);
    assert_int_equal(collection.pages, 5);
    for (size_t i = 0; i < collection.stem_count; i++) {
        const struct topic_stem *one = &collection.stems[i];
        if (str_eq(one->stem, STR("acm")))
            assert_int_equal(one->naming, 5);
        if (str_eq(one->stem, STR("server"))) {
            assert_int_equal(one->pages, 5);
            assert_int_equal(one->naming, 0);
        }
    }
}

/* The article before an apostrophe is no part of the name. */
static void names_behind_elided_articles_count(void **state)
{
    (void)state;
    struct topic_collection collection;
    write_file("notes/a.md",
               "# Page\n\nTout le monde sait que le serveur d'Acme est bon, et que les pages de ce serveur "
               "parlent de l’Acme que nous avons dans la maison.\n");
    struct library_index *index = use();
    search_in(index, "serveur dans Acme", "fr", &collection);
    library_indexes_release(indexes, index);
    for (size_t i = 0; i < collection.stem_count; i++)
        if (str_eq(collection.stems[i].stem, STR("acme")))
            assert_int_equal(collection.stems[i].naming, 1);
    assert_int_equal(collection.pages, 1);
}

/* What FTS5 would take for its own signs is text. */
static void a_keyword_is_no_query(void **state)
{
    (void)state;
    static const char *const keywords[] = {"layer AND masks",
                                           "\"layer",
                                           "layer* OR masks NEAR(",
                                           "title : layer",
                                           "'; DROP TABLE file --",
                                           "-layer ^masks + {body}",
                                           "l:en",
                                           "",
                                           "the",
                                           "()",
                                           "\"\""};
    write_on("notes/a.md", "Layer masks");
    for (size_t i = 0; i < COUNT_OF(keywords); i++)
        search(keywords[i]);
    assert_string_equal(search("layer masks"), "a.md");
}

/* --- many at once --- */

static void *search_many_times(void *argument)
{
    const char *folder = argument;
    for (int i = 0; i < 20; i++) {
        struct library_index *index;
        struct arena *own = arena_new();
        struct topic_collection collection;
        struct library_found *found;
        size_t count = 0;
        const struct library_query query = {STR("layer masks"), KEYWORD_NOUN, language_find(STR("en")), 3};
        if (!own || library_indexes_use(indexes, folder, NULL, NULL, &index, NULL) != OK)
            return NULL;
        enum status status = library_search(index, &query, own, &found, &count, &collection, NULL);
        library_indexes_release(indexes, index);
        arena_free(own);
        if (status || count != 1)
            return NULL;
    }
    return argument;
}

static void threads_share_an_index(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    const char *folders[THREADS];
    for (size_t i = 0; i < THREADS; i++) { /* two in each of two folders */
        folders[i] = in_root(i % 2 ? "notes" : "other");
        mkdir(folders[i], 0700);
        write_on(i % 2 ? "notes/a.md" : "other/a.md", "Layer masks");
    }
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, search_many_times, (void *)folders[i]), 0);
    for (size_t i = 0; i < THREADS; i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_ptr_equal(result, folders[i]);
    }
}

static void processes_share_an_index(void **state)
{
    (void)state;
#if defined __SANITIZE_THREAD__
    skip(); /* it does not see that the store's locks are made anew in a child */
#endif
    enum { CHILDREN = 3, DOCUMENTS = 150 };
    pid_t children[CHILDREN];
    for (int i = 0; i < DOCUMENTS; i++)
        write_on(arena_printf(arena, "notes/%d.md", i), arena_printf(arena, "Masks number %d", i));
    for (size_t i = 0; i < CHILDREN; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            struct library_indexes *own;
            struct library_index *index;
            if (library_indexes_new(in_root("data"), &own, NULL) ||
                library_indexes_use(own, in_root("notes"), NULL, NULL, &index, &err))
                _exit(1);
            library_indexes_release(own, index);
            library_indexes_free(own);
            _exit(0);
        }
    }
    for (size_t i = 0; i < CHILDREN; i++) {
        int result;
        assert_int_equal(waitpid(children[i], &result, 0), children[i]);
        assert_int_equal(result, 0);
    }
    struct library_index *index = use();
    assert_int_equal(count_rows(index, "SELECT COUNT(*) FROM text"), DOCUMENTS);
    assert_int_equal(count_rows(index, "SELECT COUNT(*) FROM file"), DOCUMENTS);
    library_indexes_release(indexes, index);
}

struct told {
    size_t reports, done, all;
};

static void tell(void *context, size_t done, size_t all)
{
    struct told *told = context;
    told->reports++;
    told->done = done;
    told->all = all;
}

static void *use_patiently(void *argument)
{
    const struct library_progress progress = {tell, argument};
    struct library_index *index;
    if (library_indexes_use(indexes, in_root("notes"), &progress, NULL, &index, NULL) != OK)
        return NULL;
    library_indexes_release(indexes, index);
    return argument;
}

struct holder {
    pthread_t waiting;
    struct told told;
    bool is_started;
};

/* Called while the index is brought up to date: somebody else begins to wait, and hears how far it is. */
static void hold(void *context, size_t done, size_t all)
{
    struct holder *holder = context;
    (void)done;
    (void)all;
    if (holder->is_started)
        return;
    holder->is_started = true;
    assert_int_equal(pthread_create(&holder->waiting, NULL, use_patiently, &holder->told), 0);
}

/* Reports come twice a second: as many documents as that takes, and a few more. */
static void whoever_waits_is_told_too(void **state)
{
    (void)state;
    struct holder holder = {.is_started = false};
    const struct library_progress progress = {hold, &holder};
    struct library_index *index;
    for (int i = 0; i < 400; i++) {
        struct buf text = {0};
        for (int j = 0; j < 300; j++)
            buf_printf(&text, "The mask number %d of page %d hides what stands below it on that page. ", j, i);
        write_file(arena_printf(arena, "notes/%d.md", i), buf_text(&text));
        buf_free(&text);
    }
    assert_int_equal(library_indexes_use(indexes, in_root("notes"), &progress, NULL, &index, &err), OK);
    library_indexes_release(indexes, index);
    if (!holder.is_started)
        skip(); /* a machine so fast that nobody has to wait */
    void *result;
    pthread_join(holder.waiting, &result);
    assert_ptr_equal(result, &holder.told);
    if (holder.told.reports)
        assert_in_range(holder.told.all, 1, 400); /* perhaps of its own turn, when few are not settled yet */
}

static void few_stay_open(void **state)
{
    (void)state;
    for (int i = 0; i < 7; i++) {
        struct library_index *index;
        const char *folder = in_root(arena_printf(arena, "n%d", i));
        assert_int_equal(mkdir(folder, 0700), 0);
        assert_int_equal(library_indexes_use(indexes, folder, NULL, NULL, &index, &err), OK);
        library_indexes_release(indexes, index);
    }
    size_t open = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char target[256];
        ssize_t length = readlink(arena_printf(arena, "/proc/self/fd/%s", entry->d_name), target, sizeof target - 1);
        if (length > 3) {
            target[length] = '\0';
            open += strcmp(target + length - 3, ".db") == 0;
        }
    }
    closedir(folder);
    assert_int_equal(open, 4);
}

int main(void)
{
    log_set_level(LOG_ERROR);
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(changes_are_seen),
        TEST(what_stays_is_not_read_again),
        TEST(what_cannot_be_read_is_remembered),
        TEST(an_index_is_kept_over_restarts),
        TEST(an_index_without_a_data_folder_leaves_nothing),
        TEST(a_damaged_index_is_made_anew),
        TEST(an_index_of_another_version_is_made_anew),
        TEST(a_place_that_cannot_be_written_is_told),
        TEST(a_folder_that_is_not_there_is_told),
        TEST(a_full_disk_is_told),
        TEST(what_was_read_before_a_cancel_stays),
        TEST(titles_come_first),
        TEST(general_words_only_rank),
        TEST(rare_words_count),
        TEST(other_languages_are_no_answer),
        TEST(copies_are_picked_once),
        TEST(of_a_page_and_its_source_the_page_is_picked),
        TEST(a_name_is_known_by_its_beginning),
        TEST(the_collection_tells_names),
        TEST(names_behind_elided_articles_count),
        TEST(a_keyword_is_no_query),
        TEST(threads_share_an_index),
        TEST(processes_share_an_index),
        TEST(whoever_waits_is_told_too),
        TEST(few_stay_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
