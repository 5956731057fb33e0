#include "service/jobs/job_write.h"

#include "base/codes.h"
#include "service/domain/indexes.h"
#include "service/jobs/job_result.h"
#include "write/params/params.h"
#include "write/write.h"

enum { MAX_ATTEMPTS = 20 }; /* an article that ends the process each time must not do so forever */

/* --- what the writer calls --- */

struct calls {
    struct job *job;
    const struct jobs_options *options;
    const char *account_id;
};

static enum status on_progress(void *context, double fraction, const char *detail, struct error *err)
{
    struct calls *calls = context;
    if (job_set_progress(calls->job, fraction, detail))
        return OK;
    return error_set(err, E_CONFLICT, "lease_lost", "another worker has the article");
}

struct step {
    struct lease lease;
    const char *name;
    struct arena *arena;
    struct str *output;
};

static enum status load(struct db *db, void *argument, struct error *err)
{
    struct step *step = argument;
    return step_get(db, step->arena, step->lease.article_id, step->name, step->output, err);
}

static enum status save(struct db *db, void *argument, struct error *err)
{
    struct step *step = argument;
    return step_put(db, &step->lease, step->name, *step->output, err);
}

static enum status on_load_step(void *context, struct arena *arena, const char *name, int version, struct str *output,
                                struct error *err)
{
    (void)version;
    struct calls *calls = context;
    struct step step = {job_lease(calls->job), name, arena, output};
    return store_read(calls->options->store, load, &step, err);
}

static enum status on_save_step(void *context, const struct write_step *done, struct error *err)
{
    struct calls *calls = context;
    struct str output = done->output;
    struct step step = {job_lease(calls->job), done->name, NULL, &output};
    return store_write(calls->options->store, save, &step, err);
}

static enum status on_open_index(void *context, const char *domain_id, struct link_index **index, struct error *err)
{
    struct calls *calls = context;
    return indexes_open(calls->options->indexes, calls->account_id, domain_id, index, err);
}

struct brand_lookup {
    struct arena *arena;
    const char *account_id, *brand_id;
    struct brand brand;
};

static enum status read_brand(struct db *db, void *argument, struct error *err)
{
    struct brand_lookup *lookup = argument;
    return brand_get(db, lookup->arena, lookup->account_id, lookup->brand_id, &lookup->brand, err);
}

static enum status on_load_brand(void *context, const char *brand_id, json_t **brand, struct error *err)
{
    struct calls *calls = context;
    struct buf text = {0};
    struct brand_lookup lookup = {.arena = arena_new(), .account_id = calls->account_id, .brand_id = brand_id};
    *brand = NULL;
    if (!lookup.arena)
        return error_memory(err);
    enum status status = store_read(calls->options->store, read_brand, &lookup, err);
    if (status == OK) {
        calls->options->write_brand(&text, &lookup.brand);
        *brand = text.failed ? NULL : json_loadb(text.data, text.len, 0, NULL);
        status = *brand ? OK : error_memory(err); /* what is shown is always valid JSON */
    }
    buf_free(&text);
    arena_free(lookup.arena);
    return status;
}

/* --- writing --- */

static void compose(struct calls *calls, struct library_cache *libraries, const json_t *config, struct arena *arena,
                    struct article *article, struct job_outcome *outcome)
{
    const struct write_services services = {
        .net = calls->options->net,
        .library = article->library,
        .libraries = libraries,
    };
    const struct write_job job = {
        .config = config,
        .engine = article->engine,
        .model = models_find(calls->options->models, config_string(config, "modelVersion")),
        .cancel = &calls->job->cancel,
        .context = calls,
        .progress = on_progress,
        .load_step = on_load_step,
        .save_step = on_save_step,
        .load_brand = on_load_brand,
        .open_index = on_open_index,
    };
    struct write_result result = {0};
    struct error err = {0};
    enum status status = write_article(&services, &job, arena, &result, &err);
    outcome->ended = status != E_CONFLICT && !(status != OK && atomic_load(&calls->job->cancel));
    bool has_notes = job_result_notes(article, result.notes, arena);
    if (status == OK)
        status = has_notes ? job_result_finished(article, &result, arena, &err) : error_memory(&err);
    if (status != OK && outcome->ended)
        outcome->fault = job_result_fault(article, &err, arena);
    json_decref(result.sources);
    json_decref(result.notes);
    json_decref(result.run);
}

/* --- what must not be written --- */

struct allowance {
    struct arena *arena;
    const char *account_id;
    struct account account;
};

static enum status read_account(struct db *db, void *argument, struct error *err)
{
    struct allowance *allowance = argument;
    return account_get(db, allowance->arena, allowance->account_id, &allowance->account, err);
}

/* True: the article has failed already. */
static bool is_refused(const struct jobs_options *options, struct arena *arena, struct article *article)
{
    struct allowance allowance = {.arena = arena, .account_id = article->account_id};
    if (article->attempt > MAX_ATTEMPTS) {
        job_result_failed(article, CODE_INTERRUPTED, code_sentence(CODE_INTERRUPTED));
        return true;
    }
    enum status status = store_read(options->store, read_account, &allowance, NULL);
    if (status == OK && allowance.account.words_left == 0) {
        job_result_failed(article, CODE_INSUFFICIENT_WORDS, code_sentence(CODE_INSUFFICIENT_WORDS));
        return true;
    }
    return false;
}

void job_write(struct job *job, const struct jobs_options *options, struct library_cache *libraries,
               struct arena *arena, struct article *article, struct job_outcome *outcome)
{
    struct calls calls = {job, options, article->account_id};
    struct error err;
    *outcome = (struct job_outcome){.ended = true};
    json_t *config = json_loads(article->config, 0, NULL);
    if (!config) {
        code_error(&err, E_CORRUPT, CODE_INTERNAL, "its config cannot be read");
        outcome->fault = job_result_fault(article, &err, arena);
        return;
    }
    const char *webhook = config_string(config, "webhookUrl");
    outcome->webhook = webhook ? arena_copy(arena, webhook) : NULL;
    if (!is_refused(options, arena, article))
        compose(&calls, libraries, config, arena, article, outcome);
    json_decref(config);
}
