/*
 * HTML tokens with byte spans: the tokenizer of the HTML standard (https://html.spec.whatwg.org/#tokenization), written
 * so that every token says which bytes of the input it came from. Nothing is copied unless it must be decoded. The
 * spans of the tokens cover the input without gap or overlap. Time is linear in the input, whatever it holds.
 */
#ifndef COPYDESK_TEXT_HTML_H
#define COPYDESK_TEXT_HTML_H

#include "base/base.h"

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

#endif
