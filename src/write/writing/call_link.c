/* Where a call to action leads: a page that the customer named, or the page of its domain that fits the keyword. */
#include "write/writing/writing.h"

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
