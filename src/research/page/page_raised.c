#include "research/page/page_raised.h"

#include "research/page/extract.h"

enum {
    LONGEST_POWER = 16, /* bytes */
    LONGEST_NUMBER = 3, /* digits of a footnote's number */
    LONGEST_MARK = 6,   /* bytes of a raised link that is a mark */
    NAME_LETTERS = 3    /* a word of so many letters is no name of a quantity */
};

/* --- the base --- */

static bool is_letter_byte(char character)
{
    bool is_ascii = (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
    return is_ascii || (unsigned char)character >= 0x80;
}

/* The word that the text ends with; empty: it ends with something else. */
static struct str last_word(struct str text)
{
    size_t start = text.len, end = text.len;
    while (start > 0 && is_letter_byte(text.data[start - 1]))
        start--;
    uint32_t codepoint;
    for (size_t at = start, length; at < end; at += length) { /* behind what is no letter, as in "“methods" */
        length = utf8_decode(text, at, &codepoint);
        if (!unicode_is_letter(codepoint))
            start = at + length;
    }
    return (struct str){text.data + start, end - start};
}

/* Units and functions, which have powers although their names are long. */
static bool has_powers(struct str word)
{
    static const char *const names[] = {
        "arcsin", "arccos", "arctan", "centimeter", "centimeters", "cos",    "cosh",   "cot",       "csc",        "deg",
        "det",    "dim",    "exp",    "feet",       "foot",        "inch",   "inches", "kilometer", "kilometers", "lim",
        "log",    "max",    "meter",  "meters",     "metre",       "metres", "mile",   "miles",     "min",        "mol",
        "rad",    "sec",    "sin",    "sinh",       "tan",         "tanh",   "yard",   "yards",     "yds",        NULL};
    return word_list_ihas(names, word);
}

static bool is_long_word(struct str word)
{
    return utf8_length(word) >= NAME_LETTERS && !has_powers(word);
}

/* Does the text end with a sign that no power stands behind? */
static bool ends_with_sign(struct str text)
{
    static const char *const signs[] = {
        ".", ",", ";", ":", "!", "?", "\"", "\xE2\x80\x9D", "\xE2\x80\x99", "\xC2\xBB", "\xE2\x80\xA6"};
    for (size_t i = 0; i < COUNT_OF(signs); i++)
        if (str_ends(text, str_from(signs[i])))
            return true;
    return false;
}

static bool is_roman_numeral(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (!strchr("IVXLC", word.data[i]))
            return false;
    return word.len > 0;
}

/* --- the raised text --- */

/* Numbers as notes have them: "3", "1,2", "3–5". */
static bool is_note_number(struct str text)
{
    size_t digits = 0;
    for (size_t i = 0; i < text.len; i++) {
        bool is_between = strchr(",- \xE2\x80\x93", text.data[i]) != NULL;
        if (!ascii_is_digit(text.data[i]) && !(i && is_between))
            return false;
        digits = ascii_is_digit(text.data[i]) ? digits + 1 : 0;
        if (digits > LONGEST_NUMBER)
            return false;
    }
    return digits > 0;
}

static bool is_sign_mark(struct str text)
{
    static const char *const signs[] = {"*", "**", "***", "\xE2\x80\xA0", "\xE2\x80\xA1", "\xC2\xA7", "\xC2\xB6", NULL};
    return word_list_has(signs, text) || (str_starts(text, STR("[")) && str_ends(text, STR("]")));
}

static size_t count_letters(struct str text)
{
    uint32_t codepoint;
    size_t letters = 0;
    for (size_t at = 0, length; at < text.len; at += length) {
        length = utf8_decode(text, at, &codepoint);
        if (!unicode_is_letter(codepoint) || codepoint == 0xAA || codepoint == 0xBA)
            return 0;
        letters++;
    }
    return letters;
}

/* Letters only: endings of ordinals and abbreviations run on, names of quantities are powers. */
static enum raised kind_of_letters(const struct raised_page *page, struct str before, struct str text, size_t letters)
{
    static const char *const ordinals[] = {"st",  "nd", "rd", "th",  "er", "re", "\xC3\xA8re", "\xC3\xA8me",
                                           "nde", "os", "as", "va",  "vo", "ra", "ro",         "da",
                                           "do",  "ta", "to", "ste", "de", NULL};
    static const char *const endings[] = {"e", "o", "a", "r", "me", "lle", "mes", "lles", "gr", "er", "re", NULL};
    if (!before.len)
        return RAISED_PLAIN;
    struct str word = last_word(before);
    if (ascii_is_digit(before.data[before.len - 1])) {
        bool is_ending = word_list_ihas(ordinals, text) || (page->has_ordinals && word_list_has(endings, text));
        return is_ending ? RAISED_PLAIN : RAISED_POWER;
    }
    if (!word.len)
        return str_ends(before, STR(")")) || str_ends(before, STR("]")) ? RAISED_POWER : RAISED_PLAIN;
    if (is_roman_numeral(word) && page->has_ordinals)
        return RAISED_PLAIN;
    if (utf8_length(word) == 1)
        return page->has_ordinals && word_list_has(endings, text) ? RAISED_PLAIN : RAISED_POWER;
    if (letters > 1)
        return RAISED_PLAIN;
    return is_long_word(word) && page->has_notes ? RAISED_MARK : RAISED_POWER;
}

static enum raised kind_of_number(const struct raised_page *page, struct str before)
{
    struct str body = str_trim(before);
    if (!body.len)
        return page->has_notes ? RAISED_NOTE_TEXT : RAISED_POWER;
    if (ends_with_sign(body))
        return RAISED_MARK;
    if (!page->has_notes)
        return RAISED_POWER;
    bool is_bracket = body.data[body.len - 1] == ')';
    struct str word = last_word(is_bracket ? (struct str){body.data, body.len - 1} : body);
    return is_long_word(word) ? RAISED_MARK : RAISED_POWER;
}

/* Signs, numbers and names: has it anything of a formula? */
static bool is_formula(struct str text)
{
    bool has_sign = false, has_blank = false;
    uint32_t codepoint;
    for (size_t at = 0, length; at < text.len; at += length) {
        length = utf8_decode(text, at, &codepoint);
        has_blank = has_blank || unicode_is_space(codepoint);
        has_sign = has_sign || (codepoint < 0x80 && strchr("+-*/^", (int)codepoint)) || codepoint == 0x2212;
        bool is_mark = codepoint == 0xAE || codepoint == 0x2122 || codepoint == 0x2120 || codepoint == 0xA9 ||
                       codepoint == 0xB0 || codepoint == 0xAA || codepoint == 0xBA;
        if (is_mark)
            return false;
    }
    return text.len <= LONGEST_POWER && (has_sign || !has_blank);
}

enum raised raised_kind(const struct raised_page *page, struct str before, struct str text)
{
    text = str_trim(text);
    if (!text.len || is_sign_mark(text))
        return RAISED_MARK;
    if (is_note_number(text))
        return kind_of_number(page, before);
    size_t letters = count_letters(text);
    if (letters)
        return kind_of_letters(page, before, text, letters);
    return is_formula(text) && before.len && !ends_with_sign(str_trim(before)) ? RAISED_POWER : RAISED_PLAIN;
}

/* --- in a tree --- */

/* Is all of it a link: a child, or the element around it? */
static bool is_link(const xmlNode *sup)
{
    size_t text = prune_extent(sup)->text;
    const struct extent *outer = sup->parent ? prune_extent(sup->parent) : NULL;
    if (outer && outer->element == ELEMENT_A && outer->text == text)
        return true;
    for (const xmlNode *child = sup->children; child; child = child->next)
        if (child->type == XML_ELEMENT_NODE && prune_extent(child)->element == ELEMENT_A)
            return true;
    return false;
}

enum raised raised_kind_of_node(const struct raised_page *page, struct str before, xmlNode *sup, struct arena *arena)
{
    if (prune_extent(sup)->text <= LONGEST_MARK && is_link(sup))
        return RAISED_MARK;
    xmlChar *text = xmlNodeGetContent(sup);
    enum raised kind = text ? raised_kind(page, before, str_from((const char *)text)) : RAISED_MARK;
    if (!text)
        arena_fail(arena);
    xmlFree(text);
    return kind;
}

/* Counts the marks that could be of notes. */
struct note_search {
    struct arena *arena;
    struct str before; /* the last text of the block so far */
    int marks, texts;  /* how many count up from 1: in running text, at the beginning of blocks */
    bool has_list;     /* an element calls itself a list of footnotes */
};

static void take_number(struct note_search *search, xmlNode *sup)
{
    const struct raised_page with_notes = {.has_notes = true};
    enum raised kind = raised_kind_of_node(&with_notes, search->before, sup, search->arena);
    xmlChar *text = is_link(sup) ? NULL : xmlNodeGetContent(sup);
    int number = text ? atoi((const char *)text) : 0;
    xmlFree(text);
    search->marks += kind == RAISED_MARK && number == search->marks + 1;
    search->texts += kind == RAISED_NOTE_TEXT && number == search->texts + 1;
}

static bool search_enter(void *context, xmlNode *node)
{
    struct note_search *search = context;
    if (node->type == XML_TEXT_NODE && node->content && str_trim(str_from((const char *)node->content)).len)
        search->before = str_from((const char *)node->content);
    if (node->type != XML_ELEMENT_NODE || arena_failed(search->arena))
        return false;
    const struct extent *extent = prune_extent(node);
    if (extent->traits & IS_BLOCK)
        search->before = STR("");
    struct str name = html_node_attribute(node, "class");
    search->has_list = search->has_list || str_ifind(name, STR("footnotes"), 0) < name.len;
    if (extent->element == ELEMENT_SUP)
        take_number(search, node);
    return extent->element != ELEMENT_SUP && !(extent->traits & IS_NO_CONTENT);
}

static void search_leave(void *context, xmlNode *node)
{
    struct note_search *search = context;
    if (prune_extent(node)->traits & IS_BLOCK)
        search->before = STR("");
}

struct raised_page raised_page_read(xmlNode *main, const struct language *language, struct arena *arena)
{
    static const char *const with_ordinals[] = {"ca", "es", "fr", "gl", "it", "nl", "pt", "ro", NULL};
    struct raised_page page = {.has_ordinals = language && word_list_has(with_ordinals, str_from(language->tag))};
    if (!prune_extent(main)->raised)
        return page;
    struct note_search search = {.arena = arena, .before = STR("")};
    html_walk(main, &(struct html_visitor){search_enter, search_leave, &search});
    page.has_notes = search.marks > 1 || (search.marks && (search.texts || search.has_list));
    return page;
}
