#include "service/web/manual/sections.h"

/* --- sections --- */

/* Behind "## "; data NULL: the line is no heading. */
static struct str heading_of(struct str line)
{
    size_t level = 0;
    while (level < line.len && line.data[level] == '#')
        level++;
    if (level == 0 || level == line.len || line.data[level] != ' ')
        return (struct str){0};
    return str_trim((struct str){line.data + level, line.len - level});
}

bool section_next(const struct chapter *chapter, struct str *rest, struct section *section)
{
    struct str line, after = *rest;
    bool in_code = false;
    if (!str_split(&after, '\n', &line) || !heading_of(line).data)
        return false;
    *section = (struct section){.chapter = chapter, .heading = heading_of(line)};
    section->is_first = rest->data == chapter->text.data;
    const char *begin = line.data + line.len, *end = begin;
    for (*rest = after; str_split(&after, '\n', &line); *rest = after) {
        in_code ^= str_starts(line, STR("```"));
        if (!in_code && heading_of(line).data)
            break;
        end = line.data + line.len;
    }
    section->body = str_trim((struct str){begin, (size_t)(end - begin)});
    return true;
}

/* --- search --- */

/* Takes the next word off *words. */
static bool take_word(struct str *words, struct str *word)
{
    while (str_split(words, ' ', word))
        if (word->len)
            return true;
    return false;
}

static bool has(struct str text, struct str word)
{
    return str_ifind(text, word, 0) < text.len;
}

int section_score(const struct section *section, struct str words, bool is_any)
{
    struct str word;
    int score = 0, count = 0;
    while (count++ < SECTION_WORDS && take_word(&words, &word)) {
        bool in_heading = has(section->heading, word), in_title = has(chapter_title(section->chapter), word);
        bool is_there = in_heading || in_title || has(section->body, word);
        if (!is_there && !is_any)
            return 0;
        score += is_there + 4 * in_heading + in_title;
    }
    return score;
}

/* Back to the blank before a word. */
static size_t to_blank(struct str text, size_t at)
{
    while (at > 0 && !ascii_is_space(text.data[at]))
        at--;
    return at;
}

struct str section_excerpt(const struct section *section, struct str words, size_t most)
{
    struct str word = {0}, body = section->body;
    take_word(&words, &word);
    size_t at = word.len ? str_ifind(body, word, 0) : 0;
    at = at < body.len ? at : 0;
    size_t begin = at > most / 4 ? to_blank(body, at - most / 4) : 0;
    size_t end = begin + most < body.len ? to_blank(body, begin + most) : body.len;
    return str_trim((struct str){body.data + begin, end > begin ? end - begin : 0});
}
