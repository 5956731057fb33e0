/* Where the words of a block lead, and the pictures between blocks. */
#include "research/page/page_builder.h"

#include "base/vec.h"

/* What stands behind "#", as far as it may stand in an address. */
static struct str fragment_of(struct str target)
{
    size_t at = str_find(target, STR("#"), 0);
    if (at == target.len)
        return STR("");
    for (size_t i = at; i < target.len; i++)
        if (target.data[i] <= ' ' || target.data[i] >= 0x7F || memchr("\"<>\\^`{|}", target.data[i], 9))
            return STR("");
    return (struct str){target.data + at, target.len - at};
}

/* The address of the web that is meant; NULL: it is none, or a place on the page itself. */
static const char *address(struct page_builder *builder, struct str target)
{
    target = str_trim(target);
    struct str fragment = fragment_of(target);
    struct url parts;
    if (!target.len || target.len > PAGE_URL_MAX || target.data[0] == '#')
        return NULL;
    bool is_whole = url_parse(target, &parts, NULL) == OK;
    if (!is_whole && !builder->base)
        return NULL;
    const char *url =
        is_whole ? url_normalise(builder->arena, target) : url_resolve(builder->arena, builder->base, target);
    const char *whole = url && fragment.len ? arena_printf(builder->arena, "%s%.*s", url, STR_ARG(fragment)) : url;
    return whole && strlen(whole) <= PAGE_URL_MAX ? whole : NULL;
}

/* --- links --- */

void builder_open_link(struct page_builder *builder, struct str target)
{
    bool has_room = builder->link_count + builder->found_count < BLOCK_LINKS_MAX;
    builder_close_link(builder);
    builder->in_link = true;
    builder->link_url = has_room && !builder->code ? address(builder, target) : NULL;
}

void builder_begin_link(struct page_builder *builder, size_t start)
{
    if (builder->link_start == SIZE_MAX)
        builder->link_start = start;
}

static void end_link(struct page_builder *builder)
{
    size_t start = builder->link_start;
    builder->link_start = SIZE_MAX;
    if (!builder->link_url || start >= builder->text.len)
        return;
    struct block_link *found =
        vec_room(builder->arena, builder->found, builder->found_count, &builder->found_cap, sizeof *found);
    builder->failed = builder->failed || !found;
    if (!found)
        return;
    builder->found = found;
    found[builder->found_count++] = (struct block_link){0, start, builder->text.len, builder->link_url};
}

void builder_close_link(struct page_builder *builder)
{
    end_link(builder);
    builder->link_url = NULL;
    builder->in_link = false;
}

void builder_take_links(struct page_builder *builder, size_t start, size_t length)
{
    end_link(builder);
    for (size_t i = 0; i < builder->found_count && builder->link_count < BLOCK_LINKS_MAX; i++) {
        struct block_link link = builder->found[i];
        link.place = builder->count - 1;
        link.start = link.start < start ? 0 : link.start - start;
        link.end = link.end < start ? 0 : link.end - start;
        link.end = link.end < length ? link.end : length;
        if (link.start >= link.end)
            continue;
        struct block_link *links =
            vec_room(builder->arena, builder->links, builder->link_count, &builder->link_cap, sizeof *links);
        builder->failed = builder->failed || !links;
        if (!links)
            return;
        builder->links = links;
        links[builder->link_count++] = link;
    }
}

void builder_drop_links(struct page_builder *builder)
{
    builder->found_count = 0;
    builder->link_start = SIZE_MAX;
}

/* --- pictures --- */

static const char *builder_media_words_of(struct page_builder *builder, struct str text)
{
    char *squeezed = text_squeeze(builder->arena, text);
    char *cut = squeezed ? text_cut(builder->arena, str_from(squeezed), PAGE_CAPTION_MAX) : NULL;
    builder->failed = builder->failed || !cut;
    return cut ? cut : "";
}

bool builder_picture(struct page_builder *builder, struct str target, struct str alternative)
{
    const char *url = builder->picture_count < PAGE_PICTURES_MAX ? address(builder, target) : NULL;
    if (!url)
        return false;
    struct page_picture *pictures =
        vec_room(builder->arena, builder->pictures, builder->picture_count, &builder->picture_cap, sizeof *pictures);
    builder->failed = builder->failed || !pictures;
    if (!pictures)
        return false;
    builder->pictures = pictures;
    pictures[builder->picture_count++] =
        (struct page_picture){.place = builder->count + (builder->text.len > 0),
                              .url = url,
                              .alternative = builder_media_words_of(builder, alternative),
                              .caption = ""};
    return true;
}

void builder_describe(struct page_builder *builder, struct str alternative)
{
    if (builder->picture_count)
        builder->pictures[builder->picture_count - 1].alternative = builder_media_words_of(builder, alternative);
}

void builder_caption(struct page_builder *builder, struct str caption)
{
    if (builder->picture_count)
        builder->pictures[builder->picture_count - 1].caption = builder_media_words_of(builder, caption);
}
