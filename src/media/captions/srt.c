#include "media/captions/srt.h"

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
