/* What a picture of a section is to show, and what stands in its place for those who do not see it. */
#ifndef COPYDESK_WRITE_MEDIA_PICTURE_TEXT_H
#define COPYDESK_WRITE_MEDIA_PICTURE_TEXT_H

#include "write/writing/draft.h"

struct picture_text {
    struct str words;       /* for sources that find pictures: the heading, and the subject where it says less */
    struct str subject;     /* the end of words that the heading does not say; may be empty */
    struct str prompt;      /* for those that make them; in English where a language model describes it */
    struct str alternative; /* never empty; for a picture that brings none */
};

/*
 * Of the section at this heading. is_made: a prompt is needed, which a language model is asked for (the step
 * "picture-3/prompt"); where it gives none that can be used, and with the built-in writer, the prompt is made of
 * heading, keyword and style by rule. E_MEMORY, E_CANCELLED, or what the model's backend says.
 */
enum status picture_text_make(struct writing *writing, const struct draft_part *part, size_t heading, bool is_made,
                              struct picture_text *text);

#endif
