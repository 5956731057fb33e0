/* How each engine writes with a language model: its stages, one row each. */
#ifndef COPYDESK_WRITE_WRITING_PIPELINE_H
#define COPYDESK_WRITE_WRITING_PIPELINE_H

#include <stdbool.h>

struct pipeline {
    int engine;    /* of write_job */
    bool in_turn;  /* sections one after the other, each shown what those before say; else side by side */
    bool refines;  /* the outline is drafted first, then refined on what was found */
    bool compares; /* sentences of different sections that say the same are looked for */
};

/* The row of the engine; that of the newest for any other number. Static. */
const struct pipeline *pipeline_find(int engine);

#endif
