/* Key takeaways: the most telling sentence of each section. */
#include "write/compose/compose.h"

enum { TAKEAWAY_MIN_WORDS = 7, TAKEAWAY_MAX_WORDS = 32, MAX_TAKEAWAYS = 7 };

/* A takeaway is left out when its score is below this share of the best one's. */
static const double telling_share = 0.3;

/* Can the sentence stand alone in a list: is it complete, and neither too short nor too long? */
static bool is_takeaway(const struct corpus *corpus, const struct model_sentence *sentence)
{
    const struct source_sentence *source = corpus_sentence(corpus, sentence->id);
    if (!source || sentence->item || !source->stands_alone)
        return false;
    return source->words >= TAKEAWAY_MIN_WORDS && source->words <= TAKEAWAY_MAX_WORDS &&
           !str_ends(source->text, STR(":"));
}

/* The search for the sentence of a section that has most in common with its heading and with the keyword. */
struct search {
    struct vector heading, keyword; /* the heading with the keyword, and the keyword alone */
    const struct model_sentence *best;
    double value;
};

static void search_text(const struct corpus *corpus, const struct model_text *text, struct search *search)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            const struct model_sentence *sentence = &text->blocks[i].sentences[j];
            if (!is_takeaway(corpus, sentence))
                continue;
            const struct vector *says = &corpus_sentence(corpus, sentence->id)->vector;
            double value = vector_cosine(says, &search->heading) + vector_coverage(&search->keyword, says) / 2;
            if (search->best && value <= search->value)
                continue;
            search->best = sentence;
            search->value = value;
        }
}

/* Searches a section and its subsections, headings [first, end). search->best is NULL when no sentence is suitable. */
static enum status search_section(struct writing *writing, const struct draft_part *sections, size_t first, size_t end,
                                  struct search *search)
{
    struct str title = sections->headings[first].title, keyword = writing->brief.keyword;
    char *both = arena_printf(writing->arena, "%.*s %.*s", STR_ARG(title), STR_ARG(keyword));
    if (!both)
        return error_memory(writing->err);
    enum status status = corpus_vector(&writing->corpus, str_from(both), &search->heading, writing->err);
    if (!status)
        status = corpus_vector(&writing->corpus, keyword, &search->keyword, writing->err);
    for (size_t i = first; i < end && !status; i++)
        search_text(&writing->corpus, &sections->headings[i].text, search);
    return status;
}

/* Keeps the candidates whose score is near the best one's, in their order; returns how many. */
static size_t keep_telling(struct builtin_passage *passages, size_t count)
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

static enum status collect_takeaways(struct writing *writing, const struct draft_part *sections,
                                     struct builtin_passage *passages, size_t *count)
{
    for (size_t first = 0, end; first < sections->count; first = end) {
        struct search search = {.best = NULL};
        end = first + 1;
        while (end < sections->count && sections->headings[end].level > sections->headings[first].level)
            end++;
        enum status status = search_section(writing, sections, first, end, &search);
        if (status)
            return status;
        if (!search.best)
            continue;
        struct model_sentence *copy = ARENA_NEW(writing->arena, struct model_sentence);
        if (!copy)
            return error_memory(writing->err);
        *copy = *search.best;
        passages[(*count)++] =
            (struct builtin_passage){.source = copy->source, .sentences = copy, .count = 1, .score = search.value};
    }
    *count = keep_telling(passages, *count);
    return OK;
}

enum status compose_takeaways(struct composer *composer, struct draft_part *part)
{
    struct writing *writing = composer->writing;
    const struct draft_part *sections = draft_find(composer->draft, ARTICLE_SECTIONS);
    if (!config_bool(writing->config, "includeKeyTakeaways"))
        return OK;
    if (config_bool(writing->config, "disableIntroduction"))
        return writing_note(writing, "Key takeaways belong into the introduction, which is disabled: there are none.");
    struct builtin_passage *passages = ARENA_ARRAY(writing->arena, sections->count + 1, struct builtin_passage);
    size_t count = 0;
    enum status status =
        passages ? writing_progress(writing, 0.86, "Picking the key takeaways") : error_memory(writing->err);
    if (!status)
        status = collect_takeaways(writing, sections, passages, &count);
    if (status)
        return status;
    if (!count)
        return writing_note(writing, "There are no key takeaways: no sentence of the sources is fit for one.");
    const struct builtin_text_request request = {
        .part = PART_TAKEAWAYS, .heading = STR(""), .passages = passages, .count = count};
    return compose_ask(writing, &request, &part->text);
}
