#include "research/page/document/html_class.h"

#include "text/word_list.h"

#include <stdlib.h>

struct class_word {
    const char *word;
    unsigned marks;
};

/* Whole names of classes, in the order of the alphabet. */
static const struct class_word whole_names[] = {
    {"admonition", CLASS_NOTE},
    {"admonition-heading", CLASS_APPARATUS},
    {"admonition-title", CLASS_APPARATUS},
    {"admonitionheading", CLASS_APPARATUS},
    {"attention", CLASS_WARNING},
    {"availability", CLASS_VERSION},
    {"callout", CLASS_NOTE},
    {"callout-title", CLASS_APPARATUS},
    {"caution", CLASS_WARNING},
    {"danger", CLASS_WARNING},
    {"deprecated", CLASS_VERSION},
    {"deprecated-removed", CLASS_VERSION},
    {"error", CLASS_WARNING},
    {"fn-backref", CLASS_APPARATUS},
    {"footnote-backref", CLASS_APPARATUS},
    {"footnote-ref", CLASS_APPARATUS},
    {"footnote-reference", CLASS_APPARATUS},
    {"gutter", CLASS_NUMBERS},
    {"hidden", CLASS_SUSPECT},
    {"highlighttable", CLASS_LISTING},
    {"hint", CLASS_NOTE},
    {"icon", CLASS_APPARATUS},
    {"important", CLASS_NOTE},
    {"is-hidden", CLASS_SUSPECT},
    {"js-hidden", CLASS_SUSPECT},
    {"line-numbers", CLASS_NUMBERS},
    {"line-numbers-rows", CLASS_NUMBERS},
    {"lineno", CLASS_NUMBERS},
    {"linenodiv", CLASS_NUMBERS},
    {"linenos", CLASS_NUMBERS},
    {"lntable", CLASS_LISTING},
    {"markdown-alert", CLASS_NOTE},
    {"markdown-alert-title", CLASS_APPARATUS},
    {"material-icons", CLASS_APPARATUS},
    {"note", CLASS_NOTE},
    {"rouge-gutter", CLASS_NUMBERS},
    {"rouge-table", CLASS_LISTING},
    {"seealso", CLASS_SUSPECT},
    {"since", CLASS_VERSION},
    {"sr-only", CLASS_HIDDEN},
    {"tip", CLASS_NOTE},
    {"versionadded", CLASS_VERSION},
    {"versionchanged", CLASS_VERSION},
    {"versionmodified", CLASS_VERSION},
    {"versionremoved", CLASS_VERSION},
    {"visually-hidden", CLASS_HIDDEN},
    {"visually-hidden-focusable", CLASS_HIDDEN},
    {"warning", CLASS_WARNING},
};

/* Words of the parts of a name such as "alert-warning", of which one says that it is a box. */
static const struct class_word box_words[] = {
    {"attention", CLASS_WARNING}, {"caution", CLASS_WARNING}, {"danger", CLASS_WARNING}, {"error", CLASS_WARNING},
    {"hint", CLASS_NOTE},         {"important", CLASS_NOTE},  {"info", CLASS_NOTE},      {"note", CLASS_NOTE},
    {"tip", CLASS_NOTE},          {"warning", CLASS_WARNING},
};
static const char *const boxes[] = {"admonition", "alert", "box", "callout", "message", "notice", "panel", NULL};

/* Words in a class or id that make its element suspect, in the order of the alphabet. */
static const char *const suspect_words[] = {
    "ad",         "ads",         "advert",     "advertisement",  "author",     "avatar",       "banner",  "bio",
    "breadcrumb", "breadcrumbs", "byline",     "caption",        "comment",    "comments",     "consent", "cookie",
    "cookies",    "disqus",      "docnav",     "editsection",    "endnotes",   "figcaption",   "footer",  "footnote",
    "footnotes",  "gdpr",        "masthead",   "menu",           "menubar",    "meta",         "modal",   "nav",
    "navbar",     "navbox",      "navfooter",  "navheader",      "navigation", "newsletter",   "noprint", "offscreen",
    "outbrain",   "pager",       "pagination", "popup",          "printonly",  "promo",        "related", "respond",
    "share",      "sharedaddy",  "sharing",    "sidebar",        "signup",     "skip",         "social",  "sponsored",
    "submenu",    "subnav",      "subscribe",  "subscription",   "taboola",    "thumbcaption", "toc",     "toolbar",
    "tooltip",    "topnav",      "upsell",     "visuallyhidden", "widget",
};

/* Words that do so in a class alone: manuals have them in the ids of what they describe. */
static const char *const suspect_class_words[] = {
    "adbox",       "addthis",      "adsense",     "adslot",     "authors",       "carousel",       "comentario",
    "comentarios", "commentaires", "commentform", "credit",     "credits",       "crumb",          "crumbs",
    "cta",         "dateline",     "disclaimer",  "donate",     "donation",      "donations",      "facebook",
    "feedback",    "follow",       "kommentar",   "kommentare", "lightbox",      "linkbox",        "linkedin",
    "login",       "morelink",     "navi",        "newsfeed",   "overlay",       "paging",         "permalink",
    "pinterest",   "popular",      "posted",      "postinfo",   "postmeta",      "prevnext",       "rail",
    "rating",      "ratings",      "reactions",   "readmore",   "recirculation", "recommendation", "recommendations",
    "recommended", "sharethis",    "shariff",     "socials",    "tagcloud",      "tags",           "timestamp",
    "trending",    "twitter",      "votes",       "whatsapp",   "widgets",
};

/* Names with such a word for what is content: the heading that an entry of a table of contents leads to. */
static const char *const plain_names[] = {"toc-backref", NULL};

/* --- look-up --- */

static int html_class_compare(struct str word, const char *name)
{
    for (size_t at = 0; at < word.len; at++) {
        int difference = (unsigned char)ascii_lower(word.data[at]) - (unsigned char)name[at];
        if (difference || !name[at])
            return difference ? difference : 1;
    }
    return -(unsigned char)name[word.len];
}

static int compare_row(const void *word, const void *row)
{
    return html_class_compare(*(const struct str *)word, ((const struct class_word *)row)->word);
}

static int compare_word(const void *word, const void *entry)
{
    return html_class_compare(*(const struct str *)word, *(const char *const *)entry);
}

static unsigned html_class_find(struct str word, const struct class_word *rows, size_t count)
{
    const struct class_word *row = bsearch(&word, rows, count, sizeof *rows, compare_row);
    return row ? row->marks : 0;
}

/* The next word of the name at or after *at: words end at "-", "_" and before a capital, as in "siteNav". */
static struct str next_word(struct str name, size_t *at)
{
    size_t start = *at;
    while (start < name.len && !ascii_is_alnum(name.data[start]))
        start++;
    size_t end = start + (start < name.len);
    while (end < name.len && ascii_is_alnum(name.data[end]) &&
           !(name.data[end] >= 'A' && name.data[end] <= 'Z' && name.data[end - 1] >= 'a'))
        end++;
    *at = end;
    return (struct str){name.data + start, end - start};
}

static bool is_suspect(struct str word)
{
    return bsearch(&word, suspect_words, COUNT_OF(suspect_words), sizeof *suspect_words, compare_word) != NULL;
}

static bool is_suspect_class(struct str word)
{
    return is_suspect(word) || bsearch(&word, suspect_class_words, COUNT_OF(suspect_class_words),
                                       sizeof *suspect_class_words, compare_word) != NULL;
}

/* One name of a class attribute. */
static unsigned name_marks(struct str name)
{
    unsigned marks = html_class_find(name, whole_names, COUNT_OF(whole_names)), box = 0;
    bool is_box = false;
    struct str word;
    if (word_list_ihas(plain_names, name))
        return 0;
    for (size_t at = 0; (word = next_word(name, &at)).len;) {
        if (is_suspect_class(word))
            marks |= CLASS_SUSPECT;
        is_box = is_box || word_list_ihas(boxes, word);
        box |= html_class_find(word, box_words, COUNT_OF(box_words));
    }
    bool is_reader = str_find(name, STR("screen-reader"), 0) < name.len;
    return marks | (is_box ? box : 0) | (is_reader ? CLASS_HIDDEN : 0);
}

unsigned html_class_marks(struct str names)
{
    unsigned marks = 0;
    for (size_t at = 0, end; at < names.len; at = end + 1) {
        for (end = at; end < names.len && !ascii_is_space(names.data[end]); end++)
            ;
        if (end > at)
            marks |= name_marks((struct str){names.data + at, end - at});
    }
    return marks & CLASS_WARNING ? marks & ~(unsigned)CLASS_NOTE : marks;
}

unsigned html_id_marks(struct str id)
{
    struct str word;
    for (size_t at = 0; (word = next_word(id, &at)).len;)
        if (is_suspect(word))
            return CLASS_SUSPECT;
    return 0;
}

bool html_class_is_contents(struct str names)
{
    static const char *const contents[] = {"toc", "toctree-wrapper", "mini-toc", "table-of-contents", NULL};
    for (size_t at = 0, end; at < names.len; at = end + 1) {
        for (end = at; end < names.len && !ascii_is_space(names.data[end]); end++)
            ;
        if (word_list_ihas(contents, (struct str){names.data + at, end - at}))
            return true;
    }
    return false;
}
