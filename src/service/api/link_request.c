#include "service/api/link_request.h"

#include "service/api/fields/reading.h"
#include "service/http/answer.h"

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

bool link_request_read(struct request *request, struct link_request *read)
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
