/* Internal links put into content. */
#include "service/api/api_parts.h"
#include "service/api/fields.h"
#include "service/domain/domain.h"

#include <stdio.h>

enum { ID_MAX = 255 };

/* --- the fields: those of the request itself, and one for each option --- */

#define GIVEN_CHOICE  const char *
#define GIVEN_TEXT    const char *
#define GIVEN_INTEGER long
#define GIVEN_NUMBER  double
#define GIVEN_FLAG    bool
#define GIVEN_TEXTS   struct field_list /* of const char * */

struct link_request_given {
    const char *content, *domain_id;
#define LINK_OPTION(name, wire_name, kind, least, most, absent, form, summary) GIVEN_##kind name;
#include "link/choose/options.inc"
#undef LINK_OPTION
};

/* The formats of the interface: plain text is for those who call the engine itself. */
static const char *format_name(size_t format)
{
    return format == LINK_TEXT ? NULL : link_choice_word(FORM_FORMAT, format);
}

static const char *density_name(size_t i)
{
    return link_choice_word(FORM_DENSITY, i);
}

/* Of the choices, each by its form. */
#define WORDS_FORMAT  .required = true, .word = format_name
#define WORDS_DENSITY .word = density_name

#define OF_CHOICE(least_, most_, absent_, form_) FIELD_WORD, .fallback = (absent_) - (least_), WORDS_##form_
#define OF_TEXT(least_, most_, absent_, form_)   FIELD_TEXT, .maximum = (most_)
#define OF_INTEGER(least_, most_, absent_, form_)                                                                      \
    FIELD_INTEGER, .fallback = (absent_), .minimum = (least_), .maximum = (most_)
#define OF_NUMBER(least_, most_, absent_, form_) FIELD_NUMBER, .minimum = (least_), .maximum = (most_)
#define OF_FLAG(least_, most_, absent_, form_)   FIELD_FLAG
#define OF_TEXTS(least_, most_, absent_, form_)  FIELD_TEXTS, .maximum = (most_), .longest = LINK_TEXT_MAX

#define SUMMARY_CHOICE(form_, summary_) SUMMARY_##form_(summary_)
#define SUMMARY_DENSITY(summary_)       summary_
#define SUMMARY_FORMAT(summary_)                                                                                       \
    "What the content is, and the form of the answer; `json`: HTML, with the list of links."
#define SUMMARY_TEXT(form_, summary_)    summary_
#define SUMMARY_INTEGER(form_, summary_) summary_
#define SUMMARY_NUMBER(form_, summary_)  summary_
#define SUMMARY_FLAG(form_, summary_)    summary_
#define SUMMARY_TEXTS(form_, summary_)   summary_

static const struct field list_of_fields[] = {
    {"content", FIELD_TEXT, .at = offsetof(struct link_request_given, content), .required = true,
     .summary = "The first 2,500 words are looked at, the rest is given back as it is."},
    {"domainId", FIELD_TEXT, .at = offsetof(struct link_request_given, domain_id), .required = true, .maximum = ID_MAX,
     .summary = "The domain to whose pages it links."},
#define LINK_OPTION(name_, wire_name, kind, least, most, absent, form, summary_)                                       \
    {wire_name, OF_##kind(least, most, absent, form), .at = offsetof(struct link_request_given, name_),                \
     .summary = SUMMARY_##kind(form, summary_)},
#include "link/choose/options.inc"
#undef LINK_OPTION
};

const struct fields link_fields = {"LinkRequest", "Puts links to the pages of a domain into content.", list_of_fields,
                                   COUNT_OF(list_of_fields), sizeof(struct link_request_given)};

/* What is absent keeps the value of link_default_options. */
#define ABSENT_CHOICE(option)  NULL
#define ABSENT_TEXT(option)    NULL
#define ABSENT_INTEGER(option) (long)link_default_options.option
#define ABSENT_NUMBER(option)  link_default_options.option
#define ABSENT_FLAG(option)    link_default_options.option
#define ABSENT_TEXTS(option)                                                                                           \
    (struct field_list)                                                                                                \
    {                                                                                                                  \
        0                                                                                                              \
    }

static void set_absent(struct link_request_given *given)
{
    *given = (struct link_request_given){
#define LINK_OPTION(name_, wire_name, kind, least, most, absent, form, summary) .name_ = ABSENT_##kind(name_),
#include "link/choose/options.inc"
#undef LINK_OPTION
    };
}

/* --- the options --- */

static struct link_texts texts_of(const struct field_list *given, struct arena *arena, bool *failed)
{
    struct str *list = given->count ? ARENA_ARRAY(arena, given->count, struct str) : NULL;
    for (size_t i = 0; list && i < given->count; i++)
        list[i] = str_from(((const char **)given->items)[i]);
    *failed |= given->count && !list;
    return (struct link_texts){list, list ? given->count : 0};
}

static int choice_of(const char *name, const char *word, int absent)
{
    link_choice_read(link_option_find(str_from(name)), str_from(word), &absent);
    return absent;
}

#define TAKE_CHOICE(option)  choice_of(#option, given->option, link_default_options.option)
#define TAKE_TEXT(option)    str_from(given->option)
#define TAKE_INTEGER(option) (size_t) given->option
#define TAKE_NUMBER(option)  given->option
#define TAKE_FLAG(option)    given->option
#define TAKE_TEXTS(option)   texts_of(&given->option, arena, failed)

static struct link_options options_of(const struct link_request_given *given, struct arena *arena, bool *failed)
{
    return (struct link_options){
#define LINK_OPTION(name_, wire_name, kind, least, most, absent, form, summary) .name_ = TAKE_##kind(name_),
#include "link/choose/options.inc"
#undef LINK_OPTION
    };
}

/* Has the option a text whose form is to be checked? Numbers and words have been checked by the table of fields. */
static bool has_texts(const struct link_option *option, const struct link_options *options)
{
    const void *value = (const char *)options + option->at;
    return (option->kind == OPTION_TEXT && ((const struct str *)value)->len) ||
           (option->kind == OPTION_TEXTS && ((const struct link_texts *)value)->count);
}

static void check_option(const struct link_option *option, const struct link_options *options, struct faults *faults)
{
    struct error err;
    char pointer[100];
    size_t entry;
    if (!has_texts(option, options) || link_option_check(option, options, &entry, &err) == OK)
        return;
    if (entry)
        snprintf(pointer, sizeof pointer, "/%s/%zu", option->wire_name, entry - 1);
    else
        snprintf(pointer, sizeof pointer, "/%s", option->wire_name);
    faults_add(faults, pointer, "%s%s %s.", entry ? "An entry of " : "", option->wire_name, err.message);
}

static bool link_request_check_options(struct request *request, const struct link_options *options)
{
    struct faults faults = {.arena = request->arena};
    size_t count;
    const struct link_option *list = link_option_list(&count);
    for (size_t i = 0; i < count; i++)
        check_option(&list[i], options, &faults);
    if (faults.failed)
        answer_no_memory(request);
    else if (faults.count)
        answer_faults(request, faults.list, faults.count);
    return !faults.failed && !faults.count;
}

/* False: a problem was answered; the body may be there. */
static bool link_request_read(struct request *request, struct link_request *read)
{
    struct link_request_given given;
    set_absent(&given);
    if (!read_request(request, &given, &read->body))
        return false;
    read->content = str_from(given.content);
    read->domain_id = given.domain_id;
    bool failed = false;
    read->options = options_of(&given, request->arena, &failed);
    if (failed)
        answer_no_memory(request);
    return !failed && link_request_check_options(request, &read->options);
}

struct linking {
    struct request *request;
    struct idempotency idempotency;
    struct link_request asked;
    struct link_result result;
    struct account account;
    const char *content_type;
    bool may_have_key;    /* if it sent one: it was taken for this request, or the answer to the COMMIT was lost */
    bool is_replay;       /* an earlier one was charged, and its answer was not kept: it is made again */
    enum status prepared; /* of the index that it waited for */
    struct error err;
};

/* --- transactions --- */

/* Takes the Idempotency-Key and checks that a credit is left, before any work is done. */
static enum status links_begin(struct db *db, void *argument, struct error *err)
{
    struct linking *linking = argument;
    struct arena *arena = linking->request->arena;
    enum status status = idempotency_begin(db, &linking->idempotency, arena, err);
    if (!status)
        status = renewal_write(db, api_of(linking->request)->plans, arena, caller_of(linking->request)->account_id,
                               &linking->account, err);
    if (!status && linking->account.has_credits && linking->account.credits_left <= 0)
        return error_set(err, E_LIMIT, "insufficient_credits", "The account has no credits left.");
    return status;
}

/* The credit and the stored answer are one transaction. */
static enum status charge(struct db *db, void *argument, struct error *err)
{
    struct linking *linking = argument;
    const struct buf *body = &linking->request->answer.body;
    char subject[UUID_LENGTH + 1];
    uuid_v7(subject);
    enum status status =
        ledger_charge(db, caller_of(linking->request)->account_id, subject, LEDGER_LINK, 0, 1, db_now(db), err);
    if (!status)
        status = idempotency_finish_bounded(db, &linking->idempotency, 200, linking->content_type,
                                            (struct str){buf_text(body), body->len}, err);
    return status;
}

static enum status abandon(struct db *db, void *argument, struct error *err)
{
    return idempotency_abandon(db, &((struct linking *)argument)->idempotency, err);
}

/* --- the answer --- */

/* With the option explain. */
static void write_explanation(struct buf *out, const struct link *link)
{
    buf_str(out, ",\"context\":{\"before\":");
    json_slice(out, link->before);
    buf_str(out, ",\"after\":");
    json_slice(out, link->after);
    buf_str(out, "},\"features\":{");
    for (size_t i = 0; i < link->reason_count; i++)
        buf_printf(out, "%s\"%s\":%.9g", i ? "," : "", link->reasons[i].name, link->reasons[i].value);
    buf_char(out, '}');
}

static void write_link(struct buf *out, const struct link *link)
{
    int score = (int)(link->score * 10000 + 0.5);
    buf_str(out, "{\"anchorText\":");
    json_slice(out, link->anchor_text);
    buf_str(out, ",\"url\":");
    json_slice(out, link->url);
    buf_str(out, ",\"title\":");
    json_slice(out, link->title);
    buf_printf(out, ",\"start\":%zu,\"end\":%zu,\"score\":%d.%04d", link->start, link->end, score / 10000,
               score % 10000);
    if (link->reasons)
        write_explanation(out, link);
    if (link->refusal)
        buf_printf(out, ",\"reason\":\"%s\",\"detail\":\"%s\"", link->refusal, link->detail);
    buf_char(out, '}');
}

static void links_write_list(struct buf *out, const struct link *links, size_t count)
{
    buf_char(out, '[');
    for (size_t i = 0; i < count; i++) {
        if (i)
            buf_char(out, ',');
        write_link(out, &links[i]);
    }
    buf_char(out, ']');
}

static void write_summary(struct buf *out, const struct link_summary *summary)
{
    buf_printf(out, "{\"pages\":%zu,\"linkingPages\":%zu,\"namedPages\":%zu,\"linkedPages\":%zu,\"threshold\":%.4g",
               summary->pages, summary->linking_pages, summary->named, summary->linked, summary->threshold);
    if (summary->lower_links)
        buf_printf(out, ",\"lowerThreshold\":%.4g,\"lowerLinks\":%zu", summary->lower_threshold, summary->lower_links);
    buf_str(out, ",\"leftOut\":{");
    for (size_t i = 0; i < summary->left_out_count; i++)
        buf_printf(out, "%s\"%s\":%zu", i ? "," : "", summary->left_out[i].reason, summary->left_out[i].pages);
    buf_str(out, "},\"note\":");
    json_slice(out, summary->note);
    buf_char(out, '}');
}

static void write_links(struct buf *out, const struct link_result *result)
{
    buf_str(out, "{\"content\":");
    json_slice(out, result->content);
    buf_str(out, ",\"links\":");
    links_write_list(out, result->links, result->count);
    buf_printf(out, ",\"wordsAnalyzed\":%zu,\"creditsUsed\":1", result->words_analyzed);
    if (result->summary) {
        buf_printf(out, ",\"model\":%u,\"candidates\":", (unsigned)result->model);
        links_write_list(out, result->candidates, result->candidate_count);
        buf_str(out, ",\"summary\":");
        write_summary(out, result->summary);
    }
    buf_char(out, '}');
}

static void write_result(struct linking *linking)
{
    static const char *const types[] = {
        [LINK_HTML] = "text/html; charset=utf-8",
        [LINK_MARKDOWN] = "text/markdown; charset=utf-8",
        [LINK_JSON] = "application/json",
    };
    struct buf *out = &linking->request->answer.body;
    linking->content_type = types[linking->asked.options.format];
    if (linking->asked.options.format == LINK_JSON)
        write_links(out, &linking->result);
    else
        buf_add(out, linking->result.content.data, linking->result.content.len);
}

static enum status link_it(struct linking *linking, struct error *err)
{
    struct request *request = linking->request;
    struct index_cache *indexes = api_of(request)->indexes;
    struct open_index *index;
    enum status status = indexes_use(indexes, caller_of(request)->account_id, linking->asked.domain_id, &index, err);
    if (status)
        return status;
    status = link_content(indexes_link_index(index), linking->asked.content, &linking->asked.options, request->arena,
                          &linking->result, err);
    if (!status)
        write_result(linking); /* the links' texts point into the index, which is released next */
    indexes_release(indexes, index);
    if (status == E_CORRUPT)
        indexes_drop(indexes, linking->asked.domain_id); /* the next request builds it anew */
    return !status && request->answer.body.failed ? error_memory(err) : status;
}

static void answer_failure(struct linking *linking, enum status status, const struct error *err)
{
    struct request *request = linking->request;
    struct fault fault = {"/domainId", err->message};
    if (linking->may_have_key && linking->idempotency.key.key)
        store_write(api_of(request)->store, abandon, linking,
                    NULL); /* otherwise the key would count as running for minutes */
    if (status == E_CONFLICT && !linking->may_have_key && linking->idempotency.key.key)
        idempotency_answer(request, &linking->idempotency);
    else if (idempotency_is_lost(err))
        idempotency_answer_lost(request);
    else if (status == E_LIMIT)
        answer_problem(request, PROBLEM_NO_CREDITS, "The account has no credits left.");
    else if (status == E_INVALID)
        answer_faults(request, &fault, 1);
    else
        answer_error(request, err);
}

static void finish_links(struct linking *linking)
{
    struct request *request = linking->request;
    struct store *store = api_of(request)->store;
    enum status status = linking->prepared;
    if (!status)
        status = link_it(linking, &linking->err);
    if (!status && !linking->is_replay)
        status = store_write(store, charge, linking, &linking->err);
    if (status) {
        answer_failure(linking, status, &linking->err);
        return;
    }
    atomic_fetch_add(&api_of(request)->counters.link_requests, 1);
    atomic_fetch_add(&api_of(request)->counters.links, linking->result.count);
    if (linking->is_replay)
        answer_header(request, "Idempotent-Replayed", "true");
    answer_body(request, 200, linking->content_type);
}

/* --- waiting for the index: the request holds no thread while it is built --- */

static void prepared(void *argument, enum status status, const struct error *err)
{
    struct linking *linking = argument;
    linking->prepared = status;
    if (err)
        linking->err = *err;
    request_run_again(linking->request);
}

static void links_run(struct linking *linking)
{
    struct request *request = linking->request;
    struct index_cache *indexes = api_of(request)->indexes;
    const char *account_id = caller_of(request)->account_id;
    bool is_there = false;
    enum status status = store_write(api_of(request)->store, links_begin, linking, &linking->err);
    linking->may_have_key = !status || (status == E_IO && linking->idempotency.key.taken_at);
    linking->is_replay = status == E_CONFLICT && idempotency_lacks_answer(&linking->idempotency);
    if (!status || linking->is_replay)
        status = indexes_look(indexes, account_id, linking->asked.domain_id, &is_there, &linking->err);
    if (status)
        answer_failure(linking, status, &linking->err);
    else if (is_there)
        finish_links(linking);
    else if (request_suspend(request)) /* in the pool it is suspended already, and only handed on */
        indexes_prepare(indexes, account_id, linking->asked.domain_id, prepared, linking);
}

static void forget_body(struct request *request)
{
    json_decref(((struct linking *)request->state)->asked.body);
}

static void begin_linking(struct request *request)
{
    struct linking *linking = ARENA_NEW(request->arena, struct linking);
    if (!linking) {
        answer_no_memory(request);
        return;
    }
    linking->request = request;
    request->state = linking;
    request->cleanup = forget_body;
    if (link_request_read(request, &linking->asked) &&
        idempotency_read(request, caller_of(request)->account_id, api_of(request)->instance, linking->asked.body,
                         &linking->idempotency))
        links_run(linking);
}

/* Runs once more when the index is there that it waited for. */
void links_create(struct request *request)
{
    if (request->state)
        finish_links(request->state);
    else
        begin_linking(request);
}
