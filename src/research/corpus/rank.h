/*
 * The parts of ranking passages, one file each: which are candidates (rank_fit.c), how they are rated (rank.c), which
 * are chosen (rank_choose.c). For rank*.c alone; passages_rank is declared in corpus.h.
 */
#ifndef COPYDESK_RESEARCH_CORPUS_RANK_H
#define COPYDESK_RESEARCH_CORPUS_RANK_H

#include "research/corpus/corpus.h"

/* A passage that may be chosen. */
struct candidate {
    const struct passage *passage;
    double keyword, heading; /* BM25 */
    double relevance, centrality, score;
    bool is_out;
};

struct ranking {
    struct corpus *corpus;
    const struct passage_query *query;
    const struct used_sentences *used;
    struct vector keyword, heading, entities;
    bool has_own; /* passages stand under the heading of the query in their source: others must fit it better */
    struct candidate *candidates;
    size_t count;
    struct arena *arena;
    struct error *err;
};

/* rank_fit.c */
void ranking_look_for_own(struct ranking *ranking); /* sets has_own */
bool ranking_is_candidate(const struct ranking *ranking, const struct passage *passage);

/* 1: the passage stands under the query's heading, 0: under none of the outline's, -1: under another. */
int ranking_belongs(const struct ranking *ranking, const struct passage *passage);

/* Does a sentence of the article say nearly the same? */
bool ranking_is_said(const struct ranking *ranking, const struct passage *passage);

/* Do two sentences say nearly the same? */
bool ranking_is_same(const struct source_sentence *a, const struct source_sentence *b);

/* rank_choose.c: by maximal marginal relevance, best first. */
enum status ranking_choose(struct ranking *ranking, struct ranked_passage **ranked, size_t *count);

#endif
