#include "write/polish/polish.h"

#include "write/polish/editor.h"
#include "write/polish/rules.h"

/* One rule may make work for another: a paragraph that was cut may begin by summing up now. So the rules go over the
 * article until nothing changes, which takes two or three rounds. */
enum { MOST_ROUNDS = 12 };

/* In the order in which each leaves the next its work. */
static enum status rules_apply(struct parts *parts, const struct polish_settings *settings,
                               struct polish_report *report)
{
    const struct {
        bool is_set;
        enum status (*apply)(struct parts *parts, struct polish_report *report);
    } rules[] = {
        {settings->remove_conclusions, rule_conclusions},
        {settings->humanize, rule_humanize},
        {settings->remove_repetitive, rule_repetitive},
        {settings->convert_passive, rule_passive},
        {settings->simplify, rule_simplify},
        {settings->split_paragraphs, rule_split},
    };
    enum status status = OK;
    for (size_t i = 0; !status && i < COUNT_OF(rules); i++)
        if (rules[i].is_set)
            status = rules[i].apply(parts, report);
    return status;
}

struct polishing {
    struct arena *arena;
    const struct language *language;
    bool *is_held; /* by section; NULL: none is */
    size_t sections;
    struct polish_report *report;
    struct error *err;
};

static enum status read_article(const struct polishing *polishing, struct str html, struct parts *parts)
{
    *parts = (struct parts){.arena = polishing->arena, .language = polishing->language, .err = polishing->err};
    enum status status = parts_read(parts, html);
    for (size_t i = 0; !status && i < parts->count; i++) {
        size_t section = parts->list[i].section;
        parts->list[i].is_held = section < polishing->sections && polishing->is_held[section];
    }
    return status;
}

static enum status apply_rules(const struct polishing *polishing, const struct polish_settings *settings,
                               struct str *html)
{
    for (int round = 0; round < MOST_ROUNDS; round++) {
        struct parts parts;
        struct str polished;
        enum status status = read_article(polishing, *html, &parts);
        status = status ? status : rules_apply(&parts, settings, polishing->report);
        status = status ? status : parts_write(&parts, &polished);
        if (status || str_eq(polished, *html))
            return status;
        *html = polished;
    }
    return OK;
}

static enum status apply_editor(struct polishing *polishing, const struct polish_settings *settings,
                                const struct polish_editor *editor, struct str *html)
{
    struct parts parts;
    enum status status = read_article(polishing, *html, &parts);
    if (status)
        return status;
    bool *is_held = ARENA_ARRAY(polishing->arena, parts.sections, bool);
    if (!is_held)
        return error_memory(polishing->err);
    status = editor_run(&parts, settings, editor, is_held, polishing->report);
    status = status ? status : parts_write(&parts, html);
    polishing->is_held = is_held;
    polishing->sections = parts.sections;
    return status;
}

enum status polish_html(struct arena *arena, struct str html, const struct language *language,
                        const struct polish_settings *settings, const struct polish_editor *editor,
                        struct str *polished, struct polish_report *report, struct error *err)
{
    struct polish_report own = {0};
    struct polishing polishing = {.arena = arena, .language = language, .report = report ? report : &own, .err = err};
    /* These code does fully; a model is asked about the rest of the style. */
    const struct polish_settings structure = {.split_paragraphs = settings->split_paragraphs,
                                              .remove_conclusions = settings->remove_conclusions,
                                              .remove_repetitive = settings->remove_repetitive};
    struct str text = html;
    *polishing.report = (struct polish_report){0};
    enum status status = OK;
    if (editor) {
        status = apply_rules(&polishing, &structure, &text);
        status = status ? status : apply_editor(&polishing, settings, editor, &text);
    }
    /* A paragraph that is long only because its sentences were split stays one. */
    struct polish_settings style = *settings;
    style.split_paragraphs &= !editor;
    status = status ? status : apply_rules(&polishing, &style, &text);
    if (status)
        return status;
    *polished = str_eq(text, html) ? html : text;
    return OK;
}
