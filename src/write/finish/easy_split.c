#include "write/finish/easy_split.h"

/* --- steps --- */

/* "Open the menu, then select ...": two steps, each of which is told to the reader. */
static bool at_step(const struct easy_splitter *splitter, size_t word, struct easy_cut *cut)
{
    static const char *const steps[] = {
        "add",    "change",  "check", "choose", "click", "close", "copy",  "create", "delete",  "drag", "edit",
        "enter",  "install", "make",  "move",   "open",  "paste", "press", "remove", "restart", "run",  "save",
        "select", "set",     "start", "stop",   "turn",  "type",  "use",   "verify", NULL};
    if (!splitter->is_english || !split_is_one_of(splitter, 0, steps) || word < EASY_CLAUSE_WORDS)
        return false;
    size_t at = word, end = split_mark_before(splitter, word, ',');
    bool is_and = word_is(split_word(splitter, at), "and");
    at += is_and;
    bool is_then = at < splitter->phrasing.count && word_is(split_word(splitter, at), "then");
    if ((!end && !(is_and && is_then)) || (!is_and && !is_then) || !split_is_one_of(splitter, at + is_then, steps) ||
        (end && split_has_inner_comma(splitter, end)))
        return false;
    for (size_t i = 0; i < splitter->phrasing.count; i++)
        if (split_is_one_of(splitter, i, splitter->easy->grammar->conditions))
            return false;
    end = end ? end : split_word(splitter, word - 1)->end;
    if (!split_can_part(splitter, at, end))
        return false;
    *cut = (struct easy_cut){.left_end = end, .right_start = split_start(splitter, at), .opening = STR("")};
    return true;
}

/* --- the sentence --- */

static bool find_cut(struct easy_splitter *splitter, struct easy_cut *cut)
{
    for (size_t word = 1; word < splitter->phrasing.count; word++)
        if (split_at_clause(splitter, word, cut) || split_at_relative(splitter, word, cut) ||
            at_step(splitter, word, cut))
            return true;
    return false;
}

/* A question or a quotation is not cut, nor what announces a list. */
static bool is_statement(const struct phrasing *phrasing)
{
    struct str plain = phrasing->plain;
    size_t end = plain.len;
    while (end > 0 && plain.data[end - 1] == '\1')
        end--;
    return end > 0 && plain.data[end - 1] == '.' && !memchr(plain.data, '"', end);
}

/* The end of a text, from the citations behind its full stop on. */
static size_t citations_at(const struct easy_splitter *splitter)
{
    size_t at = splitter->phrasing.plain.len;
    while (at > 0 && splitter->phrasing.plain.data[at - 1] == '\1')
        at--;
    return at;
}

static enum status part_text(struct easy_splitter *splitter, const struct easy_cut *cut, struct str *first,
                             struct str *second)
{
    struct arena *arena = splitter->easy->parts->arena;
    struct str text = splitter->text;
    if (cut->new_left.data) { /* the citations go to the second sentence, the last one */
        size_t tail = text.len - citations_at(splitter);
        *first = bytes_between(cut->new_left, 0, cut->new_left.len - tail);
        *second = TEXT_JOIN(arena, cut->opening, bytes_between(text, text.len - tail, text.len));
    } else {
        *first = TEXT_JOIN(arena, bytes_between(text, 0, cut->left_end), STR("."));
        *second = TEXT_JOIN(arena, cut->opening, bytes_between(text, cut->right_start, text.len));
    }
    if (second->data)
        *second = text_capitalised(splitter->easy->parts, *second);
    return first->data && second->data ? OK : error_memory(splitter->easy->parts->err);
}

enum status easy_split(struct easy *easy, struct str text, struct str *first, struct str *second)
{
    struct easy_splitter splitter = {
        .easy = easy, .text = text, .is_english = easy->grammar && strcmp(easy->grammar->tag, "en") == 0};
    struct easy_cut cut = {.left_end = 0};
    second->data = NULL;
    enum status status = phrasing_of(easy->parts, text, &splitter.phrasing);
    if (status || splitter.phrasing.count <= EASY_WORDS || !is_statement(&splitter.phrasing))
        return status;
    bool is_found = find_cut(&splitter, &cut);
    if (splitter.failed)
        return error_memory(easy->parts->err);
    return is_found ? part_text(&splitter, &cut, first, second) : OK;
}
