#include "write/media/pictures.h"

#include "write/media/media.h"
#include "write/prompted/prompted.h"

static const struct picture_type types[] = {
    {"image/png", "png"},
    {"image/jpeg", "jpg"},
    {"image/webp", "webp"},
    {"image/gif", "gif"},
};

const struct picture_type *picture_type_find(const char *type)
{
    for (size_t i = 0; type && i < COUNT_OF(types); i++)
        if (strcmp(types[i].type, type) == 0)
            return &types[i];
    return NULL;
}

enum { PICTURE_VERSION = 1 };

static const char *step_name(struct writing *writing, size_t heading)
{
    return arena_printf(writing->arena, "picture-%zu", heading + 1);
}

/* --- a stored picture as a figure --- */

/* A picture of the article as a stored step: with its bytes, both or neither, so that a resumed article pays once. */
struct kept_picture {
    const struct document_figure *figure;
    const char *key;  /* of struct image; NULL: it has none */
    const char *note; /* what was done differently; NULL: nothing */
};

/* A member that is a text; empty where there is none. */
static struct str text_at(struct writing *writing, const json_t *value, const char *name)
{
    const json_t *member = json_object_get(value, name);
    const char *text = json_is_string(member) ? json_string_value(member) : "";
    return str_from(arena_copy(writing->arena, text));
}

static enum status read_kept(struct writing *writing, const json_t *value, struct kept_picture *kept)
{
    struct document_figure *figure = ARENA_NEW(writing->arena, struct document_figure);
    const char *id = json_string_value(json_object_get(value, "id"));
    const struct picture_type *type = picture_type_find(json_string_value(json_object_get(value, "type")));
    if (!id || !type)
        return code_error(writing->err, E_CORRUPT, CODE_INTERNAL, "a stored picture cannot be read");
    struct str key = text_at(writing, value, "key"), note = text_at(writing, value, "note");
    if (!figure)
        return error_memory(writing->err);
    *figure = (struct document_figure){
        .kind = FIGURE_PICTURE,
        .url = str_from(arena_printf(writing->arena, PICTURE_PATH "%s.%s", id, type->extension)),
        .alternative = text_at(writing, value, "alt"),
        .page = text_at(writing, value, "source"),
        .caption = text_at(writing, value, "caption"),
        .credit = text_at(writing, value, "credit"),
        .license = text_at(writing, value, "license"),
        .license_url = text_at(writing, value, "license_url"),
        .width = (int)json_integer_value(json_object_get(value, "width")),
        .height = (int)json_integer_value(json_object_get(value, "height")),
    };
    *kept = (struct kept_picture){figure, key.len ? key.data : NULL, note.len ? note.data : NULL};
    return writing_end(writing, OK);
}

/* The picture of the section at this heading that an earlier attempt kept. E_NOT_FOUND: there is none. */
static enum status picture_step_load(struct writing *writing, size_t heading, struct kept_picture *kept)
{
    const char *name = step_name(writing, heading);
    json_t *value = NULL;
    if (!name)
        return error_memory(writing->err);
    enum status status = step_load(writing, name, PICTURE_VERSION, &value);
    if (!status)
        status = read_kept(writing, value, kept);
    json_decref(value);
    return status;
}

/* --- keeping one --- */

/* What stands for the picture: its own text, cut where it is very long. NULL: no memory. */
static const char *alternative_of(struct writing *writing, const struct image *image, struct str made)
{
    struct str own = str_trim(str_from(image->alt ? image->alt : ""));
    return text_cut(writing->arena, own.len ? own : made, IMAGE_LINE);
}

static json_t *picture_json(struct writing *writing, const char *id, const struct image *image, struct str alternative)
{
    const char *alt = alternative_of(writing, image, alternative);
    if (!alt)
        return NULL;
    return json_pack("{s:s,s:s,s:i,s:i,s:s,s:s*,s:s*,s:s*,s:s*,s:s*,s:s*,s:s*}", "id", id, "type", image->type, "width",
                     image->width, "height", image->height, "alt", alt, "caption", image->caption, "credit",
                     image->credit, "license", image->license, "license_url", image->license_url, "source",
                     image->source_url, "key", image->key, "note", image->note);
}

static struct write_step new_step(const char *name, const char *model, int64_t began_ms, const char *status)
{
    int64_t took = clock_mono_ms() - began_ms;
    return (struct write_step){.name = name,
                               .version = PICTURE_VERSION,
                               .model = model,
                               .started_at = clock_now_ms() - took,
                               .seconds = (double)took / 1000,
                               .status = status};
}

static enum status store(struct writing *writing, struct write_step *step, const struct write_picture *picture,
                         const json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT);
    if (!text)
        return error_memory(writing->err);
    step->is_done = true;
    step->output = str_from(text);
    writing_give_turn(writing);
    enum status status = writing->job->save_picture(writing->job->context, step, picture, writing->err);
    writing_take_turn(writing);
    free(text);
    return status;
}

/*
 * Keeps a picture. model: by which it was made, for the record; NULL: it was found. alternative: where the picture
 * brings none. E_LIMIT: it is too large, or the article has too many; E_CORRUPT: its type is not one that is served.
 */
static enum status picture_step_save(struct writing *writing, size_t heading, const char *model,
                                     const struct image *image, struct str alternative, int64_t began_ms,
                                     struct kept_picture *kept)
{
    unsigned char bytes[PICTURE_ID / 2];
    char id[PICTURE_ID + 1];
    const char *name = step_name(writing, heading);
    random_bytes(bytes, sizeof bytes);
    hex_encode(bytes, sizeof bytes, id);
    if (!picture_type_find(image->type))
        return error_set(writing->err, E_CORRUPT, NULL, "what came is no picture that can be shown");
    json_t *value = name ? picture_json(writing, id, image, alternative) : NULL;
    if (!value)
        return error_memory(writing->err);
    struct write_step step = new_step(name, model, began_ms, "done");
    const struct write_picture picture = {id, image->type, image->data};
    enum status status = store(writing, &step, &picture, value);
    if (!status)
        status = read_kept(writing, value, kept);
    json_decref(value);
    return status;
}

/* Tells of a call to a model that gave no picture. */
static enum status picture_step_fail(struct writing *writing, size_t heading, const char *model, int64_t began_ms,
                                     const char *problem)
{
    const char *name = step_name(writing, heading);
    if (!name)
        return error_memory(writing->err);
    struct write_step step = new_step(name, model, began_ms, problem);
    return step_save_call(writing, &step, NULL);
}

enum {
    SHOWN_TEXT = 1200, /* characters of the section in the prompt */
    PROMPT_LEAST = 5,  /* words of a description that can be used */
    PROMPT_MOST = 120,
    ALTERNATIVE_LEAST = 10, /* characters */
    ALTERNATIVE_MOST = 200,
    TELLING_WORDS = 3, /* of a heading that stands by itself */
};

/* imageStyle in the words of a prompt. */
static const struct {
    const char *style, *words;
} styles[] = {
    {"illustration", "a clean flat illustration"},
    {"photo", "a realistic photo in natural light"},
    {"watercolor", "a loose watercolor painting"},
    {"fantasy", "fantasy art"},
    {"anime", "an anime drawing"},
    {"isometric", "an isometric illustration"},
};

static const char plainly[] = "No text, letters, logos or watermarks.";

static const char *style_words(const struct writing *writing)
{
    for (size_t i = 0; i < COUNT_OF(styles); i++)
        if (config_is(writing->config, "imageStyle", styles[i].style))
            return styles[i].words;
    return styles[0].words;
}

/* What a picture of a section is to show, and what stands in its place for those who do not see it. */
struct picture_text {
    struct str words;       /* for sources that find pictures: the heading, and the subject where it says less */
    struct str subject;     /* the end of words that the heading does not say; may be empty */
    struct str prompt;      /* for those that make them; in English where a language model describes it */
    struct str alternative; /* never empty; for a picture that brings none */
};

/* --- by rule --- */

/* How a heading speaks of the article's subject. */
struct picture_text_naming {
    size_t words; /* of the heading */
    bool names;   /* it has a content word of the subject */
    bool covers;  /* it has all of them */
};

static struct picture_text_naming picture_text_look_at(struct writing *writing, struct str heading)
{
    const struct language *language = writing->brief.language;
    struct picture_text_naming naming = {.covers = true};
    struct word *words, *subject;
    size_t count = 0;
    if (!writing_made(writing, words_split(writing->arena, heading, language, &words, &naming.words, writing->err)) ||
        !writing_made(writing,
                      words_split(writing->arena, writing->brief.subject, language, &subject, &count, writing->err)))
        return (struct picture_text_naming){0};
    for (size_t i = 0; i < count; i++) {
        bool has = subject[i].is_stop || words_have_stem(words, naming.words, subject[i].stem);
        naming.names = naming.names || (has && !subject[i].is_stop);
        naming.covers = naming.covers && has;
    }
    return naming;
}

/* What the section speaks of: its heading, behind the subject where it says little by itself and is no item, which the
 * things of the list are all called after. */
static struct str alternative_by_rule(struct writing *writing, const struct drafted *section,
                                      const struct picture_text_naming *naming)
{
    const struct language *language = writing->brief.language;
    const char *colon = language && language->phrases ? language->phrases->colon : ": ";
    struct str heading = section->title, subject = writing->brief.subject;
    bool is_telling = naming->names || naming->words >= TELLING_WORDS || section->role == ROLE_ITEM;
    while (str_ends(heading, STR("?")) || str_ends(heading, STR("!")) || str_ends(heading, STR(" ")))
        heading.len--;
    return str_from(is_telling ? arena_copy_n(writing->arena, heading.data, heading.len)
                               : arena_printf(writing->arena, "%.*s%s%.*s", STR_ARG(subject), colon, STR_ARG(heading)));
}

/* subject: of the article; empty: the heading names it. */
static struct str prompt_by_rule(struct writing *writing, struct str heading, struct str subject)
{
    return str_from(arena_printf(writing->arena, "%.*s%s%.*s: one scene that shows it, as %s. %s", STR_ARG(heading),
                                 subject.len ? ", about " : "", STR_ARG(subject), style_words(writing), plainly));
}

/* --- by a language model --- */

static bool is_line(struct str text)
{
    return str_find(text, STR("://"), 0) == text.len && !memchr(text.data, '<', text.len) &&
           !memchr(text.data, '\n', text.len);
}

static enum status picture_text_take(struct writing *writing, const struct prompted_question *question,
                                     const struct prompted_reply *reply, struct str *fault)
{
    struct picture_text *text = question->context;
    const json_t *described = json_object_get(reply->value, "prompt");
    const json_t *alternative = json_object_get(reply->value, "alt");
    struct str prompt = str_trim((struct str){json_string_value(described), json_string_length(described)});
    struct str alt = str_trim((struct str){json_string_value(alternative), json_string_length(alternative)});
    size_t words = words_count(prompt), characters = utf8_length(alt);
    if (words < PROMPT_LEAST || words > PROMPT_MOST || !is_line(prompt))
        *fault = STR("\"prompt\" must be 15 to 40 words on one line, without addresses");
    else if (characters < ALTERNATIVE_LEAST || characters > ALTERNATIVE_MOST || !is_line(alt))
        *fault = STR("\"alt\" must be 40 to 120 characters on one line, without addresses");
    if (fault->len)
        return OK;
    while (str_ends(prompt, STR(".")))
        prompt.len--;
    while (str_ends(alt, STR(".")))
        alt.len--;
    text->prompt = str_from(
        arena_printf(writing->arena, "%.*s. The picture is %s. %s", STR_ARG(prompt), style_words(writing), plainly));
    text->alternative = str_from(arena_copy_n(writing->arena, alt.data, alt.len));
    return writing_end(writing, OK);
}

/* The text of the section with its subsections. */
static struct str section_text(struct writing *writing, const struct draft_part *part, size_t heading)
{
    struct buf out = {0};
    for (size_t i = heading; i < part->count; i++) {
        if (i > heading && part->headings[i].level <= part->headings[heading].level)
            break;
        struct str plain = draft_plain(writing->arena, &part->headings[i].text);
        buf_add(&out, plain.data, plain.len);
        buf_char(&out, '\n');
    }
    return str_from(text_cut(writing->arena, writing_keep(writing, &out), SHOWN_TEXT));
}

static enum status picture_text_ask(struct writing *writing, const struct draft_part *part, size_t heading,
                                    struct picture_text *text)
{
    const struct prompt_value values[] = {{"heading", part->headings[heading].title},
                                          {"text", section_text(writing, part, heading)},
                                          {"style", str_from(style_words(writing))}};
    const struct prompted_question question = {.prompt = PROMPT_IMAGE,
                                               .step = arena_printf(writing->arena, "picture-%zu/prompt", heading + 1),
                                               .values = values,
                                               .value_count = COUNT_OF(values),
                                               .check = picture_text_take,
                                               .context = text};
    return arena_failed(writing->arena) ? error_memory(writing->err) : question_ask(writing, &question);
}

/*
 * Of the section at this heading. is_made: a prompt is needed, which a language model is asked for (the step
 * "picture-3/prompt"); where it gives none that can be used, and with the built-in writer, the prompt is made of
 * heading, keyword and style by rule. E_MEMORY, E_CANCELLED, or what the model's backend says.
 */
static enum status picture_text_make(struct writing *writing, const struct draft_part *part, size_t heading,
                                     bool is_made, struct picture_text *text)
{
    struct str title = part->headings[heading].title;
    struct picture_text_naming naming = picture_text_look_at(writing, title);
    struct str subject = naming.covers ? STR("") : writing->brief.subject;
    *text = (struct picture_text){
        .words = str_from(arena_printf(writing->arena, "%.*s %.*s", STR_ARG(title), STR_ARG(subject))),
        .subject = subject,
        .prompt = prompt_by_rule(writing, title, subject),
        .alternative = alternative_by_rule(writing, &part->headings[heading], &naming)};
    enum status status = writing_end(writing, OK);
    if (status || !is_made || !writing->model || writing->is_plain)
        return status;
    status = picture_text_ask(writing, part, heading, text);
    return status != E_MEMORY && status != E_CANCELLED && question_failed_by_model(writing->err) ? OK : status;
}

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

static const struct {
    const char *model;
    int64_t words;
} prices[] = {
    {"alpha-image-2-fast", 50},
    {"alpha-image-2-medium", 200},
    {"gamma-3.0-turbo", 0},
    {"delta-2", 0},
};

int64_t pictures_price(const char *image_model, size_t count)
{
    for (size_t i = 0; image_model && i < COUNT_OF(prices); i++)
        if (strcmp(prices[i].model, image_model) == 0)
            return prices[i].words * (int64_t)count;
    return 0;
}
