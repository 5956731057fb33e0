/*
 * filter: links in content that comes in pieces and goes on in pieces, as a body filter of a web server needs it.
 *
 * Links are chosen among the first LINK_MAX_WORDS words. So the filter holds back what comes until it has seen that
 * many, or `max_bytes` bytes, or the end; links what it holds; and lets all that follows pass untouched. The same bytes
 * give the same result, however they are cut into pieces. It is what link_content makes of the whole content, as long
 * as the words are found within max_bytes.
 *
 * Nothing is ever lost: when linking fails, what was held goes on as it came, everything behind it too, and the error
 * is told once. A filter holds max_bytes at most, and for the moment of linking the memory that link_content takes. It
 * belongs to one thread at a time.
 */
#ifndef COPYDESK_LINK_FILTER_H
#define COPYDESK_LINK_FILTER_H

#include "link/link.h"

enum { LINK_FILTER_MAX_BYTES = 512 * 1024 };

struct link_filter;

/* What is to be sent on, in this order. Pieces may be empty. */
struct link_filter_output {
    struct str pieces[3];
};

/*
 * The index, the options and all they point to must outlive the filter. LINK_JSON is read as LINK_HTML. max_bytes, 0:
 * LINK_FILTER_MAX_BYTES. NULL when memory ran out.
 */
struct link_filter *link_filter_new(const struct link_index *index, const struct link_options *options,
                                    size_t max_bytes);
void link_filter_free(struct link_filter *filter);

/*
 * Takes the next bytes of the content. The output is good whatever the status is: it points into the chunk and the
 * filter, until the next call. What link_content returns.
 */
enum status link_filter_write(struct link_filter *filter, struct str chunk, struct link_filter_output *output,
                              struct error *err);

/* Ends the content and gives what was still held. The same again; chunks written afterwards pass untouched. */
enum status link_filter_end(struct link_filter *filter, struct link_filter_output *output, struct error *err);

/* Links nothing any more: what is held goes on with the next call, as it came. For when the index is to be closed. */
void link_filter_stop(struct link_filter *filter);

/* Links made; known when the first bytes have gone on. */
size_t link_filter_links(const struct link_filter *filter);

#endif
