/* What a page's own styles hide: those of its style elements and of style attributes. */
#include "research/page/page_parts.h"

/* By what something is hidden, as bits. Those of the text alone its children may take back. */
enum document_look {
    LOOK_DISPLAY = 1,
    LOOK_OPACITY = 2,
    LOOK_SIZE = 4,
    LOOK_PLACE = 8,
    LOOK_CLIP = 16,
    LOOK_FONT = 32,
    LOOK_INDENT = 64,
    LOOK_COLOUR = 128,
    LOOK_WHITE = 256, /* hidden on a page without any other ground */
    LOOKS_OF_TEXT = LOOK_FONT | LOOK_INDENT | LOOK_COLOUR | LOOK_WHITE
};

/* What a list of declarations hides and what it shows. */
struct looks {
    unsigned hides, shows;
};

enum { MOST_NAMES = 4 /* classes of a selector; one with more is none */ };

/* "p.note.small#first"; what is missing is empty. */
struct selector {
    struct str tag, id, classes[MOST_NAMES];
    size_t class_count;
    bool is_simple; /* nothing else is in it: no combination, attribute or state */
};

struct html_style_rule {
    struct selector selector;
    unsigned looks;
};

struct html_styles {
    struct arena *arena;
    struct str html;
    struct html_style_rule hiding[STYLE_RULES], showing[STYLE_SHOWN];
    size_t hiding_count, showing_count;
    enum { GROUND_UNKNOWN, GROUND_WHITE, GROUND_ANY } ground;
};

/* --- values --- */

/* A length in pixels; a unit of letters counts as 16 of them, a percentage as 10. False: it is none. */
static bool read_length(struct str value, double *pixels)
{
    double number = 0, place = 0;
    size_t at = 0;
    bool is_negative = value.len && value.data[0] == '-';
    for (at = is_negative; at < value.len && (ascii_is_digit(value.data[at]) || value.data[at] == '.'); at++) {
        if (value.data[at] == '.') {
            place = place > 0 ? place : 1;
            continue;
        }
        number = place > 0 ? number + (value.data[at] - '0') / (place *= 10) : number * 10 + (value.data[at] - '0');
    }
    if (at == (size_t)is_negative)
        return false;
    struct str unit = str_trim((struct str){value.data + at, value.len - at});
    bool is_letters = str_istarts(unit, STR("em")) || str_istarts(unit, STR("rem")) || str_istarts(unit, STR("vw")) ||
                      str_istarts(unit, STR("vh")) || str_istarts(unit, STR("ch"));
    *pixels = number * (is_letters ? 16 : str_starts(unit, STR("%")) ? 10 : 1) * (is_negative ? -1 : 1);
    return true;
}

/* A letter of one pixel cannot be read. */
static bool is_nothing(struct str value)
{
    double pixels;
    return read_length(value, &pixels) && pixels <= 1;
}

/* Of an opacity: what shows so little of a letter is not seen. */
static bool is_faint(double share)
{
    return share <= 0.05;
}

/* Nobody has a screen so wide; to the right a page may go on for a while. */
static bool is_far(struct str value)
{
    enum { FAR = -900, FAR_RIGHT = 9000 };
    double pixels;
    return read_length(value, &pixels) && (pixels <= FAR || pixels >= FAR_RIGHT);
}

static bool is_any(const char *const *words, struct str value)
{
    for (; *words; words++)
        if (str_ieq(value, str_from(*words)))
            return true;
    return false;
}

/* From 0 to 255, and how much of it is seen, from 0 to 1; other ways to write a colour are not known. */
struct colour {
    bool is_known;
    double parts[4];
};

/* 16: it is none. */
static int hex_digit(char digit)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = memchr(digits, ascii_lower(digit), 16);
    return found ? (int)(found - digits) : 16;
}

/* "#rgb", "#rgba", "#rrggbb" or "#rrggbbaa", without its sign. */
static struct colour read_hex(struct str digits)
{
    struct colour colour = {.parts[3] = 1};
    size_t width = digits.len > 4 ? 2 : 1, count = digits.len / width;
    colour.is_known = count * width == digits.len && (count == 3 || count == 4);
    for (size_t i = 0; colour.is_known && i < count; i++) {
        int high = hex_digit(digits.data[i * width]), low = hex_digit(digits.data[i * width + width - 1]);
        colour.is_known = high < 16 && low < 16;
        colour.parts[i] = (high * 16 + low) / (i == 3 ? 255.0 : 1);
    }
    return colour;
}

/* The numbers of "rgb(0, 0, 0, .5)", "rgb(0% 0% 0% / 50%)", behind the parenthesis. */
static struct colour read_parts(struct str text)
{
    struct colour colour = {.is_known = true, .parts[3] = 1};
    for (size_t at = 0, end, i = 0; at < text.len && i < COUNT_OF(colour.parts) && colour.is_known; at = end + 1) {
        for (end = at; end < text.len && !memchr(" ,/)", text.data[end], 4); end++)
            ;
        struct str number = {text.data + at, end - at};
        bool is_share = number.len && number.data[number.len - 1] == '%';
        number.len -= is_share;
        if (!number.len)
            continue;
        colour.is_known = read_length(number, &colour.parts[i]);
        colour.parts[i] *= !is_share ? 1 : i < 3 ? 2.55 : 0.01;
        i++;
    }
    return colour;
}

static struct colour read_colour(struct str value)
{
    if (str_ieq(value, STR("transparent")))
        return (struct colour){.is_known = true};
    if (str_ieq(value, STR("white")))
        return read_hex(STR("fff"));
    if (str_ieq(value, STR("black")))
        return read_hex(STR("000"));
    if (str_starts(value, STR("#")))
        return read_hex((struct str){value.data + 1, value.len - 1});
    size_t open = str_find(value, STR("("), 0);
    if (open == value.len || !str_istarts(value, STR("rgb")))
        return (struct colour){0};
    return read_parts((struct str){value.data + open + 1, value.len - open - 1});
}

/* Does an eye tell letters of one colour from a ground of the other? */
static bool is_same_colour(struct colour one, struct colour other)
{
    enum { ALIKE = 8 };
    bool same = one.is_known && other.is_known && !is_faint(other.parts[3]);
    for (size_t i = 0; i < 3; i++)
        same = same && one.parts[i] - other.parts[i] <= ALIKE && other.parts[i] - one.parts[i] <= ALIKE;
    return same;
}

static bool is_transparent(struct colour colour)
{
    return colour.is_known && is_faint(colour.parts[3]);
}

static bool is_clipped(struct str value)
{
    static const char *const shapes[] = {"rect(0", "rect(1px", "inset(50%", "inset(100%", "circle(0", NULL};
    for (size_t i = 0; shapes[i]; i++)
        if (str_istarts(value, str_from(shapes[i])))
            return true;
    return false;
}

/* --- declarations --- */

/* What of a list is not told by one declaration alone. */
struct declared {
    struct looks looks;
    struct str colour, ground;
    bool is_placed, is_far, has_no_size, cuts_off, moves, fills_letters;
};

static void html_style_look(struct declared *declared, unsigned look, bool hides)
{
    *(hides ? &declared->looks.hides : &declared->looks.shows) |= look;
}

static void declare(struct declared *declared, struct str name, struct str value)
{
    static const char *const sides[] = {"left", "right", "top", "bottom", "inset", NULL};
    static const char *const margins[] = {"margin-left", "margin-top", NULL}; /* move what is not placed, too */
    static const char *const placed[] = {"absolute", "fixed", "relative", "sticky", NULL};
    static const char *const sizes[] = {"height", "max-height", "width", "max-width", NULL};
    static const char *const grounds[] = {"background", "background-color", NULL};
    static const char *const motions[] = {"transition", "animation", "animation-name", "will-change", NULL};
    static const char *const letters[] = {"background-clip", "-webkit-background-clip", "text-shadow", NULL};
    double share;
    if (str_ieq(name, STR("display")))
        html_style_look(declared, LOOK_DISPLAY, str_ieq(value, STR("none")));
    else if (str_ieq(name, STR("visibility")) || str_ieq(name, STR("opacity")))
        html_style_look(declared, LOOK_OPACITY,
                        str_ieq(value, STR("hidden")) || str_ieq(value, STR("collapse")) ||
                            (read_length(value, &share) && is_faint(share)));
    else if (str_ieq(name, STR("font-size")))
        html_style_look(declared, LOOK_FONT, is_nothing(value));
    else if (str_ieq(name, STR("text-indent")))
        html_style_look(declared, LOOK_INDENT, is_far(value));
    else if (str_ieq(name, STR("clip")) || str_ieq(name, STR("clip-path")))
        html_style_look(declared, LOOK_CLIP, is_clipped(value));
    else if (str_ieq(name, STR("position"))) {
        declared->is_placed = is_any(placed, value);
        declared->looks.shows |= declared->is_placed ? 0 : LOOK_PLACE;
    } else if (is_any(margins, name)) {
        html_style_look(declared, LOOK_PLACE, is_far(value));
    } else if (is_any(sides, name)) {
        declared->is_far |= is_far(value);
        declared->looks.shows |= is_far(value) ? 0 : LOOK_PLACE;
    } else if (is_any(sizes, name)) {
        declared->has_no_size |= is_nothing(value);
        declared->looks.shows |= is_nothing(value) ? 0 : LOOK_SIZE;
    } else if (str_ieq(name, STR("overflow")) || str_ieq(name, STR("overflow-y")))
        declared->cuts_off = str_ieq(value, STR("hidden")) || str_ieq(value, STR("clip"));
    else if (str_ieq(name, STR("color")))
        declared->colour = value;
    else if (is_any(grounds, name))
        declared->ground = value;
    declared->moves |= is_any(motions, name);
    declared->fills_letters |= is_any(letters, name);
}

static struct looks looks_of(const struct declared *declared)
{
    struct looks looks = declared->looks;
    looks.hides |= declared->is_placed && declared->is_far ? LOOK_PLACE : 0;
    looks.hides |= declared->has_no_size && declared->cuts_off ? LOOK_SIZE : 0;
    struct colour colour = read_colour(declared->colour), ground = read_colour(declared->ground);
    bool is_lost = is_transparent(colour) || is_same_colour(colour, ground) ||
                   (declared->ground.len && str_ieq(declared->colour, declared->ground));
    if (declared->colour.len && !declared->fills_letters)
        *(is_lost ? &looks.hides : &looks.shows) |= LOOK_COLOUR;
    if (!declared->ground.len && is_same_colour(colour, read_hex(STR("fff"))))
        looks.hides |= LOOK_WHITE;
    looks.shows &= ~looks.hides;
    return looks;
}

/* Reads "name: value; ..."; *moves: it begins like this to become visible slowly. */
static struct looks read_declarations(struct str text, bool *moves)
{
    struct declared declared = {0};
    struct str one;
    while (str_split(&text, ';', &one)) {
        size_t colon = str_find(one, STR(":"), 0);
        if (colon == one.len)
            continue;
        struct str value = str_trim((struct str){one.data + colon + 1, one.len - colon - 1});
        value.len = str_find(value, STR("!"), 0);
        declare(&declared, str_trim((struct str){one.data, colon}), str_trim(value));
    }
    *moves = declared.moves;
    return looks_of(&declared);
}

/* --- selectors --- */

static bool is_of_name(char character)
{
    return ascii_is_alnum(character) || character == '-' || character == '_' || (unsigned char)character >= 0x80;
}

/* The last compound of a selector: what it is a selector of. */
static struct selector read_selector(struct str text)
{
    struct selector selector = {.is_simple = true};
    text = str_trim(text);
    for (size_t i = text.len; i-- > 0;)
        if (memchr(" \t\n\r\f>+~", text.data[i], 9)) {
            text = (struct str){text.data + i + 1, text.len - i - 1};
            selector.is_simple = false;
        }
    for (size_t at = 0, end; at < text.len; at = end) {
        bool has_sign = text.data[at] == '.' || text.data[at] == '#';
        for (end = at + has_sign; end < text.len && is_of_name(text.data[end]); end++)
            ;
        struct str name = {text.data + at + has_sign, end - at - has_sign};
        bool is_class = text.data[at] == '.' && name.len && selector.class_count < MOST_NAMES;
        if (is_class)
            selector.classes[selector.class_count++] = name;
        else if (text.data[at] == '#' && name.len)
            selector.id = name;
        else if (!has_sign && at == 0 && name.len)
            selector.tag = name;
        else {
            selector.is_simple = false;
            break;
        }
    }
    return selector;
}

static bool has_class(const struct selector *selector, struct str name)
{
    for (size_t i = 0; i < selector->class_count; i++)
        if (str_eq(selector->classes[i], name))
            return true;
    return false;
}

/* Is everything that the first one asks for asked for by the second too? */
static bool is_part_of(const struct selector *part, const struct selector *whole)
{
    if ((part->tag.len && !str_ieq(part->tag, whole->tag)) || (part->id.len && !str_eq(part->id, whole->id)))
        return false;
    for (size_t i = 0; i < part->class_count; i++)
        if (!has_class(whole, part->classes[i]))
            return false;
    return true;
}

static bool is_taken_back(const struct html_styles *styles, const struct html_style_rule *rule, unsigned look)
{
    for (size_t i = 0; i < styles->showing_count; i++)
        if (styles->showing[i].looks & look && is_part_of(&rule->selector, &styles->showing[i].selector))
            return true;
    return false;
}

/* --- rules --- */

static void add_rule(struct html_style_rule *rules, size_t *count, size_t most, const struct selector *selector,
                     unsigned looks)
{
    if (*count < most && looks)
        rules[(*count)++] = (struct html_style_rule){*selector, looks};
}

static void read_rule(struct html_styles *styles, struct str selectors, struct str declarations, bool holds)
{
    bool moves;
    struct looks looks = read_declarations(declarations, &moves);
    struct str one;
    looks.hides &= ~(moves ? LOOK_OPACITY : 0u);
    while ((looks.hides || looks.shows) && str_split(&selectors, ',', &one)) {
        struct selector selector = read_selector(one);
        bool is_named = selector.tag.len || selector.id.len || selector.class_count;
        if (is_named && holds && selector.is_simple)
            add_rule(styles->hiding, &styles->hiding_count, STYLE_RULES, &selector, looks.hides);
        if (is_named)
            add_rule(styles->showing, &styles->showing_count, STYLE_SHOWN, &selector, looks.shows);
    }
}

/* Do the rules of the block hold for every screen? "@media screen", "@layer base". */
static bool holds_always(struct str at_rule)
{
    static const char *const media[] = {"", "all", "screen", "only screen", NULL};
    if (str_istarts(at_rule, STR("@media")))
        return is_any(media, str_trim((struct str){at_rule.data + 6, at_rule.len - 6}));
    return str_istarts(at_rule, STR("@layer"));
}

/* Rules, and blocks of rules within each other. `css` has no comments. */
static void read_rules(struct html_styles *styles, struct str css, bool holds)
{
    enum { DEEP = 8 };
    bool kept[DEEP + 1] = {holds};
    size_t depth = 0;
    for (size_t at = 0, end; at < css.len; at = end + 1) {
        for (end = at; end < css.len && !memchr("{};", css.data[end], 3); end++)
            ;
        struct str head = str_trim((struct str){css.data + at, end - at});
        if (end == css.len)
            return;
        if (css.data[end] == '}')
            depth -= depth > 0;
        if (css.data[end] != '{')
            continue;
        if (head.len && head.data[0] == '@' && !str_istarts(head, STR("@font-face")) && depth < DEEP) {
            kept[depth + 1] = kept[depth] && holds_always(head);
            depth++;
            continue;
        }
        size_t close = str_find(css, STR("}"), end);
        read_rule(styles, head, (struct str){css.data + end + 1, close - end - 1}, kept[depth]);
        end = close;
    }
}

/* The text without comments. */
static void add_style(struct buf *css, struct str text)
{
    for (size_t at = 0; at < text.len && css->len < STYLE_BYTES;) {
        size_t open = str_find(text, STR("/*"), at), most = at + (STYLE_BYTES - css->len);
        buf_add(css, text.data + at, (open < most ? open : most) - at);
        if (open >= most)
            return;
        size_t close = str_find(text, STR("*/"), open);
        at = close < text.len ? close + 2 : text.len;
    }
    buf_char(css, '\n');
}

static bool is_of_screens(const struct html_token *token)
{
    static const char *const media[] = {"", "all", "screen", NULL};
    return is_any(media, str_trim(html_attribute(token, STR("media"))));
}

/* The text of the style elements; those of other media are left out. False: memory ran out. */
static bool collect_styles(struct str html, struct buf *css)
{
    struct html_tokenizer *tokenizer = html_tokenizer_new(html);
    struct html_token token;
    bool is_style = false;
    while (tokenizer && css->len < STYLE_BYTES && html_next(tokenizer, &token)) {
        if (is_style && token.kind == HTML_TEXT)
            add_style(css, token.data);
        is_style = token.kind == HTML_START && str_ieq(token.name, STR("style")) && is_of_screens(&token);
    }
    bool done = tokenizer && !html_tokenizer_failed(tokenizer) && !css->failed;
    html_tokenizer_free(tokenizer);
    return done;
}

/* Takes out of the rules what others take back. */
static void html_style_settle(struct html_styles *styles)
{
    for (size_t i = 0; i < styles->hiding_count; i++)
        for (unsigned look = 1; look <= LOOK_WHITE; look <<= 1)
            if (styles->hiding[i].looks & look && is_taken_back(styles, &styles->hiding[i], look))
                styles->hiding[i].looks &= ~look;
}

static bool read_styles(struct html_styles *styles)
{
    struct buf css = {0};
    if (str_ifind(styles->html, STR("<style"), 0) == styles->html.len)
        return true;
    bool done = collect_styles(styles->html, &css);
    const char *copy = done ? arena_copy_n(styles->arena, buf_text(&css), css.len) : NULL;
    if (copy)
        read_rules(styles, (struct str){copy, css.len}, true);
    html_style_settle(styles);
    buf_free(&css);
    return copy;
}

struct html_styles *html_styles_read(struct str html)
{
    struct arena *arena = arena_new();
    struct html_styles *styles = arena ? ARENA_NEW(arena, struct html_styles) : NULL;
    if (styles) {
        memset(styles, 0, sizeof *styles);
        styles->arena = arena;
        styles->html = html;
    }
    if (styles && read_styles(styles))
        return styles;
    arena_free(arena);
    return NULL;
}

void html_styles_free(struct html_styles *styles)
{
    arena_free(styles ? styles->arena : NULL);
}

/* --- elements --- */

static bool names_class(struct str value, struct str name)
{
    for (size_t at = 0, end; at < value.len; at = end + 1) {
        for (end = at; end < value.len && !ascii_is_space(value.data[end]); end++)
            ;
        if (str_eq((struct str){value.data + at, end - at}, name))
            return true;
    }
    return false;
}

static bool is_selected(const struct selector *selector, struct str tag, struct str id, struct str classes)
{
    if ((selector->tag.len && !str_ieq(selector->tag, tag)) || (selector->id.len && !str_eq(selector->id, id)))
        return false;
    for (size_t i = 0; i < selector->class_count; i++)
        if (!names_class(classes, selector->classes[i]))
            return false;
    return true;
}

/* Does text stand right in the element? Children may have a size and a colour of their own. */
static bool holds_text(const struct html_styles *styles, const struct html_token *token)
{
    size_t at = token->end;
    while (at < styles->html.len && ascii_is_space(styles->html.data[at]))
        at++;
    return at < styles->html.len && styles->html.data[at] != '<';
}

/* Nothing on the page says that its ground is another. */
static bool is_on_white(struct html_styles *styles)
{
    static const char *const signs[] = {"background", "stylesheet", "bgcolor", NULL};
    bool is_told = styles->ground != GROUND_UNKNOWN;
    for (size_t i = 0; signs[i] && !is_told; i++)
        if (str_ifind(styles->html, str_from(signs[i]), 0) < styles->html.len)
            styles->ground = GROUND_ANY;
    if (styles->ground == GROUND_UNKNOWN)
        styles->ground = GROUND_WHITE;
    return styles->ground == GROUND_WHITE;
}

bool html_styles_hide(struct html_styles *styles, const struct html_token *token)
{
    static const char *const never[] = {"html", "head", "body", "main", "article", NULL};
    bool moves;
    if (!token->attribute_count && !styles->hiding_count)
        return false;
    struct str style = html_attribute(token, STR("style")), id = html_attribute(token, STR("id"));
    struct str classes = html_attribute(token, STR("class"));
    struct looks own = read_declarations(style, &moves);
    unsigned looks = own.hides;
    for (size_t i = 0; i < styles->hiding_count; i++)
        if (styles->hiding[i].looks && is_selected(&styles->hiding[i].selector, token->name, id, classes))
            looks |= styles->hiding[i].looks & ~own.shows;
    if (looks & LOOK_WHITE && !is_on_white(styles))
        looks &= ~(unsigned)LOOK_WHITE;
    if (!looks || is_any(never, token->name))
        return false;
    return looks & ~(unsigned)LOOKS_OF_TEXT || holds_text(styles, token);
}
