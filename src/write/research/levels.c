#include "write/research/levels.h"

#include "write/params/params.h"

/*
 * Breadth 3 and depth 2 or more are what deep modes of research programs use (gpt-researcher: breadth 4, depth 2;
 * open_deep_research: 3 researchers at once). A third round costs half a minute and still finds what two left open.
 */
static const struct levels_level levels[RESEARCH_LEVELS] = {
    [RESEARCH_STANDARD] = {.agents = 1,
                           .rounds = 1,
                           .queries = 3,
                           .results = 8,
                           .reads = 8,
                           .most_searches = 4,
                           .most_reads = 8,
                           .most_bytes = 600000,
                           .seconds = 60},
    [RESEARCH_DEEP] = {.agents = 1,
                       .rounds = 2,
                       .queries = 4,
                       .results = 10,
                       .reads = 10,
                       .most_searches = 10,
                       .most_reads = 20,
                       .most_bytes = 1200000,
                       .seconds = 120},
    [RESEARCH_EXTENDED] = {.agents = 3,
                           .rounds = 3,
                           .queries = 3,
                           .results = 10,
                           .reads = 6,
                           .most_searches = 36,
                           .most_reads = 54,
                           .most_bytes = 2400000,
                           .seconds = 270},
};

const struct levels_level *level_row(enum research_level level)
{
    return &levels[level];
}

enum research_level level_asked(const json_t *config)
{
    if (!config_bool(config, "enableDeepResearch"))
        return RESEARCH_STANDARD;
    return config_bool(config, "extendedResearch") ? RESEARCH_EXTENDED : RESEARCH_DEEP;
}
