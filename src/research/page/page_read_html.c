#include "research/page/extract.h"
#include "research/page/page_builder.h"
#include "research/page/page_head.h"
#include "research/page/page_raised.h"
#include "research/page/page_read.h"
#include "text/html/html.h"

/* The blocks are most often somewhat shorter: a body may have captions and what else a site puts into it. */
static bool is_missing(const struct page *page, struct str body)
{
    enum { SMALL_PART = 3, SHORTEST_BODY = 400 };
    size_t bytes = 0;
    for (size_t i = 0; i < page->count; i++)
        bytes += page->blocks[i].kind == BLOCK_HEADING ? 0 : page->blocks[i].text.len;
    return body.len >= SHORTEST_BODY && bytes * SMALL_PART < body.len;
}

/* Puts the articleBody of linked data (schema.org) in place of the blocks, a paragraph for each line, when these are a
 * small part of it; a body that is HTML is not read. Lives in the arena. E_MEMORY. */
static void page_linked_text_use(struct arena *arena, struct str body, struct page *page)
{
    struct page_builder builder;
    struct buf text = {0};
    struct str line, rest = body;
    if (!is_missing(page, body) || str_find(body, STR("</"), 0) < body.len)
        return;
    builder_init(&builder, arena);
    while (str_split(&rest, '\n', &line)) {
        buf_clear(&text);
        html_decode(&text, line, false);
        if (text.failed)
            arena_fail(arena);
        builder_text(&builder, (struct str){buf_text(&text), text.len});
        builder_flush(&builder, BLOCK_PARAGRAPH);
    }
    builder_finish(&builder, page);
    buf_free(&text);
}

struct contents {
    struct arena *arena;
    struct page *page;
    size_t cap;
    struct map known;     /* the page's parts: whoever wrote the page decides how many there are */
    const xmlNode *table; /* the element that is marked as a table of contents and open */
    size_t lists;         /* that are open in it, within each other */
};

static bool parts_is_list(enum html_element element)
{
    return element == ELEMENT_UL || element == ELEMENT_OL || element == ELEMENT_DL;
}

/* Does the element stand on every page of a site? */
static bool is_of_site(const xmlNode *node, enum html_element element)
{
    return element == ELEMENT_NAV || element == ELEMENT_HEADER || element == ELEMENT_FOOTER ||
           element == ELEMENT_ASIDE || str_ieq(html_node_attribute(node, "role"), STR("navigation"));
}

/* Of a file beside the page or below it; empty: it is another place. */
static struct str file_of(struct str target)
{
    size_t end = 0;
    while (end < target.len && target.data[end] != '#' && target.data[end] != '?')
        end++;
    struct str file = {target.data, end};
    bool is_elsewhere = str_starts(file, STR("/")) || str_starts(file, STR(".")) ||
                        str_find(file, STR(":"), 0) < file.len || str_find(file, STR(".."), 0) < file.len;
    return is_elsewhere ? STR("") : file;
}

static void parts_add_part(struct contents *contents, struct str file)
{
    struct page *page = contents->page;
    if (map_get(&contents->known, file))
        return;
    const char *copy = arena_copy_n(contents->arena, file.data, file.len);
    void **known = copy ? map_put(&contents->known, str_from(copy)) : NULL;
    const char **added = known ? VEC_PUSH(contents->arena, page->parts, page->part_count, contents->cap) : NULL;
    if (!added)
        return;
    *known = page;
    *added = copy;
}

static bool parts_enter(void *context, xmlNode *node)
{
    struct contents *contents = context;
    if (node->type != XML_ELEMENT_NODE || arena_failed(contents->arena))
        return false;
    enum html_element element = html_node_element(node);
    if (is_of_site(node, element))
        return false;
    if (!contents->table && html_class_is_contents(html_node_attribute(node, "class")))
        contents->table = node;
    if (!contents->table)
        return true;
    contents->lists += parts_is_list(element);
    struct str file = element == ELEMENT_A ? file_of(html_node_attribute(node, "href")) : STR("");
    if (file.len && contents->lists == 1)
        parts_add_part(contents, file);
    return true;
}

static void parts_leave(void *context, xmlNode *node)
{
    struct contents *contents = context;
    contents->lists -= contents->table && parts_is_list(html_node_element(node));
    if (contents->table == node)
        contents->table = NULL;
}

/* Sets the page's parts: of the entries of its table of contents the outermost alone. */
static void page_parts_read(struct arena *arena, xmlNode *root, struct page *page)
{
    struct contents contents = {.arena = arena, .page = page};
    map_init(&contents.known, arena);
    html_walk(root, &(struct html_visitor){parts_enter, parts_leave, &contents});
}

struct html_reader {
    struct page_builder builder;
    const xmlNode *core;   /* of the content */
    const xmlNode *header; /* the <header> that is open: only its headings count */
    const xmlNode *table;  /* the outermost table of rows that is open */
    struct raised_page raised;
    bool is_power;          /* the <sup> that is entered */
    int level;              /* of the last heading */
    const xmlNode *folded;  /* the button or <summary> that is open, and a question over its answer */
    const xmlNode *figure;  /* the outermost <figure> that is open */
    size_t figure_pictures; /* of the page, when it began */
    struct str caption;     /* in it, in the scratch arena; empty: none yet */
    struct arena *scratch;
};

/* Counts the boxes and quotations that are open; change: 1 when one begins, -1 when it ends. */
static void count_surroundings(struct html_reader *reader, const xmlNode *node, int change)
{
    struct page_builder *builder = &reader->builder;
    unsigned box = box_of(reader->core, node);
    builder->notes += box & CLASS_NOTE ? change : 0;
    builder->warnings += box & CLASS_WARNING ? change : 0;
    if (box_is_quotation(node))
        builder_quote(builder, change);
}

/* --- the walk --- */

static bool is_cell(enum html_element element)
{
    return element == ELEMENT_TD || element == ELEMENT_TH;
}

static void enter_table(struct html_reader *reader, xmlNode *node, enum html_element element)
{
    struct page_builder *builder = &reader->builder;
    if (element == ELEMENT_TABLE && !reader->table && !box_is_layout(reader->core, node))
        reader->table = node;
    if (element == ELEMENT_TABLE && reader->table)
        builder_open_table(builder);
    if (reader->table && element == ELEMENT_TR) {
        builder->rows++;
        builder->head_row = true;
    }
    if (builder->rows && is_cell(element))
        builder_open_cell(builder,
                          element == ELEMENT_TH || prune_extent(node->parent->parent)->element == ELEMENT_THEAD);
}

/* The number of the first item of an <ol>. */
static size_t first_number(const xmlNode *node)
{
    struct str start = html_node_attribute(node, "start");
    size_t number = 0;
    for (size_t i = 0; i < start.len && i < 4 && ascii_is_digit(start.data[i]); i++)
        number = number * 10 + (size_t)(start.data[i] - '0');
    return number ? number : 1;
}

static void enter_list(struct page_builder *builder, const xmlNode *node, enum html_element element)
{
    switch (element) {
    case ELEMENT_UL:
    case ELEMENT_DIR:
    case ELEMENT_DL:
        builder_open_list(builder, 0, 1);
        break;
    case ELEMENT_OL:
        builder_open_list(builder, BLOCK_ORDERED, first_number(node));
        break;
    case ELEMENT_LI:
        builder_part(builder, PART_ITEM);
        break;
    case ELEMENT_DT:
        builder_part(builder, PART_TERM);
        if (str_starts(html_node_attribute(node, "class"), STR("sig"))) /* Sphinx: what is called, as code */
            builder_open_span(builder, SPAN_CODE);
        break;
    case ELEMENT_DD:
        builder_part(builder, PART_DESCRIPTION);
        break;
    default:
        break;
    }
}

/* In preformatted text only line breaks matter, and where it ends. */
static void enter_in_code(struct page_builder *builder, enum html_element element)
{
    if (element == ELEMENT_BR)
        builder_text(builder, STR("\n"));
    builder->code += element == ELEMENT_PRE;
}

/* As highlighters write it: <pre><code class="language-bash">. */
static struct str code_language(const xmlNode *node)
{
    struct str classes = html_node_attribute(node, "class"), word;
    while (str_split(&classes, ' ', &word))
        for (size_t i = 0; i < word.len; i++)
            if (str_starts(word, STR("lang")) && word.data[i] == '-')
                return (struct str){word.data + i + 1, word.len - i - 1};
    const xmlNode *child = node->children;
    return child && child->type == XML_ELEMENT_NODE ? code_language(child) : STR("");
}

/* A question that unfolds its answer heads it, whatever it is pressed on. */
static bool is_folded(struct html_reader *reader, xmlNode *node)
{
    enum html_element element = prune_extent(node)->element;
    if ((element != ELEMENT_BUTTON && element != ELEMENT_SUMMARY) || reader->builder.rows || reader->builder.heading)
        return false;
    xmlChar *content = xmlNodeGetContent(node);
    bool asks = content && str_ends(str_trim(str_from((const char *)content)), STR("?"));
    xmlFree(content);
    return asks;
}

static void enter_element(struct html_reader *reader, xmlNode *node, enum html_element element)
{
    struct page_builder *builder = &reader->builder;
    int level = html_element_heading(element);
    bool code = element == ELEMENT_PRE && !builder->rows && !builder->heading;
    bool is_block = prune_extent(node)->traits & IS_BLOCK;
    enum span_kind span;
    if (element == ELEMENT_BR)
        builder_text(builder, STR(" "));
    if (element == ELEMENT_Q)
        builder_text(builder, STR("\xE2\x80\x9C"));
    if (level || code || is_block)
        builder_break(builder);
    if (is_block || element == ELEMENT_ASIDE)
        count_surroundings(reader, node, 1);
    enter_table(reader, node, element);
    enter_list(builder, node, element);
    if (html_element_span(element, &span) && (element != ELEMENT_SUP || reader->is_power))
        builder_open_span(builder, span);
    builder->code += code;
    if (code)
        builder->code_language = code_language(node);
    if (level && !builder->rows)
        builder->heading = reader->level = level;
    if (is_folded(reader, node)) {
        enum { DEEPEST = 6 };
        builder_break(builder);
        builder->heading = reader->level < DEEPEST ? reader->level + 1 : DEEPEST;
        reader->folded = node;
    }
    if (element == ELEMENT_A)
        builder_open_link(builder, html_node_attribute(node, "href"));
    if (element == ELEMENT_FIGURE && !reader->figure) {
        reader->figure = node;
        reader->figure_pictures = builder->picture_count;
        reader->caption = STR("");
    }
    if (element == ELEMENT_HEADER && !prune_extent(node)->holds_core)
        reader->header = reader->header ? reader->header : node;
}

/* Decides what raised text is; returns whether it is left out. */
static bool drops_raised(struct html_reader *reader, xmlNode *sup)
{
    struct page_builder *builder = &reader->builder;
    struct str before = {buf_text(&builder->text), builder->text.len};
    enum raised kind = raised_kind_of_node(&reader->raised, before, sup, builder->arena);
    reader->is_power = kind == RAISED_POWER;
    builder->drops_block = builder->drops_block || kind == RAISED_NOTE_TEXT;
    return kind == RAISED_MARK || kind == RAISED_NOTE_TEXT;
}

/* In code, classes are those of a syntax highlighter: "comment" means no comment on the page. */
static bool is_left_out(struct html_reader *reader, xmlNode *node)
{
    const struct extent *extent = prune_extent(node);
    if (reader->builder.code)
        return extent->element == ELEMENT_BUTTON || extent->classes & CLASS_NUMBERS;
    if (extent->element == ELEMENT_BUTTON && (reader->builder.heading || is_folded(reader, node)))
        return false;
    if (prune_drops(node, reader->core) ||
        (html_element_heading(extent->element) && box_is_label(reader->core, node)) ||
        box_is_table_label(reader->core, node))
        return true;
    return extent->element == ELEMENT_SUP && drops_raised(reader, node);
}

/* In a header stand the name of the site, dates and authors; what introduces the text is as long as a sentence. */
static bool is_introduction(const xmlNode *text)
{
    enum { MOST_MARKS = 8 }; /* within each other */
    const xmlNode *block = text->parent;
    for (int i = 0; block && i < MOST_MARKS && !(prune_extent(block)->traits & IS_BLOCK); i++)
        block = block->parent;
    return block && prune_extent(block)->element != ELEMENT_HEADER && prune_is_sentence(prune_extent(block));
}

/* --- pictures --- */

/* A small one is an icon, a smiley or counts visits. 0: the page does not say how large it is. */
static size_t pixels(const xmlNode *node, const char *name)
{
    struct str text = html_node_attribute(node, name);
    size_t number = 0;
    for (size_t i = 0; i < text.len && i < 6 && ascii_is_digit(text.data[i]); i++)
        number = number * 10 + (size_t)(text.data[i] - '0');
    return number;
}

static bool is_small(const xmlNode *node)
{
    enum { SMALL = 48 };
    size_t width = pixels(node, "width"), height = pixels(node, "height");
    bool has_size = html_node_attribute(node, "width").len || html_node_attribute(node, "height").len;
    bool is_percentage = str_ends(html_node_attribute(node, "width"), STR("%"));
    return has_size && !is_percentage &&
           ((width && width < SMALL) || (height && height < SMALL) || width + height == 0);
}

/* Pages that load pictures late put the address beside one that says nothing. */
static void tree_add_picture(struct html_reader *reader, const xmlNode *node)
{
    struct str alternative = html_node_attribute(node, "alt"), late = html_node_attribute(node, "data-src");
    bool is_of_header = reader->header && !reader->figure;
    if (is_of_header || is_small(node))
        return;
    if (!late.len || !builder_picture(&reader->builder, late, alternative))
        builder_picture(&reader->builder, html_node_attribute(node, "src"), alternative);
}

/* The page has it as a frame, as frames are that hold no part of the page: advertisements, forms. */
static void add_film(struct html_reader *reader, const xmlNode *node)
{
    static const char *const players[] = {"youtube.com/embed/",      "youtube-nocookie.com/embed/",
                                          "player.vimeo.com/video/", "dailymotion.com/embed/",
                                          "loom.com/embed/",         "/videos/embed/"};
    struct str late = html_node_attribute(node, "data-src"), src = html_node_attribute(node, "src");
    struct str address = late.len ? late : src;
    for (size_t i = 0; i < COUNT_OF(players); i++)
        if (str_find(address, str_from(players[i]), 0) < address.len) {
            if (builder_picture(&reader->builder, address, html_node_attribute(node, "title")))
                reader->builder.pictures[reader->builder.picture_count - 1].is_film = true;
            return;
        }
}

/* Of <picture> the one for programs that know no other. */
static const xmlNode *picture_of(const xmlNode *node)
{
    enum html_element element = prune_extent(node)->element;
    const xmlNode *child = element == ELEMENT_PICTURE ? node->children : element == ELEMENT_IMG ? node : NULL;
    while (child && (child->type != XML_ELEMENT_NODE || prune_extent(child)->element != ELEMENT_IMG))
        child = child->next;
    return child;
}

static void read_caption(struct html_reader *reader, xmlNode *node)
{
    xmlChar *content = xmlNodeGetContent(node);
    const char *copy = content ? arena_copy(reader->scratch, (const char *)content) : NULL;
    xmlFree(content);
    if (!content)
        arena_fail(reader->scratch);
    reader->caption = str_from(copy);
}

/* What is no text of the page and yet its own. */
static void see_media(struct html_reader *reader, xmlNode *node)
{
    const xmlNode *picture = picture_of(node);
    if (reader->builder.code || prune_extent(node)->traits & IS_INVISIBLE)
        return;
    if (picture)
        tree_add_picture(reader, picture);
    if (prune_extent(node)->element == ELEMENT_IFRAME)
        add_film(reader, node);
    if (reader->figure && prune_extent(node)->element == ELEMENT_FIGCAPTION)
        read_caption(reader, node);
}

static bool tree_enter(void *context, xmlNode *node)
{
    struct html_reader *reader = context;
    bool text = node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE;
    if (text && node->content && (!reader->header || reader->builder.heading || is_introduction(node)))
        builder_text(&reader->builder, str_from((const char *)node->content));
    if (node->type != XML_ELEMENT_NODE || arena_failed(reader->builder.arena))
        return false;
    see_media(reader, node);
    if (is_left_out(reader, node))
        return false;
    if (reader->builder.code)
        enter_in_code(&reader->builder, prune_extent(node)->element);
    else
        enter_element(reader, node, prune_extent(node)->element);
    return true;
}

static void leave_in_code(struct page_builder *builder, enum html_element element)
{
    if (element != ELEMENT_PRE)
        return;
    builder->code--;
    builder_flush(builder, BLOCK_CODE);
}

static void leave_block(struct page_builder *builder, enum html_element element, bool is_block)
{
    if (builder->heading && html_element_heading(element)) {
        builder_flush(builder, BLOCK_HEADING);
        builder->heading = 0;
    } else if (builder->rows && element == ELEMENT_TR) {
        builder->rows--;
        builder_flush(builder, BLOCK_TABLE_ROW);
    } else if (is_block) {
        builder_break(builder);
    }
}

/* Lists, tables and their parts end behind the text that stands in them. */
static void leave_group(struct html_reader *reader, const xmlNode *node, enum html_element element)
{
    struct page_builder *builder = &reader->builder;
    bool is_list = element == ELEMENT_UL || element == ELEMENT_OL || element == ELEMENT_DL || element == ELEMENT_DIR;
    if (is_list || (element == ELEMENT_TABLE && reader->table))
        builder_close_group(builder);
    if (element == ELEMENT_LI || element == ELEMENT_DT || element == ELEMENT_DD)
        builder_part(builder, PART_NONE);
    if (node == reader->table)
        reader->table = NULL;
}

static void leave_span(struct page_builder *builder, const xmlNode *node, enum html_element element)
{
    enum span_kind span;
    if (builder->rows && is_cell(element))
        builder_close_cell(builder);
    if (html_element_span(element, &span))
        builder_close_span(builder, span);
    if (element == ELEMENT_DT && str_starts(html_node_attribute(node, "class"), STR("sig")))
        builder_close_span(builder, SPAN_CODE);
}

static void tree_leave(void *context, xmlNode *node)
{
    struct html_reader *reader = context;
    struct page_builder *builder = &reader->builder;
    const struct extent *extent = prune_extent(node);
    if (builder->code) {
        leave_in_code(builder, extent->element);
        return;
    }
    if (extent->element == ELEMENT_Q)
        builder_text(builder, STR("\xE2\x80\x9D"));
    leave_span(builder, node, extent->element);
    bool is_block = extent->traits & IS_BLOCK;
    if (node == reader->folded) {
        builder_flush(builder, BLOCK_HEADING);
        builder->heading = 0;
        reader->folded = NULL;
    }
    leave_block(builder, extent->element, is_block);
    leave_group(reader, node, extent->element);
    if (is_block || extent->element == ELEMENT_ASIDE)
        count_surroundings(reader, node, -1);
    if (extent->element == ELEMENT_A)
        builder_close_link(builder);
    if (node == reader->figure) {
        if (builder->picture_count > reader->figure_pictures)
            builder_caption(builder, reader->caption);
        reader->figure = NULL;
    }
    if (node == reader->header)
        reader->header = NULL;
}

static void read_tree(struct arena *arena, struct arena *scratch, const char *base, xmlNode *root, struct page *page)
{
    struct content content;
    prune_main(root, &content);
    struct html_reader reader = {.core = content.core, .scratch = scratch};
    reader.raised = raised_page_read(content.main, page->language, scratch);
    builder_init(&reader.builder, arena);
    reader.builder.base = base;
    html_walk(content.main, &(struct html_visitor){tree_enter, tree_leave, &reader});
    builder_break(&reader.builder);
    builder_finish(&reader.builder, page);
    site_lines_drop(page);
    notices_drop(page, content.is_of_site);
}

/* What it says of itself, and its blocks. What is left out for want of memory the arenas note. */
static void use_tree(struct arena *arena, struct arena *scratch, const char *url, xmlNode *root, struct str linked_data,
                     struct page *page)
{
    struct page_head head;
    prune_measure(scratch, root);
    page_head_read(scratch, root, &head);
    const struct linked_article article = linked_data_read(scratch, linked_data);
    if (arena_failed(scratch))
        return;
    page->language = language_find(head.language);
    read_tree(arena, scratch, page_head_base(scratch, &head, url), root, page);
    page_linked_text_use(arena, article.body, page);
    page_head_use(arena, &head, url, page);
    page->published_ms = page_date_of(root, &article, str_from(page->url));
    page_parts_read(arena, root, page);
}

enum status page_read_html(struct arena *arena, struct str document, const char *charset, const char *url,
                           struct page *page, struct error *err)
{
    xmlDoc *html = NULL;
    struct buf linked_data = {0};
    struct arena *scratch = arena_new();
    enum status status =
        scratch ? html_document_parse(document, charset, true, &linked_data, &html, err) : error_memory(err);
    xmlNode *root = html ? xmlDocGetRootElement(html) : NULL;
    if (root)
        use_tree(arena, scratch, url, root, (struct str){buf_text(&linked_data), linked_data.len}, page);
    if (!status && (arena_failed(scratch) || arena_failed(arena)))
        status = error_memory(err);
    xmlFreeDoc(html);
    buf_free(&linked_data);
    arena_free(scratch);
    return status;
}
