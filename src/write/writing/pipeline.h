/* How each engine writes with a language model, one row each. */
#ifndef COPYDESK_WRITE_WRITING_PIPELINE_H
#define COPYDESK_WRITE_WRITING_PIPELINE_H

#include <stdbool.h>

struct pipeline {
    int engine;   /* of write_job */
    bool in_turn; /* a plan, then the sections one by one, each shown those before; else all at once where it fits */
};

/* The row of the engine; that of the newest for any other number. Static. */
const struct pipeline *pipeline_find(int engine);

#endif
