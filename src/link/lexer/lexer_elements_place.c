#include "link/lexer/lexer_elements.h"

#include "text/word_list.h"

/* Deeper than this, elements of a template that have no class of their own are no longer told apart by their number. */
enum { NUMBERED_DEPTH = 6 };

static uint32_t mix(uint32_t hash, uint32_t number)
{
    uint64_t mixed = ((uint64_t)hash << 32 | number) * 0x9E3779B97F4A7C15u;
    return (uint32_t)(mixed >> 32) ^ (uint32_t)mixed;
}

/* The first word of a class or an id, up to a digit, in lower case: "post-17 hentry" is "post-". */
static uint32_t hash_word(struct str text)
{
    uint32_t hash = 0;
    text = str_trim(text);
    for (size_t i = 0; i < text.len && !ascii_is_space(text.data[i]) && !ascii_is_digit(text.data[i]); i++)
        hash = mix(hash, (unsigned char)ascii_lower(text.data[i]) + 1u);
    return hash;
}

static bool is_void(struct str name)
{
    static const char *const names[] = {"area", "base", "col",   "embed",  "hr",    "input",
                                        "link", "meta", "param", "source", "track", NULL};
    return word_list_ihas(names, name);
}

/* Text stands in these: there are many in a content, and their number on the page says nothing. */
static bool holds_text(const struct element *element)
{
    return element &&
           (element->heading || (element->container >= CONTAINER_ITEM && element->container != CONTAINER_TABLE) ||
            (element->length == 1 && element->name[0] == 'p'));
}

/* Closes the innermost element of that name, or of these containers, and all in it, unless `scope` is around it. */
static void close(struct lexed_places *places, uint32_t name, unsigned containers, enum container scope)
{
    for (uint32_t depth = places->depth; depth > 0; depth--) {
        const struct lexed_place *place = &places->open[depth - 1];
        if (containers ? containers >> place->container & 1 : place->name == name) {
            places->depth = depth - 1;
            return;
        }
        if (scope && place->container == scope)
            return;
    }
}

/* A block ends a paragraph, an item the item before it, a row the row: their end tags may be left out. */
static void close_implied(struct lexed_places *places, const struct element *element)
{
    if (places->depth && places->open[places->depth - 1].name == 'p')
        places->depth--;
    enum container container = element ? element->container : NO_CONTAINER;
    struct implied_end implied = element_implied_end(container);
    unsigned ends = container == CONTAINER_ROW ? 1u << CONTAINER_ROW : implied.ends;
    if (ends)
        close(places, 0, ends, implied.scope);
}

/* "p" is its letter, which no hash of a longer name is likely to be. */
static uint32_t hash_name(struct str name)
{
    return name.len == 1 ? (unsigned char)ascii_lower(name.data[0]) : hash_word(name);
}

static void open(struct lexed_places *places, const struct element *element, const struct html_token *tag)
{
    if (places->overflow || places->depth == MAX_PLACES) {
        places->overflow++;
        return;
    }
    struct lexed_place *parent = places->depth ? &places->open[places->depth - 1] : NULL;
    struct siblings *siblings = parent ? &parent->children : &places->roots;
    uint32_t name = hash_name(tag->name), number = 0;
    if (!holds_text(element))
        number = ++siblings->counts[(name >> 8 ^ name) % COUNT_OF(siblings->counts)];
    uint32_t own = hash_word(html_attribute(tag, STR("class")));
    if (!own && !holds_text(element)) {
        own = hash_word(html_attribute(tag, STR("id")));
        own = own ? own : places->depth < NUMBERED_DEPTH ? number : 0;
    }
    places->open[places->depth++] = (struct lexed_place){
        .name = name,
        .path = mix(mix(parent ? parent->path : 0, name), own),
        .container = element ? element->container : NO_CONTAINER,
    };
}

void place_follow(struct lexed_places *places, const struct element *element, const struct html_token *tag)
{
    if (is_void(tag->name))
        return;
    if (tag->kind == HTML_START) {
        close_implied(places, element);
        open(places, element, tag);
    } else if (places->overflow) {
        places->overflow--;
    } else {
        close(places, hash_name(tag->name), 0, NO_CONTAINER);
    }
}
