/* Finds for each section of the sources the heading of the article that it belongs to. */
#include "research/corpus/corpus.h"

static const double heading_alike = 0.75; /* cosine from which two headings mean the same */

enum status passages_assign(struct corpus *corpus, struct str keyword, const struct str *headings, size_t count,
                            int *owner, struct error *err)
{
    struct vector about;
    struct vector *wanted = ARENA_ARRAY(corpus->arena, count + 1, struct vector);
    enum status status = wanted ? corpus_vector(corpus, keyword, &about, err) : error_memory(err);
    for (size_t i = 0; i < count && !status; i++) {
        status = corpus_vector(corpus, headings[i], &wanted[i], err);
        if (!status) {
            vector_without(&wanted[i], &about);
            vector_flatten(&wanted[i]);
        }
    }
    for (size_t i = 0; i < corpus->section_count && !status; i++) {
        const struct source_section *section = &corpus->sections[i];
        struct vector title;
        status = corpus_vector(corpus, section->title, &title, err);
        if (status)
            break;
        vector_without(&title, &about);
        vector_flatten(&title);
        double best = heading_alike;
        owner[i] = section->parent == NO_SECTION ? -1 : owner[section->parent];
        for (size_t j = 0; j < count; j++) {
            double likeness = vector_cosine(&title, &wanted[j]);
            if (likeness < best)
                continue;
            best = likeness + 1e-9; /* of two headings that are equally like it the first one wins */
            owner[i] = (int)j;
        }
    }
    return status;
}
