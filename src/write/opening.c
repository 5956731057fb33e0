#include "write/opening.h"

#include "write/types/types.h"
#include "write/writing/pipeline.h"

enum status opening_begin(struct writing *writing, struct writing_shared *shared, const struct write_services *services,
                          const struct write_job *job, struct arena *arena, struct error *err)
{
    const char *name = config_string(job->config, "articleType");
    *writing = (struct writing){
        .services = services,
        .job = job,
        .config = job->config,
        .arena = arena,
        .err = err,
        .notes = json_array(),
        .run = json_array(),
        .searches = json_array(),
        .type = article_type_find(name ? name : "blog_post"),
        .model = job->model && model_is_language(job->model) ? job->model : NULL,
        .research = arena_new(),
        .pipeline = pipeline_find(job->engine),
    };
    writing_take_turn(writing);
    enum status status = writing_open(writing, shared);
    if (!status && (!writing->notes || !writing->run || !writing->searches || !writing->research))
        status = error_memory(err);
    if (status || writing->type)
        return status;
    return code_error(err, E_INVALID, CODE_INTERNAL, "articles of type \"%s\" cannot be written yet", name);
}

void opening_end(struct writing *writing)
{
    json_decref(writing->notes);
    json_decref(writing->run);
    json_decref(writing->searches);
    arena_free(writing->research);
    writing_close(writing);
    writing_give_turn(writing);
}
