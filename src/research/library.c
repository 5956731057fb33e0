#include "research/library.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_DOCUMENTS = 2000,
    LARGEST_DOCUMENT = 4 * 1024 * 1024,
    DEEPEST_FOLDER = 32,
    MOST_PATHS = 100000, /* looked at before sorting; what is beyond is not seen at all */
};

struct library {
    struct arena *arena;
    const char *root; /* resolved path of the folder */
    char **paths;     /* of documents, relative to the root */
    size_t count, cap;
    bool failed; /* memory ran out */
};

/* --- which files ----------------------------------------------------------------------------------------------- */

static void add_path(struct library *library, char *path)
{
    if (library->count == library->cap) {
        size_t cap = library->cap ? library->cap * 2 : 64;
        char **paths = ARENA_ARRAY(library->arena, cap, char *);
        if (!paths) {
            library->failed = true;
            return;
        }
        if (library->count)
            memcpy(paths, library->paths, library->count * sizeof *paths);
        library->paths = paths;
        library->cap = cap;
    }
    library->paths[library->count++] = path;
}

/* Does the link end inside the folder, at a regular file? */
static bool link_stays_inside(const struct library *library, const char *full)
{
    char target[PATH_MAX];
    struct stat info;
    size_t length = strlen(library->root);
    return realpath(full, target) && strncmp(target, library->root, length) == 0 && target[length] == '/' &&
           stat(target, &info) == 0 && S_ISREG(info.st_mode);
}

static void scan(struct library *library, const char *folder, int depth);

/* Takes one entry of a folder: a document is noted, a folder is scanned. */
static void take_entry(struct library *library, const char *folder, const char *name, int depth)
{
    struct stat info;
    enum page_format format;
    char *path = *folder ? arena_printf(library->arena, "%s/%s", folder, name) : arena_copy(library->arena, name);
    char *full = path ? arena_printf(library->arena, "%s/%s", library->root, path) : NULL;
    if (!full) {
        library->failed = true;
        return;
    }
    if (lstat(full, &info) != 0)
        return;
    if (S_ISDIR(info.st_mode)) {
        scan(library, path, depth + 1);
        return;
    }
    bool file = S_ISREG(info.st_mode) || (S_ISLNK(info.st_mode) && link_stays_inside(library, full));
    if (file && page_format_of_name(name, &format))
        add_path(library, path);
}

static void scan(struct library *library, const char *folder, int depth)
{
    if (depth > DEEPEST_FOLDER) {
        log_line(LOG_WARN, "library: %s is nested too deep and was left out", folder);
        return;
    }
    char *full = arena_printf(library->arena, "%s/%s", library->root, folder);
    DIR *entries = full ? opendir(full) : NULL;
    if (!full || (!entries && errno == ENOMEM)) {
        library->failed = true;
        return;
    }
    if (!entries) {
        log_line(LOG_WARN, "library: %s cannot be read and was left out", folder);
        return;
    }
    for (struct dirent *entry; !library->failed && library->count < MOST_PATHS && (entry = readdir(entries));)
        if (entry->d_name[0] != '.')
            take_entry(library, folder, entry->d_name, depth);
    closedir(entries);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* --- reading them ---------------------------------------------------------------------------------------------- */

/* The whole file; false with errno: EFBIG when it is too large, ENOMEM. */
static bool read_file(const char *path, struct buf *out)
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

/* Reads a document into *page; one that cannot be read is logged and left out, *used says so. */
static enum status read_document(const struct library *library, const char *path, struct page *page, bool *used,
                                 struct error *err)
{
    enum page_format format = PAGE_TEXT;
    struct error problem;
    struct buf text = {0};
    enum status status = OK;
    *used = false;
    page_format_of_name(path, &format);
    char *full = arena_printf(library->arena, "%s/%s", library->root, path);
    if (!full)
        return error_memory(err);
    if (!read_file(full, &text)) {
        status = errno == ENOMEM ? E_MEMORY : OK;
        if (status == OK)
            log_line(LOG_WARN, "library: %s was left out: %s", path, strerror(errno));
    } else {
        struct str document = {buf_text(&text), text.len};
        status = page_read(library->arena, document, format, "", path, page, &problem);
        *used = status == OK;
        if (status != OK && status != E_MEMORY)
            log_line(LOG_WARN, "library: %s was left out: %s", path, problem.message);
    }
    buf_free(&text);
    return status == E_MEMORY ? error_memory(err) : OK;
}

static enum status read_documents(struct library *library, struct page **pages, size_t *count, struct error *err)
{
    size_t most = library->count < MOST_DOCUMENTS ? library->count : MOST_DOCUMENTS;
    *count = 0;
    *pages = ARENA_ARRAY(library->arena, most, struct page);
    if (!*pages)
        return error_memory(err);
    if (library->count > most)
        log_line(LOG_WARN, "library: only the first %d documents are read; %zu from %s on were left out",
                 MOST_DOCUMENTS, library->count - most, library->paths[most]);
    for (size_t i = 0; i < most; i++) {
        bool used;
        enum status status = read_document(library, library->paths[i], &(*pages)[*count], &used, err);
        if (status != OK)
            return status;
        *count += used;
    }
    return OK;
}

enum status library_read(struct arena *arena, const char *folder, struct page **pages, size_t *count, struct error *err)
{
    char root[PATH_MAX];
    *pages = NULL;
    *count = 0;
    if (!realpath(folder, root))
        return error_set(err, errno == ENOENT || errno == ENOTDIR ? E_NOT_FOUND : E_IO, NULL,
                         "the library folder %s cannot be opened: %s", folder, strerror(errno));
    DIR *entries = opendir(root);
    if (!entries)
        return error_set(err, errno == ENOTDIR ? E_NOT_FOUND : E_IO, NULL, "the library folder %s cannot be read: %s",
                         folder, strerror(errno));
    closedir(entries);
    struct library library = {.arena = arena, .root = root};
    scan(&library, "", 0);
    if (library.failed)
        return error_memory(err);
    if (library.count)
        qsort(library.paths, library.count, sizeof *library.paths, by_bytes);
    return read_documents(&library, pages, count, err);
}
