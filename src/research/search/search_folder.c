/* The backend "folder" of search: a folder of documents, searched as the library is. */
#include "research/library/library.h"
#include "research/search/search_backend.h"
#include "research/search/search_parts.h"

#include <stdlib.h>
#include <sys/stat.h>

enum { MOST_PAGES = 50, EXCERPT_BLOCKS = 3 };

struct document_folder {
    char *path;
    struct library_indexes *libraries;
};

static void close_folder(void *state)
{
    struct document_folder *folder = state;
    library_indexes_free(folder->libraries);
    free(folder->path);
    free(folder);
}

static enum status check_path(const char *name, const char *path, struct error *err)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return OK;
    return error_set(err, E_INVALID, "config", "configuration: %s.path must be a folder of documents; %s is none", name,
                     path);
}

static enum status open_document_folder(enum search_kind kind, const char *name, const json_t *entry, void **state,
                                        struct error *err)
{
    static const char *const members[] = {"path", NULL};
    const char *path = NULL;
    (void)kind;
    enum status status = entry_check(entry, name, members, err);
    if (!status)
        status = entry_text(entry, name, "path", &path, err);
    if (!status)
        status = check_path(name, path, err);
    if (status)
        return status;
    struct document_folder *folder = calloc(1, sizeof *folder);
    if (!folder)
        return error_memory(err);
    folder->path = strdup(path);
    status = folder->path ? library_indexes_new(NULL, &folder->libraries, err) : error_memory(err);
    if (status)
        close_folder(folder);
    else
        *state = folder;
    return status;
}

/* What a document says first. What is plain text already is escaped: all texts of results are read as markup. */
static const char *write_excerpt(struct buf *out, const struct page *page)
{
    size_t taken = 0;
    for (size_t i = 0; i < page->count && taken < EXCERPT_BLOCKS; i++) {
        if (page->blocks[i].kind != BLOCK_PARAGRAPH)
            continue;
        if (taken++)
            buf_char(out, ' ');
        escape_html(out, page->blocks[i].text);
    }
    return buf_text(out);
}

static void add_page(struct search_list *list, const struct page *page)
{
    struct buf title = {0}, text = {0};
    escape_html(&title, str_from(page->title));
    const struct search_result result = {
        .url = page->url,
        .title = buf_text(&title),
        .text = write_excerpt(&text, page),
        .published_ms = page->published_ms,
        .page = page,
    };
    search_add(list, &result);
    search_free(list, &title);
    search_free(list, &text);
}

static enum status ask_folder(void *state, enum search_kind kind, const struct search_query *query,
                              const struct lookup *lookup, struct search_list *list)
{
    struct document_folder *folder = state;
    const struct library_place place = {.path = folder->path, .libraries = folder->libraries};
    const struct library_request request = {
        .keyword = query->text,
        .language = query->language,
        .max_pages = query->most < MOST_PAGES ? query->most : MOST_PAGES,
        .is_wide = true,
        .cancel = lookup->cancel,
    };
    struct library_answer answer = {0};
    (void)kind;
    enum status status = library_ask(&place, &request, lookup->arena, &answer, lookup->err);
    for (size_t i = 0; i < answer.count && !status; i++)
        add_page(list, &answer.pages[i]);
    return status;
}

const struct search_backend search_folder_backend = {
    .api = "folder",
    .kinds = 1U << SEARCH_WEB | 1U << SEARCH_NEWS | 1U << SEARCH_SCHOLARLY,
    .open = open_document_folder,
    .close = close_folder,
    .ask = ask_folder,
};
