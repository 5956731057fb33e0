#include "write/polish/editor.h"

#include <stdlib.h>

static const double least_length = 0.75, most_length = 1.25;
enum { FREE_WORDS = 5 }; /* by which a short section may grow or shrink */

/* The marks of a text in order: twice the number, one more for an end. */
static enum status marks_of(struct arena *arena, struct str text, size_t **marks, size_t *count, struct error *err)
{
    *count = 0;
    *marks = ARENA_ARRAY(arena, text.len / 7 + 1, size_t); /* a mark has seven bytes or more */
    if (!*marks)
        return error_memory(err);
    for (size_t at = 0, length; at < text.len; at += length ? length : 1) {
        size_t number;
        bool is_end;
        length = editor_mark_at(text, at, &number, &is_end);
        if (length)
            (*marks)[(*count)++] = 2 * number + is_end;
    }
    return OK;
}

static enum status keeps_marks(const struct editor_section *section, struct str answer, bool *keeps)
{
    size_t *before, *after, count, count_after;
    struct arena *arena = section->parts->arena;
    enum status status = marks_of(arena, section->text, &before, &count, section->parts->err);
    status = status ? status : marks_of(arena, answer, &after, &count_after, section->parts->err);
    if (!status)
        *keeps = count == count_after && memcmp(before, after, count * sizeof *before) == 0;
    return status;
}

/* --- words --- */

static struct str without_marks(const struct editor_section *section)
{
    struct buf out = {0};
    for (size_t i = 0; i < section->count; i++) {
        struct str text = section->lines[i].text;
        for (size_t at = 0, number; at < text.len;) {
            bool is_end;
            size_t length = editor_mark_at(text, at, &number, &is_end);
            if (!length)
                buf_char(&out, text.data[at++]);
            at += length;
        }
        buf_char(&out, '\n');
    }
    char *copy = out.failed ? NULL : arena_copy_n(section->parts->arena, buf_text(&out), out.len);
    struct str text = {copy, copy ? out.len : 0};
    buf_free(&out);
    return text;
}

static int compare(const void *a, const void *b)
{
    return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

/* The words with a digit in them, sorted. */
static enum status figures_of(const struct parts *parts, struct str text, struct str **figures, size_t *count)
{
    struct word *words;
    size_t word_count;
    *count = 0;
    enum status status = words_split(parts->arena, text, parts->language, &words, &word_count, parts->err);
    if (status)
        return status;
    *figures = ARENA_ARRAY(parts->arena, word_count + 1, struct str);
    if (!*figures)
        return error_memory(parts->err);
    for (size_t i = 0; i < word_count; i++)
        for (size_t at = 0; at < words[i].folded.len; at++)
            if (ascii_is_digit(words[i].folded.data[at])) {
                (*figures)[(*count)++] = words[i].folded;
                break;
            }
    qsort(*figures, *count, sizeof **figures, compare);
    return OK;
}

static enum status keeps_figures(const struct parts *parts, struct str before, struct str after, bool *keeps)
{
    struct str *old, *new;
    size_t count, count_after;
    enum status status = figures_of(parts, before, &old, &count);
    status = status ? status : figures_of(parts, after, &new, &count_after);
    if (status)
        return status;
    *keeps = count == count_after;
    for (size_t i = 0; *keeps && i < count; i++)
        *keeps = str_eq(old[i], new[i]);
    return OK;
}

static bool keeps_length(struct str before, struct str after)
{
    double old = (double)words_count(before), new = (double)words_count(after);
    double difference = new > old ? new - old : old - new;
    return new > 0 && (difference <= FREE_WORDS || (new >= least_length *old &&new <= most_length *old));
}

static size_t count_of(struct str text, struct str part)
{
    size_t count = 0;
    for (size_t at = 0; (at = str_ifind(text, part, at)) < text.len; at += part.len)
        count++;
    return count;
}

/* Tags, addresses, Markdown and broken marks are never in the answer more often than in the text. */
static bool brings_nothing(struct str before, struct str after)
{
    static const char *const signs[] = {"<",  "http:", "https:",       "www.",         "](",  "**",
                                        "__", "`",     "\xE2\x9F\xA6", "\xE2\x9F\xA7", "|--", "\xF3\xB0"};
    for (size_t i = 0; i < COUNT_OF(signs); i++)
        if (count_of(after, str_from(signs[i])) > count_of(before, str_from(signs[i])))
            return false;
    return !text_has_marks(after) && utf8_is_valid(after) && !memchr(after.data, 1, after.len) &&
           !memchr(after.data, 0, after.len);
}

enum status editor_check(const struct editor_section *section, const struct editor_section *answer, bool *is_good)
{
    struct str before = without_marks(section), after = without_marks(answer);
    *is_good = false;
    if (!before.data || !after.data)
        return error_memory(section->parts->err);
    bool keeps = false;
    enum status status = keeps_marks(section, answer->text, &keeps);
    if (status || !keeps || !keeps_length(before, after) || !brings_nothing(before, after))
        return status;
    return keeps_figures(section->parts, before, after, is_good);
}
