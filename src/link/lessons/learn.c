#include "link/lessons/learn.h"

#include "link/index/index.h"
#include "link/lessons/lesson_page.h"
#include "link/link.h"
#include "link/model/model.h"

#include <stdlib.h>

/* No more than one page in so many loses its links at once, so that the others still show how the site links. */
enum { KEPT_SHARE = 5 };

/* With fewer links than these the site is taken for one that has none. */
enum { LEAST_GOLD = 20 };

/* Pages that should get fewer links than these together are too little text to ask for a higher score than elsewhere.
 */
#define LEAST_WANTED 20.0

static enum status note_pages(struct lesson_notes *notes, const struct link_index *index,
                              const struct sample_page *pages, size_t count, struct error *err)
{
    for (size_t i = 0; i < count; i++) {
        struct error ignored = {0};
        enum status status = lesson_page_note(notes, index, &pages[i], &ignored);
        if (status != OK && status != E_LIMIT)
            return error_memory(err);
    }
    return OK;
}

static enum status note_folds(struct lesson_notes *notes, const struct sample *sample, size_t folds, learn_build build,
                              void *context, struct error *err)
{
    for (size_t fold = 0; fold < folds; fold++) {
        size_t first = sample->count * fold / folds, last = sample->count * (fold + 1) / folds;
        struct link_index *index = NULL;
        enum status status = build(context, sample->pages + first, last - first, &index, err);
        if (status == OK)
            status = note_pages(notes, index, sample->pages + first, last - first, err);
        if (status == OK && fold == 0 && !notes->gold && !index->header.link_count) {
            status = note_pages(notes, index, sample->pages + last, sample->count - last, err);
            folds = 1; /* without links there are none to leave out */
        }
        link_close(index);
        if (status != OK)
            return status;
    }
    return OK;
}

static bool fit(struct lessons *lessons, const struct lesson_notes *notes)
{
    struct lesson_rows rows = {.rows = notes->rows,
                               .inputs = notes->inputs,
                               .count = notes->count,
                               .input_count = notes->input_count,
                               .gold = notes->gold,
                               .max_links = LINK_MAX_LINKS};
    if (notes->gold >= LEAST_GOLD)
        return lessons_fit(lessons, &rows);
    float usual = lessons->threshold;
    bool good = lessons_fit_count(lessons, &rows, (size_t)notes->wanted);
    if (notes->wanted < LEAST_WANTED && lessons->threshold > usual)
        lessons->threshold = usual;
    return good;
}

enum status learn(const struct sample *sample, size_t page_count, learn_build build, void *context,
                  struct lessons *lessons, struct error *err)
{
    lessons_init(lessons, model_score_of(model_threshold));
    if (!sample->count)
        return OK;
    struct lesson_notes notes = {.input_count = model_lesson_inputs(NULL, NULL)};
    size_t folds = (sample->count * KEPT_SHARE + page_count - 1) / page_count;
    enum status status = note_folds(&notes, sample, folds, build, context, err);
    if (status == OK && !fit(lessons, &notes))
        status = error_memory(err);
    lesson_notes_free(&notes);
    return status;
}
