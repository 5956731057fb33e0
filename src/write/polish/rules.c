#include "write/polish/rules.h"

enum status rules_apply(struct parts *parts, const struct polish_settings *settings, struct polish_report *report)
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
