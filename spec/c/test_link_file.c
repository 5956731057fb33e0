/* Index files that are damaged, that somebody made with bad intent, or that change while they are open. */
#include "base/base.h"
#include "link/index/index.h"
#include "link_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/stat.h>

#include <cmocka.h>

/* A page of a table that is written as literals. */
#define TEXT(literal)                                                                                                  \
    {                                                                                                                  \
        "" literal, sizeof(literal) - 1                                                                                \
    }

/* Text that takes room in the index. */
#define LONG "~0^1`2#3$4%5!6?7}8{9[a]b|c+d*e&f;g<h>i:j,k@l=mQWZVXYJKUO~/zy xw'vu ts"

#define BASIL_URL "https://example.org/basil"

static const struct link_page site[] = {
    {TEXT("https://example.org/herbs"), TEXT("Herb Garden - Example"), TEXT("<p>All about the herb garden.</p>"), {0}},
    {TEXT(BASIL_URL),
     TEXT("Basil"),
     TEXT("<h1>Basil</h1><p>Put it in the <a href='/herbs'>kitchen garden</a>.</p>"),
     {0}},
    {TEXT("https://example.org/soil?a=1&b=2"),
     TEXT("Soil & compost"),
     TEXT("<p>See <a href='basil'>sweet basil</a></p>"),
     {0}},
    {TEXT("/long"), TEXT(LONG LONG LONG LONG LONG LONG LONG LONG), TEXT(""), {0}},
};

#define CONTENT "Basil in the kitchen garden: soil & compost, sweet basil"

static void says_what_is_wrong_with_a_file(void **state)
{
    (void)state;
    struct link_index *index;
    struct error err;
    assert_int_equal(link_open("/nonexistent/x.cdx", &index, &err), E_NOT_FOUND);
    assert_int_equal(link_open("/dev/null", &index, &err), E_CORRUPT);
    assert_int_equal(link_open("/tmp", &index, &err), E_IO);
    struct fixture_pages list = {site, COUNT_OF(site), 0};
    assert_int_equal(link_build("/nonexistent/x.cdx", fixture_next, &list, &err), E_IO);
    assert_null(index);
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

static void write_file(const char *path, const char *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    fclose(file);
}

/* Opens a damaged file and, if that works, links with it: any result will do, any crash will not. */
static void try_file(const char *path)
{
    struct link_index *index;
    struct error err;
    enum status status = link_open(path, &index, &err);
    if (status != OK) {
        assert_int_equal(status, E_CORRUPT);
        return;
    }
    struct arena *arena = arena_new();
    struct link_options options = {.url = STR("https://example.org/herbs")};
    struct link_result result;
    assert_int_equal(link_content(index, STR(CONTENT), &options, arena, &result, NULL), OK);
    arena_free(arena);
    link_close(index);
}

static void survives_damaged_files(void **state)
{
    (void)state;
    char path[] = "/tmp/copydesk-damaged.XXXXXX";
    close(mkstemp(path));
    struct fixture_pages list = {site, COUNT_OF(site), 0};
    struct error err;
    assert_int_equal(link_build(path, fixture_next, &list, &err), OK);
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0644);
    struct buf good = {0};
    read_file(path, &good);
    for (size_t length = 0; length < good.len; length += 1 + good.len / 64) {
        write_file(path, good.data, length);
        try_file(path);
    }
    static const char values[] = {'\0', '\x01', '\x7F', '\xFF'};
    size_t used = good.len < 4096 ? good.len : 4096;
    for (size_t at = 0; at < good.len; at += at < used ? 1 : 37) {
        char byte = good.data[at];
        good.data[at] = values[at % COUNT_OF(values)];
        write_file(path, good.data, good.len);
        try_file(path);
        good.data[at] = byte;
    }
    buf_free(&good);
    unlink(path);
}

/* --- files that are well formed and mean harm --- */

/* The index of the site as a file, and its bytes. */
struct made {
    char path[32];
    struct buf bytes;
};

static void make_index(struct made *made)
{
    *made = (struct made){.path = "/tmp/copydesk-made.XXXXXX"};
    close(mkstemp(made->path));
    struct fixture_pages list = {site, COUNT_OF(site), 0};
    assert_int_equal(link_build(made->path, fixture_next, &list, NULL), OK);
    read_file(made->path, &made->bytes);
}

static void unmake_index(struct made *made)
{
    buf_free(&made->bytes);
    unlink(made->path);
}

static struct index_header *header_of(struct made *made)
{
    return (struct index_header *)made->bytes.data;
}

/* Makes the sums right again, so that what was changed reaches the reader. */
static void mend_sums(struct made *made)
{
    struct index_header *header = header_of(made);
    for (int i = 0; i < SECTION_COUNT; i++) {
        struct index_section *section = &header->sections[i];
        size_t size = section->count * index_record_size(i);
        size = (size + INDEX_ALIGNMENT - 1) / INDEX_ALIGNMENT * INDEX_ALIGNMENT;
        section->sum = section->count ? index_checksum(0, made->bytes.data + section->offset, size) : 0;
    }
    header->sum = index_checksum(0, header, offsetof(struct index_header, sum));
}

static void *records_of(struct made *made, enum index_section_id section)
{
    return made->bytes.data + header_of(made)->sections[section].offset;
}

static struct link_index *open_made(const struct made *made)
{
    struct link_index *index;
    write_file(made->path, made->bytes.data, made->bytes.len);
    assert_int_equal(link_open(made->path, &index, NULL), OK);
    return index;
}

/*
 * Links the content and checks what always holds of links. Returns how many there are, or the negated status of the
 * error.
 */
static int link_count(const struct link_index *index)
{
    struct arena *arena = arena_new();
    struct link_options options = {.min_score = -1};
    struct link_result result;
    enum status status = link_content(index, STR(CONTENT), &options, arena, &result, NULL);
    for (size_t i = 0; status == OK && i < result.count; i++) {
        assert_true(result.links[i].score >= 0 && result.links[i].score <= 1);
        assert_true(str_starts(result.links[i].url, STR("https://example.org/")));
    }
    int count = status == OK ? (int)result.count : -(int)status;
    arena_free(arena);
    return count;
}

static int count_of_made(const struct made *made)
{
    struct link_index *index = open_made(made);
    int count = link_count(index);
    link_close(index);
    return count;
}

/* Every byte of every section becomes one of these, a record at a time and all at once. */
static void takes_any_numbers(void **state)
{
    (void)state;
    static const unsigned char values[] = {0, 1, 0x7F, 0x80, 0xFF};
    struct made made;
    make_index(&made);
    assert_true(count_of_made(&made) > 0);
    for (int section = 0; section < SECTION_COUNT; section++) {
        size_t size = header_of(&made)->sections[section].count * index_record_size(section);
        char *records = records_of(&made, section), *kept = malloc(size + 1);
        memcpy(kept, records, size);
        for (size_t i = 0; i < COUNT_OF(values); i++) {
            memset(records, values[i], size);
            mend_sums(&made);
            assert_true(count_of_made(&made) >= 0);
            for (size_t at = 0; at < size; at += 1 + size / 64) {
                memcpy(records, kept, size);
                records[at] = (char)values[i];
                mend_sums(&made);
                assert_true(count_of_made(&made) >= 0);
            }
        }
        memcpy(records, kept, size);
        free(kept);
    }
    unmake_index(&made);
}

/* A change of any one byte is seen: a file so small is checked as a whole when it is opened. */
static void sees_damage(void **state)
{
    (void)state;
    struct made made;
    struct link_index *index;
    struct error err;
    make_index(&made);
    size_t first = header_of(&made)->sections[0].offset; /* nothing stands between the header and the first section */
    for (size_t at = 0; at < made.bytes.len; at += 1 + made.bytes.len / 512) {
        if (at >= sizeof(struct index_header) && at < first)
            continue;
        made.bytes.data[at] ^= 1;
        write_file(made.path, made.bytes.data, made.bytes.len);
        assert_int_equal(link_open(made.path, &index, &err), E_CORRUPT);
        made.bytes.data[at] ^= 1;
    }
    index = open_made(&made);
    assert_int_equal(link_verify(index, &err), OK);
    link_close(index);
    unmake_index(&made);
}

/* So many pages that the file is mapped. */
static void make_large_index(struct made *made)
{
    enum { PAGES = 12000 };
    *made = (struct made){.path = "/tmp/copydesk-made.XXXXXX"};
    close(mkstemp(made->path));
    struct arena *arena = arena_new();
    struct link_page *pages = ARENA_ARRAY(arena, PAGES, struct link_page);
    for (int i = 0; i < PAGES; i++)
        pages[i] = (struct link_page){
            .url = str_from(arena_printf(arena, "https://example.org/%d/number-%d", i % 7, i)),
            .title = str_from(arena_printf(arena, "Number %d of herb%d and soil%d", i, i % 100, i % 1000)),
            .html = str_from(arena_printf(arena, "<p>The herb%d grows in <a href='/%d/number-%d'>soil%d</a>.</p>",
                                          i % 100, (i + 1) % PAGES % 7, (i + 1) % PAGES, (i + 1) % 1000))};
    struct fixture_pages list = {pages, PAGES, 0};
    assert_int_equal(link_build(made->path, fixture_next, &list, NULL), OK);
    arena_free(arena);
    read_file(made->path, &made->bytes);
    assert_true(made->bytes.len > 1024 * 1024);
}

static void verifies_large_files_when_asked(void **state)
{
    (void)state;
    struct made made;
    struct error err;
    make_large_index(&made);
    struct link_index *index = open_made(&made);
    assert_int_equal(link_verify(index, &err), OK);
    link_close(index);
    made.bytes.data[made.bytes.len / 2] ^= 1;
    index = open_made(&made);
    assert_int_equal(link_verify(index, &err), E_CORRUPT);
    link_close(index);
    made.bytes.data[100] ^= 1; /* of the header, which is always checked */
    write_file(made.path, made.bytes.data, made.bytes.len);
    assert_int_equal(link_open(made.path, &index, &err), E_CORRUPT);
    unmake_index(&made);
}

/* The length of a page's texts with what is before them. */
static size_t texts_length(struct str text)
{
    struct str rest = text;
    size_t both = varint_take(&rest);
    both += varint_take(&rest);
    return text.len - rest.len + both;
}

/* Gives the second page a URL, each byte of it escaped; the last page, whose title is long, makes room for it. */
static void put_url(struct made *made, const char *url)
{
    struct str text = {records_of(made, SECTION_TEXT), header_of(made)->sections[SECTION_TEXT].count};
    struct buf texts = {0};
    size_t second = texts_length(text),
           third = second + texts_length((struct str){text.data + second, text.len - second});
    size_t last = third + texts_length((struct str){text.data + third, text.len - third});
    buf_add(&texts, text.data, second);
    varint_put(&texts, (uint32_t)(2 * strlen(url)));
    varint_put(&texts, 0);
    for (size_t i = 0; url[i]; i++) {
        buf_char(&texts, (char)SYMBOL_ESCAPE);
        buf_char(&texts, url[i]);
    }
    buf_add(&texts, text.data + third, last - third);
    buf_add(&texts, "\0\0", 2);
    assert_true(COUNT_OF(site) == TEXT_GROUP && texts.len <= text.len);
    memcpy((char *)(uintptr_t)text.data, texts.data, texts.len);
    buf_free(&texts);
    mend_sums(made);
}

/* The builder takes http(s) and relative URLs only, and so does the reader. */
static void links_to_no_other_urls(void **state)
{
    (void)state;
    static const char *const urls[] = {"javascript:alert(1)",   " JavaScript:alert(1)", "\x01javascript:alert(1)",
                                       "java\tscript:alert(1)", "data:text/html,x",     "//[/",
                                       "https://other.example/"};
    struct made made;
    make_index(&made);
    int all = count_of_made(&made);
    for (size_t i = 0; i < COUNT_OF(urls); i++) {
        put_url(&made, urls[i]);
        assert_int_equal(count_of_made(&made), all - 1);
    }
    unmake_index(&made);
}

static void builds_no_other_urls(void **state)
{
    (void)state;
    static const struct link_page pages[] = {
        {TEXT("javascript:alert(1)"), TEXT("Basil"), {0}, {0}},
        {TEXT("\x01javascript:alert(1)"), TEXT("Basil"), {0}, {0}},
        {TEXT("java\nscript:alert(1)"), TEXT("Basil"), {0}, {0}},
        {TEXT("data:text/html,x"), TEXT("Basil"), {0}, {0}},
    };
    char folder[] = "/tmp/copydesk-link-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/none.cdx", folder);
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        struct fixture_pages list = {&pages[i], 1, 0};
        assert_int_equal(link_build(path, fixture_next, &list, NULL), E_INVALID);
    }
    assert_int_equal(rmdir(folder), 0); /* nothing is left in it */
}

/* --- files that change while they are open --- */

static int link_large(const struct link_index *index)
{
    struct arena *arena = arena_new();
    struct link_options options = {.min_score = 0};
    struct link_result result;
    enum status status =
        link_content(index, STR("number 7 of herb7 and soil7, number 9 of herb9"), &options, arena, &result, NULL);
    int count = status == OK ? (int)result.count : -(int)status;
    arena_free(arena);
    return count;
}

static void notices_another_length(void **state)
{
    (void)state;
    struct made made;
    make_large_index(&made);
    struct link_index *index = open_made(&made);
    int all = link_large(index);
    assert_true(all > 0);
    const size_t lengths[] = {0, 1, made.bytes.len / 2, made.bytes.len - 1, made.bytes.len * 2};
    for (size_t i = 0; i < COUNT_OF(lengths); i++) {
        assert_int_equal(truncate(made.path, (off_t)lengths[i]), 0);
        assert_int_equal(link_large(index), -E_CORRUPT);
        write_file(made.path, made.bytes.data, made.bytes.len);
        assert_int_equal(link_large(index), all);
    }
    unlink(made.path);
    assert_int_equal(link_large(index), all);
    link_close(index);
    unmake_index(&made);
}

/* A small file is copied: whatever becomes of it does not matter, not even while a call is at work. */
static void needs_no_small_file_any_more(void **state)
{
    (void)state;
    struct made made;
    make_index(&made);
    struct link_index *index = open_made(&made);
    int all = link_count(index);
    assert_true(all > 0);
    assert_int_equal(truncate(made.path, 0), 0);
    assert_int_equal(link_count(index), all);
    link_close(index);
    unmake_index(&made);
}

/* The header was checked when the file was opened; what it says afterwards must not matter. */
static void heeds_no_later_header(void **state)
{
    (void)state;
    struct made made;
    make_large_index(&made);
    struct link_index *index = open_made(&made);
    int all = link_large(index);
    size_t pages = link_page_count(index);
    for (int i = 0; i < SECTION_COUNT; i++)
        header_of(&made)->sections[i] = (struct index_section){UINT32_MAX, UINT32_MAX, 0};
    write_file(made.path, made.bytes.data, made.bytes.len);
    assert_int_equal(link_large(index), all);
    assert_int_equal(link_page_count(index), pages);
    link_close(index);
    unmake_index(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_is_wrong_with_a_file),
        cmocka_unit_test(survives_damaged_files),
        cmocka_unit_test(takes_any_numbers),
        cmocka_unit_test(sees_damage),
        cmocka_unit_test(verifies_large_files_when_asked),
        cmocka_unit_test(links_to_no_other_urls),
        cmocka_unit_test(builds_no_other_urls),
        cmocka_unit_test(notices_another_length),
        cmocka_unit_test(needs_no_small_file_any_more),
        cmocka_unit_test(heeds_no_later_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
