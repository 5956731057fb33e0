#include "media/videos/cues.h"

#include "text/html/html.h"

/* The next line without its end: LF, CR or CR LF. False at the end of the file. */
static bool cue_next_line(struct str *rest, struct str *line)
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

/* Takes up to nine digits off the text; -1: none stand there. */
static int64_t cue_take_digits(struct str *text)
{
    int64_t value = 0;
    size_t length = 0;
    for (; length < text->len && length < 9 && ascii_is_digit(text->data[length]); length++)
        value = value * 10 + text->data[length] - '0';
    *text = (struct str){text->data + length, text->len - length};
    return length ? value : -1;
}

/* Takes a character off the text, if it stands there. */
static bool cue_take_char(struct str *text, char character)
{
    if (!text->len || *text->data != character)
        return false;
    *text = (struct str){text->data + 1, text->len - 1};
    return true;
}

/* Is the line "TIME --> TIME", with whatever behind it? take_time takes a time in milliseconds off the text; -1: none
 * stands there. The end may be before the start. */
static bool cue_read_timing(struct str line, int64_t (*take_time)(struct str *text), int64_t *start, int64_t *end)
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

/* Appends a line to a cue: without <...>, character references decoded, invalid bytes as U+FFFD. A line of which
 * nothing is left is left out. *cap is of cue->lines, 0 at first. */
static void cue_add_line(struct cue_list *list, struct caption_cue *cue, size_t *cap, struct str line)
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

/* Appends a cue, if it has lines. */
static void cue_list_add(struct cue_list *list, const struct caption_cue *cue)
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

/* "01:02:03,456" in milliseconds; with a dot, with fewer digits, without the fraction or the hours too. -1: none stands
 * here. */
static int64_t srt_take_time(struct str *text)
{
    static const int64_t scale[] = {0, 100, 10, 1};
    int64_t parts[3] = {0}, fraction = 0;
    size_t count = 0;
    do {
        if (count == COUNT_OF(parts) || (parts[count++] = cue_take_digits(text)) < 0)
            return -1;
    } while (cue_take_char(text, ':'));
    int64_t hours = count == 3 ? parts[0] : 0, minutes = count > 1 ? parts[count - 2] : 0, seconds = parts[count - 1];
    if (count < 2 || minutes > 59 || seconds > 59)
        return -1;
    if (cue_take_char(text, ',') || cue_take_char(text, '.')) {
        size_t before = text->len;
        fraction = cue_take_digits(text);
        size_t digits = before - text->len;
        if (digits < 1 || digits >= COUNT_OF(scale))
            return -1;
        fraction *= scale[digits];
    }
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction;
}

/* The times may be wrong: then the end is not behind the start. */
static bool is_timing(struct str line)
{
    int64_t start, end;
    return cue_read_timing(line, srt_take_time, &start, &end);
}

static bool srt_is_number(struct str line)
{
    struct str digits = str_trim(line);
    for (size_t i = 0; i < digits.len; i++)
        if (!ascii_is_digit(digits.data[i]))
            return false;
    return digits.len > 0;
}

/* Does the line number the cue whose times stand behind it, perhaps after empty lines? */
static bool numbers_next(struct str line, struct str rest)
{
    struct str next;
    if (!srt_is_number(line))
        return false;
    while (cue_next_line(&rest, &next))
        if (str_trim(next).len)
            return is_timing(next);
    return true; /* a number at the end of the file: the cue was cut off */
}

/* Is {...} at this place a styling tag: {\an8}, {b}, {/i}, {y:i}? */
static bool is_tag(struct str inside)
{
    static const char letters[] = "biusycfoSPYCFBIU";
    if (inside.len && inside.data[0] == '\\')
        return true;
    if (inside.len && inside.data[0] == '/')
        inside = (struct str){inside.data + 1, inside.len - 1};
    return inside.len && strchr(letters, inside.data[0]) && (inside.len == 1 || inside.data[1] == ':');
}

/* The line without styling tags; "\N" and "\h" are a line end and a blank. */
static void add_unstyled(struct buf *out, struct str line)
{
    for (size_t at = 0; at < line.len; at++) {
        size_t close = line.data[at] == '{' ? str_find(line, STR("}"), at) : line.len;
        bool is_escape = line.data[at] == '\\' && at + 1 < line.len && strchr("Nnh", line.data[at + 1]);
        if (close < line.len && is_tag((struct str){line.data + at + 1, close - at - 1}))
            at = close;
        else if (is_escape)
            buf_char(out, ' '), at++;
        else
            buf_char(out, line.data[at]);
    }
}

static void srt_add_line(struct cue_list *list, struct caption_cue *cue, size_t *cap, struct str line)
{
    struct buf text = {0};
    add_unstyled(&text, line);
    list->failed |= text.failed;
    cue_add_line(list, cue, cap, (struct str){buf_text(&text), text.len});
    buf_free(&text);
}

/* What is said from these times to the next: all lines but the number of the cue that follows. */
static void srt_read_cue(struct cue_list *list, struct str *rest, struct caption_cue *cue)
{
    size_t cap = 0;
    for (struct str before = *rest, line; !list->failed && cue_next_line(rest, &line); before = *rest) {
        if (is_timing(line)) {
            *rest = before;
            break;
        }
        if (numbers_next(line, *rest))
            continue;
        if (cue->end_ms > cue->start_ms)
            srt_add_line(list, cue, &cap, line);
    }
    cue_list_add(list, cue);
}

enum status srt_read(struct arena *arena, struct str text, struct caption_cue **cues, size_t *count, struct error *err)
{
    struct cue_list list = {.arena = arena};
    bool has_times = false;
    if (str_starts(text, STR("\xEF\xBB\xBF")))
        text = (struct str){text.data + 3, text.len - 3};
    for (struct str line; !list.failed && cue_next_line(&text, &line);) {
        struct caption_cue cue = {0};
        if (!cue_read_timing(line, srt_take_time, &cue.start_ms, &cue.end_ms))
            continue;
        has_times = true;
        srt_read_cue(&list, &text, &cue);
    }
    if (list.failed)
        return error_memory(err);
    if (!has_times)
        return error_set(err, E_CORRUPT, NULL, "the captions have no line with times");
    *cues = list.cues;
    *count = list.count;
    return OK;
}

/* "01:02:03.456", "02:03.456" in milliseconds; -1: none stands here. */
static int64_t vtt_take_time(struct str *text)
{
    int64_t parts[3] = {0};
    size_t count = 0;
    do {
        if (count == COUNT_OF(parts) || (parts[count++] = cue_take_digits(text)) < 0)
            return -1;
    } while (cue_take_char(text, ':'));
    if (count < 2 || !cue_take_char(text, '.') || text->len < 3)
        return -1;
    struct str rest = *text;
    int64_t fraction = cue_take_digits(&rest);
    int64_t hours = count == 3 ? parts[0] : 0, minutes = parts[count - 2], seconds = parts[count - 1];
    if (fraction < 0 || text->len - rest.len != 3 || minutes > 59 || seconds > 59)
        return -1;
    *text = rest;
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + fraction;
}

/* The text of a cue, up to an empty line, or to a line with times when the empty line was forgotten. A blank is no
 * empty line: automatic captions hold lines of one. */
static void vtt_read_cue(struct cue_list *list, struct str *rest, struct caption_cue *cue, bool is_kept)
{
    size_t cap = 0;
    for (struct str before = *rest, line; !list->failed && cue_next_line(rest, &line); before = *rest) {
        if (str_find(line, STR("-->"), 0) < line.len) {
            *rest = before;
            break;
        }
        if (!line.len)
            break;
        if (is_kept)
            cue_add_line(list, cue, &cap, line);
    }
    cue_list_add(list, cue);
}

static bool skip_signature(struct str *text)
{
    if (str_starts(*text, STR("\xEF\xBB\xBF")))
        *text = (struct str){text->data + 3, text->len - 3};
    if (!str_starts(*text, STR("WEBVTT")))
        return false;
    return text->len == 6 || ascii_is_space(text->data[6]);
}

bool vtt_is(struct str text)
{
    return skip_signature(&text);
}

enum status vtt_read(struct arena *arena, struct str text, struct caption_cue **cues, size_t *count, struct error *err)
{
    struct cue_list list = {.arena = arena};
    if (!skip_signature(&text))
        return error_set(err, E_CORRUPT, NULL, "the captions do not begin with WEBVTT");
    /* Whatever has no arrow is a header, a note, a style or the name of a cue. */
    for (struct str line; !list.failed && cue_next_line(&text, &line);) {
        struct caption_cue cue = {0};
        if (str_find(line, STR("-->"), 0) == line.len)
            continue;
        bool is_right = cue_read_timing(line, vtt_take_time, &cue.start_ms, &cue.end_ms) && cue.end_ms > cue.start_ms;
        vtt_read_cue(&list, &text, &cue, is_right);
    }
    *cues = list.cues;
    *count = list.count;
    return list.failed ? error_memory(err) : OK;
}
