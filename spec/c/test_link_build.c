/* Building an index: what is counted, in which order pages may come, and what happens when it cannot be done. */
#include "link/index/index.h"
#include "link/index/url_key.h"
#include "link_fixture.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <cmocka.h>

/* --- a site made on the fly --- */

/* Makes page after page; text lives in the buffers until the next one. */
struct maker {
    size_t count, next, failing_at; /* failing_at: E_NETWORK in place of that page, 0: never */
    void (*make)(struct maker *maker, size_t number, struct link_page *page);
    struct buf url, title, html;
};

static enum status make_next(void *context, struct link_page *page, bool *done, struct error *err)
{
    struct maker *maker = context;
    *done = maker->next == maker->count;
    if (maker->failing_at && maker->next == maker->failing_at)
        return error_set(err, E_NETWORK, NULL, "no more");
    buf_clear(&maker->url);
    buf_clear(&maker->title);
    buf_clear(&maker->html);
    if (!*done)
        maker->make(maker, maker->next++, page);
    return OK;
}

static struct str text_of(const struct buf *buf)
{
    return (struct str){buf_text(buf), buf->len};
}

static void use_buffers(struct maker *maker, struct link_page *page)
{
    *page = (struct link_page){text_of(&maker->url), text_of(&maker->title), text_of(&maker->html), {0}};
}

static void free_maker(struct maker *maker)
{
    buf_free(&maker->url);
    buf_free(&maker->title);
    buf_free(&maker->html);
}

/* Each page has a name of its own, which the one before it links to, a slug, a heading, and words that all have. */
static void make_named_page(struct maker *maker, size_t number, struct link_page *page)
{
    size_t other = (number + 1) % maker->count;
    buf_printf(&maker->url, "https://example.org/%zu/slug%zu-page", number % 9, number);
    buf_printf(&maker->title, "Name%zu of Rose%zu", number, number);
    buf_printf(&maker->html,
               "<h2>Heading%zu</h2><p>Here name%zu of rose%zu and <b>slug%zu</b> grow by "
               "<a href='/%zu/slug%zu-page'>name%zu of rose%zu</a>.</p>",
               number, number, number, number, other % 9, other, other, other);
    use_buffers(maker, page);
}

/* --- building --- */

struct site_file {
    char folder[32], path[64];
};

static void make_folder(struct site_file *file)
{
    strcpy(file->folder, "/tmp/copydesk-build.XXXXXX");
    assert_non_null(mkdtemp(file->folder));
    snprintf(file->path, sizeof file->path, "%s/site.cdx", file->folder);
}

/* How many files are in the folder. */
static int files_in(const char *folder)
{
    int count = 0;
    DIR *list = opendir(folder);
    assert_non_null(list);
    for (struct dirent *entry; (entry = readdir(list));)
        count += entry->d_name[0] != '.';
    closedir(list);
    return count;
}

static void remove_folder(const struct site_file *file)
{
    unlink(file->path);
    assert_int_equal(rmdir(file->folder), 0);
}

static struct link_index *build(const struct link_page *pages, size_t count)
{
    struct link_index *index = fixture_index(pages, count);
    assert_non_null(index);
    return index;
}

static void read_file(const char *path, struct buf *out)
{
    char piece[4096];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (size_t length; (length = fread(piece, 1, sizeof piece, file)) > 0;)
        buf_add(out, piece, length);
    fclose(file);
}

/* --- what the index holds --- */

/* The phrase of these words as they stand in plain text, INDEX_NO_PHRASE: none. */
static uint32_t find_phrase(const struct link_index *index, const char *text)
{
    struct arena *arena = arena_new();
    struct lexed lexed;
    assert_int_equal(lex_plain(arena, str_from(text), &lexed, NULL), OK);
    uint32_t node = 0;
    for (size_t i = 0; i < lexed.count; i++) {
        uint32_t term = index_find_term(index, lexed.lexemes[i].hash);
        node = term == INDEX_NO_TERM ? INDEX_NO_NODE : index_find_child(index, node, term);
        if (node == INDEX_NO_NODE)
            break;
    }
    arena_free(arena);
    return index_phrase_at(index, node);
}

static int count_of(const struct link_index *index, const char *text, enum phrase_stat stat)
{
    uint32_t phrase = find_phrase(index, text);
    return phrase == INDEX_NO_PHRASE ? -1 : (int)lroundf(count_values[index->phrases[phrase].stats[stat]]);
}

/* The first target of the phrase. */
static const struct index_target *target_of(const struct link_index *index, const char *text)
{
    uint32_t phrase = find_phrase(index, text);
    assert_int_not_equal(phrase, INDEX_NO_PHRASE);
    assert_true(index->phrases[phrase].target_count > 0);
    return &index->targets[index->phrases[phrase].first_target];
}

static void assert_url(const struct link_index *index, uint32_t page, const char *url)
{
    struct arena *arena = arena_new();
    assert_true(str_eq(index_page_url(index, page, arena), str_from(url)));
    char *absolute = page_url_resolve(arena, str_from(url));
    assert_int_equal(index_find_page(index, url_key(absolute)), page);
    arena_free(arena);
}

/* Of tables that are written as literals. */
#define TEXT(literal)                                                                                                  \
    {                                                                                                                  \
        "" literal, sizeof(literal) - 1                                                                                \
    }
#define PAGE(url, title, html)                                                                                         \
    {                                                                                                                  \
        TEXT(url), TEXT(title), TEXT(html), TEXT("")                                                                   \
    }
#define PAGE_OF(language, url, title, html)                                                                            \
    {                                                                                                                  \
        TEXT(url), TEXT(title), TEXT(html), TEXT(language)                                                             \
    }

static void codes_counts(void **state)
{
    (void)state;
    for (uint32_t i = 0; i <= COUNT_EXACT; i++)
        assert_true(count_values[count_code(i)] == (float)i);
    double value = COUNT_EXACT;
    for (int code = COUNT_EXACT; code < 256; code++, value *= 1.06)
        assert_true(count_values[code] > value * 0.9999 && count_values[code] < value * 1.0001);
    for (uint32_t count = 16; count < 16000000; count += 1 + count / 50) {
        float read = count_values[count_code(count)];
        assert_true(read > (float)count * 0.97F && read < (float)count * 1.031F);
        assert_true(count_code(count) >= count_code(count - 1));
    }
    assert_int_equal(count_code(UINT32_MAX), 255);
}

static void counts_phrases_and_links(void **state)
{
    (void)state;
    static const struct link_page pages[] = {
        PAGE("/a/rose", "Rose", "<p>A <a href='/b/soil'>good soil</a> for good soil. Rose!</p>"),
        PAGE("/b/soil", "Soil types",
             "<p>GOOD SOIL of the <a href='../a/rose'>rose</a></p><ul><li>"
             "<a href='/a/rose'>Rose</a></ul>"),
        PAGE("/c/fern", "Fern | Garden",
             "<h2>Good soil</h2><p>good soil, rose and the <a href='/b/soil'>good soils"
             "</a></p>"),
        PAGE("/d", "Other", "<p>good soil and a rose</p>"),
    };
    struct link_index *index = build(pages, COUNT_OF(pages));
    assert_int_equal(count_of(index, "good soil", PHRASE_PAGES), 4);
    assert_int_equal(count_of(index, "good soil", PHRASE_LINKING), 3);
    assert_int_equal(count_of(index, "good soil", PHRASE_TARGETS), 1);
    assert_int_equal(count_of(index, "good soil", PHRASE_HEADINGS), 1);
    assert_int_equal(count_of(index, "good soil", PHRASE_HELD_CASE + PHRASE_UPPER), 1);
    assert_int_equal(count_of(index, "rose", PHRASE_TITLES), 1);
    assert_int_equal(count_of(index, "rose", PHRASE_LINKED), 1);
    assert_int_equal(count_of(index, "rose", PHRASE_LISTED), 1);
    assert_int_equal(count_of(index, "fern", PHRASE_TITLES), 1);
    assert_int_equal(count_of(index, "soil types", PHRASE_TITLES), 1);
    assert_int_equal(count_of(index, "nothing", PHRASE_PAGES), -1);
    const struct index_target *rose = target_of(index, "rose");
    assert_int_equal(rose->page, 0);
    assert_int_equal(rose->title_kind, TITLE_WHOLE);
    assert_int_equal(rose->stats[TARGET_LINKS], 1);
    assert_int_equal(rose->stats[TARGET_LISTS], 1);
    assert_int_equal(rose->stats[TARGET_BACK], 1);
    assert_int_equal(index->header.linking_pages, 3);
    assert_int_equal(index->pages[1].stats[PAGE_IN], 2);
    size_t count;
    const uint32_t *in = index_links_in(index, &index->pages[1], &count);
    assert_int_equal(count, 2);
    assert_true(in[0] == 0 && in[1] == 2);
    link_close(index);
}

static void takes_the_later_of_two_pages(void **state)
{
    (void)state;
    static const struct link_page pages[] = {
        PAGE("/a", "Basil", "<p>old words and <a href='/b'>old links</a></p>"),
        PAGE("/b", "Thyme", "<p>words</p>"),
        PAGE("/a/#top", "Mint", "<p>new words</p>"),
    };
    struct link_index *index = build(pages, COUNT_OF(pages));
    assert_int_equal(link_page_count(index), 2);
    assert_int_equal(find_phrase(index, "Basil"), INDEX_NO_PHRASE);
    assert_int_equal(find_phrase(index, "old links"), INDEX_NO_PHRASE);
    assert_url(index, 0, "/a/#top");
    assert_int_equal(target_of(index, "Mint")->page, 0);
    assert_int_equal(index->pages[1].stats[PAGE_IN], 0);
    link_close(index);
}

/* The same block on every page: neither its words nor its links are evidence. */
static void make_page_with_foot(struct maker *maker, size_t number, struct link_page *page)
{
    buf_printf(&maker->url, "/%zu", number);
    buf_printf(&maker->title, "Title%zu", number);
    buf_printf(&maker->html, "<p>Text%zu with garden tools.</p><p>Buy <a href='/0'>garden tools</a> from %s.</p>",
               number, number < 20 ? "us" : "others");
    use_buffers(maker, page);
}

static void tells_boilerplate(void **state)
{
    (void)state;
    struct site_file file;
    make_folder(&file);
    struct maker maker = {.count = 24, .make = make_page_with_foot};
    struct link_index *index;
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    assert_int_equal(link_open(file.path, &index, NULL), OK);
    assert_int_equal(count_of(index, "garden tools", PHRASE_PAGES), 24);
    const struct index_target *target = target_of(index, "garden tools");
    assert_int_equal(target->stats[TARGET_LINKS], 4);
    assert_in_range(target->stats[TARGET_LISTS], count_code(19), count_code(20));
    link_close(index);
    free_maker(&maker);
    remove_folder(&file);
}

static void knows_languages(void **state)
{
    (void)state;
    static const struct link_page pages[] = {
        PAGE_OF("German", "/de", "Die Gärten der Stadt", "<p>Gärten</p>"),
        PAGE_OF("de-AT", "/de2", "Der Garten und die Häuser", "<p>Häuser</p>"),
        PAGE_OF("en", "/en", "Running houses", "<p>houses</p>"),
        PAGE_OF("", "/x", "Etwas", "<p></p>"),
    };
    struct link_index *index = build(pages, COUNT_OF(pages));
    assert_true(str_eq(index_language(index, INDEX_NO_PAGE), STR("de")));
    assert_true(str_eq(index_language(index, 2), STR("en")));
    assert_true(str_eq(index_language(index, 3), STR("de")));
    struct arena *arena = arena_new();
    struct link_options options = {.url = STR("/x")};
    struct link_result result;
    assert_int_equal(link_content(index, STR("<p>in den Häusern</p>"), &options, arena, &result, NULL), OK);
    uint32_t house = index_find_term(index, word_hash(STR("häuser")));
    assert_int_not_equal(house, INDEX_NO_TERM);
    assert_int_equal(index_find_term(index, index_hash_stem(STR("haus"))), house);
    arena_free(arena);
    link_close(index);
}

/* A site without names of languages gets the one that its pages are written in. */
static void make_english_page(struct maker *maker, size_t number, struct link_page *page)
{
    buf_printf(&maker->url, "/%zu", number);
    buf_printf(&maker->title, "The number %zu", number);
    buf_str(&maker->html, "<p>This is what they would have said of it, if there had been anything to say about the "
                          "house that was not in the paper.</p>");
    use_buffers(maker, page);
}

static void detects_the_language(void **state)
{
    (void)state;
    struct site_file file;
    make_folder(&file);
    struct maker maker = {.count = 3, .make = make_english_page};
    struct link_index *index;
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    assert_int_equal(link_open(file.path, &index, NULL), OK);
    assert_true(str_eq(index_language(index, 1), STR("en")));
    link_close(index);
    free_maker(&maker);
    remove_folder(&file);
}

/* --- large sites, on which a second thread helps --- */

static void names_every_page(void **state)
{
    (void)state;
    enum { PAGES = 3000 };
    struct site_file file;
    make_folder(&file);
    struct maker maker = {.count = PAGES, .make = make_named_page};
    struct link_index *index;
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    assert_int_equal(link_open(file.path, &index, NULL), OK);
    assert_int_equal(link_page_count(index), PAGES);
    for (uint32_t i = 0; i < PAGES; i++) {
        char text[64];
        snprintf(text, sizeof text, "name%u of rose%u", i, i);
        const struct index_target *target = target_of(index, text);
        assert_int_equal(target->page, i);
        assert_int_equal(target->title_kind, TITLE_WHOLE);
        assert_int_equal(target->stats[TARGET_LINKS], 1);
        assert_int_equal(count_of(index, text, PHRASE_PAGES), 2);
        snprintf(text, sizeof text, "heading%u", i);
        assert_int_equal(target_of(index, text)->title_kind, TITLE_HEADING);
        snprintf(text, sizeof text, "rose%u", i);
        assert_int_equal(target_of(index, text)->title_kind, TITLE_WITHIN);
        snprintf(text, sizeof text, "https://example.org/%u/slug%u-page", i % 9, i);
        assert_url(index, i, text);
    }
    link_close(index);
    free_maker(&maker);
    remove_folder(&file);
}

/* So many pages that lessons are learned from a part of them only. */
static void lists_the_links_of_many_pages(void **state)
{
    (void)state;
    enum { PAGES = 21000 };
    struct site_file file;
    make_folder(&file);
    struct maker maker = {.count = PAGES, .make = make_named_page};
    struct link_index *index;
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    assert_int_equal(link_open(file.path, &index, NULL), OK);
    for (uint32_t i = 0; i < PAGES; i++) {
        size_t count;
        const uint32_t *in = index_links_in(index, &index->pages[i], &count);
        assert_int_equal(count, 1);
        assert_int_equal(in[0], (i + PAGES - 1) % PAGES);
    }
    link_close(index);
    free_maker(&maker);
    remove_folder(&file);
}

static void builds_the_same_file_again(void **state)
{
    (void)state;
    struct site_file file;
    struct buf first = {0}, second = {0};
    make_folder(&file);
    struct maker maker = {.count = 2000, .make = make_named_page};
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    read_file(file.path, &first);
    maker.next = 0;
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    read_file(file.path, &second);
    assert_int_equal(first.len, second.len);
    assert_memory_equal(first.data, second.data, first.len);
    buf_free(&first);
    buf_free(&second);
    free_maker(&maker);
    remove_folder(&file);
}

/* --- when it cannot be done --- */

static void make_page_without_url(struct maker *maker, size_t number, struct link_page *page)
{
    make_named_page(maker, number, page);
    if (number == maker->count - 2)
        page->url = STR("mailto:x");
}

/* Neither a half-made file nor one beside it stays, and the old index does. */
static void keeps_the_old_index(void **state)
{
    (void)state;
    static const size_t counts[] = {10, 2000};
    struct site_file file;
    struct link_index *index;
    struct error err;
    make_folder(&file);
    struct maker maker = {.count = 3, .make = make_named_page};
    assert_int_equal(link_build(file.path, make_next, &maker, NULL), OK);
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        maker = (struct maker){.count = counts[i],
                               .failing_at = counts[i] - 1,
                               .make = make_named_page,
                               .url = maker.url,
                               .title = maker.title,
                               .html = maker.html};
        assert_int_equal(link_build(file.path, make_next, &maker, &err), E_NETWORK);
        assert_string_equal(err.message, "no more");
        maker.next = maker.failing_at = 0;
        maker.make = make_page_without_url;
        assert_int_equal(link_build(file.path, make_next, &maker, &err), E_INVALID);
        assert_non_null(strstr(err.message, "mailto:x"));
        assert_int_equal(files_in(file.folder), 1);
    }
    assert_int_equal(link_open(file.path, &index, NULL), OK);
    assert_int_equal(link_page_count(index), 3);
    link_close(index);
    free_maker(&maker);
    remove_folder(&file);
}

/* What a build of so many pages gives when no file may be larger than `limit`, as on a full disk. */
static enum status build_with_little_room(const char *path, size_t pages, size_t limit, char *message, size_t size)
{
    int ends[2];
    struct error err = {0};
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        struct maker maker = {.count = pages, .make = make_named_page};
        struct rlimit little = {limit, limit};
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &little);
        enum status status = link_build(path, make_next, &maker, &err);
        _exit(write(ends[1], err.message, strlen(err.message)) >= 0 ? (int)status : 99);
    }
    int result = 0;
    close(ends[1]);
    ssize_t length = read(ends[0], message, size - 1);
    message[length > 0 ? length : 0] = '\0';
    close(ends[0]);
    waitpid(child, &result, 0);
    return (enum status)WEXITSTATUS(result);
}

static void tells_of_a_full_disk(void **state)
{
    (void)state;
    static const struct {
        size_t pages, limit;
    } cases[] = {{20, 0}, {20, 200}, {20, 3000}, {20000, 100000}, {20000, 2000000}};
    struct site_file file;
    char message[500];
    make_folder(&file);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(build_with_little_room(file.path, cases[i].pages, cases[i].limit, message, sizeof message),
                         E_IO);
        assert_non_null(strstr(message, strerror(EFBIG)));
        assert_int_equal(files_in(file.folder), 0);
    }
    remove_folder(&file);
}

static void tells_of_a_folder_that_is_not_there(void **state)
{
    (void)state;
    struct maker maker = {.count = 2, .make = make_named_page};
    struct error err;
    assert_int_equal(link_build("/nonexistent/x.cdx", make_next, &maker, &err), E_IO);
    assert_non_null(strstr(err.message, "/nonexistent/x.cdx"));
    assert_int_equal(maker.next, 0); /* told before any page was asked for */
    free_maker(&maker);
}

/* --- progress --- */

struct told {
    char steps[256];
    uint64_t calls, stop_after;
    bool is_orderly;
    uint64_t last;
};

static bool note_progress(void *context, uint64_t done, uint64_t total, const char *step)
{
    struct told *told = context;
    size_t length = strlen(told->steps), step_length = strlen(step);
    bool is_new = length < step_length || strcmp(told->steps + length - step_length, step) != 0;
    if (is_new)
        snprintf(told->steps + length, sizeof told->steps - length, "%s%s", length ? " " : "", step);
    told->is_orderly &= (is_new || done >= told->last) && (!total || done <= total);
    told->last = done;
    return ++told->calls != told->stop_after;
}

static void tells_progress(void **state)
{
    (void)state;
    struct site_file file;
    make_folder(&file);
    struct maker maker = {.count = 3000, .make = make_named_page};
    struct told told = {.is_orderly = true};
    struct link_build_options options = {
        .path = file.path, .next = make_next, .context = &maker, .progress = note_progress, .progress_context = &told};
    assert_int_equal(link_build_with(&options, NULL), OK);
    assert_string_equal(told.steps, "read lessons titles names links phrases contexts vectors write");
    assert_true(told.is_orderly);
    assert_true(told.calls > 20);
    unlink(file.path);
    uint64_t calls = told.calls;
    for (uint64_t stop = 1; stop < calls; stop += 1 + calls / 16) {
        maker.next = 0;
        told = (struct told){.stop_after = stop};
        assert_int_equal(link_build_with(&options, NULL), E_CANCELLED);
        assert_int_equal(told.calls, stop);
        assert_int_equal(files_in(file.folder), 0);
    }
    free_maker(&maker);
    remove_folder(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_counts),
        cmocka_unit_test(counts_phrases_and_links),
        cmocka_unit_test(takes_the_later_of_two_pages),
        cmocka_unit_test(tells_boilerplate),
        cmocka_unit_test(knows_languages),
        cmocka_unit_test(detects_the_language),
        cmocka_unit_test(names_every_page),
        cmocka_unit_test(lists_the_links_of_many_pages),
        cmocka_unit_test(builds_the_same_file_again),
        cmocka_unit_test(keeps_the_old_index),
        cmocka_unit_test(tells_of_a_full_disk),
        cmocka_unit_test(tells_of_a_folder_that_is_not_there),
        cmocka_unit_test(tells_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
