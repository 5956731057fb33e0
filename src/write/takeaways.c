/* Key takeaways: the most telling sentence of each section. */
#include "write/writing.h"

enum { TAKEAWAY_MIN_WORDS = 7, TAKEAWAY_MAX_WORDS = 32, MAX_TAKEAWAYS = 7 };

/* Least that a takeaway may say of its subject, as a share of what the best one says. */
static const double telling_share = 0.25;

/* Is the sentence fit to stand alone in a list: whole, and of a handy length? */
static bool is_takeaway(const struct corpus *corpus, const struct model_sentence *sentence)
{
    if (sentence->id < 0 || sentence->item || !corpus->sentences[sentence->id].stands_alone)
        return false;
    const struct source_sentence *source = &corpus->sentences[sentence->id];
    return source->words >= TAKEAWAY_MIN_WORDS && source->words <= TAKEAWAY_MAX_WORDS &&
           !str_ends(source->text, STR(":"));
}

/* The sentence of a text that says most of what is wanted; keeps *best when none is better than *value. */
static void find_top_sentence(const struct corpus *corpus, const struct model_text *text, const struct vector *wanted,
                              const struct model_sentence **best, double *best_value)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            const struct model_sentence *sentence = &text->blocks[i].sentences[j];
            if (!is_takeaway(corpus, sentence))
                continue;
            double value = vector_cosine(&corpus->sentences[sentence->id].vector, wanted);
            if (value <= *best_value)
                continue;
            *best = sentence;
            *best_value = value;
        }
}

/* The top sentence of a section, its subsections included. NULL: none is fit. */
static enum status top_sentence(struct writing *writing, const struct draft *draft, size_t first, size_t end,
                                const struct model_sentence **top, double *value)
{
    struct vector wanted;
    char *text = arena_printf(writing->arena, "%.*s %.*s", STR_ARG(draft->sections[first].title),
                              STR_ARG(writing->brief.keyword));
    enum status status =
        text ? corpus_vector(&writing->corpus, str_from(text), &wanted, writing->err) : error_memory(writing->err);
    *value = -1;
    *top = NULL;
    for (size_t i = first; i < end && !status; i++)
        find_top_sentence(&writing->corpus, &draft->sections[i].text, &wanted, top, value);
    return status;
}

/* Leaves out what says clearly less of its subject than the best. */
static size_t keep_telling(struct model_passage *passages, size_t count)
{
    double best = 0;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        best = passages[i].score > best ? passages[i].score : best;
    for (size_t i = 0; i < count && kept < MAX_TAKEAWAYS; i++)
        if (passages[i].score >= best * telling_share)
            passages[kept++] = passages[i];
    return kept;
}

static enum status collect_takeaways(struct writing *writing, const struct draft *draft, struct model_passage *passages,
                                     size_t *count)
{
    for (size_t first = 0, end; first < draft->section_count; first = end) {
        const struct model_sentence *top;
        double value;
        end = first + 1;
        while (end < draft->section_count && draft->sections[end].level > draft->sections[first].level)
            end++;
        enum status status = top_sentence(writing, draft, first, end, &top, &value);
        if (status)
            return status;
        if (!top)
            continue;
        struct model_sentence *copy = ARENA_NEW(writing->arena, struct model_sentence);
        if (!copy)
            return error_memory(writing->err);
        *copy = *top;
        passages[(*count)++] =
            (struct model_passage){.source = top->source, .sentences = copy, .count = 1, .score = value};
    }
    *count = keep_telling(passages, *count);
    return OK;
}

enum status draft_takeaways(struct writing *writing, struct draft *draft)
{
    if (!config_bool(writing->config, "includeKeyTakeaways"))
        return OK;
    if (config_bool(writing->config, "disableIntroduction"))
        return writing_note(writing, "Key takeaways belong into the introduction, which is disabled: there are none.");
    struct model_passage *passages = ARENA_ARRAY(writing->arena, draft->section_count + 1, struct model_passage);
    size_t count = 0;
    enum status status =
        passages ? writing_progress(writing, 0.86, "Picking the key takeaways") : error_memory(writing->err);
    if (!status)
        status = collect_takeaways(writing, draft, passages, &count);
    if (status)
        return status;
    if (!count)
        return writing_note(writing, "There are no key takeaways: no sentence of the sources is fit for one.");
    const struct model_text_request request = {PART_TAKEAWAYS, STR(""), passages, count};
    return draft_ask(writing, "takeaways", &request, &draft->takeaways);
}
