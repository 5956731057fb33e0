/*
 * HTML tokens with byte spans: the tokenizer of the HTML standard (https://html.spec.whatwg.org/#tokenization), written
 * so that every token says which bytes of the input it came from. Nothing is copied unless it must be decoded. The
 * spans of the tokens cover the input without gap or overlap. Time is linear in the input, whatever it holds.
 */
#ifndef COPYDESK_TEXT_HTML_HTML_H
#define COPYDESK_TEXT_HTML_HTML_H

#include "text/text.h"

enum html_kind {
    HTML_END,     /* no more input */
    HTML_TEXT,    /* character data, undecoded: decode with html_decode */
    HTML_START,   /* start tag */
    HTML_CLOSE,   /* end tag */
    HTML_COMMENT, /* comments and bogus comments */
    HTML_DOCTYPE,
    HTML_IGNORED /* bytes that the standard drops: "</>", or a tag cut off by the end of the input */
};

struct html_attribute {
    struct str name;  /* as it stands; compare with str_ieq */
    struct str value; /* undecoded, without quotes; data NULL when there is none */
};

struct html_token {
    enum html_kind kind;
    size_t start, end; /* bytes of the input, end exclusive */
    struct str name;   /* of a tag or doctype, as it stands */
    struct str data;   /* of text and comments, undecoded */
    bool is_raw;       /* of text: character references mean nothing here (script, style, CDATA, plaintext) */
    bool self_closing;
    const struct html_attribute *attributes; /* duplicates removed; valid until the next token */
    size_t attribute_count;
    struct str unread; /* after html_tokenizer_skip_attributes: the bytes of the attributes, in place of the list */
    /* doctype only: */
    struct str public_id, system_id; /* data NULL: absent */
    bool force_quirks;
};

struct html_tokenizer;

/* The input must outlive the tokenizer. After a start tag of title, textarea, style, script, xmp, iframe, noembed,
 * noframes or plaintext text is read as a browser reads it there. NULL when memory ran out. */
struct html_tokenizer *html_tokenizer_new(struct str input);
void html_tokenizer_free(struct html_tokenizer *tokenizer);

/* Lets no tag change the mode any more: in XML a <title> is an element like any other. */
void html_tokenizer_manual_modes(struct html_tokenizer *tokenizer);

/* Lists no attributes any more, for those who want few: html_attribute looks for one in the tag itself. */
void html_tokenizer_skip_attributes(struct html_tokenizer *tokenizer);

/* The next token; false at the end of the input, or when memory ran out (then html_tokenizer_failed). */
bool html_next(struct html_tokenizer *tokenizer, struct html_token *token);
bool html_tokenizer_failed(const struct html_tokenizer *tokenizer);

/* Appends undecoded text with character references decoded, CR and CR LF as LF, NUL as U+FFFD; in_attribute chooses the
 * rules for attribute values. */
void html_decode(struct buf *out, struct str text, bool in_attribute);

/* Decodes the one character reference that the text begins with and returns its length, "&" included; 0: it is none. */
size_t html_decode_reference(struct buf *out, struct str text, bool in_attribute);

/* The value of an attribute by name, undecoded; data NULL when it is absent. */
struct str html_attribute(const struct html_token *token, struct str name);

bool html_is_void(struct str name);   /* br, img, ...: no end tag */
bool html_is_inline(struct str name); /* phrasing elements: do not end a word or a line */

/* --- the links of a page, with what they say and where they stand, each time that they stand there --- */

enum {
    PAGE_LINKS_MAX = 5000,    /* those of a page behind them are left out */
    PAGE_LINK_TEXT_MAX = 300, /* bytes; longer texts are cut between characters */
};

struct page_anchor {
    const char *url;  /* absolute, normalised, without fragment */
    const char *text; /* white space squeezed; of a picture its alternative text; "" where there is none */
    bool is_listed;   /* it stands in no running text: in navigation, in a heading, or alone in its block */
};

/*
 * Reads the links of UTF-8 found at `url`, in document order; all lives in the arena. Links to another place of the
 * same page ("#top") and what is no http(s) address are left out. No tree is made: memory goes with the links, not with
 * the page. E_MEMORY.
 */
enum status page_links_read(struct arena *arena, struct str html, const char *url, struct page_anchor **links,
                            size_t *count, struct error *err);

/*
 * The visible text of HTML, or of plain text: character references decoded, scripts and styles left out, a blank where
 * a block ends, white space squeezed, control characters removed; at most so many characters, an ellipsis where it was
 * cut. The input is valid UTF-8, and so is the result. NULL when memory ran out.
 */
const char *plain_text(struct arena *arena, struct str html, size_t most);

/* --- what a document says of itself before its body --- */

struct html_head {
    struct str title;    /* of <title>: decoded, each run of white space one blank; "" when there is none */
    struct str language; /* of <html lang>: decoded; "" when there is none */
};

/*
 * Reads up to the first element that is none of a head, or the first text: of a fragment nothing. The texts live in the
 * arena. E_MEMORY.
 */
enum status html_head_read(struct str html, struct arena *arena, struct html_head *head, struct error *err);

#endif
