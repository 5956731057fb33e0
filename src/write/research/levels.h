/* How much is searched and read for an article: one row for each level that a request can ask for. */
#ifndef COPYDESK_WRITE_RESEARCH_LEVELS_H
#define COPYDESK_WRITE_RESEARCH_LEVELS_H

#include "base/base.h"

#include <jansson.h>

enum research_level { RESEARCH_STANDARD, RESEARCH_DEEP, RESEARCH_EXTENDED, RESEARCH_LEVELS };

struct levels_level {
    size_t agents;  /* lines of questions that are followed side by side */
    size_t rounds;  /* of searching and reading; each but the first asks what the ones before left open */
    size_t queries; /* of an agent in a round */
    size_t results; /* that a query asks for */
    size_t reads;   /* pages that an agent reads in a round */
    size_t most_searches, most_reads; /* of all agents and rounds together */
    size_t most_bytes;                /* of the text of all pages that are used */
    int seconds;                      /* of searching and reading, after which nothing new is begun */
};

/* The row of a level. Static. */
const struct levels_level *level_row(enum research_level level);

/* What the config asks for: realTimeData alone, with enableDeepResearch, with extendedResearch too. */
enum research_level level_asked(const json_t *config);

#endif
