/*
 * Pages as parts and pieces: what the files of the folder share. Memory that runs out is noted in the arena of the
 * article (writing_end): what is made then may lack something, and is not acted on.
 */
#ifndef COPYDESK_WRITE_PAGES_PAGE_H
#define COPYDESK_WRITE_PAGES_PAGE_H

#include "write/compose/compose.h"
#include "write/pages/pages.h"

#define NO_PART SIZE_MAX

enum page_piece_kind { PIECE_PARAGRAPH, PIECE_LIST, PIECE_TABLE, PIECE_CODE, PIECE_QUOTE };

/* What stands or goes as one: a paragraph, a list, a table. */
struct page_piece {
    enum page_piece_kind kind;
    struct model_block block; /* as it stands in the article */
    struct str text;
    size_t words;
    size_t from;    /* number of its first block */
    head_set heads; /* of the keyword that it names */
    bool leads;     /* it announces the piece behind it */
    bool leans;     /* its first sentence points back */
    bool is_left;   /* it is not printed */
};

/* A heading with what stands right below it. */
struct page_part {
    size_t page;        /* number of its page, in made->pages */
    struct str heading; /* as the article has it; of what stands before the first heading the page's title */
    int depth;          /* 0: before the first heading; 1: below a main heading; 2: inside that, ... */
    size_t parent;      /* number of the part around it; NO_PART: none */
    size_t end;         /* behind the last part inside it */
    struct page_piece *pieces;
    size_t count;
    size_t words; /* of its pieces that are printed, without those of parts inside it */
    struct sought_hit hit;
    struct hashes names; /* stems of the heading's words that are not the keyword's */
    double worth;
    bool says_nothing; /* its heading names no subject: "Introduction" */
    bool closes;       /* its heading is that of a conclusion */
    bool asks;         /* its heading is a question */
    bool is_faq;       /* its heading is that of a collection of questions */
    bool is_numbered;  /* as one of several: "3. Water", "Mistake 3: Water" */
    size_t lost;       /* words of sentences that cannot stand in another text */
    bool is_kept;      /* it is printed */
    bool is_done;      /* it is printed elsewhere: as introduction, conclusion, below another heading */
};

/* A page that the article may be made of. */
struct page_view {
    const struct page *page;
    size_t number; /* of its source */
    struct sought_page found;
    head_set named;          /* in its title */
    size_t facets;           /* of the keyword, in its title */
    struct page_part *parts; /* the first is what stands before the first heading */
    size_t count, cap;
    bool is_read;
    size_t sentences, own_sentences; /* of running text; those in which the author speaks of himself */
    struct str advertised;           /* the name of its site, where its text names that now and then; or empty */
    bool is_used;
};

/* A section of the article: a part with those inside it, or a page under its title. */
struct page_section {
    struct str heading;
    struct page_view *view;
    size_t first, end; /* parts: that of the heading, and those inside it; of a page with its title all of its parts */
    bool goes_on;      /* it stands under the heading of the section before it */
};

/* How much of pages beside the subject is taken: more where what is about it was too little. */
enum page_breadth {
    BREADTH_SUBJECT, /* the parts about it */
    BREADTH_NAMED,   /* of pages that a person named, those whose title has half of the keyword whole */
    BREADTH_ALL,     /* pages whole of which a section is about it */
};

struct by_page {
    struct writing *writing;
    struct sought *sought;
    const struct cue_table *cues;
    struct page_view *pages; /* nearest first */
    size_t count;
    bool are_named; /* a person chose the pages */
    enum page_breadth breadth;
    size_t budget; /* words */
    size_t enough; /* words, with which no further page is needed */
    size_t words;  /* that were chosen */
    struct page_section *sections;
    size_t section_count, section_cap;
    const struct page_piece **opening; /* what the introduction goes on with, behind a definition */
    size_t opening_count;
    const struct page_part *closing; /* what the conclusion is made of; NULL: nothing yet */
    struct hashes printed;           /* sentences that the article has */
};

/* What stands under a heading of the plan: parts, one behind the other. */
struct page_text {
    const struct page_part **parts;
    size_t count;
};

/* Holds a text against a keyword; it has nothing of it when memory ran out. */
static inline struct sought_hit page_hit_of(const struct by_page *made, const struct sought *asked, struct str text)
{
    struct writing *writing = made->writing;
    struct sought_hit hit = {0};
    bool is_made = writing_made(writing, sought_text(asked, text, writing->words, &hit, writing->err));
    return is_made ? hit : (struct sought_hit){0};
}

/* The same against the article's. */
static inline struct sought_hit page_hit(const struct by_page *made, struct str text)
{
    return page_hit_of(made, made->sought, text);
}

/* The words of a text, in the article's arena; none when memory ran out. */
static inline struct worded page_words(const struct by_page *made, struct str text)
{
    struct writing *writing = made->writing;
    struct worded worded = {0};
    writing_made(writing, worded_split_again(writing->words, writing->arena, text, &worded, writing->err));
    return worded;
}

/* --- sentences: which can stand in another text (page_voice.c) --- */

/* A sentence that is looked at. */
struct voiced {
    struct str text;
    struct spans spans;
    size_t words, stops; /* and the function words among them */
    uint32_t found;      /* cues (CUE_BIT) */
    bool names_number;   /* of a section (voice_names_number) */
    bool goes;
};

/* Cuts a paragraph, and tells which sentences cannot stand in another text, by what they say and by what goes before
 * them. leads: a list or a table follows, which the last one may announce. A paragraph in another language gives no
 * sentence. An array in the article's arena. */
struct voiced *voice_paragraph(struct by_page *made, struct page_view *view, const struct block *block, bool leads,
                               size_t *count);

/* Is the text one of another language, and long enough to be told for that? stops: function words among its words. */
bool voice_is_foreign(const struct by_page *made, struct str text, size_t words, size_t stops);

/* Does a text name a section of a manual by its number, as "Section 25.1.5"? An article has none of that number. */
bool voice_names_number(const struct language *language, const struct worded *worded);

/* Does the sentence point back to something before it? */
bool voice_leans(const struct voiced *sentence);

/* Can the sentence stand alone, as a takeaway or an answer does? */
bool voice_stands_alone(struct by_page *made, struct str text);

/* --- parts: a page taken apart (page_read.c), and what each is worth to the keyword (page_voice.c) --- */

/* Reads the page into parts, once. */
void page_view_read(struct by_page *made, struct page_view *view);

/* "Mistake 3: No water" without what counts it. */
struct str page_heading_uncounted(struct str heading);

/* Words that would be printed of a part and those inside it. */
size_t page_part_words(const struct page_view *view, size_t first, size_t end);

/* Sets the worth of all parts. */
void page_parts_weigh(struct by_page *made, struct page_view *view);

/* Is a section of a page that is about something else about the keyword? */
bool page_part_is_about(const struct by_page *made, const struct page_view *view, size_t part);

/* How many heads; and the share of those of a keyword. */
size_t heads_count(head_set heads);
double heads_share(head_set heads, head_set all);

/* --- the choice (page_choice.c; page_given.c for the caller's own headings) --- */

/* The pages that speak of the keyword, nearest first; NULL where none does. */
struct by_page *pages_read(struct writing *writing);

/* Chooses pages and parts: made->sections. */
void page_parts_choose(struct by_page *made);

/* Chooses what stands under each of the caller's headings. */
void page_parts_deal(struct by_page *made, struct article_plan *plan);

/* How many sections with a heading of their own were chosen. */
size_t page_sections_count(const struct by_page *made);

/* Reads what may be used of a page, and keeps what can stand. */
void page_parts_open(struct by_page *made, struct page_view *view);

/* Did a person name the page, and does it say anything of the keyword? Then something of it is in the article. */
bool page_has_say(const struct by_page *made, const struct page_view *view);

/* Cuts the end of a part down to so many words: paragraphs, lists and tables whole. */
void page_part_shorten(struct page_part *part, size_t words);

/* What stands before the first heading opens the article. The page was read. */
void page_take_opening(struct by_page *made, struct page_view *view);

/* Sets the conclusions of a page aside. */
void page_set_closing_aside(struct by_page *made, struct page_view *view);

/* --- the text (page_opening.c; page_list.c for what stands under headings) --- */

/* What the nearest page says before its first heading; nothing where it says nothing there. */
struct model_text page_opening_text(struct by_page *made);

enum status pages_introduce(struct by_page *made, struct draft_part *part);
/* Where the pages give none of their own, by the rules of gathered articles (compose.h). */
enum status pages_conclude(struct by_page *made, struct composer *composer, struct draft_part *part);
enum status pages_take_away(struct by_page *made, struct composer *composer, struct draft_part *part);
enum status pages_ask(struct by_page *made, struct composer *composer, struct draft_part *part);

/* Puts parts under a heading of the plan, behind those that it has. */
void page_heading_add(struct by_page *made, struct planned *heading, const struct page_part *const *parts,
                      size_t count);

/* The text of all parts under a heading. */
struct model_text page_heading_print(struct by_page *made, const struct article_plan *plan, size_t number);

#endif
