/* A section asked of a language model, from the captions of its part of the film. */
#include "write/video/video.h"

static enum status ask(struct writing *writing, const struct planned *heading, size_t number, struct drafted *drafted)
{
    const struct film *film = film_of(writing);
    const struct prompt_value values[] = {
        {"video_title", film->title}, {"author", film_speaker(film)}, {"heading", heading->title}};
    const struct material_section section = {.prompt = PROMPT_VIDEO_SECTION,
                                             .step = arena_printf(writing->arena, "section-%zu", number + 1),
                                             .values = values,
                                             .value_count = COUNT_OF(values),
                                             .material = heading->material,
                                             .heading = heading->title,
                                             .min_words = heading->min_words,
                                             .max_words = heading->max_words,
                                             .covers_all = config_bool(writing->config, "rewriteAllSourceData")};
    struct model_text text;
    size_t left;
    if (!section.step)
        return error_memory(writing->err);
    enum status status = prompted_material_section(writing, &section, &text, &left);
    if (status)
        return status;
    if (left)
        status = writing_note(writing, "In \"%.*s\" nothing is said of %zu of %zu parts of the captions.",
                              STR_ARG(heading->title), left, heading->material.count);
    for (size_t i = 0; i < text.count; i++)
        for (size_t j = 0; j < text.blocks[i].count; j++) {
            struct model_sentence *sentence = &text.blocks[i].sentences[j];
            if (sentence->source >= 0 && (size_t)sentence->source < heading->material.count)
                sentence->source = (int)film_segment_at(film, heading->material.list[sentence->source].name);
        }
    drafted->text = text;
    return status ? status : video_times(writing, &drafted->text);
}

enum status video_section(struct writing *writing, const struct prompted *article, size_t first,
                          struct draft_part *part)
{
    const struct planned *heading = &article->plan->headings[first];
    char *detail = arena_printf(writing->arena, "Writing \"%.*s\"", STR_ARG(heading->title));
    enum status status = detail ? writing_progress(writing, 0.4, "%s", detail) : error_memory(writing->err);
    if (!status)
        status = ask(writing, heading, first, &part->headings[first]);
    if (status != E_CORRUPT)
        return status;
    const char *problem = arena_copy(writing->arena, writing->err->message);
    part->headings[first].text = (struct model_text){0};
    part->headings[first].problem = problem;
    return problem ? OK : error_memory(writing->err);
}
