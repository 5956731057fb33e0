/* The words of an article's frame in a language that has none here. */
#include "write/finish/finish.h"
#include "write/prompted/question.h"

#include <stddef.h>

enum { LONGEST = 60 }; /* characters */

/* The members of struct labels that the prompt asks for. */
static const struct {
    const char *name;
    size_t at;
} members[] = {
    {"conclusion", offsetof(struct labels, conclusion)},
    {"faq", offsetof(struct labels, faq)},
    {"takeaways", offsetof(struct labels, takeaways)},
    {"sources", offsetof(struct labels, sources)},
};

static bool labels_is_word(struct str text)
{
    return text.len && utf8_length(text) <= LONGEST && !strpbrk(text.data, "<>:.\"\n/[]");
}

static enum status labels_take(struct writing *writing, const struct prompted_question *question,
                               const struct prompted_reply *reply, struct str *fault)
{
    struct labels *labels = question->context;
    for (size_t i = 0; i < COUNT_OF(members); i++) {
        const char *text = json_string_value(json_object_get(reply->value, members[i].name));
        struct str word = str_trim(str_from(text ? text : ""));
        const char *copy = arena_copy_n(writing->arena, word.data, word.len);
        if (!copy)
            return error_memory(writing->err);
        if (!labels_is_word(str_from(copy)))
            *fault = STR("each heading must be 1 to 4 words without full stop, colon or quotation marks");
        *(const char **)((char *)labels + members[i].at) = copy;
    }
    return OK;
}

enum status finish_labels(struct writing *writing)
{
    const struct language *language = writing->brief.language;
    if (!language || language->labels)
        return OK;
    struct labels *labels = ARENA_NEW(writing->arena, struct labels);
    if (!labels)
        return error_memory(writing->err);
    *labels = *writing->labels; /* of English: what is not asked for stays */
    const struct prompted_question question = {
        .prompt = PROMPT_LABELS, .step = "labels", .check = labels_take, .context = labels};
    enum status status = question_ask(writing, &question);
    if (status == E_CORRUPT)
        return writing_note(writing, "Headings such as \"%s\" are in English: %s.", writing->labels->conclusion,
                            writing->err->message);
    if (!status)
        writing->labels = labels;
    return status;
}
