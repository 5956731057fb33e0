/*
 * The options of a link: struct link_options, and the table by which every face reads, checks and documents them. The
 * rows are in options.inc; where something must be known when it is compiled, include that with a LINK_OPTION of your
 * own.
 */
#ifndef COPYDESK_LINK_CHOOSE_OPTIONS_H
#define COPYDESK_LINK_CHOOSE_OPTIONS_H

#include "base/base.h"

enum { LINK_MAX_LINKS = 50, LINK_MAX_WORDS = 2500, LINK_TEXT_MAX = 2000 };

/*
 * HTML and JSON: content is HTML, links are <a href>. MARKDOWN: content is Markdown, links are [text](url); content
 * that is wholly HTML is read as HTML and still gets Markdown links. TEXT: no sign of the content is markup, and links
 * are addresses behind their text, "text <url>", in the brackets that RFC 3986 (appendix C) advises. The service does
 * not know it.
 */
enum link_format { LINK_HTML, LINK_MARKDOWN, LINK_JSON, LINK_TEXT };

/* How many links are made; the table says what each means. A struct of zeros has the usual number. */
enum link_density { LINK_FEW = -1, LINK_USUAL, LINK_MANY };

struct link_texts {
    const struct str *list;
    size_t count;
};

#define LINK_TYPE_CHOICE  int
#define LINK_TYPE_TEXT    struct str
#define LINK_TYPE_INTEGER size_t
#define LINK_TYPE_NUMBER  double
#define LINK_TYPE_FLAG    bool
#define LINK_TYPE_TEXTS   struct link_texts

/* A number that is 0 sets no limit; so a struct of zeros is without the rules that options make, and takes any score.
 */
struct link_options {
#define LINK_OPTION(name, wire_name, kind, least, most, absent, form, summary) LINK_TYPE_##kind name;
#include "link/choose/options.inc"
#undef LINK_OPTION
};

/* What holds where nothing was said. */
extern const struct link_options link_default_options;

enum link_option_kind { OPTION_CHOICE, OPTION_TEXT, OPTION_INTEGER, OPTION_NUMBER, OPTION_FLAG, OPTION_TEXTS };

/* What a text, or each text of a list, has to be; of a choice: which words it has. */
enum link_text_form {
    FORM_ANY,
    FORM_NAME,
    FORM_TOKEN,
    FORM_TOKENS,
    FORM_LANGUAGE,
    FORM_URL,
    FORM_PHRASE,
    FORM_FORMAT,
    FORM_DENSITY
};

struct link_option {
    const char *name, *wire_name; /* "max_links", "maxLinks" */
    enum link_option_kind kind;
    enum link_text_form form;
    size_t at; /* offset in struct link_options */
    double least, most, absent;
    const char *summary; /* one sentence */
};

/* The table, in the order of the manual. */
const struct link_option *link_option_list(size_t *count);

/* The option of that name; NULL when there is none. */
const struct link_option *link_option_find(struct str name);

/* The words of a choice, in the order of their enum: "few"; NULL behind the last one. */
const char *link_choice_word(enum link_text_form form, size_t i);

/* Which one a word chooses, in any letter case. False: it is none of them, and *value stays. */
bool link_choice_read(const struct link_option *option, struct str word, int *value);

/* What the values of the option are: "a whole number from 1 to 50"; in the buffer, which is returned. */
char *link_option_values(const struct link_option *option, char *buffer, size_t size);

/*
 * Has an option that was given a good value? E_INVALID: *err says what is wrong and what is allowed, without the
 * option's name: "must be a whole number from 1 to 50, got 51". *entry: which text of a list is wrong, from 1; 0: the
 * option as a whole.
 */
enum status link_option_check(const struct link_option *option, const struct link_options *options, size_t *entry,
                              struct error *err);

/*
 * Patterns of addresses, by which options name pages: an address ("https://example.org/basil"), a path ("/basil"), or
 * the beginning of either with "*" behind it ("/blog/" and "*" for all below, the page "/blog" included). Compared as
 * the index compares URLs: http and https are one, and so are "/basil" and "/basil/".
 */

struct url_pattern {
    struct str text; /* of the key (index/url_key.h), or of its path alone */
    bool is_path, is_prefix;
};

struct url_patterns {
    struct url_pattern *list;
    size_t count;
};

/* Reads texts, in the arena. What can be the address of no page is left out. */
void url_patterns_read(struct arena *arena, struct link_texts texts, struct url_patterns *patterns);

/* Is there a pattern that the page of this key matches? */
bool url_patterns_match(const struct url_patterns *patterns, struct str key);

#endif
