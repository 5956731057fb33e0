/* Prose with passage numbers: asked of the model, checked, doubtful sentences verified by a second call. */
#ifndef COPYDESK_WRITE_PROMPTED_PROSE_H
#define COPYDESK_WRITE_PROMPTED_PROSE_H

#include "model/check/check.h"
#include "write/prompted/question.h"
#include "write/writing/plan.h"

struct prose {
    struct question question;   /* without check and context */
    struct check_wanted wanted; /* what the answer must be like */
    struct material evidence;   /* what the answer is checked against, where it is not the question's excerpts */
    struct str unlike;          /* a text that the answer may share few runs of words with; empty: none */
    /* Words that the answer must hold, spelled so but for a capital letter at the start of a sentence; where it has not
     * got them it is asked for once more. Empty: any. */
    struct str must_say;
    size_t must_say_within; /* so many first sentences; 0: anywhere */
    bool is_verified;       /* doubtful sentences are shown to the model once more */
};

/* Asks for prose. The text cites sources where the question has excerpts. E_CORRUPT as question_ask. */
enum status prose_ask(struct writing *writing, const struct prose *prose, struct checked *checked);

/* Do the words stand in the text, spelled so but for a capital letter at the start of a sentence? */
bool prose_says(struct str text, struct str words);

/* The checked answer as an article takes it: numbers become sources. */
enum status prose_text(struct writing *writing, const struct prose *prose, const struct checked *checked,
                       struct model_text *text);

#endif
