/*
 * lexer: content cut into lexemes with byte spans: what the index counts and what links are made of. A lexeme is a
 * word (letters, digits, marks, "_"), one ideograph, one kana, or one other visible character, a sign. A character
 * reference counts as the character that it stands for. Characters that are not seen (a soft hyphen, a joiner) are
 * part of the word that they stand in, and nothing elsewhere.
 *
 *   lexer.h              the lexers of HTML, Markdown and text, and what they return
 *   lexer.c              HTML, on the tokenizer of text/html/html.h; text without markup
 *   lexer_elements.c     what the elements of HTML mean to the text in them; in and around which no link may stand, the
 *                        caller's wishes included; where in the site's template a block stands
 *   lexer_text.c         runs of text become lexemes: quotes, brackets and sentences; what stands between the words
 *   lexer_glyph.c        characters; the folded form of a word, and the hash by which it is known
 *   markdown.c           Markdown block by block; links of Markdown in content that is HTML
 *   markdown_lines.c     what a line is: a heading, a fence, a list marker; the block quotes and list items around it
 *   markdown_inline.c    the text of a paragraph, sign by sign: emphasis, code, links
 *
 * lexer_elements.h, lexer_parts.h and markdown_lines.h say what these files share.
 *
 * Everything returned lives in the caller's arena or points into the content. No state is kept between calls: any
 * thread may call, each with an arena of its own.
 */
#ifndef COPYDESK_LINK_LEXER_LEXER_H
#define COPYDESK_LINK_LEXER_LEXER_H

#include "text/text.h"

enum lexeme_kind { LEXEME_WORD, LEXEME_IDEOGRAPH, LEXEME_KATAKANA, LEXEME_SIGN };

/* Why no link may be here: bits. */
enum lexeme_block {
    BLOCK_ANCHOR = 1,  /* inside a link */
    BLOCK_HEADING = 2, /* inside a heading */
    BLOCK_OTHER = 4,   /* inside another element of lexer_elements.c, or a construct of Markdown that no link may cut */
    BLOCK_SITE_LINK = 8, /* inside a link to a page of the index, in place of BLOCK_ANCHOR; no lexer says so */
    BLOCK_FRAME = 16,    /* in the frame that the site's pages share (link/index/index.h); no lexer says so */
};

/* How a word is written. "A" and "I" are CASE_CAPITAL; scripts without letter case are CASE_NONE, as are signs. */
enum letter_case { CASE_NONE, CASE_LOWER, CASE_CAPITAL, CASE_UPPER, CASE_MIXED };

/* The innermost block that says what its text is. A paragraph in a list item is part of the item. */
enum lexed_block_kind {
    IN_OTHER, /* running text without a paragraph: a <div>, a line of <br>, plain text */
    IN_PARAGRAPH,
    IN_LIST_ITEM,
    IN_CELL,       /* of a table, header cells included */
    IN_TERM,       /* <dt> */
    IN_DEFINITION, /* <dd> */
    IN_QUOTE,      /* <blockquote> */
    IN_CAPTION,
    IN_HEADING,
};

/* Bits of lexeme.marks. */
enum lexeme_mark {
    MARK_STARTS_BLOCK = 1,   /* the edge of a block element stands before it */
    MARK_STARTS_PHRASE = 2,  /* no link may reach across the place before it: a block's edge, a blocked element's tag */
    MARK_CONTINUES_WORD = 4, /* no word boundary before it: "<b>W</b>ord", inside a run of katakana, "O'Reilly" */
    MARK_FOLLOWS_CLOSELY = 8, /* no white space before it */
    MARK_CAPITAL = 16,        /* begins with an upper-case letter */
    MARK_STARTS_SENTENCE = 32,
    MARK_BOLD = 64,        /* <b>, <strong>, ** */
    MARK_ITALIC = 128,     /* <i>, <em>, <cite>, <dfn>, <var>, * */
    MARK_QUOTED = 256,     /* between quotation marks of the same block, or in <q> */
    MARK_BRACKETED = 512,  /* between brackets of the same block */
    MARK_NOT_ASCII = 1024, /* holds other characters than ASCII */
    MARK_REFERENCE = 2048, /* holds a character reference */
    MARK_AT_ANCHOR = 4096, /* it starts a phrase only because the edge of a link stands before it */
};

enum { LETTER_CASES = CASE_MIXED + 1, BLOCK_KINDS = IN_HEADING + 1 };

struct lexeme {
    uint32_t start, end; /* bytes of the content, end exclusive */
    uint64_t hash;       /* word_hash of the folded form */
    uint16_t marks;      /* enum lexeme_mark */
    uint8_t kind;        /* enum lexeme_kind */
    uint8_t blocked;     /* enum lexeme_block, 0: a link may be here */
    uint8_t letter_case; /* enum letter_case */
    uint8_t block;       /* enum lexed_block_kind */
    uint8_t sign;        /* the ASCII character that a sign is, "&" for "&amp;"; 0: another sign, or a word */
    uint8_t reserved;
    uint32_t sentence;  /* number of its sentence, from 0, over the whole content */
    uint32_t paragraph; /* number of its block, from 0. Lines parted by <br> are one */
};

/*
 * A tag of an inline element between lexemes. A link must hold the element whole or none of it. The name stands in the
 * content, behind "<" or "</".
 */
struct lexer_tag {
    uint32_t start, end;
    uint16_t name_length;
    bool closes;
};

/* A link that the content already has, if it has any text. */
struct lexer_anchor {
    uint32_t first, last; /* lexemes, last exclusive */
    struct str href;      /* decoded */
};

/* A heading. Its section reaches to the next one. */
struct lexer_heading {
    uint32_t first, last; /* lexemes, last exclusive; at least one */
    uint32_t level;       /* 1-6 */
    bool is_link;         /* it leads somewhere else, whose heading it is rather */
};

struct lexed {
    struct str content; /* what the spans refer to */
    struct lexeme *lexemes;
    size_t count;
    struct lexer_tag *tags;
    size_t tag_count;
    struct lexer_anchor *anchors;
    size_t anchor_count;
    struct lexer_heading *headings; /* in order, not nested */
    size_t heading_count;
    uint32_t *places; /* of each paragraph: a hash of the elements around it (lexer_elements.h) */
    size_t words;     /* words read, as the limit counts them: ideographs and kana are half a word */
    bool is_full;     /* the limit of words was reached before the end */
};

/* Elements in which no link may be, besides those that the lexer knows. Asked at each start tag of an element. */
struct html_token;
struct lexer_exclusion {
    bool (*excludes)(const void *context, const struct html_token *tag);
    const void *context;
};

/*
 * Read at most max_words words (0: all), and some multiple of that in lexemes: what stands behind is no part of the
 * result. exclusion: may be NULL. E_LIMIT: content of 4 GiB or more; E_MEMORY.
 */
typedef enum status lexer_function(struct arena *arena, struct str content, size_t max_words,
                                   const struct lexer_exclusion *exclusion, struct lexed *lexed, struct error *err);

lexer_function lex_html;

/* Text without markup or character references, such as a title. E_LIMIT; E_MEMORY. */
enum status lex_plain(struct arena *arena, struct str text, struct lexed *lexed, struct error *err);

/*
 * The same for content: at most max_words words. Blank lines part its paragraphs, and addresses in it, https://...,
 * www..., me@... and </path>, are links that it has already. One in <> belongs to the text before it: it is no part of
 * the text, and its anchor has no lexemes. It has no elements that could be excluded.
 */
lexer_function lex_text;

/* The name of a tag, as it stands. */
struct str lexer_tag_name(const struct lexed *lexed, const struct lexer_tag *tag);

/*
 * The folded form of a lexeme: word_fold (text/word_forms.h) of its text, without a language. Longer words than
 * LONGEST_FOLDED bytes that are not ASCII are no words of a language and stay as they are. The result is in `out`,
 * which is cleared first; out->failed: memory ran out. room: see word_fold.
 */
enum { LONGEST_FOLDED = 512 };
struct str lexeme_fold(const struct lexed *lexed, const struct lexeme *lexeme, struct buf *out, struct buf *room);

/*
 * The hash of a folded word: what words are known by, in the index too, where their text is not kept. Two given words
 * have the same with a probability of 2^-64. It depends on the byte order of the machine.
 */
uint64_t word_hash(struct str folded);

/* Is it a sign, and one of these ASCII characters? */
static inline bool lexeme_is_sign(const struct lexeme *lexeme, const char *signs)
{
    return lexeme->sign && strchr(signs, lexeme->sign);
}

/*
 * Skips an elided article of French, Italian or Catalan in front: "l'eau", "dell'arte". Returns the first lexeme of the
 * word behind it, or `first` when there is none.
 */
size_t lexed_skip_article(const struct lexed *lexed, size_t first, size_t last);

/* Does the block hold nothing else than these lexemes, last exclusive, but signs and numbers, such as a date? */
bool lexed_fills_block(const struct lexed *lexed, size_t first, size_t last);

/* Is it the hyphen between two words that are one? "in-process" is read as "in process" is. */
static inline bool lexed_is_hyphen(const struct lexed *lexed, size_t at)
{
    const struct lexeme *lexeme = &lexed->lexemes[at];
    return lexeme->sign == '-' && at > 0 && at + 1 < lexed->count && lexeme[-1].kind == LEXEME_WORD &&
           lexeme[1].kind == LEXEME_WORD && (lexeme->marks & lexeme[1].marks & MARK_FOLLOWS_CLOSELY) != 0;
}

/*
 * --- Markdown ---
 *
 * It is read after CommonMark 0.31 (https://spec.commonmark.org/0.31.2/) with the tables of GitHub, and carefully
 * rather than completely: where implementations differ, or where a link beside a sign could change how the sign is
 * read, the text is blocked. So a link never changes how the rest of the page is read.
 */

/* As lex_html. Links inside the content are anchors, whether or not they are written as HTML. The
 * exclusion is for raw HTML. */
lexer_function lex_markdown;

/*
 * How many bytes of the first part of some content are settled: whatever follows, the same lexemes are read from them.
 * To the last blank line, which ends every paragraph. 0 while front matter is open, and for content that begins with a
 * tag, which may turn out to be HTML as a whole.
 */
size_t markdown_settled(struct str part);

/* Length of the autolink <scheme:...> or <user@host> that the text begins with; 0: it is none. */
size_t markdown_autolink_length(struct str text);

/*
 * Content that was given as Markdown, but is HTML from its first to its last character, gets links of Markdown all the
 * same. Here those of an earlier call are found in what the lexer of HTML made of it: makes anchors of "[text](url)",
 * and takes the lexemes out that are not their text. Other brackets are blocked: a link around one would not be read as
 * a link. False: memory ran out.
 */
bool markdown_in_html(struct lexed *lexed, struct arena *arena);

#endif
