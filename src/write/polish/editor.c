#include "write/polish/editor.h"

#include "model/check/check.h"

enum { LONG_SENTENCE = 20, MOST_PHRASES = 20 };

/* Rules are numbered as they come. */
struct rules_text {
    struct buf text;
    int count;
};

static void add_rule(struct rules_text *rules, const char *rule)
{
    buf_printf(&rules->text, "%s%d. %s", rules->count ? "\n" : "", rules->count + 1, rule);
    rules->count++;
}

static bool has_long_sentence(const struct parts *parts, size_t section, bool *failed)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->list[i];
        if (part->section != section || !part_is_text(part))
            continue;
        for (size_t j = 0; j < part->count; j++) {
            size_t words;
            *failed |= !text_words(parts, part->sentences[j].text, &words);
            if (words > LONG_SENTENCE)
                return true;
        }
    }
    return false;
}

static size_t add_phrases(const struct parts *parts, struct str text, bool is_hard, size_t count, struct buf *list)
{
    for (size_t from = 0; from < text.len && count < MOST_PHRASES;) {
        struct str found = stock_phrase_find(parts->language, text, is_hard, from);
        list->failed |= !found.data;
        if (!found.len)
            break;
        if (str_ifind((struct str){buf_text(list), list->len}, found, 0) >= list->len) {
            buf_str(list, count++ ? "; \"" : "\"");
            buf_add(list, found.data, found.len);
            buf_char(list, '"');
        }
        from = (size_t)(found.data - text.data) + found.len;
    }
    return count;
}

/* The stock phrases that stand in the section: a model is told which they are. */
static void add_phrase_rule(const struct parts *parts, size_t section, struct rules_text *rules)
{
    struct buf list = {0};
    size_t count = 0;
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->list[i];
        if (part->section != section || !part_is_text(part))
            continue;
        struct str text = text_blotted(parts, part->text);
        rules->text.failed |= !text.data;
        count = add_phrases(parts, text, true, count, &list);
        count = add_phrases(parts, text, false, count, &list);
    }
    rules->text.failed |= list.failed;
    if (count && !list.failed) {
        buf_printf(&rules->text, "%s%d. These phrases go, and their sentences are mended: %s.",
                   rules->count ? "\n" : "", rules->count + 1, buf_text(&list));
        rules->count++;
    }
    buf_free(&list);
}

/* What the section is asked for; empty: nothing. data NULL: memory ran out. */
static struct str rules_for(const struct parts *parts, size_t section, const struct polish_settings *settings)
{
    struct rules_text rules = {.count = 0};
    if (settings->convert_passive)
        add_rule(&rules, "Where the text names the doer, turn a passive sentence into an active one.");
    if (settings->simplify && has_long_sentence(parts, section, &rules.text.failed))
        add_rule(&rules, "Split sentences of over 20 words at a conjunction; conditions stay with what they limit.");
    if (settings->humanize && parts->language)
        add_phrase_rule(parts, section, &rules);
    char *copy = rules.text.failed ? NULL : arena_copy_n(parts->arena, buf_text(&rules.text), rules.text.len);
    struct str text = {copy, copy ? rules.text.len : 0};
    buf_free(&rules.text);
    return text;
}

static bool has_text(const struct parts *parts, size_t section)
{
    for (size_t i = 0; i < parts->count; i++)
        if (parts->list[i].section == section && part_is_text(&parts->list[i]))
            return true;
    return false;
}

static bool says_same(struct str answer)
{
    answer = str_trim(answer);
    if (str_ends(answer, STR(".")))
        answer.len--;
    return str_ieq(answer, STR("SAME"));
}

/* is_good: the answer stands in the parts now, or was none. */
static enum status take_answer(const struct editor_section *section, struct str answer, bool *is_good, bool *changed)
{
    struct editor_section read;
    *is_good = says_same(answer);
    *changed = false;
    if (*is_good)
        return OK;
    enum status status = editor_answer_read(section, answer, &read);
    if (!status)
        status = editor_check(section, &read, is_good);
    if (status || !*is_good)
        return status;
    status = editor_answer_apply(section, &read, changed);
    *is_good = status == OK;
    return status == E_INVALID ? OK : status;
}

/* The sections that the editor is asked about. */
struct asked {
    struct polish_request *requests; /* section: from 1 */
    struct str *answers;
    size_t count;
};

static enum status collect(struct parts *parts, const struct polish_settings *settings, struct asked *asked)
{
    for (size_t number = 0; number < parts->sections; number++) {
        struct editor_section section;
        if (!has_text(parts, number))
            continue;
        struct str rules = rules_for(parts, number, settings);
        if (!rules.data)
            return error_memory(parts->err);
        if (!rules.len && !settings->instructions.len)
            continue;
        enum status status = editor_section_read(&section, parts, number);
        if (status)
            return status;
        asked->requests[asked->count++] =
            (struct polish_request){number + 1, section.text, rules, settings->instructions};
    }
    return OK;
}

/* The section is read once more: the answers before it have moved its parts. */
static enum status take(struct parts *parts, size_t number, struct str answer, bool *is_held,
                        struct polish_report *report)
{
    struct editor_section section;
    bool changed = false, has_answer = str_trim(answer).len > 0;
    enum status status = has_answer ? editor_section_read(&section, parts, number) : OK;
    if (!status && has_answer)
        status = take_answer(&section, answer, is_held, &changed);
    report->edited += changed;
    report->kept += !*is_held;
    return status;
}

enum status editor_run(struct parts *parts, const struct polish_settings *settings, const struct polish_editor *editor,
                       bool *is_held, struct polish_report *report)
{
    struct asked asked = {.requests = ARENA_ARRAY(parts->arena, parts->sections + 1, struct polish_request),
                          .answers = ARENA_ARRAY(parts->arena, parts->sections + 1, struct str)};
    if (!asked.requests || !asked.answers)
        return error_memory(parts->err);
    enum status status = collect(parts, settings, &asked);
    if (status || !asked.count)
        return status;
    status = editor->edit_all(editor->context, asked.requests, asked.count, parts->arena, asked.answers, parts->err);
    if (status == E_MEMORY || status == E_CANCELLED)
        return status;
    report->sections = asked.count;
    for (size_t i = 0; i < asked.count; i++) {
        size_t number = asked.requests[i].section - 1;
        struct str answer = status ? STR("") : asked.answers[i];
        enum status taken = take(parts, number, answer, &is_held[number], report);
        if (taken)
            return taken;
    }
    return OK;
}
