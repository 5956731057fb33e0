#include "write/writing/pipeline.h"

#include "base/base.h"

static const struct pipeline table[] = {
    {.engine = 2},
    {.engine = 1, .in_turn = true},
};

const struct pipeline *pipeline_find(int engine)
{
    for (size_t i = 0; i < COUNT_OF(table); i++)
        if (table[i].engine == engine)
            return &table[i];
    return &table[0];
}
