/* Documents that say what another one says. */
#ifndef COPYDESK_RESEARCH_LIBRARY_COPIES_H
#define COPYDESK_RESEARCH_LIBRARY_COPIES_H

#include "text/text.h"

/* Hashes of a document's runs of three stems, in rising order, each once. */
struct library_runs {
    uint64_t *list;
    size_t count;
};

/* Of the body that the index has (library_entry.h). E_MEMORY. */
enum status library_runs_read(struct arena *arena, const char *body, struct library_runs *runs, struct error *err);

/* Which share of the runs of one stands in the other too, 0-1; 0 where there are too few to tell (Broder, On the
 * resemblance and containment of documents, 1997). */
double library_runs_held(const struct library_runs *one, const struct library_runs *other);

/* Is the path that of a page made for readers? Of two documents with the same text it is taken rather than the text
 * that it was made from. */
bool library_is_html(const char *path);

#endif
