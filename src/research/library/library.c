#include "research/library/library.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    LARGEST_DOCUMENT = 4 * 1024 * 1024,
    DEEPEST_FOLDER = 32,
};

/* Looks for the documents of a folder. */
struct scanner {
    struct arena *arena;
    const char *root; /* resolved path of the folder */
    const atomic_bool *cancel;
    struct library_file *files;
    size_t count, cap;
};

static bool is_cancelled(const atomic_bool *cancel)
{
    return cancel && atomic_load(cancel);
}

static enum status cancelled(struct error *err)
{
    return error_set(err, E_CANCELLED, "cancelled", "reading the library was called off");
}

/* --- which files --- */

static int64_t nanoseconds(struct timespec time)
{
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void add_file(struct scanner *scanner, const char *path, const struct stat *info)
{
    struct library_file *added = VEC_PUSH(scanner->arena, scanner->files, scanner->count, scanner->cap);
    if (added)
        *added = (struct library_file){.path = path,
                                       .device = (uint64_t)info->st_dev,
                                       .inode = (uint64_t)info->st_ino,
                                       .size = (uint64_t)info->st_size,
                                       .modified_ns = nanoseconds(info->st_mtim),
                                       .changed_ns = nanoseconds(info->st_ctim)};
}

/* Does the link end inside the folder, at a regular file? *info gets that file's. */
static bool link_stays_inside(const struct scanner *scanner, const char *full, struct stat *info)
{
    char target[PATH_MAX];
    size_t length = strlen(scanner->root);
    return realpath(full, target) && strncmp(target, scanner->root, length) == 0 && target[length] == '/' &&
           stat(target, info) == 0 && S_ISREG(info->st_mode);
}

/* Sphinx writes these two folders beside the pages that it makes: the text that they were made from, which says the
 * same again in markup that no reader knows, and what they are displayed with. The names are its own and cannot be
 * changed. Other names with such a mark are documents, as Jekyll's "_posts". */
static bool is_of_generator(const char *name)
{
    return strcmp(name, "_sources") == 0 || strcmp(name, "_static") == 0;
}

static void scan(struct scanner *scanner, const char *folder, int depth);

/* Takes one entry of a folder: notes a document, scans a folder. */
static void take_entry(struct scanner *scanner, const char *folder, const char *name, int depth)
{
    struct stat info;
    enum page_format format;
    char *path = *folder ? arena_printf(scanner->arena, "%s/%s", folder, name) : arena_copy(scanner->arena, name);
    char *full = path ? arena_printf(scanner->arena, "%s/%s", scanner->root, path) : NULL;
    if (!full || lstat(full, &info) != 0)
        return;
    if (S_ISDIR(info.st_mode)) {
        if (is_of_generator(name))
            return;
        scan(scanner, path, depth + 1);
        return;
    }
    bool file = S_ISREG(info.st_mode) || (S_ISLNK(info.st_mode) && link_stays_inside(scanner, full, &info));
    if (file && page_format_of_name(name, &format))
        add_file(scanner, path, &info);
}

static void scan(struct scanner *scanner, const char *folder, int depth)
{
    if (depth > DEEPEST_FOLDER) {
        log_line(LOG_WARN, "library: %s is nested too deep and was left out", folder);
        return;
    }
    char *full = arena_printf(scanner->arena, "%s/%s", scanner->root, folder);
    DIR *entries = full ? opendir(full) : NULL;
    if (full && !entries && errno == ENOMEM)
        arena_fail(scanner->arena);
    if (!entries && arena_failed(scanner->arena))
        return;
    if (!entries) {
        log_line(LOG_WARN, "library: %s cannot be read and was left out", folder);
        return;
    }
    for (struct dirent *entry;
         !arena_failed(scanner->arena) && !is_cancelled(scanner->cancel) && (entry = readdir(entries));)
        if (entry->d_name[0] != '.')
            take_entry(scanner, folder, entry->d_name, depth);
    closedir(entries);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct library_file *)a)->path, ((const struct library_file *)b)->path);
}

enum status library_find(struct arena *arena, const char *folder, const atomic_bool *cancel,
                         struct library_files *files, struct error *err)
{
    char root[PATH_MAX];
    *files = (struct library_files){.root = NULL};
    if (!realpath(folder, root))
        return error_set(err, errno == ENOENT || errno == ENOTDIR ? E_NOT_FOUND : E_IO, NULL,
                         "the library folder %s cannot be opened: %s", folder, strerror(errno));
    DIR *entries = opendir(root);
    if (!entries)
        return error_set(err, errno == ENOTDIR ? E_NOT_FOUND : E_IO, NULL, "the library folder %s cannot be read: %s",
                         folder, strerror(errno));
    closedir(entries);
    files->root = arena_copy(arena, root);
    struct scanner scanner = {.arena = arena, .root = files->root, .cancel = cancel};
    if (files->root)
        scan(&scanner, "", 0);
    if (arena_failed(arena))
        return error_memory(err);
    if (is_cancelled(cancel))
        return cancelled(err);
    if (scanner.count)
        qsort(scanner.files, scanner.count, sizeof *scanner.files, by_path);
    files->list = scanner.files;
    files->count = scanner.count;
    return OK;
}

/* --- reading them --- */

/* The whole file; false with errno: EFBIG when it is too large, ENOMEM. */
static bool library_read_file(const char *path, struct buf *out)
{
    char piece[16384];
    ssize_t got = 0;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return false;
    out->limit = LARGEST_DOCUMENT;
    while (!out->failed && ((got = read(file, piece, sizeof piece)) > 0 || (got < 0 && errno == EINTR)))
        if (got > 0)
            buf_add(out, piece, (size_t)got);
    bool too_large = out->failed && out->len + (size_t)got > LARGEST_DOCUMENT;
    int problem = too_large ? EFBIG : out->failed ? ENOMEM : errno;
    close(file);
    errno = problem;
    return got == 0 && !out->failed;
}

static enum status library_refuse(const char *path, int reason, struct error *err)
{
    if (reason == ENOMEM)
        return error_memory(err);
    enum status status = reason == EFBIG ? E_LIMIT : reason == ENOENT ? E_NOT_FOUND : E_IO;
    return error_set(err, status, NULL, "%s: %s", path, strerror(reason));
}

enum status library_read(struct arena *arena, const char *root, const char *path, struct page *page, struct error *err)
{
    enum page_format format = PAGE_TEXT;
    struct buf text = {0};
    page_format_of_name(path, &format);
    char *full = arena_printf(arena, "%s/%s", root, path);
    if (!full)
        return error_memory(err);
    enum status status = library_read_file(full, &text) ? OK : library_refuse(path, errno, err);
    if (!status)
        status = page_read(arena, (struct str){buf_text(&text), text.len}, format, "", path, page, err);
    buf_free(&text);
    return status;
}

struct entry_maker {
    struct arena *arena;
    struct corpus corpus;
    const struct page *page;
};

static void put_terms(struct buf *out, const struct corpus *corpus, const struct terms *terms)
{
    for (size_t i = 0; i < terms->count; i++) {
        struct str stem = vocabulary_stem(&corpus->vocabulary, terms->ids[i]);
        if (i)
            buf_char(out, ' ');
        buf_add(out, stem.data, stem.len);
    }
}

static struct str make_title(struct entry_maker *maker)
{
    struct buf text = {0};
    put_terms(&text, &maker->corpus, &maker->corpus.sections[0].terms);
    return buf_keep(&text, maker->arena);
}

static struct str make_headings(struct entry_maker *maker)
{
    struct buf text = {0};
    for (size_t i = 1; i < maker->corpus.section_count; i++) {
        put_terms(&text, &maker->corpus, &maker->corpus.sections[i].terms);
        buf_char(&text, '\n');
    }
    return buf_keep(&text, maker->arena);
}

static struct str make_body(struct entry_maker *maker)
{
    const struct corpus *corpus = &maker->corpus;
    struct buf text = {0};
    for (size_t i = 0, said = 0; i < corpus->section_count; i++) {
        for (; said < corpus->statement_count && corpus->statements[said].section == i; said++) {
            put_terms(&text, corpus, &corpus->statements[said].terms);
            buf_char(&text, '\n');
        }
        buf_char(&text, LIBRARY_SECTION_END);
    }
    return buf_keep(&text, maker->arena);
}

static struct str make_outline(struct entry_maker *maker)
{
    const struct corpus *corpus = &maker->corpus;
    struct buf text = {0};
    size_t *words = ARENA_ARRAY(maker->arena, corpus->section_count, size_t);
    for (size_t i = 0; words && i < corpus->statement_count; i++)
        words[corpus->statements[i].section] += corpus->statements[i].words;
    for (size_t i = 0; words && i < corpus->section_count; i++)
        buf_printf(&text, "%d\t%zu\t%d\t%.*s\n", corpus->sections[i].depth, words[i],
                   corpus->sections[i].is_boilerplate, STR_ARG(corpus->sections[i].title));
    return buf_keep(&text, maker->arena);
}

/* --- names --- */

struct entry_name {
    size_t places, capitals;
};

/* Behind a small letter or a comma and a blank. */
static bool is_in_mid_sentence(struct str text, const struct word *word, const struct word *before)
{
    size_t end = before->end;
    if (word->start == end + 2 && text.data[end] == ',')
        return true;
    char last = text.data[end - 1];
    return word->start == end + 1 && text.data[end] == ' ' && ((last >= 'a' && last <= 'z') || (last & 0x80));
}

/* Where the word itself begins: the "A" of "d'Apache". */
static size_t behind_elided(const struct language *language, struct str text, const struct word *word)
{
    static const char *const apostrophes[] = {"'", "\xE2\x80\x99"};
    struct str written = {text.data + word->start, word->end - word->start};
    for (size_t i = 0; language && language->elides && i < COUNT_OF(apostrophes); i++) {
        struct str mark = str_from(apostrophes[i]);
        size_t at = str_find(written, mark, 0);
        if (at + mark.len < written.len)
            return word->start + at + mark.len;
    }
    return word->start;
}

static void entry_count_names(struct entry_maker *maker, struct str text, struct map *names)
{
    struct word *words;
    size_t count;
    words_split(maker->arena, text, maker->corpus.language, &words, &count, NULL);
    for (size_t i = 1; i < count; i++) {
        uint32_t first;
        if (words[i].is_stop || !is_in_mid_sentence(text, &words[i], &words[i - 1]))
            continue;
        void **place = map_put(names, words[i].stem);
        if (place && !*place)
            *place = ARENA_NEW(maker->arena, struct entry_name);
        if (!place || !*place)
            return;
        struct entry_name *name = *place;
        utf8_decode(text, behind_elided(maker->corpus.language, text, &words[i]), &first);
        name->places++;
        name->capitals += unicode_is_upper(first);
    }
}

/* Four of five places have the capital. */
static struct str make_names(struct entry_maker *maker)
{
    struct map names;
    struct buf text = {0};
    map_init(&names, maker->arena);
    for (size_t i = 0; i < maker->page->count; i++)
        if (maker->page->blocks[i].kind == BLOCK_PARAGRAPH || maker->page->blocks[i].kind == BLOCK_LIST_ITEM)
            entry_count_names(maker, maker->page->blocks[i].text, &names);
    for (size_t i = 0; i < names.count; i++) {
        const struct entry_name *name = names.entries[i].value;
        if (!name || name->capitals * 5 < name->places * 4)
            continue;
        buf_add(&text, names.entries[i].key.data, names.entries[i].key.len);
        buf_char(&text, ' ');
    }
    return buf_keep(&text, maker->arena);
}

static struct hashes make_sketch(struct entry_maker *maker)
{
    const struct corpus *corpus = &maker->corpus;
    size_t stems = 0, count = 0;
    for (size_t i = 0; i < corpus->statement_count; i++)
        stems += corpus->statements[i].terms.count;
    uint64_t *words = ARENA_ARRAY(maker->arena, stems, uint64_t);
    for (size_t i = 0; words && i < corpus->statement_count; i++) {
        const struct terms *terms = &corpus->statements[i].terms;
        for (size_t j = 0; j < terms->count; j++)
            words[count++] = hash_of(vocabulary_stem(&corpus->vocabulary, terms->ids[j]), HASH_EMPTY);
    }
    struct hashes sketch = shingles_of(words, count, SHINGLE_DOCUMENT);
    sketch.count = sketch.count < LIBRARY_SKETCH ? sketch.count : LIBRARY_SKETCH;
    return sketch;
}

enum status library_entry_make(struct arena *arena, const struct page *page, struct library_entry *entry,
                               struct error *err)
{
    struct entry_maker maker = {.arena = arena, .page = page};
    struct page copy = *page;
    if (!copy.language)
        copy.language = language_find(STR("en"));
    const struct corpus_options options = {.language = copy.language};
    enum status status = corpus_build(arena, &copy, 1, &options, &maker.corpus, err);
    if (status)
        return status;
    *entry = (struct library_entry){
        .title = make_title(&maker),
        .headings = make_headings(&maker),
        .body = make_body(&maker),
        .names = make_names(&maker),
        .outline = make_outline(&maker),
        .sketch = make_sketch(&maker),
    };
    return arena_failed(arena) ? error_memory(err) : OK;
}
