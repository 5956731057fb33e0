#include "write/media/media.h"

#include "media/images/images.h"
#include "write/media/films.h"
#include "write/media/picture_price.h"
#include "write/media/pictures.h"
#include "write/prompted/question.h"

static struct draft_part *sections_of(struct draft *draft)
{
    for (size_t i = 0; i < draft->count; i++)
        if (draft->parts[i].kind == ARTICLE_SECTIONS)
            return &draft->parts[i];
    return NULL;
}

/* Sections with text. Returns how many of them are items of a list. */
static size_t open_slots(const struct draft_part *part, struct media_slot *slots, size_t *count)
{
    size_t items = 0;
    for (size_t i = 0; i < part->count; i++) {
        if (part->headings[i].level != 2 || !draft_has_text(part, i))
            continue;
        bool is_item = part->headings[i].role == ROLE_ITEM;
        slots[(*count)++] = (struct media_slot){.heading = i, .is_item = is_item};
        items += is_item;
    }
    return items;
}

/* With "auto" a service without videos shows pictures; only one with neither has something to tell. */
static enum status add_films(struct writing *writing, struct draft_part *part, struct media_slot *slots, size_t count,
                             const struct media_wish *wish)
{
    const struct write_services *services = writing->services;
    if (services->videos)
        return films_add(writing, part, slots, count, wish);
    if (wish->is_chosen && services->images)
        return OK;
    return writing_note(writing, "There are no videos: no \"videos\" are configured; add them to the service's "
                                 "configuration.");
}

/* Right behind the first paragraph, where more text follows that it does not announce; of an item, and of what begins
 * otherwise, below the heading. */
static size_t place_in(const struct drafted *drafted, bool has_more)
{
    const struct model_text *text = &drafted->text;
    const struct model_block *first = text->count ? &text->blocks[0] : NULL;
    if (drafted->role == ROLE_ITEM || !first || first->kind != TEXT_RUNNING || (text->count == 1 && !has_more))
        return 0;
    for (size_t i = 0; i < first->count; i++)
        if (first->sentences[i].item)
            return 0;
    bool announces = first->count && str_ends(first->sentences[first->count - 1].text, STR(":"));
    return announces ? 0 : 1;
}

static void place_figures(struct draft_part *part)
{
    for (size_t i = 0; i < part->count; i++) {
        bool has_more = i + 1 < part->count && part->headings[i + 1].level > part->headings[i].level;
        part->headings[i].figure_behind = place_in(&part->headings[i], has_more);
    }
}

enum status media_illustrate(struct writing *writing, struct draft *draft, int64_t *words)
{
    struct draft_part *part = sections_of(draft);
    size_t count = 0, added = 0;
    struct media_slot *slots = part ? ARENA_ARRAY(writing->arena, part->count + 1, struct media_slot) : NULL;
    if (!part)
        return OK;
    if (!slots)
        return error_memory(writing->err);
    size_t items = open_slots(part, slots, &count);
    struct media_wish wish = media_wish_read(writing->config, items);
    enum status status = OK;
    if (writing->model)
        question_settle(writing);
    if (wish.films)
        status = add_films(writing, part, slots, count, &wish);
    if (!status && wish.pictures && media_place_pictures(slots, count, wish.pictures))
        status = pictures_add(writing, part, slots, count, &added);
    place_figures(part);
    *words = pictures_price(config_string(writing->config, "imageModel"), added);
    return status;
}
