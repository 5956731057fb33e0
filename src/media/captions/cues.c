#include "media/captions/cues.h"

#include "base/vec.h"
#include "text/html/html.h"
#include "text/text.h"

bool cue_next_line(struct str *rest, struct str *line)
{
    size_t end = 0;
    if (!rest->len)
        return false;
    while (end < rest->len && rest->data[end] != '\n' && rest->data[end] != '\r')
        end++;
    *line = (struct str){rest->data, end};
    if (end + 1 < rest->len && rest->data[end] == '\r' && rest->data[end + 1] == '\n')
        end++;
    end += end < rest->len;
    *rest = (struct str){rest->data + end, rest->len - end};
    return true;
}

int64_t cue_take_digits(struct str *text)
{
    int64_t value = 0;
    size_t length = 0;
    for (; length < text->len && length < 9 && ascii_is_digit(text->data[length]); length++)
        value = value * 10 + text->data[length] - '0';
    *text = (struct str){text->data + length, text->len - length};
    return length ? value : -1;
}

bool cue_take_char(struct str *text, char character)
{
    if (!text->len || *text->data != character)
        return false;
    *text = (struct str){text->data + 1, text->len - 1};
    return true;
}

bool cue_read_timing(struct str line, int64_t (*take_time)(struct str *text), int64_t *start, int64_t *end)
{
    struct str rest = str_trim(line);
    *start = take_time(&rest);
    rest = str_trim(rest);
    if (*start < 0 || !str_starts(rest, STR("-->")))
        return false;
    rest = str_trim((struct str){rest.data + 3, rest.len - 3});
    *end = take_time(&rest);
    return *end >= 0;
}

/* Removes <...> and decodes character references; a "<" that is never closed takes the rest of the line. */
static void cues_add_plain(struct buf *out, struct str line)
{
    for (size_t at = 0; at < line.len;) {
        size_t open = str_find(line, STR("<"), at);
        html_decode(out, (struct str){line.data + at, open - at}, false);
        size_t close = str_find(line, STR(">"), open);
        at = close < line.len ? close + 1 : line.len;
    }
}

/* The plain text of a line in the arena; empty when nothing is left. */
static struct str plain_line(struct cue_list *list, struct str line)
{
    struct buf text = {0};
    size_t length = 0;
    cues_add_plain(&text, line);
    char *copy = text.failed ? NULL : utf8_repair(list->arena, (struct str){buf_text(&text), text.len}, &length);
    buf_free(&text);
    list->failed |= !copy;
    return (struct str){copy, copy ? text_squeeze_in_place(copy, length) : 0};
}

void cue_add_line(struct cue_list *list, struct caption_cue *cue, size_t *cap, struct str line)
{
    struct str text = !list->failed && cue->count < CUE_LINES ? plain_line(list, line) : STR("");
    if (!text.len)
        return;
    struct str *lines = vec_room(list->arena, cue->lines, cue->count, cap, sizeof *lines);
    list->failed |= !lines;
    if (!lines)
        return;
    cue->lines = lines;
    lines[cue->count++] = text;
}

void cue_list_add(struct cue_list *list, const struct caption_cue *cue)
{
    if (list->failed || !cue->count)
        return;
    struct caption_cue *cues = vec_room(list->arena, list->cues, list->count, &list->cap, sizeof *cues);
    list->failed |= !cues;
    if (!cues)
        return;
    list->cues = cues;
    cues[list->count] = *cue;
    cues[list->count].number = list->count;
    list->count++;
}
