/* A finished article is polished as its config says: by rules, and with the language model that writes. */
#ifndef COPYDESK_WRITE_PROMPTED_POLISHED_H
#define COPYDESK_WRITE_PROMPTED_POLISHED_H

#include "write/polish/polish.h"
#include "write/writing/writing.h"

/* What went otherwise than asked; each lives as long as the article. */
struct polished {
    const char
        *problem; /* why the model could not be had, of the first piece of text where it could not; NULL: it could */
    const char *refused; /* its changes that were not made, and why; NULL: none */
};

/*
 * Edits with the model, if there is one, and by rules. Its brief was read. Where the model gives no usable answer, the
 * rules alone polish. `step` names the calls. Any status but OK ends the work, as that of a question does.
 */
enum status polished_edit(struct writing *writing, const struct polish_settings *settings, const char *step,
                          struct str *html, struct polished *polished);

/* The same by the settings of the config. *out lives in the arena of the writing. */
enum status polished_make(struct writing *writing, const char *html, const char **out, struct polished *polished);

#endif
