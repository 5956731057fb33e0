#include "service/jobs/job_write.h"

#include "base/codes.h"
#include "service/account/renewal.h"
#include "service/jobs/job_calls.h"
#include "service/jobs/job_result.h"
#include "write/params/params.h"

/* --- writing --- */

static void compose(struct job_calls *calls, const struct write_services *common, const json_t *config,
                    struct arena *arena, struct article *article, struct job_outcome *outcome)
{
    struct write_services services = *common;
    struct write_job job = job_callbacks(calls, config);
    job.engine = article->engine;
    services.library = article->library;
    struct write_result result = {0};
    struct error err = {0};
    enum status status = write_article(&services, &job, arena, &result, &err);
    outcome->ended = status != E_CONFLICT && !(status != OK && atomic_load(&calls->job->cancel)) &&
                     !(status != OK && atomic_load(&calls->is_cut_off));
    bool is_told =
        job_result_notes(article, result.notes, arena) && job_result_run(article, result.run, result.searches, arena);
    if (status == OK)
        status = is_told ? job_result_finished(article, &result, arena, &err) : error_memory(&err);
    if (status != OK && outcome->ended)
        outcome->fault = job_result_fault(article, &err, arena);
    json_decref(result.sources);
    json_decref(result.notes);
    json_decref(result.run);
    json_decref(result.searches);
    json_decref(result.seo);
}

/* --- what must not be written --- */

/* True: the article has failed already. */
static bool is_refused(const struct jobs_options *options, struct arena *arena, struct article *article)
{
    struct account account;
    if (article->attempt > MAX_ATTEMPTS) {
        job_result_failed(article, CODE_INTERRUPTED, code_sentence(CODE_INTERRUPTED));
        return true;
    }
    enum status status = renewal_read(options->store, options->plans, arena, article->account_id, &account, NULL, NULL);
    if (status == OK && account.has_words && account.words_left <= 0) {
        job_result_failed(article, CODE_INSUFFICIENT_WORDS, code_sentence(CODE_INSUFFICIENT_WORDS));
        return true;
    }
    return false;
}

void job_write(struct job *job, const struct jobs_options *options, const struct write_services *services,
               struct arena *arena, struct article *article, struct job_outcome *outcome)
{
    struct job_calls calls = {.job = job, .options = options, .account_id = article->account_id};
    struct error err;
    *outcome = (struct job_outcome){.ended = true};
    json_t *config = json_loads(article->config, 0, NULL);
    if (!config) {
        code_error(&err, E_CORRUPT, CODE_INTERNAL, "its config cannot be read");
        outcome->fault = job_result_fault(article, &err, arena);
        return;
    }
    if (!is_refused(options, arena, article))
        compose(&calls, services, config, arena, article, outcome);
    json_decref(config);
}
