#include "write/media/pictures.h"

#include "write/media/picture_step.h"
#include "write/media/picture_text.h"

enum {
    AT_ONCE = 4,       /* pictures that are asked for side by side, and held in memory */
    TRIES = 3,         /* of one, where others of the same round came with the same picture */
    SECONDS = 900,     /* that one may take, with its wait for a turn at a service that makes one at a time */
    PROBLEM_MOST = 240 /* characters of what went wrong, in the note */
};

/* A picture on its way. */
struct pictures_sought {
    size_t heading;
    struct picture_text text; /* made once */
    bool has_text, is_settled;
    int tries;
    struct arena *arena; /* of the picture; NULL: it is not held */
    struct image image;
    int64_t began_ms;
    enum status outcome;
    const char *problem; /* why it could not be had */
    bool is_kept;
    struct kept_picture kept;
};

struct pictures_search {
    struct draft_part *part;
    const struct image_source *source; /* NULL: none is configured */
    const char *model;
    struct pictures_sought *list;
    size_t count;
    struct pictures_sought *round[AT_ONCE];
    size_t round_count;
    const char **used; /* keys of the pictures that the article has */
    size_t used_count;
    size_t added;
    const char *problem; /* the first */
};

static void pictures_let_go(struct pictures_sought *sought)
{
    arena_free(sought->arena);
    sought->arena = NULL;
    sought->image = (struct image){0};
}

/* --- what the article has --- */

static bool is_used(const struct pictures_search *search, const char *key)
{
    for (size_t i = 0; key && i < search->used_count; i++)
        if (strcmp(search->used[i], key) == 0)
            return true;
    return false;
}

static enum status pictures_take(struct writing *writing, struct pictures_search *search,
                                 struct pictures_sought *sought)
{
    const struct kept_picture *kept = &sought->kept;
    search->part->headings[sought->heading].figure = kept->figure;
    sought->is_settled = true;
    search->added++;
    if (kept->key)
        search->used[search->used_count++] = kept->key;
    return kept->note ? writing_note(writing, "Pictures: %s.", kept->note) : OK;
}

/* --- one picture, beside others --- */

/* Asks the source. Its failure is the picture's, unless the work was called off or there is no memory. */
static enum status ask_source(struct writing *writing, const struct pictures_search *search,
                              struct pictures_sought *sought)
{
    struct error err = {0};
    const struct lookup lookup = {.arena = sought->arena,
                                  .err = &err,
                                  .cancel = writing->job->cancel,
                                  .deadline = clock_mono_ms() + SECONDS * 1000};
    const struct images_query query = {.words = sought->text.words,
                                       .subject = sought->text.subject,
                                       .prompt = sought->text.prompt,
                                       .style = config_string(writing->config, "imageStyle"),
                                       .model = search->model,
                                       .size = config_string(writing->config, "imageSize"),
                                       .language = writing->brief.language,
                                       .used = search->used,
                                       .used_count = search->used_count};
    writing_give_turn(writing);
    sought->outcome = image_get(search->source, &query, &lookup, &sought->image);
    writing_take_turn(writing);
    if (sought->outcome == E_MEMORY)
        return error_memory(writing->err);
    if (writing_is_cancelled(writing))
        return code_error(writing->err, E_CANCELLED, CODE_CANCELLED, "the article was cancelled");
    sought->problem = sought->outcome ? text_cut(writing->arena, str_from(err.message), PROBLEM_MOST) : NULL;
    return sought->problem || !sought->outcome ? OK : error_memory(writing->err);
}

/* Stores the picture. It may be too large: then it is the picture's failure too. */
static enum status pictures_keep(struct writing *writing, const struct pictures_search *search,
                                 struct pictures_sought *sought)
{
    const char *maker = image_source_makes(search->source) ? search->model : NULL;
    enum status status = picture_step_save(writing, sought->heading, maker, &sought->image, sought->text.alternative,
                                           sought->began_ms, &sought->kept);
    sought->is_kept = status == OK;
    if (status != E_LIMIT && status != E_CORRUPT)
        return status;
    sought->outcome = E_CORRUPT;
    sought->problem = arena_copy(writing->arena, writing->err->message);
    return sought->problem ? OK : error_memory(writing->err);
}

/* One that was made is there only once, and paid for: it is stored at once. */
static enum status seek(struct writing *writing, size_t number, void *context)
{
    const struct pictures_search *search = context;
    struct pictures_sought *sought = search->round[number];
    enum status status = OK;
    sought->began_ms = clock_mono_ms();
    if (!sought->has_text)
        status = picture_text_make(writing, search->part, sought->heading, image_source_makes(search->source),
                                   &sought->text);
    if (status)
        return status;
    sought->has_text = true;
    sought->arena = arena_new();
    status = sought->arena ? ask_source(writing, search, sought) : error_memory(writing->err);
    if (!status && !sought->outcome && image_source_makes(search->source)) {
        status = pictures_keep(writing, search, sought);
        pictures_let_go(sought);
    }
    return status;
}

/* --- round after round --- */

static enum status pictures_give_up(struct writing *writing, struct pictures_search *search,
                                    struct pictures_sought *sought)
{
    sought->is_settled = true;
    if (!search->problem)
        search->problem = sought->problem;
    if (!image_source_makes(search->source))
        return OK;
    return picture_step_fail(writing, sought->heading, search->model, sought->began_ms, sought->problem);
}

/* Keeps a picture that was found. One that an earlier section of the round shows is looked for again. */
static enum status settle_pictures(struct writing *writing, struct pictures_search *search,
                                   struct pictures_sought *sought)
{
    enum status status = OK;
    if (!sought->outcome && !sought->is_kept && is_used(search, sought->image.key)) {
        sought->problem = "no further picture fits";
        return ++sought->tries < TRIES ? OK : pictures_give_up(writing, search, sought);
    }
    if (!sought->outcome && !sought->is_kept)
        status = pictures_keep(writing, search, sought);
    if (status)
        return status;
    return sought->is_kept ? pictures_take(writing, search, sought) : pictures_give_up(writing, search, sought);
}

static void fill_round(struct pictures_search *search)
{
    search->round_count = 0;
    for (size_t i = 0; i < search->count && search->round_count < AT_ONCE; i++)
        if (!search->list[i].is_settled)
            search->round[search->round_count++] = &search->list[i];
}

/* Does the source itself not answer? Then it is not asked for the other pictures. */
static bool is_down(const struct pictures_search *search)
{
    for (size_t i = 0; i < search->round_count; i++) {
        enum status outcome = search->round[i]->outcome;
        if (outcome == OK || outcome == E_NOT_FOUND || outcome == E_CORRUPT)
            return false;
    }
    return true;
}

static enum status run_round(struct writing *writing, struct pictures_search *search)
{
    enum status status =
        writing_progress(writing, 0.88, "Getting pictures: %zu of %zu", search->added + 1, search->count);
    if (!status)
        status = tasks_run(writing, search->round_count, seek, search);
    for (size_t i = 0; i < search->round_count; i++) {
        if (!status)
            status = settle_pictures(writing, search, search->round[i]);
        pictures_let_go(search->round[i]);
    }
    return status;
}

/* Those that an earlier attempt kept. */
static enum status load_kept(struct writing *writing, struct pictures_search *search)
{
    enum status status = OK;
    for (size_t i = 0; i < search->count && !status; i++) {
        status = picture_step_load(writing, search->list[i].heading, &search->list[i].kept);
        if (!status)
            status = pictures_take(writing, search, &search->list[i]);
        status = status == E_NOT_FOUND ? OK : status;
    }
    return status;
}

static enum status tell_missing(struct writing *writing, const struct pictures_search *search)
{
    size_t missing = search->count - search->added;
    struct str problem = str_from(search->problem ? search->problem : "");
    while (str_ends(problem, STR(".")))
        problem.len--;
    if (!missing)
        return OK;
    if (!search->source)
        return writing_note(writing,
                            "There are no pictures: no \"images\" are configured for imageModel \"%s\"; add them to "
                            "the service's configuration.",
                            search->model ? search->model : "");
    return writing_note(writing, "%zu of %zu pictures are missing: %.*s.", missing, search->count, STR_ARG(problem));
}

static enum status open_search(struct writing *writing, const struct media_slot *slots, size_t count,
                               struct pictures_search *search)
{
    search->list = ARENA_ARRAY(writing->arena, count + 1, struct pictures_sought);
    search->used = ARENA_ARRAY(writing->arena, count + 1, const char *);
    if (!search->list || !search->used)
        return error_memory(writing->err);
    for (size_t i = 0; i < count; i++)
        if (slots[i].kind == MEDIA_PICTURE)
            search->list[search->count++].heading = slots[i].heading;
    search->model = config_string(writing->config, "imageModel");
    search->source = writing->job->save_picture ? images_find(writing->services->images, search->model) : NULL;
    return load_kept(writing, search);
}

enum status pictures_add(struct writing *writing, struct draft_part *part, const struct media_slot *slots, size_t count,
                         size_t *added)
{
    struct pictures_search search = {.part = part};
    enum status status = open_search(writing, slots, count, &search);
    bool goes_on = search.source != NULL;
    while (!status && goes_on) {
        fill_round(&search);
        if (!search.round_count)
            break;
        status = run_round(writing, &search);
        goes_on = !is_down(&search);
    }
    *added = search.added;
    return status ? status : tell_missing(writing, &search);
}
