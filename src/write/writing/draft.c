#include "write/writing/writing.h"

struct draft_part *draft_find(const struct draft *draft, enum article_part kind)
{
    static struct draft_part nothing; /* has no parts, and nobody writes to it */
    for (size_t i = 0; i < draft->count; i++)
        if (draft->parts[i].kind == kind)
            return &draft->parts[i];
    return &nothing;
}

bool draft_has_text(const struct draft_part *part, size_t heading)
{
    if (part->headings[heading].text.count)
        return true;
    for (size_t i = heading + 1; i < part->count && part->headings[i].level > part->headings[heading].level; i++)
        if (part->headings[i].text.count)
            return true;
    return false;
}

size_t draft_section_end(const struct draft_part *part, size_t first)
{
    size_t end = first + 1;
    while (end < part->count && part->headings[end].level > 2)
        end++;
    return end;
}

enum status draft_headings(struct writing *writing, const struct article_plan *plan, struct draft_part *part)
{
    part->headings = ARENA_ARRAY(writing->arena, plan->count + 1, struct drafted);
    if (!part->headings)
        return error_memory(writing->err);
    part->count = plan->count;
    for (size_t i = 0; i < plan->count; i++)
        part->headings[i] = (struct drafted){
            .title = plan->headings[i].title, .level = plan->headings[i].level, .role = plan->headings[i].role};
    return OK;
}

struct str draft_plain(struct arena *arena, const struct model_text *text)
{
    struct buf plain = {0};
    for (size_t i = 0; i < text->count; i++)
        for (size_t j = 0; j < text->blocks[i].count; j++) {
            const struct model_block *block = &text->blocks[i];
            bool is_cell = block->kind == TEXT_TABLE && block->columns;
            if (plain.len && (is_cell || !sentence_needs_no_blank((struct str){plain.data, plain.len})))
                buf_str(&plain, !is_cell ? " " : j % block->columns ? " | " : "\n");
            if (block->sentences[j].term.len)
                buf_printf(&plain, "%.*s: ", STR_ARG(block->sentences[j].term));
            buf_add(&plain, text->blocks[i].sentences[j].text.data, text->blocks[i].sentences[j].text.len);
        }
    return buf_keep(&plain, arena);
}

/* --- where a call to action leads: a page that the customer named, or one of its domain --- */

/* A brand that must not be named is not named by a link either. */
static bool may_show(const struct writing_brand *brand, struct str text)
{
    return brand->mention != MENTION_NONE || str_ifind(text, brand->name, 0) == text.len;
}

static enum status call_link_find_page(struct writing *writing, struct link_index *index,
                                       struct writing_brand_link *link)
{
    struct link_options options = link_default_options;
    options.format = LINK_MARKDOWN;
    options.max_links = 1;
    struct link_result linked;
    enum status status = link_content(index, writing->brief.keyword, &options, writing->arena, &linked, writing->err);
    if (status || !linked.count)
        return status;
    struct str title = linked.links[0].title, url = linked.links[0].url;
    const char *text = arena_copy_n(writing->arena, title.len ? title.data : url.data, title.len ? title.len : url.len);
    const char *address = arena_copy_n(writing->arena, url.data, url.len);
    if (!text || !address)
        return error_memory(writing->err);
    *link = (struct writing_brand_link){str_from(text), str_from(address)};
    return OK;
}

/* A domain that is gone, or has no pages, is told of where internal links are added. */
static enum status find_in_domain(struct writing *writing, struct writing_brand_link *link)
{
    const char *domain = config_string(writing->config, "internalLinkingDomainId");
    struct link_index *index;
    if (!domain)
        return OK;
    enum status status = writing->job->open_index(writing->job->context, domain, &index, writing->err);
    if (status == E_NOT_FOUND || status == E_INVALID)
        return OK;
    if (status)
        return status;
    status = call_link_find_page(writing, index, link);
    link_close(index);
    return status;
}

enum status writing_call_link(struct writing *writing, struct writing_brand_link *link)
{
    const struct writing_brand *brand = &writing->brand;
    *link = (struct writing_brand_link){STR(""), STR("")};
    for (size_t i = 0; i < brand->link_count; i++)
        if (brand->links[i].text.len && may_show(brand, brand->links[i].text)) {
            *link = brand->links[i];
            return OK;
        }
    if (brand->name.len && brand->url.len && may_show(brand, brand->name)) {
        *link = (struct writing_brand_link){brand->name, brand->url};
        return OK;
    }
    return find_in_domain(writing, link);
}

static const struct pipeline table[] = {
    {.engine = 2},
    {.engine = 1, .in_turn = true},
};

const struct pipeline *pipeline_find(int engine)
{
    for (size_t i = 0; i < COUNT_OF(table); i++)
        if (table[i].engine == engine)
            return &table[i];
    return &table[0];
}
