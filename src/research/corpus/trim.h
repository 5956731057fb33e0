/*
 * Sentences without what they are as true without: "Note that" in front, "(see Section 3)", ", as described above,".
 * Only what stands at the edge, in whole brackets or between commas is cut, so that what is left is the source's text.
 */
#ifndef COPYDESK_RESEARCH_CORPUS_TRIM_H
#define COPYDESK_RESEARCH_CORPUS_TRIM_H

#include "research/corpus/sentence_classifier.h"

struct trimmed {
    struct str text;
    struct spans spans; /* of the text */
};

/* Cuts what the cues of the language name, and puts a capital in front again. *is_cut false: nothing was cut, or too
 * little would be left. The result lives in the arena. E_MEMORY. */
enum status sentence_trim(struct arena *arena, const struct sentence_view *view, const struct cue_table *cues,
                          struct trimmed *trimmed, bool *is_cut, struct error *err);

#endif
