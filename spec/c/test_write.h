/* An article written for a test: a job that keeps its steps in memory, and its HTML as a tree that XPath can ask. */
#ifndef COPYDESK_SPEC_TEST_WRITE_H
#define COPYDESK_SPEC_TEST_WRITE_H

#include "write/write.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#define LIBRARY "examples/library"

enum { MAX_STEPS = 64 };

/* Whoever runs the article: keeps what is stored, and can call the work off or lose the lease. */
struct desk {
    char *names[MAX_STEPS], *outputs[MAX_STEPS];
    int versions[MAX_STEPS];
    int steps, failed_calls, loads, saves, reports;
    int fail_save_at; /* this save gives E_CONFLICT; 0: none */
    int cancel_at;    /* this report sets the flag; 0: none */
    int pieces;       /* of texts that were watched as they grew */
    size_t text_bytes;
    double fraction;
    bool has_fallen; /* progress went back, or ended before its time */
    json_t *details; /* what is told, as a test wants it; NULL: it does not */
    atomic_bool cancel;
    struct link_index *index; /* what open_index gives; NULL: the domain has no pages */
    bool has_no_domain;       /* it was deleted */
};

/* Pieces of work side by side load and save. */
static pthread_mutex_t desk_lock = PTHREAD_MUTEX_INITIALIZER;

struct written {
    struct desk *desk;
    struct arena *arena;
    struct write_result result;
    struct error err;
    enum status status;
    xmlDoc *tree; /* NULL when there is no HTML */
};

static inline enum status desk_progress(void *context, double fraction, const char *detail, struct error *err)
{
    struct desk *desk = context;
    (void)err;
    pthread_mutex_lock(&desk_lock);
    desk->has_fallen |= fraction < desk->fraction || fraction >= 1 || !detail || !*detail;
    desk->fraction = fraction;
    if (desk->details)
        json_array_append_new(desk->details, json_string(detail));
    if (++desk->reports == desk->cancel_at)
        atomic_store(&desk->cancel, true);
    pthread_mutex_unlock(&desk_lock);
    return OK;
}

static inline enum status desk_load(void *context, struct arena *arena, const char *step, int version,
                                    struct str *output, struct error *err)
{
    struct desk *desk = context;
    enum status status = error_set(err, E_NOT_FOUND, NULL, "no such step");
    pthread_mutex_lock(&desk_lock);
    for (int i = desk->steps; i-- > 0 && status == E_NOT_FOUND;) {
        if (strcmp(desk->names[i], step) != 0 || desk->versions[i] != version)
            continue;
        desk->loads++;
        *output = str_from(arena_copy(arena, desk->outputs[i]));
        status = output->data ? OK : error_memory(err);
    }
    pthread_mutex_unlock(&desk_lock);
    return status;
}

static inline enum status desk_save(void *context, const struct write_step *step, struct error *err)
{
    struct desk *desk = context;
    enum status status = OK;
    pthread_mutex_lock(&desk_lock);
    if (++desk->saves == desk->fail_save_at) {
        status = error_set(err, E_CONFLICT, NULL, "the lease is lost");
    } else if (!step->is_done) {
        desk->failed_calls++;
    } else if (desk->steps == MAX_STEPS) {
        status = error_set(err, E_INTERNAL, NULL, "too many steps for the test");
    } else {
        desk->names[desk->steps] = strdup(step->name);
        desk->versions[desk->steps] = step->version;
        desk->outputs[desk->steps++] = strndup(step->output.data, step->output.len);
    }
    pthread_mutex_unlock(&desk_lock);
    return status;
}

static inline enum status desk_open_index(void *context, const char *domain_id, struct link_index **index,
                                          struct error *err)
{
    struct desk *desk = context;
    (void)domain_id;
    if (desk->has_no_domain)
        return error_set(err, E_NOT_FOUND, NULL, "There is no domain with this id.");
    if (!desk->index)
        return error_set(err, E_INVALID, "domain_empty", "The domain has no pages yet.");
    *index = desk->index;
    desk->index = NULL; /* whoever opens it closes it */
    return OK;
}

static inline void desk_text(void *context, const char *step, struct str piece)
{
    struct desk *desk = context;
    pthread_mutex_lock(&desk_lock);
    desk->pieces += *step != '\0';
    desk->text_bytes += piece.len;
    pthread_mutex_unlock(&desk_lock);
}

static inline void desk_clear(struct desk *desk)
{
    for (int i = 0; i < desk->steps; i++) {
        free(desk->names[i]);
        free(desk->outputs[i]);
    }
    memset(desk, 0, sizeof *desk);
}

/* The defaults that params_read fills in, and the caller's own over them. */
static inline json_t *make_config(const char *keyword, const char *own)
{
    json_t *config = json_pack("{s:s,s:s,s:s,s:s,s:s,s:b,s:b,s:b,s:b,s:s}", "targetKeyword", keyword, "articleType",
                               "blog_post", "language", "English", "pointOfView", "third_person", "readabilityMode",
                               "default", "shouldCiteSources", 1, "includeFaq", 0, "includeKeyTakeaways", 0,
                               "includeConclusion", 1, "seoOptimizationLevel", "default");
    json_t *more = json_loads(own ? own : "{}", 0, NULL);
    assert_non_null(config);
    assert_non_null(more);
    json_object_update(config, more);
    json_decref(more);
    return config;
}

static inline struct write_job desk_job(struct desk *desk, const json_t *config, const struct model *model)
{
    return (struct write_job){.config = config,
                              .model = model,
                              .cancel = &desk->cancel,
                              .context = desk,
                              .progress = desk_progress,
                              .load_step = desk_load,
                              .save_step = desk_save,
                              .open_index = desk_open_index,
                              .on_text = desk_text};
}

/* Writes with a model and with the desk's stored steps. model NULL: the built-in writer. */
static inline struct written write_by(const struct model *model, struct desk *desk,
                                      const struct write_services *services, const char *keyword, const char *own)
{
    json_t *config = make_config(keyword, own);
    struct written written = {.desk = desk, .arena = arena_new()};
    const struct write_job job = desk_job(desk, config, model);
    assert_non_null(written.arena);
    desk->fraction = 0;
    written.status = write_article(services, &job, written.arena, &written.result, &written.err);
    json_decref(config);
    if (written.status)
        return written;
    char *page = arena_printf(written.arena, "<article>%s</article>", written.result.html);
    written.tree = xmlReadMemory(page, (int)strlen(page), "article.xml", NULL, XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    assert_non_null(written.tree); /* well-formed: every tag closed, everything escaped */
    return written;
}

static inline struct written write_on(struct desk *desk, const struct write_services *services, const char *keyword,
                                      const char *own)
{
    return write_by(NULL, desk, services, keyword, own);
}

static inline struct written write_with(const char *library, const char *keyword, const char *own)
{
    static struct desk desk;
    desk_clear(&desk);
    const struct write_services services = {.library = library};
    return write_on(&desk, &services, keyword, own);
}

/* What a result holds outside of its arena. */
static inline void result_clear(const struct write_result *result)
{
    json_decref(result->sources);
    json_decref(result->notes);
    json_decref(result->run);
    json_decref(result->searches);
    json_decref(result->seo);
}

static inline void written_free(struct written *written)
{
    result_clear(&written->result);
    xmlFreeDoc(written->tree);
    arena_free(written->arena);
    desk_clear(written->desk);
}

/* How many nodes an XPath expression finds. */
static inline int count_of(const struct written *written, const char *path)
{
    xmlXPathContext *context = xmlXPathNewContext(written->tree);
    xmlXPathObject *found = xmlXPathEvalExpression((const xmlChar *)path, context);
    assert_non_null(found);
    int count = found->type == XPATH_BOOLEAN  ? found->boolval
                : found->type == XPATH_NUMBER ? (int)found->floatval
                : found->nodesetval           ? found->nodesetval->nodeNr
                                              : 0;
    xmlXPathFreeObject(found);
    xmlXPathFreeContext(context);
    return count;
}

/* The text of what an XPath expression finds, in the arena. */
static inline const char *text_of(const struct written *written, const char *path)
{
    xmlXPathContext *context = xmlXPathNewContext(written->tree);
    xmlXPathObject *found = xmlXPathEvalExpression((const xmlChar *)path, context);
    assert_non_null(found);
    xmlChar *text = xmlXPathCastToString(found);
    char *copy = arena_copy(written->arena, (const char *)text);
    xmlFree(text);
    xmlXPathFreeObject(found);
    xmlXPathFreeContext(context);
    return copy;
}

static inline bool has_note(const struct written *written, const char *part)
{
    for (size_t i = 0; i < json_array_size(written->result.notes); i++)
        if (strstr(json_string_value(json_array_get(written->result.notes, i)), part))
            return true;
    return false;
}

/* Writes documents, each {name, text}, into a new folder, whose name mkdtemp() makes of the template. 0: done. */
static inline int folder_of(char *folder, const char *const (*documents)[2], size_t count)
{
    if (!mkdtemp(folder))
        return -1;
    for (size_t i = 0; i < count; i++) {
        char path[100];
        snprintf(path, sizeof path, "%s/%s", folder, documents[i][0]);
        FILE *file = fopen(path, "w");
        if (!file || fputs(documents[i][1], file) < 0 || fclose(file))
            return -1;
    }
    return 0;
}

static inline int folder_remove(const char *folder)
{
    char command[100];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    return system(command);
}

/* Body sections: headings of the second level without the article's own frame. */
#define BODY_SECTIONS "count(//h2[. != 'Conclusion' and . != 'Frequently Asked Questions'])"

#endif
