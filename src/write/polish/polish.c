#include "write/polish/polish_parts.h"

/* One rule may make work for another: a paragraph that was cut may begin by summing up now. So the rules go over the
 * article until nothing changes, which takes two or three rounds. */
enum { MOST_ROUNDS = 12 };

struct polishing {
    struct arena *arena;
    const struct language *language;
    struct polish_report *report;
    struct error *err;
};

/* In the order in which each leaves the next its work. */
static void rules_apply(struct parts *parts, const struct polish_settings *settings, struct polish_report *report)
{
    if (settings->remove_conclusions)
        rule_conclusions(parts, report);
    if (settings->remove_repetitive)
        rule_repetitive(parts, report);
    if (settings->simplify)
        rule_sentences(parts, settings->most_words ? settings->most_words : LONG_SENTENCE, report);
    if (settings->split_paragraphs)
        rule_paragraphs(parts, report);
}

static enum status read_parts(const struct polishing *polishing, struct str html, struct parts *parts)
{
    *parts = (struct parts){.arena = polishing->arena, .language = polishing->language};
    return parts_read(parts, html, polishing->err);
}

static enum status apply_rules(const struct polishing *polishing, const struct polish_settings *settings,
                               struct str *html)
{
    for (int round = 0; round < MOST_ROUNDS; round++) {
        struct parts parts;
        enum status status = read_parts(polishing, *html, &parts);
        if (status)
            return status;
        rules_apply(&parts, settings, polishing->report);
        struct str polished = parts_write(&parts);
        if (arena_failed(polishing->arena))
            return error_memory(polishing->err);
        if (str_eq(polished, *html))
            break;
        *html = polished;
    }
    return OK;
}

/* What code does fully goes first, and what the model left of it goes behind; but a paragraph that is long only
 * because its sentences were split stays one. */
static enum status apply_editor(const struct polishing *polishing, const struct polish_settings *settings,
                                const struct polish_editor *editor, struct str *html)
{
    struct polish_settings structure = *settings;
    struct parts parts;
    structure.simplify = false;
    enum status status = apply_rules(polishing, &structure, html);
    status = status ? status : read_parts(polishing, *html, &parts);
    status = status ? status : editor_run(&parts, settings, editor, polishing->report, polishing->err);
    if (status)
        return status;
    *html = parts_write(&parts);
    structure.split_paragraphs = false;
    return apply_rules(polishing, &structure, html);
}

enum status polish_html(struct arena *arena, struct str html, const struct language *language,
                        const struct polish_settings *settings, const struct polish_editor *editor,
                        struct str *polished, struct polish_report *report, struct error *err)
{
    struct polish_report own = {0};
    const struct polishing polishing = {arena, language, report ? report : &own, err};
    struct str text = html;
    *polishing.report = (struct polish_report){0};
    enum status status =
        editor ? apply_editor(&polishing, settings, editor, &text) : apply_rules(&polishing, settings, &text);
    if (!status)
        *polished = str_eq(text, html) ? html : text;
    return status;
}
