#include "service/doctor/doctor.h"

#include "service/doctor/check_backends.h"
#include "service/doctor/check_data.h"
#include "service/doctor/check_machine.h"
#include "service/doctor/check_server.h"
#include "service/doctor/check_service.h"
#include "service/http/local.h"
#include "service/paths.h"

/* In the order in which somebody would look for a fault. */
static const struct {
    bool needs_config;
    void (*look)(struct examination *examination);
} CHECKS[] = {
    {true, check_folder}, {true, check_space},   {true, check_database},   {true, check_server},
    {true, check_keys},   {true, check_running}, {true, check_address},    {true, check_models},
    {true, check_search}, {true, check_media},   {true, check_documents},  {true, check_integrations},
    {false, check_clock}, {false, check_files},  {false, check_libraries},
};

static enum status read_config(struct examination *examination, const json_t *json, struct error *err)
{
    enum status status = config_read(json, examination->arena, &examination->config, err);
    if (status == OK)
        status = path_of_data(examination->config.data, examination->arena, &examination->folder, err);
    if (status == OK && !(examination->socket = local_path(examination->folder, examination->arena)))
        status = error_memory(err);
    return status;
}

/* A folder of documents that is not there is found by check_documents. */
static bool check_config(struct examination *examination, const json_t *json, const char *problem)
{
    static const char ADVICE[] = "correct that entry; `copydesk help configuration` says what each may be";
    struct error err;
    enum status status = problem ? E_INVALID : read_config(examination, json, &err);
    if (status == E_MEMORY)
        examination->has_failed = true;
    else if (status)
        found(examination, "configuration", FAULT, ADVICE, "%s", problem ? problem : err.message);
    else
        found(examination, "configuration", FINE, NULL, "every entry can be used");
    return status == OK;
}

json_t *doctor_examine(const json_t *config, const char *problem)
{
    struct examination examination = {.findings = json_array(), .arena = arena_new()};
    examination.has_failed = !examination.findings || !examination.arena;
    bool is_configured = !examination.has_failed && check_config(&examination, config, problem);
    for (size_t i = 0; i < COUNT_OF(CHECKS) && !examination.has_failed; i++)
        if (is_configured || !CHECKS[i].needs_config)
            CHECKS[i].look(&examination);
    config_free(&examination.config);
    arena_free(examination.arena);
    if (!examination.has_failed)
        return examination.findings;
    json_decref(examination.findings);
    return NULL;
}
