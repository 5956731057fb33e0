/* Cues: what stands on the screen from one time to another, and what the readers of caption files share. */
#ifndef COPYDESK_MEDIA_CAPTIONS_CUES_H
#define COPYDESK_MEDIA_CAPTIONS_CUES_H

#include "base/base.h"

/* Further lines of a cue are left out. */
enum { CUE_LINES = 32 };

struct caption_cue {
    size_t number;            /* in the order of the file, from 0 */
    int64_t start_ms, end_ms; /* start < end */
    struct str *lines;        /* plain text, squeezed, none of them empty */
    size_t count;             /* at least 1 */
};

/* The cues of a file while it is read. */
struct cue_list {
    struct arena *arena;
    struct caption_cue *cues;
    size_t count, cap;
    bool failed; /* memory ran out; appends do nothing */
};

/* The next line without its end: LF, CR or CR LF. False at the end of the file. */
bool cue_next_line(struct str *rest, struct str *line);

/* Takes up to nine digits off the text; -1: none stand there. */
int64_t cue_take_digits(struct str *text);

/* Takes a character off the text, if it stands there. */
bool cue_take_char(struct str *text, char character);

/* Is the line "TIME --> TIME", with whatever behind it? take_time takes a time in milliseconds off the text; -1: none
 * stands there. The end may be before the start. */
bool cue_read_timing(struct str line, int64_t (*take_time)(struct str *text), int64_t *start, int64_t *end);

/* Appends a line to a cue: without <...>, character references decoded, invalid bytes as U+FFFD. A line of which
 * nothing is left is left out. *cap is of cue->lines, 0 at first. */
void cue_add_line(struct cue_list *list, struct caption_cue *cue, size_t *cap, struct str line);

/* Appends a cue, if it has lines. */
void cue_list_add(struct cue_list *list, const struct caption_cue *cue);

#endif
