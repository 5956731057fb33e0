#include "research/page/extract/prune.h"

static const char *const dropped_roles[] = {"alert",        "banner",      "complementary", "contentinfo", "dialog",
                                            "doc-endnotes", "doc-noteref", "doc-toc",       "menu",        "menubar",
                                            "navigation",   "search",      "tablist",       "toolbar",     NULL};

/* Does the text before the node announce it: "an excellent guide to that:"? */
static bool is_announced(const xmlNode *node)
{
    const xmlNode *before = prune_next(node, false);
    if (!before || before->type != XML_ELEMENT_NODE || !prune_is_sentence(prune_extent(before)))
        return false;
    while (before->last)
        before = before->last;
    return before->type == XML_TEXT_NODE && str_ends(str_trim(str_from((const char *)before->content)), STR(":"));
}

/* Is it a list or table that is made of links: contents, related pages, tags? */
static bool is_link_list(const xmlNode *node, const struct extent *extent)
{
    bool list = extent->element == ELEMENT_UL || extent->element == ELEMENT_OL || extent->element == ELEMENT_DL ||
                extent->element == ELEMENT_TABLE;
    return list && extent->links * 10 > extent->text * 7 && !is_announced(node);
}

/* Is it a link on a mere sign: "#" or "§" behind a heading, an arrow back to the text? */
static bool is_link_sign(const xmlNode *node, const struct extent *extent)
{
    enum { LONGEST_SIGN = 4 };
    size_t text = extent->text;
    if (extent->element != ELEMENT_A || !text || text > LONGEST_SIGN || !node->children || node->children->next)
        return false;
    struct str sign = str_trim(str_from((const char *)node->children->content));
    uint32_t codepoint = 'a';
    if (sign.len)
        utf8_decode(sign, 0, &codepoint);
    return !unicode_is_letter(codepoint) && !unicode_is_digit(codepoint);
}

/* In DocBook the titles of tables and examples, and the command lines of a reference page, look like paragraphs. */
static bool is_docbook_label(const xmlNode *node, const struct extent *extent)
{
    if (!node->properties || (extent->element != ELEMENT_P && extent->element != ELEMENT_DIV))
        return false;
    struct str names = html_node_attribute(node, "class");
    return (extent->element == ELEMENT_P && str_eq(names, STR("title"))) || str_eq(names, STR("cmdsynopsis"));
}

/* Is it a remark on versions, and not a part of the page on something old? */
static bool is_version_note(const struct extent *extent)
{
    enum { LONGEST_NOTE = 800 };
    bool is_text = extent->element == ELEMENT_DIV || extent->element == ELEMENT_P || extent->element == ELEMENT_SPAN ||
                   extent->element == ELEMENT_EM || extent->element == ELEMENT_STRONG;
    return is_text && extent->classes & CLASS_VERSION && extent->text <= LONGEST_NOTE;
}

static bool is_suspect(const struct extent *extent)
{
    if (extent->traits & IS_SUSPECT)
        return !(extent->classes & (CLASS_NOTE | CLASS_WARNING));
    return extent->classes & CLASS_SUSPECT && !(extent->traits & IS_JUDGED_BY_NAME);
}

/* A few words for each system or edition, in the middle of a sentence, all hidden until a script shows the one that
 * fits: "choose [LibreOffice - Preferences][Tools - Options] - General". Without any the sentence has a hole, so the
 * last one, which holds where no other does, is read. */
static bool is_last_choice(const xmlNode *node, const struct extent *extent)
{
    const xmlNode *around = node->parent;
    if (extent->element != ELEMENT_SPAN || !around || prune_extent(around)->element != ELEMENT_SPAN ||
        !xmlHasProp((xmlNode *)node, (const xmlChar *)"hidden") || prune_next(node, true) || !prune_next(node, false))
        return false;
    for (const xmlNode *other = node; other; other = prune_next(other, false))
        if (other->type != XML_ELEMENT_NODE || !(prune_extent(other)->classes & CLASS_HIDDEN))
            return false;
    return true;
}

bool prune_drops(const xmlNode *node, const xmlNode *core)
{
    const struct extent *extent = prune_extent(node);
    if (extent->holds_core || extent->element == ELEMENT_BR)
        return false;
    if (extent->is_outside)
        return true;
    if (extent->classes & CLASS_HIDDEN && !is_last_choice(node, extent))
        return true;
    if (extent->traits & IS_NO_CONTENT || extent->classes & (CLASS_APPARATUS | CLASS_NUMBERS) ||
        is_link_sign(node, extent) || is_docbook_label(node, extent) || is_link_list(node, extent) ||
        is_version_note(extent))
        return true;
    struct str role = node->properties ? html_node_attribute(node, "role") : STR("");
    bool is_box = extent->classes & (CLASS_NOTE | CLASS_WARNING);
    if (role.len && !is_box && word_list_ihas(dropped_roles, role))
        return true;
    const struct extent *all = prune_extent(core);
    return is_suspect(extent) && extent->running * 2 <= all->running && extent->prose * 2 <= all->prose;
}
