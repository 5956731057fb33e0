/* The plan: sections that follow the film. */
#include "write/video/video.h"

enum {
    WORDS_PER_SECTION = 120, /* of speech, at least */
    WIDE_SECTION = 350,      /* at most */
    LEAST_SECTIONS = 2,
    MOST_SECTIONS = 10,
    LONGEST_HEADING = 90, /* bytes */
    LEAD = 4,             /* excerpts for the introduction */
    FULL_WORDS = 250,     /* of a section that need not hold everything */
    LEAST_WORDS = 60,
    LINE_LEAST = 80, /* characters of a caption in the prompt */
    LINE_MOST = 400,
    PROMPT_PERCENT = 50, /* of the context that captions may take */
};

/* --- asked of a language model --- */

struct dividing {
    const struct film *film;
    const struct spoken *sentences;
    size_t sentence_count;
    size_t *numbers; /* of the excerpts that are shown: their segments */
    size_t least, most;
    bool covers_all;
    struct cuts cuts;
};

static size_t bounded(size_t value, size_t least, size_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* The segment of an excerpt's number; E_NOT_FOUND: there is no such number. */
static bool segment_of(const struct dividing *dividing, const struct reply *reply, json_int_t number, size_t *segment)
{
    if (number < 1 || (size_t)number > reply->shown)
        return false;
    *segment = dividing->numbers[number - 1];
    return true;
}

/* Sections in order, none inside another: one that begins before the last one ends begins behind it. */
static enum status read_section(struct writing *writing, const struct reply *reply, const json_t *entry,
                                struct dividing *dividing)
{
    const json_t *value = json_object_get(entry, "heading");
    struct str heading = str_trim((struct str){json_string_value(value), json_string_length(value)});
    struct cuts *cuts = &dividing->cuts;
    struct cut cut;
    while (str_starts(heading, STR("#")) || str_starts(heading, STR(" ")))
        heading = (struct str){heading.data + 1, heading.len - 1};
    while (str_ends(heading, STR(".")) || str_ends(heading, STR(":")))
        heading.len--;
    if (!heading.len || heading.len > LONGEST_HEADING)
        return OK;
    if (!segment_of(dividing, reply, json_integer_value(json_object_get(entry, "first")), &cut.first) ||
        !segment_of(dividing, reply, json_integer_value(json_object_get(entry, "last")), &cut.last))
        return OK;
    if (cuts->count && cut.first <= cuts->list[cuts->count - 1].last)
        cut.first = cuts->list[cuts->count - 1].last + 1;
    if (cut.last < cut.first)
        return OK;
    cut.heading = (struct str){arena_copy_n(writing->arena, heading.data, heading.len), heading.len};
    cuts->list[cuts->count++] = cut;
    return cut.heading.data ? OK : error_memory(writing->err);
}

/* What is said between sections belongs to the one before it; with covers_all what stands before the first and behind
 * the last too. */
static void close_gaps(struct dividing *dividing)
{
    struct cuts *cuts = &dividing->cuts;
    for (size_t i = 0; i < cuts->count; i++) {
        size_t from = cuts->list[i].last + 1;
        size_t to = i + 1 < cuts->count ? cuts->list[i + 1].first : dividing->covers_all ? dividing->film->count : from;
        for (size_t segment = from; segment < to; segment++)
            if (video_words(dividing->sentences, dividing->sentence_count, segment, segment))
                cuts->list[i].last = segment;
    }
    for (size_t segment = 0; dividing->covers_all && segment < cuts->list[0].first; segment++)
        if (video_words(dividing->sentences, dividing->sentence_count, segment, segment))
            cuts->list[0].first = segment;
}

static enum status read_plan(struct writing *writing, const struct question *question, const struct reply *reply,
                             struct str *fault)
{
    struct dividing *dividing = question->context;
    const json_t *sections = json_object_get(reply->value, "sections");
    enum status status = OK;
    dividing->cuts.count = 0;
    dividing->cuts.list = ARENA_ARRAY(writing->arena, json_array_size(sections) + 1, struct cut);
    if (!dividing->cuts.list)
        return error_memory(writing->err);
    for (size_t i = 0; i < json_array_size(sections) && dividing->cuts.count < dividing->most && !status; i++)
        status = read_section(writing, reply, json_array_get(sections, i), dividing);
    if (status)
        return status;
    if (dividing->cuts.count < dividing->least && !(reply->is_last && dividing->cuts.count)) {
        *fault = STR("it has too few sections whose numbers follow each other: \"first\" and \"last\" are numbers of "
                     "the captions, and each section begins behind the one before it");
        return OK;
    }
    close_gaps(dividing);
    return OK;
}

/* Every caption has its line: the longer the film, the shorter they are. */
static size_t line_length(const struct writing *writing, size_t count)
{
    long room = model_settings(writing->model)->context * PROMPT_PERCENT / 100 * 3;
    return bounded((size_t)room / (count + 1), LINE_LEAST, LINE_MOST);
}

static enum status divide(struct writing *writing, struct dividing *dividing)
{
    const struct film *film = dividing->film;
    struct model_excerpt *excerpts = ARENA_ARRAY(writing->arena, film->count + 1, struct model_excerpt);
    dividing->numbers = ARENA_ARRAY(writing->arena, film->count + 1, size_t);
    char *least = arena_printf(writing->arena, "%zu", dividing->least);
    char *most = arena_printf(writing->arena, "%zu", dividing->most);
    if (!excerpts || !dividing->numbers || !least || !most)
        return error_memory(writing->err);
    size_t count = 0;
    for (size_t i = 0; i < film->count; i++) {
        size_t added;
        enum status status = film_excerpts(writing, i, i, excerpts + count, &added);
        if (status)
            return status;
        dividing->numbers[count] = i;
        count += added;
    }
    const struct prompt_value values[] = {{"video_title", film->title},
                                          {"author", film_speaker(film)},
                                          {"min", str_from(least)},
                                          {"max", str_from(most)}};
    const struct question question = {.prompt = PROMPT_VIDEO_PLAN,
                                      .step = "outline",
                                      .values = values,
                                      .value_count = COUNT_OF(values),
                                      .material = MATERIAL_DIGEST,
                                      .excerpts = excerpts,
                                      .excerpt_count = count,
                                      .digest_characters = line_length(writing, count),
                                      .check = read_plan,
                                      .context = dividing};
    return count ? question_ask(writing, &question) : E_CORRUPT;
}

static enum status cut_with_model(struct writing *writing, struct cuts *cuts)
{
    struct spoken *sentences;
    struct dividing dividing = {.film = film_of(writing),
                                .covers_all = config_bool(writing->config, "rewriteAllSourceData")};
    enum status status = video_speech(writing, &sentences, &dividing.sentence_count);
    if (status)
        return status;
    dividing.sentences = sentences;
    size_t words = video_words(sentences, dividing.sentence_count, 0, dividing.film->count);
    dividing.most = bounded(words / WORDS_PER_SECTION, LEAST_SECTIONS, MOST_SECTIONS);
    dividing.least = bounded(words / WIDE_SECTION, LEAST_SECTIONS, dividing.most);
    status = divide(writing, &dividing);
    *cuts = dividing.cuts;
    if (status != E_CORRUPT)
        return status;
    status = writing_note(writing, "The sections are where the words of the video change: %s.", writing->err->message);
    return status ? status : video_slice(writing, cuts);
}

/* --- the plan --- */

static enum status make_heading(struct writing *writing, const struct cut *cut, const struct spoken *sentences,
                                size_t count, struct planned *heading)
{
    bool covers_all = config_bool(writing->config, "rewriteAllSourceData");
    size_t words = video_words(sentences, count, cut->first, cut->last), most = covers_all ? words : FULL_WORDS;
    struct model_excerpt *list = ARENA_ARRAY(writing->arena, cut->last - cut->first + 2, struct model_excerpt);
    if (!list)
        return error_memory(writing->err);
    *heading = (struct planned){.title = cut->heading, .level = 2, .form = FORM_PROSE, .covers = STR("")};
    heading->max_words = bounded(words, LEAST_WORDS, most < LEAST_WORDS ? LEAST_WORDS : most);
    heading->min_words = heading->max_words / 3;
    heading->material.list = list;
    return film_excerpts(writing, cut->first, cut->last, list, &heading->material.count);
}

/* The introduction is written from what the first sections begin with. */
static enum status make_lead(struct writing *writing, struct article_plan *plan)
{
    struct model_excerpt *list = ARENA_ARRAY(writing->arena, LEAD + 1, struct model_excerpt);
    size_t count = 0;
    if (!list)
        return error_memory(writing->err);
    for (size_t i = 0; i < plan->count && count < LEAD; i++)
        if (plan->headings[i].material.count)
            list[count++] = plan->headings[i].material.list[0];
    plan->lead = (struct material){list, count};
    return OK;
}

static enum status make_title(struct writing *writing, struct article_plan *plan)
{
    struct str *headings = ARENA_ARRAY(writing->arena, plan->count + 1, struct str);
    const struct builtin_title_request request = {
        .keyword = writing->brief.keyword, .headings = headings, .count = plan->count};
    if (!headings)
        return error_memory(writing->err);
    for (size_t i = 0; i < plan->count; i++)
        headings[i] = plan->headings[i].title;
    return builtin_title(&writing->brief, &request, writing->arena, &plan->title, writing->err);
}

enum status video_plan(struct writing *writing, struct article_plan *plan)
{
    struct cuts cuts = {0};
    struct spoken *sentences = NULL;
    size_t count = 0;
    enum status status = writing->model ? cut_with_model(writing, &cuts) : video_slice(writing, &cuts);
    if (!status)
        status = video_speech(writing, &sentences, &count);
    plan->headings = ARENA_ARRAY(writing->arena, cuts.count + 1, struct planned);
    if (!status && !plan->headings)
        status = error_memory(writing->err);
    for (plan->count = 0; plan->count < cuts.count && !status; plan->count++)
        status = make_heading(writing, &cuts.list[plan->count], sentences, count, &plan->headings[plan->count]);
    if (!status)
        status = make_lead(writing, plan);
    if (!status && !writing->model && !plan->title.len)
        status = make_title(writing, plan);
    return status;
}

void video_section_bounds(const struct writing *writing, const struct article_plan *plan, size_t number, size_t *first,
                          size_t *last)
{
    const struct film *film = film_of(writing);
    const struct material *material = &plan->headings[number].material;
    *first = material->count ? film_segment_at(film, material->list[0].name) : film->count;
    *last = material->count ? film_segment_at(film, material->list[material->count - 1].name) : *first;
}
