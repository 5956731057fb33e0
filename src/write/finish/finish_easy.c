/* Easy reading: a language model edits long sentences once more; what is long then, and without a model, is cut. */
#include "write/finish/finish.h"
#include "write/prompted/polished.h"

enum { MOST_WORDS = 14 }; /* of a sentence that is easy to read: its style asks for 15 at most (framing.c) */

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
        .simplify = true, .most_words = MOST_WORDS + 1, .kept = kept_words(writing)};
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
    bool has_editor = writing->model && !writing->is_plain;
    const struct polish_settings settings = {
        .simplify = true, .split_paragraphs = !has_editor, .most_words = MOST_WORDS};
    if (!writing->wishes.is_easy)
        return OK;
    enum status status = writing_progress(writing, 0.93, "Shortening sentences");
    if (!status && has_editor)
        status = ask_and_ease(writing, html);
    return status
               ? status
               : polish_html(writing->arena, *html, writing->brief.language, &settings, NULL, html, NULL, writing->err);
}
