/* The call to action. */
#include "model/check/check.h"
#include "write/prompted/framing.h"
#include "write/prompted/prompted.h"
#include "write/writing/article_type.h"
#include "write/writing/brand.h"

enum { LEAST_WORDS = 12, MOST_WORDS = 90, HEADING_WORDS = 10 };

#define MARK "\xE2\x9F\xA6L1\xE2\x9F\xA7" /* the link, in the answer: a mark and no address */

struct calling {
    struct str facts;
    struct draft_part *part;
    struct writing_brand_link link; /* text.len 0: there is none */
};

/* What is known of a brand that may not be named. */
static enum status facts_without_name(struct writing *writing, struct str *facts)
{
    struct str *sentences;
    size_t count;
    struct buf out = {0};
    enum status status = brand_sentences(writing, &sentences, &count);
    if (status)
        return status;
    for (size_t i = 0; i < count; i++)
        buf_printf(&out, "%.*s\n", STR_ARG(sentences[i]));
    *facts = writing_keep(writing, &out);
    return facts->data ? OK : error_memory(writing->err);
}

static enum status facts_text(struct writing *writing, struct str *facts)
{
    const struct writing_brand *brand = &writing->brand;
    struct buf out = {0};
    if (brand_is_avoided(writing))
        return facts_without_name(writing, facts);
    if (brand->name.len)
        buf_printf(&out, "%.*s. %.*s\n%.*s", STR_ARG(brand->name), STR_ARG(brand->description),
                   STR_ARG(brand->knowledge));
    *facts = writing_keep(writing, &out);
    return facts->data ? OK : error_memory(writing->err);
}

/* A text below its label; empty where there is none, so that its line is left out and no label can be repeated. */
static struct str labelled(struct writing *writing, const char *label, struct str text)
{
    char *whole = text.len ? arena_printf(writing->arena, "%s\n%.*s", label, STR_ARG(text)) : "";
    return str_from(whole);
}

/* The text before the mark, the link, and the text behind it, as sentences of one paragraph. */
static enum status keep(struct writing *writing, struct calling *calling, struct str heading, struct str text)
{
    struct draft_part *part = calling->part;
    struct model_block *block = ARENA_NEW(writing->arena, struct model_block);
    struct model_sentence *sentence = ARENA_NEW(writing->arena, struct model_sentence);
    size_t at = str_find(text, STR(MARK), 0);
    struct buf out = {0};
    buf_add(&out, text.data, at);
    if (at < text.len) {
        struct str behind = {text.data + at + strlen(MARK), text.len - at - strlen(MARK)};
        buf_add(&out, calling->link.text.data, calling->link.text.len);
        buf_add(&out, behind.data, behind.len);
    }
    struct str whole = writing_keep(writing, &out);
    char *title = arena_copy_n(writing->arena, heading.data, heading.len);
    if (!block || !sentence || !whole.data || !title)
        return error_memory(writing->err);
    *sentence = (struct model_sentence){.text = whole, .source = OWN_WORDS, .id = -1, .has_code = true};
    if (at < text.len && calling->link.text.len) {
        sentence->link = (struct model_link){.url = calling->link.url, .start = at, .length = calling->link.text.len};
    }
    *block = (struct model_block){.sentences = sentence, .count = 1};
    part->text = (struct model_text){block, 1};
    part->title = (struct str){title, heading.len};
    return OK;
}

static enum status read_call(struct writing *writing, const struct question *question, const struct reply *reply,
                             struct str *fault)
{
    struct calling *calling = question->context;
    struct check_material material = {.language = writing->brief.language, .system = reply->system};
    const json_t *title = json_object_get(reply->value, "heading"), *value = json_object_get(reply->value, "text");
    struct str heading = str_trim((struct str){json_string_value(title), json_string_length(title)});
    struct str text = str_trim((struct str){json_string_value(value), json_string_length(value)});
    size_t words = words_count(text), at = str_find(text, STR(MARK), 0);
    enum status status = framing_allowed(writing, &material.allowed);
    if (status)
        return status;
    const char *why = check_line(&material, calling->facts, text);
    if (!why)
        why = check_line(&material, calling->facts, heading);
    if (!why && (!heading.len || words_count(heading) > HEADING_WORDS))
        why = "the heading must have 3 to 7 words";
    if (!why && (words < LEAST_WORDS || words > MOST_WORDS))
        why = "the text must have 25 to 60 words";
    if (!why && calling->link.text.len && at == text.len)
        why = "the text must hold the mark \xE2\x9F\xA6L1\xE2\x9F\xA7 once";
    if (!why && at < text.len && str_find(text, STR(MARK), at + 1) < text.len)
        why = "the text must hold the mark \xE2\x9F\xA6L1\xE2\x9F\xA7 once only";
    if (why) {
        *fault = str_from(why);
        return OK;
    }
    return keep(writing, calling, heading, text);
}

enum status prompted_call_to_action(struct writing *writing, const struct prompted *article, struct draft_part *part)
{
    struct calling calling = {.part = part};
    struct str headings;
    if (!config_bool(writing->config, "includeCta") && !writing->type->always_calls)
        return OK;
    enum status status = writing_progress(writing, 0.75, "Writing the call to action");
    if (!status)
        status = writing_call_link(writing, &calling.link);
    if (!status)
        status = facts_text(writing, &calling.facts);
    if (!status)
        status = prompted_headings(writing, article->plan, &headings);
    if (status)
        return status;
    struct str link = {"", 0};
    if (calling.link.text.len)
        link = str_from(arena_printf(writing->arena, "LINKS\n" MARK " %.*s", STR_ARG(calling.link.text)));
    const struct prompt_value values[] = {{"title", article->plan->title},
                                          {"headings", headings},
                                          {"facts", labelled(writing, "FACTS", calling.facts)},
                                          {"links", link}};
    const struct question question = {.prompt = PROMPT_CTA,
                                      .step = "call",
                                      .values = values,
                                      .value_count = COUNT_OF(values),
                                      .check = read_call,
                                      .context = &calling};
    bool has_values = values[2].text.data && link.data;
    return has_values ? question_ask(writing, &question) : error_memory(writing->err);
}
