/* Questions that people ask about the subject, as searches told, with what the sources say of them. */
#include "write/compose/compose.h"

enum { LEAST_WORDS = 3, MOST_WORDS = 18 };

/* An answer names this share of a question, by the weight of its words; two questions that share as much ask the same.
 */
static const double answered_share = 0.6, same_share = 0.85;

struct asked_finding {
    struct writing *writing;
    struct vector *vectors; /* of the questions that are taken */
    struct compose_asked *list;
    size_t count;
};

static bool asked_is_on_subject(const struct topic *topic, const struct vector *question)
{
    for (size_t i = 0; i < question->count; i++)
        if (topic_has(topic, question->terms[i].id))
            return true;
    return false;
}

static bool asked_is_known(const struct asked_finding *finding, const struct vector *question)
{
    for (size_t i = 0; i < finding->count; i++)
        if (vector_cosine(&finding->vectors[i], question) >= same_share)
            return true;
    return false;
}

static bool may_answer(const struct writing *writing, const struct passage *passage, size_t number)
{
    const struct source_sentence *sentence = &writing->corpus.sentences[number];
    return sentence->stands_alone && !sentence->stays_in_section && !sentence->item && !passage->is_list &&
           !str_ends(sentence->text, STR(":")) && !str_ends(sentence->text, STR("?")) && !compose_says(writing, number);
}

/* The sentence that names most of the question, in a passage on the subject. */
static void find_answer(const struct writing *writing, const struct vector *question, struct compose_asked *asked)
{
    const struct corpus *corpus = &writing->corpus;
    for (size_t i = 0; i < corpus->passage_count; i++) {
        const struct passage *passage = &corpus->passages[i];
        if (writing->topics[0].pages[passage->page].tier == TOPIC_NOT ||
            corpus->sections[passage->section].tells_of_attack)
            continue;
        for (size_t j = passage->first; j < passage->first + passage->count; j++) {
            double share = vector_coverage(question, &corpus->sentences[j].vector);
            if (share <= asked->share || share < answered_share || !may_answer(writing, passage, j))
                continue;
            *asked = (struct compose_asked){asked->text, passage, j, share};
        }
    }
}

static enum status asked_take(struct asked_finding *finding, struct str text)
{
    struct writing *writing = finding->writing;
    struct vector *vector = &finding->vectors[finding->count];
    struct compose_asked asked = {.text = text};
    size_t words = words_count(text);
    if (!str_ends(text, STR("?")) || words < LEAST_WORDS || words > MOST_WORDS)
        return OK;
    enum status status = corpus_vector(&writing->corpus, text, vector, writing->err);
    if (status || !vector->count || !asked_is_on_subject(&writing->topics[0], vector) ||
        asked_is_known(finding, vector))
        return status;
    find_answer(writing, vector, &asked);
    if (asked.answer)
        finding->list[finding->count++] = asked;
    return OK;
}

enum status compose_asked(struct writing *writing, struct compose_asked **list, size_t *count)
{
    size_t most = writing->question_count + 1;
    struct asked_finding finding = {.writing = writing,
                                    .vectors = ARENA_ARRAY(writing->arena, most, struct vector),
                                    .list = ARENA_ARRAY(writing->arena, most, struct compose_asked)};
    enum status status = finding.vectors && finding.list ? OK : error_memory(writing->err);
    for (size_t i = 0; i < writing->question_count && !status; i++)
        status = asked_take(&finding, writing->questions[i]);
    *list = finding.list;
    *count = finding.count;
    return status;
}
