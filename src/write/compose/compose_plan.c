/* The plan: headings from those of the sources, and the title. */
#include "write/compose/compose.h"

/* --- the title --- */

/* How the language ends a question, with its blank: what stands behind the last letter of one. */
static struct str question_end(const struct language *language)
{
    struct str question = str_from(language && language->phrases ? language->phrases->what_question : "?");
    size_t end = 0;
    uint32_t codepoint;
    for (size_t at = 0, length; at < question.len; at += length) {
        length = utf8_decode(question, at, &codepoint);
        if (unicode_is_letter(codepoint) || codepoint == '%')
            end = at + length;
    }
    return (struct str){question.data + end, question.len - end};
}

/* What the title begins with. A number that the article does not keep is left out, and no ranking is claimed. */
static enum status begin_title(struct writing *writing, const struct article_plan *plan, struct str *begin)
{
    const struct keyword *asked = &writing->asked;
    struct str text = writing->brief.keyword;
    *begin = text;
    if (writing->brief.is_list || asked->shape == KEYWORD_NOUN)
        return OK;
    struct str mark = question_end(writing->brief.language);
    if (asked->shape == KEYWORD_WHAT_IS && !str_ends(text, STR("?")) && !str_ends(text, str_trim(mark))) {
        char *question = arena_printf(writing->arena, "%.*s%.*s", STR_ARG(text), STR_ARG(mark));
        *begin = str_from(question);
        return question ? OK : error_memory(writing->err);
    }
    if (asked->shape == KEYWORD_BEST) {
        *begin = asked->subject;
        return writing_note(writing, "The sources are not ranked: the article is about %.*s, not about the best.",
                            STR_ARG(asked->subject));
    }
    if (asked->shape != KEYWORD_COUNTED || asked->announced <= plan_sections(plan))
        return OK;
    size_t from = (size_t)(asked->counted.data - text.data);
    *begin = asked->counted.len ? (struct str){text.data + from, text.len - from} : asked->subject;
    return writing_note(writing, "The title is without its number: the sources have sections for %zu of %zu.",
                        plan_sections(plan), asked->announced);
}

/* Do the sources write the first word small even where a sentence or a heading begins, and more often so than with a
 * capital? Then it is a name such as "nginx". */
static bool is_small_name(const struct writing *writing, struct str keyword)
{
    const struct corpus *corpus = &writing->corpus;
    struct str first = {keyword.data, str_find(keyword, STR(" "), 0)};
    size_t small = 0, large = 0;
    for (size_t i = 0; i < corpus->sentence_count + corpus->section_count && writing->has_corpus; i++) {
        struct str text =
            i < corpus->sentence_count ? corpus->sentences[i].text : corpus->sections[i - corpus->sentence_count].title;
        bool is_word = text.len > first.len && text.data[first.len] == ' ' && str_istarts(text, first);
        small += is_word && str_starts(text, first);
        large += is_word && !str_starts(text, first);
    }
    return small > large;
}

enum status compose_title(struct writing *writing, struct article_plan *plan)
{
    struct str keyword;
    enum status status = begin_title(writing, plan, &keyword);
    if (!status)
        status = builtin_title(&writing->brief, keyword, is_small_name(writing, keyword), writing->arena, &plan->title,
                               writing->err);
    return compose_status(writing, status);
}

enum status compose_name(struct writing *writing, struct article_plan *plan)
{
    enum status status = plan->title.len ? OK : compose_title(writing, plan);
    if (!status && !plan->is_given)
        status = plan_put_keyword(writing, plan);
    return status ? status : plan_put_brand(writing, plan);
}

enum status compose_plan(struct writing *writing, struct article_plan *plan)
{
    size_t least, most;
    enum status status = compose_subject(writing);
    plan_bounds(writing->config, &least, &most);
    if (!status && writing->asked.shape == KEYWORD_COUNTED && !most)
        most = writing->asked.announced;
    if (!status && !writing->model)
        status = compose_admit(writing);
    if (!status && !plan->is_given)
        status = compose_outline(writing, least, most, plan);
    if (!status && writing->model && !plan->count)
        status = code_error(writing->err, E_NOT_FOUND, CODE_NO_SOURCES, "no section of the sources is about \"%.*s\"",
                            STR_ARG(writing->brief.subject));
    return status ? status : compose_name(writing, plan);
}
