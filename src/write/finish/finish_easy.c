/* Easy reading: long sentences are edited once more by a language model; then rules go over all. */
#include "write/finish/easy.h"
#include "write/finish/finish.h"
#include "write/prompted/polished.h"

/* The words that the article must hold as they are. */
static struct str kept_words(struct writing *writing)
{
    const struct writing_terms *terms = &writing->terms;
    struct buf out = {0};
    buf_printf(&out, "%.*s", STR_ARG(writing->brief.keyword));
    for (size_t i = 0; i < terms->count && !terms->is_found; i++)
        buf_printf(&out, "; %.*s", STR_ARG(terms->list[i].text));
    return writing_keep(writing, &out);
}

static enum status ask_and_ease(struct writing *writing, struct str *html)
{
    const struct polish_settings settings = {
        .simplify = true, .most_words = EASY_WORDS + 1, .kept = kept_words(writing)};
    struct polished polished;
    if (!settings.kept.data)
        return error_memory(writing->err);
    enum status status = polished_edit(writing, &settings, "easy", html, &polished);
    if (!status && polished.refused)
        status = writing_note(writing, "Shortening sentences refused %s.", polished.refused);
    return status;
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
