/* Queries asked of a language model: before anything was found, and for what the pages leave open. */
#ifndef COPYDESK_WRITE_RESEARCH_PROMPTED_QUERIES_H
#define COPYDESK_WRITE_RESEARCH_PROMPTED_QUERIES_H

#include "write/research/study.h"

/* Texts that a model gave; they live as long as the article. */
struct given_queries {
    struct str *list;
    size_t count;
    enum search_kind also; /* SEARCH_WEB: no other kind */
};

/* Asks for `most` queries, and whether news or studies should be searched too. Statuses of question_ask; E_CORRUPT: the
 * model gave none. */
enum status prompted_queries(struct writing *writing, size_t most, struct given_queries *given);

/* What is asked of an agent's model. */
struct gaps_request {
    const struct page *pages; /* that it has read */
    size_t page_count;
    struct str outline;          /* of the article, a heading a line */
    const struct queries *asked; /* by all agents */
    const struct str *line;      /* the agent's last queries: what it looks for */
    size_t line_count;
    bool is_alone; /* no other agent looks for the rest */
    size_t most;
    const char *step;
};

/* Asks what the article still cannot state, on excerpts of the pages. E_CORRUPT: no usable answer; OK with count 0:
 * nothing is open. For pieces of work side by side too. */
enum status prompted_gaps(struct writing *writing, const struct gaps_request *request, struct given_queries *given);

#endif
