#include "service/api/link_request.h"

#include "service/api/fields/reading.h"
#include "service/http/answer.h"

#include <stdio.h>

enum { ID_MAX = 255 };

/* --- the fields: those of the request itself, and one for each option --- */

#define GIVEN_FORMAT  const char *
#define GIVEN_TEXT    const char *
#define GIVEN_INTEGER long
#define GIVEN_NUMBER  double
#define GIVEN_FLAG    bool
#define GIVEN_TEXTS   struct field_list /* of const char * */

struct given {
    const char *content, *domain_id;
#define LINK_OPTION(name, wire_name, kind, least, most, absent, form, summary) GIVEN_##kind name;
#include "link/choose/options.inc"
#undef LINK_OPTION
};

/* The formats of the interface: plain text is for those who call the engine itself. */
static const char *format_name(size_t format)
{
    return format == LINK_TEXT ? NULL : link_format_name(format);
}

#define OF_FORMAT(least_, most_, absent_)  FIELD_WORD, .required = true, .word = format_name
#define OF_TEXT(least_, most_, absent_)    FIELD_TEXT, .maximum = (most_)
#define OF_INTEGER(least_, most_, absent_) FIELD_INTEGER, .fallback = (absent_), .minimum = (least_), .maximum = (most_)
#define OF_NUMBER(least_, most_, absent_)  FIELD_NUMBER, .minimum = (least_), .maximum = (most_)
#define OF_FLAG(least_, most_, absent_)    FIELD_FLAG
#define OF_TEXTS(least_, most_, absent_)   FIELD_TEXTS, .maximum = (most_), .longest = LINK_TEXT_MAX

#define SUMMARY_FORMAT(summary_)                                                                                       \
    "What the content is, and the form of the answer; `json`: HTML, with the list of links."
#define SUMMARY_TEXT(summary_)    summary_
#define SUMMARY_INTEGER(summary_) summary_
#define SUMMARY_NUMBER(summary_)  summary_
#define SUMMARY_FLAG(summary_)    summary_
#define SUMMARY_TEXTS(summary_)   summary_

static const struct field list_of_fields[] = {
    {"content", FIELD_TEXT, .at = offsetof(struct given, content), .required = true,
     .summary = "The first 2,500 words are looked at, the rest is given back as it is."},
    {"domainId", FIELD_TEXT, .at = offsetof(struct given, domain_id), .required = true, .maximum = ID_MAX,
     .summary = "The domain to whose pages it links."},
#define LINK_OPTION(name_, wire_name, kind, least, most, absent, form, summary_)                                       \
    {wire_name, OF_##kind(least, most, absent), .at = offsetof(struct given, name_),                                   \
     .summary = SUMMARY_##kind(summary_)},
#include "link/choose/options.inc"
#undef LINK_OPTION
};

const struct fields link_fields = {"LinkRequest", "Puts links to the pages of a domain into content.", list_of_fields,
                                   COUNT_OF(list_of_fields), sizeof(struct given)};

/* What is absent keeps the value of link_default_options. */
#define ABSENT_FORMAT(option)  NULL
#define ABSENT_TEXT(option)    NULL
#define ABSENT_INTEGER(option) (long)link_default_options.option
#define ABSENT_NUMBER(option)  link_default_options.option
#define ABSENT_FLAG(option)    link_default_options.option
#define ABSENT_TEXTS(option)                                                                                           \
    (struct field_list)                                                                                                \
    {                                                                                                                  \
        0                                                                                                              \
    }

static void set_absent(struct given *given)
{
    *given = (struct given){
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

static enum link_format format_of(const char *name)
{
    enum link_format format = LINK_HTML;
    link_format_parse(str_from(name), &format);
    return format;
}

#define TAKE_FORMAT(value)  format_of(value)
#define TAKE_TEXT(value)    str_from(value)
#define TAKE_INTEGER(value) (size_t)(value)
#define TAKE_NUMBER(value)  (value)
#define TAKE_FLAG(value)    (value)
#define TAKE_TEXTS(value)   texts_of(&(value), arena, failed)

static struct link_options options_of(const struct given *given, struct arena *arena, bool *failed)
{
    return (struct link_options){
#define LINK_OPTION(name_, wire_name, kind, least, most, absent, form, summary) .name_ = TAKE_##kind(given->name_),
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

static bool check_options(struct request *request, const struct link_options *options)
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

bool link_request_read(struct request *request, struct link_request *read)
{
    struct given given;
    set_absent(&given);
    if (!read_request(request, &given, &read->body))
        return false;
    read->content = str_from(given.content);
    read->domain_id = given.domain_id;
    bool failed = false;
    read->options = options_of(&given, request->arena, &failed);
    if (failed)
        answer_no_memory(request);
    return !failed && check_options(request, &read->options);
}
