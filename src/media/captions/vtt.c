#include "media/captions/vtt.h"

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
