#include "write/research/prompted_queries.h"

#include "write/prompted/question.h"

enum { DIGEST = 40, DIGEST_CHARACTERS = 110, ANSWER_TOKENS = 500 };

static enum status prompted_queries_keep(struct writing *writing, const json_t *value, struct given_queries *given)
{
    const char *copy = arena_copy_n(writing->arena, json_string_value(value), json_string_length(value));
    if (!copy)
        return error_memory(writing->err);
    if (*copy)
        given->list[given->count++] = (struct str){copy, json_string_length(value)};
    return OK;
}

static enum status begin_list(struct writing *writing, const json_t *list, struct given_queries *given)
{
    *given = (struct given_queries){.list = ARENA_ARRAY(writing->arena, json_array_size(list) + 1, struct str)};
    return given->list ? OK : error_memory(writing->err);
}

/* --- the first ones --- */

static enum status read_queries(struct writing *writing, const struct prompted_question *question,
                                const struct prompted_reply *reply, struct str *fault)
{
    struct given_queries *given = question->context;
    const json_t *list = json_object_get(reply->value, "queries");
    const char *also = json_string_value(json_object_get(reply->value, "also"));
    enum status status = begin_list(writing, list, given);
    for (size_t i = 0; i < json_array_size(list) && !status; i++)
        status = prompted_queries_keep(writing, json_array_get(list, i), given);
    for (enum search_kind kind = SEARCH_NEWS; also && kind < SEARCH_KINDS; kind++)
        if (strcmp(search_kind_name(kind), also) == 0)
            given->also = kind;
    if (!status && !given->count)
        *fault = STR("it holds no query");
    return status;
}

enum status prompted_queries(struct writing *writing, size_t most, struct given_queries *given)
{
    char *wanted = arena_printf(writing->arena, "%zu", most);
    const char *country = config_string(writing->config, "country");
    const struct prompt_value values[] = {{"n", str_from(wanted)}, {"country", str_from(country ? country : "any")}};
    const struct prompted_question question = {.prompt = PROMPT_QUERIES,
                                               .step = "queries",
                                               .values = values,
                                               .value_count = COUNT_OF(values),
                                               .max_tokens = ANSWER_TOKENS,
                                               .check = read_queries,
                                               .context = given};
    return wanted ? question_ask(writing, &question) : error_memory(writing->err);
}

/* --- gaps --- */

static enum status read_gaps(struct writing *writing, const struct prompted_question *question,
                             const struct prompted_reply *reply, struct str *fault)
{
    struct given_queries *given = question->context;
    const json_t *list = json_object_get(reply->value, "gaps");
    enum status status = begin_list(writing, list, given);
    (void)fault;
    for (size_t i = 0; i < json_array_size(list) && !status; i++)
        status = prompted_queries_keep(writing, json_object_get(json_array_get(list, i), "query"), given);
    return status;
}

/* The best excerpts for what the agent looks for. */
static enum status choose_excerpts(struct writing *writing, const struct gaps_request *request,
                                   struct model_excerpt **list, size_t *count)
{
    const struct excerpts_options options = {.language = writing->brief.language, .cancel = writing->job->cancel};
    struct excerpts excerpts;
    struct buf looked_for = {0};
    size_t *numbers = ARENA_ARRAY(writing->arena, DIGEST, size_t);
    *list = ARENA_ARRAY(writing->arena, DIGEST, struct model_excerpt);
    *count = 0;
    if (!numbers || !*list)
        return error_memory(writing->err);
    enum status status =
        excerpts_build(writing->arena, request->pages, request->page_count, &options, &excerpts, writing->err);
    for (size_t i = 0; i < request->line_count; i++)
        buf_printf(&looked_for, "%.*s ", STR_ARG(request->line[i]));
    struct str about = writing_keep(writing, &looked_for);
    const struct excerpt_query query = {
        .keyword = writing->brief.sought, .heading = about, .most = DIGEST, .per_page = DIGEST / 4};
    if (!status && !about.data)
        status = error_memory(writing->err);
    if (!status)
        status = excerpts_rank(&excerpts, &query, writing->arena, numbers, count, writing->err);
    for (size_t i = 0; i < *count && !status; i++)
        (*list)[i] = excerpts.list[numbers[i]].shown;
    return status;
}

static struct str asked_text(struct writing *writing, const struct queries *asked)
{
    struct buf out = {0};
    for (size_t i = 0; i < asked->count; i++)
        buf_printf(&out, "%s%.*s", i ? "; " : "", STR_ARG(asked->list[i].text));
    return writing_keep(writing, &out);
}

/* What the agent answers for: several would name the same gaps, and those that the pages of another close. */
static struct str part_text(struct writing *writing, const struct gaps_request *request)
{
    struct buf out = {0};
    if (request->is_alone || !request->line_count)
        return STR("the whole outline");
    buf_str(&out, "what these queries look for; others look after the rest: ");
    for (size_t i = 0; i < request->line_count; i++)
        buf_printf(&out, "%s%.*s", i ? "; " : "", STR_ARG(request->line[i]));
    return writing_keep(writing, &out);
}

enum status prompted_gaps(struct writing *writing, const struct gaps_request *request, struct given_queries *given)
{
    struct model_excerpt *excerpts;
    size_t count;
    enum status status = choose_excerpts(writing, request, &excerpts, &count);
    if (status)
        return status;
    char *wanted = arena_printf(writing->arena, "%zu", request->most);
    const struct prompt_value values[] = {{"n", str_from(wanted)},
                                          {"outline", request->outline},
                                          {"asked", asked_text(writing, request->asked)},
                                          {"part", part_text(writing, request)}};
    const struct prompted_question question = {.prompt = PROMPT_GAPS,
                                               .step = request->step,
                                               .values = values,
                                               .value_count = COUNT_OF(values),
                                               .excerpts = excerpts,
                                               .excerpt_count = count,
                                               .digest_characters = DIGEST_CHARACTERS,
                                               .max_tokens = ANSWER_TOKENS,
                                               .check = read_gaps,
                                               .context = given};
    return wanted && values[2].text.data && values[3].text.data ? question_ask(writing, &question)
                                                                : error_memory(writing->err);
}
