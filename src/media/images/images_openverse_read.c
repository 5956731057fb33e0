/* One picture of Openverse's answer. */
#include "media/data/facts.h"
#include "media/images/images_openverse.h"

enum { LEAST_WIDTH = 320, KEY_CHARACTERS = 200, WORD_CHARACTERS = 40 };

/* Licences that let everybody use a work and change it; others are not shown, whatever the service says. */
static const struct {
    const char *code, *name;
} licenses[] = {
    {"by", "CC BY"},
    {"by-sa", "CC BY-SA"},
    {"cc0", "CC0"},
    {"pdm", "Public Domain Mark"},
};

/* "4.0" */
static bool is_version(const char *text)
{
    return text && strspn(text, "0123456789.") == strlen(text);
}

static const char *license_name(struct arena *arena, const char *code, const char *version)
{
    version = is_version(version) ? version : NULL;
    for (size_t i = 0; i < COUNT_OF(licenses); i++)
        if (strcmp(licenses[i].code, code) == 0)
            return arena_printf(arena, "%s%s%s", licenses[i].name, version ? " " : "", version ? version : "");
    return NULL;
}

static bool is_license(const char *code)
{
    for (size_t i = 0; code && i < COUNT_OF(licenses); i++)
        if (strcmp(licenses[i].code, code) == 0)
            return true;
    return false;
}

/* Not said, or one that image_get takes. */
static bool is_type(const char *type)
{
    static const char *const types[] = {"jpg", "jpeg", "png", "webp", "gif"};
    for (size_t i = 0; type && i < COUNT_OF(types); i++)
        if (str_ieq(str_from(types[i]), str_from(type)))
            return true;
    return !type;
}

/* Title and creator as the attribution words them, before it comes to the licence. NULL: neither is known, or memory
 * ran out. */
static const char *credit_of(struct media_facts *facts, const json_t *result, const char *title)
{
    static const struct str ends[] = {{" is licensed under ", 19}, {" is marked with ", 16}};
    const char *attribution = facts_text(facts, result, "attribution", 2 * IMAGE_LINE);
    const char *creator = facts_text(facts, result, "creator", IMAGE_LINE);
    struct str text = str_from(attribution);
    for (size_t i = 0; i < COUNT_OF(ends) && attribution; i++) {
        size_t end = str_find(text, ends[i], 0);
        if (end > 0 && end < text.len)
            return arena_copy_n(facts->arena, text.data, end);
    }
    if (title && creator)
        return arena_printf(facts->arena, "\"%s\" by %s", title, creator);
    return creator;
}

static void read_facts(struct media_facts *facts, const json_t *result, struct openverse_picture *picture)
{
    const char *version = facts_text(facts, result, "license_version", WORD_CHARACTERS);
    const char *code = facts_text(facts, result, "license", WORD_CHARACTERS);
    picture->facts.key = facts_needed(facts, result, "id", KEY_CHARACTERS);
    picture->facts.alt = facts_text(facts, result, "title", IMAGE_LINE);
    picture->facts.credit = credit_of(facts, result, picture->facts.alt);
    picture->facts.license_url = facts_url(facts, result, "license_url");
    picture->facts.source_url = facts_url(facts, result, "foreign_landing_url");
    picture->url = facts_url(facts, result, "url");
    picture->thumbnail = facts_url(facts, result, "thumbnail");
    if (!facts->status && is_license(code)) {
        picture->facts.license = license_name(facts->arena, code, version);
        if (!picture->facts.license)
            facts->status = error_memory(facts->err);
    }
}

/* Whether it can be shown at all: its type, its size, for whom it is. */
static bool is_showable(struct media_facts *facts, const json_t *result, struct openverse_picture *picture)
{
    double width = LEAST_WIDTH, bytes = 0;
    const char *type = facts_text(facts, result, "filetype", WORD_CHARACTERS);
    facts_number(facts, result, "width", 0, 1e9, &width);
    facts_number(facts, result, "filesize", 0, 1e15, &bytes);
    picture->is_large = bytes > IMAGE_BYTES;
    return !facts_flag(facts, result, "mature") && width >= LEAST_WIDTH && is_type(type);
}

enum status openverse_read(const json_t *result, struct arena *arena, struct openverse_picture *picture, bool *is_fit,
                           struct error *err)
{
    struct error fault;
    struct media_facts facts = {.arena = arena, .err = &fault, .file = "openverse", .is_quiet = true};
    *picture = (struct openverse_picture){.is_large = false};
    *is_fit = json_is_object(result) && is_showable(&facts, result, picture);
    if (*is_fit)
        read_facts(&facts, result, picture);
    if (facts.status == E_MEMORY)
        return error_memory(err);
    *is_fit = *is_fit && !facts.status && picture->facts.license && (picture->url || picture->thumbnail);
    return OK;
}
