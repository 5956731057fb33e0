/* Easy reading: sections with long sentences are edited once more by a language model; then rules go over all. */
#include "write/finish/easy.h"
#include "write/finish/finish.h"
#include "write/polish/polish.h"
#include "write/prompted/question.h"

enum { MOST_MEAN = 15 }; /* words of a sentence, in the mean of a section */

static const char *const rule =
    "1. Split every sentence of over 15 words at a conjunction or a relative clause, and put everyday words for "
    "learned ones. Conditions stay with what they limit.";

/* The sections that are asked about side by side. */
struct easing {
    const struct polish_request *requests;
    struct str *answers;
};

static bool is_easy(const struct writing *writing, struct str text)
{
    struct str rest = text, line;
    size_t words = 0, total = 0;
    while (str_split(&rest, '\n', &line)) {
        struct sentence *sentences;
        size_t count = 0;
        if (sentences_split(writing->arena, line, writing->brief.language, &sentences, &count, NULL))
            return true;
        words += words_count(line);
        total += count;
    }
    return words <= total * MOST_MEAN;
}

/* What the answer may not lose, polish itself sees to. */
static enum status take(struct writing *writing, const struct question *question, const struct reply *reply,
                        struct str *fault)
{
    struct str *answer = question->context;
    const char *copy = arena_copy_n(writing->arena, reply->text.data, reply->text.len);
    if (!reply->text.len)
        *fault = STR("it is empty");
    *answer = (struct str){copy, reply->text.len};
    return copy ? OK : error_memory(writing->err);
}

/* The rule, with the words that the article must hold as they are. */
static struct str rules_text(struct writing *writing)
{
    const struct writing_terms *terms = &writing->terms;
    struct buf out = {0};
    buf_printf(&out, "%s These words stay as they are: %.*s", rule, STR_ARG(writing->brief.keyword));
    for (size_t i = 0; i < terms->count && !terms->is_found; i++)
        buf_printf(&out, "; %.*s", STR_ARG(terms->list[i].text));
    buf_char(&out, '.');
    return writing_keep(writing, &out);
}

static enum status edit(struct writing *writing, size_t number, void *context)
{
    const struct easing *easing = context;
    const struct polish_request *request = &easing->requests[number];
    struct str answer = {NULL, 0};
    easing->answers[number] = STR("SAME");
    if (is_easy(writing, request->text))
        return OK;
    const struct prompt_value values[] = {{"section", request->text}, {"polish_rules", rules_text(writing)}};
    const struct question question = {.prompt = PROMPT_POLISH,
                                      .step = arena_printf(writing->arena, "easy-%zu", request->section),
                                      .values = values,
                                      .value_count = COUNT_OF(values),
                                      .check = take,
                                      .context = &answer};
    enum status status =
        question.step && values[1].text.data ? question_ask(writing, &question) : error_memory(writing->err);
    if (!status)
        easing->answers[number] = answer;
    return status == E_MEMORY || status == E_CANCELLED ? status : OK; /* a section without an answer stays */
}

static enum status edit_all(void *context, const struct polish_request *requests, size_t count, struct arena *arena,
                            struct str *answers, struct error *err)
{
    struct easing easing = {requests, answers};
    (void)arena;
    (void)err;
    return tasks_run(context, count, edit, &easing);
}

static enum status ask_and_ease(struct writing *writing, struct str *html)
{
    const struct polish_editor editor = {edit_all, writing};
    const struct polish_settings settings = {.simplify = true};
    struct polish_report report;
    return polish_html(writing->arena, *html, writing->brief.language, &settings, &editor, html, &report, writing->err);
}

enum status finish_easy(struct writing *writing, struct str *html)
{
    const struct str kept[] = {writing->brief.keyword, writing->brand.name};
    if (!writing->wishes.is_easy)
        return OK;
    enum status status = writing_progress(writing, 0.93, "Shortening sentences");
    if (!status && writing->model && !writing->is_plain)
        status = ask_and_ease(writing, html);
    return status ? status
                  : easy_html(writing->arena, *html, writing->brief.language, kept, COUNT_OF(kept), html, writing->err);
}
