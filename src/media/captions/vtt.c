#include "media/captions/vtt.h"

#include "base/vec.h"
#include "text/html/html.h"
#include "text/text.h"

struct vtt {
    struct arena *arena;
    struct str rest;
    struct vtt_cue *cues;
    size_t count, cap;
    bool failed; /* memory ran out */
};

/* The next line without its end: LF, CR or CR LF. False at the end of the file. */
static bool next_line(struct str *rest, struct str *line)
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

/* Digits, up to nine of them; -1: none stand here. */
static int64_t take_digits(struct str *text)
{
    int64_t value = 0;
    size_t length = 0;
    for (; length < text->len && length < 9 && ascii_is_digit(text->data[length]); length++)
        value = value * 10 + text->data[length] - '0';
    *text = (struct str){text->data + length, text->len - length};
    return length ? value : -1;
}

static bool take_char(struct str *text, char character)
{
    if (!text->len || *text->data != character)
        return false;
    *text = (struct str){text->data + 1, text->len - 1};
    return true;
}

/* "01:02:03.456", "02:03.456" in milliseconds; -1: none stands here. */
static int64_t take_time(struct str *text)
{
    int64_t parts[3] = {0};
    size_t count = 0;
    do {
        if (count == COUNT_OF(parts) || (parts[count++] = take_digits(text)) < 0)
            return -1;
    } while (take_char(text, ':'));
    if (count < 2 || !take_char(text, '.') || text->len < 3)
        return -1;
    struct str rest = *text;
    int64_t fraction = take_digits(&rest);
    int64_t hours = count == 3 ? parts[0] : 0, minutes = parts[count - 2], seconds = parts[count - 1];
    if (fraction < 0 || text->len - rest.len != 3 || minutes > 59 || seconds > 59)
        return -1;
    *text = rest;
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction;
}

static bool read_timing(struct str line, int64_t *start, int64_t *end)
{
    struct str rest = str_trim(line);
    *start = take_time(&rest);
    rest = str_trim(rest);
    if (*start < 0 || !str_starts(rest, STR("-->")))
        return false;
    rest = str_trim((struct str){rest.data + 3, rest.len - 3});
    *end = take_time(&rest);
    return *end > *start;
}

/* Removes <...> and decodes character references; a "<" that is never closed takes the rest of the line. */
static void add_plain(struct buf *out, struct str line)
{
    for (size_t at = 0; at < line.len;) {
        size_t open = str_find(line, STR("<"), at);
        html_decode(out, (struct str){line.data + at, open - at}, false);
        size_t close = str_find(line, STR(">"), open);
        at = close < line.len ? close + 1 : line.len;
    }
}

/* The plain text of a line in the arena; empty when nothing is left. */
static struct str plain_line(struct vtt *vtt, struct str line)
{
    struct buf text = {0};
    size_t length = 0;
    add_plain(&text, line);
    char *copy = text.failed ? NULL : utf8_repair(vtt->arena, (struct str){buf_text(&text), text.len}, &length);
    buf_free(&text);
    vtt->failed |= !copy;
    return (struct str){copy, copy ? text_squeeze_in_place(copy, length) : 0};
}

static void add_cue(struct vtt *vtt, const struct vtt_cue *cue)
{
    struct vtt_cue *cues = vec_room(vtt->arena, vtt->cues, vtt->count, &vtt->cap, sizeof *cues);
    if (!cues) {
        vtt->failed = true;
        return;
    }
    vtt->cues = cues;
    cues[vtt->count] = *cue;
    cues[vtt->count].number = vtt->count;
    vtt->count++;
}

/* The text of a cue, up to an empty line, or to a line with times when the empty line was forgotten. A blank is no
 * empty line: automatic captions hold lines of one. */
static void read_cue(struct vtt *vtt, struct vtt_cue *cue, bool is_kept)
{
    size_t cap = 0;
    for (struct str before = vtt->rest, line; !vtt->failed && next_line(&vtt->rest, &line); before = vtt->rest) {
        if (str_find(line, STR("-->"), 0) < line.len) {
            vtt->rest = before;
            break;
        }
        if (!line.len)
            break;
        struct str text = is_kept && cue->count < CUE_LINES ? plain_line(vtt, line) : (struct str){0};
        if (!text.len)
            continue;
        struct str *lines = vec_room(vtt->arena, cue->lines, cue->count, &cap, sizeof *lines);
        if (!lines) {
            vtt->failed = true;
            break;
        }
        cue->lines = lines;
        lines[cue->count++] = text;
    }
    if (cue->count && !vtt->failed)
        add_cue(vtt, cue);
}

static bool has_signature(struct str *text)
{
    if (str_starts(*text, STR("\xEF\xBB\xBF")))
        *text = (struct str){text->data + 3, text->len - 3};
    if (!str_starts(*text, STR("WEBVTT")))
        return false;
    return text->len == 6 || ascii_is_space(text->data[6]);
}

enum status vtt_read(struct arena *arena, struct str text, struct vtt_cue **cues, size_t *count, struct error *err)
{
    struct vtt vtt = {.arena = arena};
    if (!has_signature(&text))
        return error_set(err, E_CORRUPT, NULL, "the captions do not begin with WEBVTT");
    vtt.rest = text;
    /* Whatever has no arrow is a header, a note, a style or the name of a cue. */
    for (struct str line; !vtt.failed && next_line(&vtt.rest, &line);) {
        struct vtt_cue cue = {0};
        if (str_find(line, STR("-->"), 0) == line.len)
            continue;
        bool is_right = read_timing(line, &cue.start_ms, &cue.end_ms);
        read_cue(&vtt, &cue, is_right);
    }
    *cues = vtt.cues;
    *count = vtt.count;
    return vtt.failed ? error_memory(err) : OK;
}
