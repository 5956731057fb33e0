#include "link/lexer/lexer_parts.h"
#include "link/lexer/markdown_lines.h"

struct markdown_lexer {
    struct lexer lexer;
    struct elements elements;
    char *masked; /* the content, with the markers of block quotes replaced by "\v": what the lexer reads */
    struct markdown_containers containers;
    struct markdown_references references;
    bool in_paragraph;
    size_t block_start, block_end; /* of the paragraph, or of the HTML block */
    char fence;                    /* character of the open code fence, '\0': none */
    size_t fence_length;
    enum markdown_html_end html_end; /* of the open HTML block */
    bool is_lost;                    /* what follows is not understood: no link may be in it */
};

static struct str line_text(const struct markdown_line *line)
{
    return (struct str){line->data + line->text, line->end - line->text};
}

/* --- blocks --- */

/* What kind of block the text is in, as far as the containers say; elements of HTML around it say it themselves. */
static void set_block_kind(struct markdown_lexer *markdown)
{
    const struct markdown_containers *containers = &markdown->containers;
    if (markdown->elements.depth)
        return;
    bool is_quote = containers->count && containers->open[containers->count - 1].is_quote;
    markdown->lexer.block = !containers->count ? IN_PARAGRAPH : is_quote ? IN_QUOTE : IN_LIST_ITEM;
}

/* Adds text that gets no link, as a block of its own. */
static void add_blocked(struct markdown_lexer *markdown, size_t from, size_t to)
{
    unsigned outside = markdown->lexer.blocked;
    lexer_break(&markdown->lexer);
    set_block_kind(markdown);
    markdown->lexer.blocked |= BLOCK_OTHER;
    lexer_add_text(&markdown->lexer, from, to, false);
    markdown->lexer.blocked = outside;
    lexer_break(&markdown->lexer);
}

static void markdown_add_heading(struct markdown_lexer *markdown, size_t from, size_t to, size_t level)
{
    struct lexer *lexer = &markdown->lexer;
    unsigned blocked = lexer->blocked, block = lexer->block;
    size_t headings = lexer->lexed->heading_count, lexemes = lexer->lexed->count;
    lexer_break(lexer);
    lexer_open_heading(lexer, (unsigned)level);
    lexer->blocked |= BLOCK_HEADING;
    lexer->block = IN_HEADING;
    markdown_inline(lexer, &markdown->elements, &markdown->references, from, to);
    lexer_close_heading(lexer);
    if (lexer->lexed->count == lexemes)
        lexer->lexed->heading_count = headings; /* nothing stands in it */
    lexer->blocked = blocked;
    lexer->block = block;
    lexer_break(lexer);
}

/* Does it, or could it, begin with a link reference definition "[label]: destination"? */
static bool is_definition(struct str text)
{
    size_t end = text.len && text.data[0] == '[' ? markdown_find_unescaped(text, 1, ']', '[') : 0;
    return end && end + 1 < text.len && text.data[end + 1] == ':';
}

/* Lexes the paragraph that ends here; heading_level: it is a heading, 0: it is none. */
static void end_paragraph(struct markdown_lexer *markdown, size_t heading_level)
{
    if (!markdown->in_paragraph)
        return;
    markdown->in_paragraph = false;
    size_t from = markdown->block_start, to = markdown->block_end;
    struct str text = {markdown->masked + from, to - from};
    set_block_kind(markdown);
    if (heading_level)
        markdown_add_heading(markdown, from, to, heading_level);
    else if (is_definition(text))
        add_blocked(markdown, from, to);
    else
        markdown_inline(&markdown->lexer, &markdown->elements, &markdown->references, from, to);
}

/* Lexes the HTML block that ends here. Its text gets no link; an element that it leaves open stays open behind it. */
static void end_html(struct markdown_lexer *markdown)
{
    if (markdown->html_end == NO_HTML_BLOCK)
        return;
    markdown->html_end = NO_HTML_BLOCK;
    struct str html = {markdown->masked + markdown->block_start, markdown->block_end - markdown->block_start};
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    markdown->lexer.failed |= !tokenizer;
    while (tokenizer && html_next(tokenizer, &token)) {
        token.start += markdown->block_start;
        token.end += markdown->block_start;
        if (token.kind == HTML_START || token.kind == HTML_CLOSE)
            elements_follow(&markdown->elements, &markdown->lexer, &token);
        if (token.kind == HTML_TEXT && !markdown->elements.is_hidden)
            add_blocked(markdown, token.start, token.end);
    }
    html_tokenizer_free(tokenizer);
    lexer_break(&markdown->lexer);
}

static void end_block(struct markdown_lexer *markdown)
{
    end_paragraph(markdown, 0);
    end_html(markdown);
    markdown->fence = '\0';
}

/* Reads a line inside fenced code. */
static void continue_fence(struct markdown_lexer *markdown, const struct markdown_line *line)
{
    struct str text = line_text(line);
    bool is_end = line->indent < 4 && text.len && text.data[0] == markdown->fence &&
                  markdown_fence_length(text, true) >= markdown->fence_length;
    if (is_end)
        markdown->fence = '\0';
    else
        add_blocked(markdown, line->at, line->end);
}

/* Reads a line inside an HTML block. */
static void continue_html(struct markdown_lexer *markdown, const struct markdown_line *line)
{
    bool is_blank = line->text == line->end;
    if (is_blank && markdown->html_end == ENDS_AT_BLANK) {
        end_html(markdown);
        return;
    }
    markdown->block_end = line->end;
    if (markdown_html_block_ends(markdown->html_end, line_text(line)))
        end_html(markdown);
}

/* --- lines --- */

/* Closes all containers but the first `count`, and the block in them. */
static void close_containers(struct markdown_lexer *markdown, size_t count)
{
    end_block(markdown);
    markdown->containers.count = count;
}

/* Begins the containers whose markers the line has. *continued: how many are around the line then. */
static void begin_containers(struct markdown_lexer *markdown, struct markdown_line *line, size_t *continued)
{
    struct markdown_container container;
    bool in_paragraph = markdown->in_paragraph && *continued == markdown->containers.count;
    while (!markdown->is_lost && markdown_begin(line, in_paragraph, &container)) {
        close_containers(markdown, *continued);
        in_paragraph = false;
        markdown->is_lost = *continued == MARKDOWN_MAX_DEPTH;
        if (!markdown->is_lost)
            markdown->containers.open[markdown->containers.count++] = container;
        *continued = markdown->containers.count;
    }
}

/*
 * Reads a line that is a block of its own, or begins one that is no paragraph; false when it is neither. in_paragraph:
 * the line could continue one, and all containers around that.
 */
static bool markdown_begin_block(struct markdown_lexer *markdown, const struct markdown_line *line, size_t continued,
                                 bool in_paragraph)
{
    struct str text = line_text(line);
    size_t fence = markdown_fence_length(text, false);
    enum markdown_html_end html = markdown_html_block(text, in_paragraph);
    size_t level = markdown_heading_level(text);
    if (!fence && !html && !level && !markdown_is_thematic_break(text))
        return false;
    close_containers(markdown, continued);
    markdown->fence = fence ? text.data[0] : '\0';
    markdown->fence_length = fence;
    markdown->html_end = html;
    markdown->block_start = line->text;
    markdown->block_end = line->end;
    if (level)
        markdown_add_heading(markdown, line->text + level, line->end, level);
    if (html && markdown_html_block_ends(html, text))
        end_html(markdown);
    return true;
}

/*
 * Is the line one that implementations read in different ways? A fence that continues a paragraph, with four columns of
 * indentation or more, or that ends the container of other code. "<!" and a small letter, which begins a block of HTML
 * in recent versions of the specification only. Characters that are white space to some and not to others.
 */
static bool is_odd(const struct markdown_line *line, bool is_odd_fence)
{
    struct str text = line_text(line);
    if (memchr(text.data, '\v', text.len) || memchr(text.data, '\f', text.len))
        return true;
    bool is_declaration = text.len > 2 && str_starts(text, STR("<!")) && text.data[2] >= 'a' && text.data[2] <= 'z';
    return is_declaration || (is_odd_fence && markdown_fence_length(text, false) > 0);
}

static void add_to_paragraph(struct markdown_lexer *markdown, const struct markdown_line *line)
{
    if (!markdown->in_paragraph)
        markdown->block_start = line->text;
    markdown->in_paragraph = true;
    markdown->block_end = line->end;
}

/* Reads a line, or what its containers leave of it, that no fenced code or HTML block takes. */
static void markdown_read_line(struct markdown_lexer *markdown, struct markdown_line *line, size_t continued)
{
    begin_containers(markdown, line, &continued);
    if (markdown->is_lost) {
        if (markdown->in_paragraph)
            add_blocked(markdown, markdown->block_start, markdown->block_end);
        markdown->in_paragraph = false;
        add_blocked(markdown, line->at, line->end);
        return;
    }
    bool continues_all = continued == markdown->containers.count, is_blank = line->text == line->end;
    bool in_paragraph = continues_all && markdown->in_paragraph;
    size_t level = in_paragraph && line->indent < 4 ? markdown_underline_level(line_text(line)) : 0;
    if (level) {
        end_paragraph(markdown, level);
        return;
    }
    if (is_blank) {
        close_containers(markdown, continued);
        return;
    }
    if (line->indent < 4 && markdown_begin_block(markdown, line, continued, in_paragraph))
        return;
    if (!markdown->in_paragraph) /* else the line continues it, though it may lack the markers of its containers */
        close_containers(markdown, continued);
    if (!markdown->in_paragraph && line->indent >= 4)
        add_blocked(markdown, line->text, line->end);
    else
        add_to_paragraph(markdown, line);
}

static void markdown_add_line(struct markdown_lexer *markdown, size_t start, size_t end)
{
    if (markdown->is_lost) {
        add_blocked(markdown, start, end);
        return;
    }
    struct markdown_line line = {.data = markdown->masked, .at = start, .end = end};
    size_t continued = markdown_continue(&markdown->containers, &line);
    bool leaves_code = markdown->fence && continued < markdown->containers.count;
    if (leaves_code || (markdown->html_end && continued < markdown->containers.count))
        close_containers(markdown, continued);
    markdown->is_lost = is_odd(&line, leaves_code || (markdown->in_paragraph && line.indent >= 4));
    if (markdown->fence)
        continue_fence(markdown, &line);
    else if (markdown->html_end)
        continue_html(markdown, &line);
    else
        markdown_read_line(markdown, &line, continued);
    if (markdown->is_lost)
        end_html(markdown); /* no line continues it any more */
}

enum status lex_markdown(struct arena *arena, struct str content, size_t max_words,
                         const struct lexer_exclusion *exclusion, struct lexed *lexed, struct error *err)
{
    struct markdown_lexer markdown = {0};
    bool open;
    lexer_init(&markdown.lexer, arena, content, max_words, lexed);
    markdown.lexer.exclusion = exclusion;
    content = markdown.lexer.content;
    markdown.masked = arena_copy_n(arena, content.data, content.len);
    if (!markdown.masked)
        return error_memory(err);
    markdown.lexer.content.data = markdown.masked;
    for (size_t start = markdown_front_matter(content, &open), next; start < content.len; start = next) {
        size_t end = markdown_line_end(content, start, &next);
        markdown_add_line(&markdown, start, end);
        if (markdown.lexer.is_full || markdown.lexer.failed)
            break;
    }
    end_block(&markdown);
    markdown_resolve_references(&markdown.references, &markdown.lexer);
    return lexer_finish(&markdown.lexer, err);
}

/* What is found while the lexemes that stay move to the front. */
struct in_html_finding {
    struct lexed *lexed;
    struct arena *arena;
    uint32_t *moved; /* per lexeme, and behind the last: its new number */
    struct lexer_anchor *anchors;
    size_t anchor_count, kept;
};

/* The "]" that closes a "[" before lexeme i, in the same block; the count of lexemes: there is none. */
static size_t find_close(const struct lexed *lexed, size_t i)
{
    const struct lexeme *lexemes = lexed->lexemes;
    for (size_t at = i; at < lexed->count && lexemes[at].paragraph == lexemes[i].paragraph; at++) {
        if (lexemes[at].sign == '[')
            break;
        if (lexemes[at].sign == ']')
            return at;
    }
    return lexed->count;
}

/* The "(url)" behind a lexeme, without blanks or markup; len 0: there is none. */
static struct str find_url(const struct lexed *lexed, size_t close)
{
    enum { LONGEST_URL = 8192 }; /* so that hostile content costs no more than that for each "[" */
    struct str text = lexed->content;
    size_t start = lexed->lexemes[close].end;
    text.len = text.len - start > LONGEST_URL ? start + LONGEST_URL : text.len;
    if (start >= text.len || text.data[start] != '(')
        return (struct str){NULL, 0};
    size_t end = markdown_find_unescaped(text, start + 1, ')', '<');
    struct str url = {text.data + start + 1, end ? end - start - 1 : 0};
    for (size_t i = 0; i < url.len; i++)
        if (ascii_is_space(url.data[i]))
            return (struct str){NULL, 0};
    return url;
}

/* The URL without the backslashes that stand before signs. data NULL: memory ran out. */
static struct str unescape(struct arena *arena, struct str url)
{
    char *copy = arena_copy_n(arena, url.data, url.len);
    size_t length = 0;
    for (size_t i = 0; copy && i < url.len; i++) {
        i += copy[i] == '\\' && i + 1 < url.len;
        copy[length++] = copy[i];
    }
    return (struct str){copy, length};
}

static void in_html_keep(struct in_html_finding *finding, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        finding->moved[i] = (uint32_t)finding->kept;
        finding->lexed->lexemes[finding->kept++] = finding->lexed->lexemes[i];
    }
}

static void in_html_drop(struct in_html_finding *finding, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        finding->moved[i] = (uint32_t)finding->kept;
}

/* The marks that say where a lexeme stands. */
enum { OF_PLACE = MARK_FOLLOWS_CLOSELY | MARK_STARTS_BLOCK | MARK_STARTS_SENTENCE | MARK_BRACKETED };

/* What the edge of a link adds to the marks of the lexeme behind it. */
static unsigned edge_marks(unsigned marks)
{
    return marks & MARK_STARTS_PHRASE ? MARK_STARTS_PHRASE : MARK_STARTS_PHRASE | MARK_AT_ANCHOR;
}

/* Keeps the text [from, to) as that of a link. Its first word gets these marks of the place where the "[" stood. */
static void keep_link(struct in_html_finding *finding, size_t from, size_t to, unsigned place, struct str url)
{
    struct lexeme *lexemes = finding->lexed->lexemes;
    size_t first = finding->kept;
    in_html_keep(finding, from, to);
    for (size_t i = first; i < finding->kept; i++) {
        unsigned marks = lexemes[i].marks & ~(unsigned)(i == first ? OF_PLACE : MARK_BRACKETED);
        unsigned added = i == first ? (place & OF_PLACE) | edge_marks(place) : place & MARK_BRACKETED;
        lexemes[i].marks = (uint16_t)(marks | added);
        lexemes[i].blocked |= BLOCK_ANCHOR;
    }
    finding->anchors[finding->anchor_count++] =
        (struct lexer_anchor){.first = (uint32_t)first, .last = (uint32_t)finding->kept, .href = url};
}

/* Does a "[" stand right before lexeme i, which is none itself? Of many signs in a row it is no lexeme. */
static bool is_behind_bracket(const struct lexed *lexed, size_t i)
{
    size_t start = lexed->lexemes[i].start;
    return start > 0 && lexed->content.data[start - 1] == '[' && (i == 0 || lexed->lexemes[i - 1].end != start);
}

/* The first lexeme of the text in brackets that begins with lexeme i; the count of lexemes: none does. */
static size_t find_text(const struct lexed *lexed, size_t i)
{
    if (lexed->lexemes[i].blocked)
        return lexed->count;
    if (lexed->lexemes[i].sign == '[')
        return i + 1;
    return is_behind_bracket(lexed, i) ? i : lexed->count;
}

/* Moves the lexemes, and finds the links among them. */
static bool find_links(struct in_html_finding *finding)
{
    struct lexed *lexed = finding->lexed;
    for (size_t i = 0, next; i < lexed->count; i = next) {
        size_t text = find_text(lexed, i), close = text < lexed->count ? find_close(lexed, text) : lexed->count;
        struct str url = close < lexed->count && close > text ? find_url(lexed, close) : (struct str){NULL, 0};
        next = i + 1;
        if (!url.len) {
            in_html_keep(finding, i, next);
            continue;
        }
        struct str decoded = unescape(finding->arena, url);
        if (!decoded.data)
            return false;
        unsigned place = lexed->lexemes[i].marks;
        in_html_drop(finding, i, text);
        keep_link(finding, text, close, place, decoded);
        size_t end = (size_t)(url.data - lexed->content.data) + url.len + 1;
        for (next = close; next < lexed->count && lexed->lexemes[next].start < end;)
            next++;
        in_html_drop(finding, close, next);
        if (next < lexed->count)
            lexed->lexemes[next].marks |= (uint16_t)edge_marks(lexed->lexemes[next].marks);
    }
    finding->moved[lexed->count] = (uint32_t)finding->kept;
    lexed->count = finding->kept;
    return true;
}

/* Puts the new anchors among those of HTML, in order. */
static void merge_anchors(struct in_html_finding *finding, struct lexer_anchor *merged)
{
    struct lexed *lexed = finding->lexed;
    size_t count = 0, added = 0;
    for (size_t i = 0; i < lexed->anchor_count; i++) {
        struct lexer_anchor anchor = lexed->anchors[i];
        anchor.first = finding->moved[anchor.first];
        anchor.last = finding->moved[anchor.last];
        while (added < finding->anchor_count && finding->anchors[added].first < anchor.first)
            merged[count++] = finding->anchors[added++];
        merged[count++] = anchor;
    }
    while (added < finding->anchor_count)
        merged[count++] = finding->anchors[added++];
    lexed->anchors = merged;
    lexed->anchor_count = count;
}

bool markdown_in_html(struct lexed *lexed, struct arena *arena)
{
    const char *bracket = memchr(lexed->content.data, '[', lexed->content.len);
    size_t brackets = 0;
    for (size_t i = 0; i < lexed->count && bracket; i++)
        brackets += lexeme_is_sign(&lexed->lexemes[i], "[]") || is_behind_bracket(lexed, i);
    if (!brackets)
        return true;
    struct in_html_finding finding = {
        .lexed = lexed,
        .arena = arena,
        .moved = ARENA_ARRAY(arena, lexed->count + 1, uint32_t),
        .anchors = ARENA_ARRAY(arena, brackets, struct lexer_anchor),
    };
    struct lexer_anchor *merged = ARENA_ARRAY(arena, brackets + lexed->anchor_count, struct lexer_anchor);
    if (!finding.moved || !finding.anchors || !merged || !find_links(&finding))
        return false;
    merge_anchors(&finding, merged);
    for (size_t i = 0; i < lexed->count; i++)
        if (lexeme_is_sign(&lexed->lexemes[i], "[]"))
            lexed->lexemes[i].blocked |= BLOCK_OTHER;
    for (size_t i = 0; i < lexed->heading_count; i++) {
        lexed->headings[i].first = finding.moved[lexed->headings[i].first];
        lexed->headings[i].last = finding.moved[lexed->headings[i].last];
    }
    return true;
}
