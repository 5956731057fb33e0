/*
 * The languages that the service knows, as one table.
 *
 * A new language is one row of the table in language.c. What is known of its words is one file, languages/<name>.inc,
 * that is included above the table: copy the file of a related language. What a language lacks is NULL, and whoever
 * needs it asks first: without stop words a language is not detected, without labels and phrases the built-in writer
 * does not write it, without cues its sentences are judged by those of English.
 */
#ifndef COPYDESK_TEXT_LANGUAGE_H
#define COPYDESK_TEXT_LANGUAGE_H

#include "base/base.h"

enum { POINTS_OF_VIEW = 4 };

enum { WEEKDAYS = 7, MONTHS = 12 };

/*
 * Labels and templates of articles that are made of data: products and places. "%1" and "%2" stand for values. Four
 * forms of a sentence are one for each point of view, as in struct phrases. No text is NULL.
 */
struct data_labels {
    const char *decimal, *thousands; /* between the digits of a number: "1,234.5" */
    bool currency_first;             /* "USD 5", not "5 USD" */
    const char *quote_open, *quote_close;
    const char *products_title, *review_title, *places_title;
    const char *comparison, *picks, *place_picks, *product, *price, *rating, *features, *pros, *cons, *specifications,
        *description;
    const char *guide;      /* heading of what to look at before one buys */
    const char *experience; /* what buyers report */
    const char *price_range, *best_is;
    const char *best_rated, *cheapest, *most_rated;
    const char *rating_of;    /* of five */
    const char *ratings;      /* how many */
    const char *good_reviews; /* how many of how many have four or five stars */
    const char *verified;     /* the author of a review has bought it */
    const char *button, *as_of, *overview, *pros_and_cons, *verdict, *for_whom, *not_for, *drawback;
    const char *for_text, *not_for_text;
    const char *address, *phone, *website, *opening_hours, *map, *show_map, *kind;
    const char *closed, *all_day, *public_holidays, *school_holidays;
    const char *weekdays[WEEKDAYS], *months[MONTHS]; /* from Monday, from January */
    const char *open_sunday, *highest_rated, *by_kind;
    /* Folded words and phrases, NULL-terminated. */
    const char *const *never;     /* claim a test or an experience of the author's own */
    const char *const *reviewers; /* say that a statement is a buyer's */
    const char *const *counts;    /* number words from one to ten */
};

/* The words that the frame of an article is made of. None is NULL. */
struct labels {
    const struct data_labels *data;
    const char *conclusion, *faq, *takeaways, *sources;
    const char *benefits, *process, *proof; /* of a service page */
    const char *call;                       /* heading of the call to action */
};

/*
 * The sentences that the built-in writer says itself, and what it must know of a language to say them well. "%" stands
 * for the keyword; four forms of a sentence are one for each point of view: third person, first person singular, first
 * person plural, second person. Lists are folded and NULL-terminated; no list is NULL unless it says so.
 */
struct phrases {
    /* Of the first three each point of view has several, of which the keyword's bytes choose one. "%" is any noun
     * phrase, as it is typed: without an article, in any number. */
    const char *const *introduction[POINTS_OF_VIEW]; /* ends an introduction: "This article is about %." */
    const char *const *explanation[POINTS_OF_VIEW];  /* the same, for "how to grow basil": "... explains %." */
    const char *const *conclusion[POINTS_OF_VIEW];   /* begins a conclusion: "To remember about %:" */
    const char *call_link;                           /* a call to action: "%" stands for the text of the link */
    const char *brand;                               /* names a brand, "&", as one way among others */
    const char *and;                                 /* between the last two of an enumeration */
    const char *colon;                               /* between a title and what it is about, with its blanks */
    const char *const *question_words;               /* a keyword that begins with one of these is a question */
    const char *const *articles;                     /* begin a subject in mid-sentence with a small letter */
    /* Before a subject that can be counted, which takes "a" or "an" then where the sources have one of these; NULL: a
     * subject stands in a sentence as it is typed. */
    const char *const *determiners;
    const char *explains; /* how a keyword begins that asks for an explanation: "how to "; NULL: it may be put anyhow */
    /* Words that name nothing by themselves: "goal", "reason"; ends of words that begin no subject: "ing". Each may be
     * NULL. */
    const char *const *vague_subjects, *const *verb_endings;
    const char *const *advice; /* words of sentences that weigh or advise, which close an article: "best"; or NULL */
    /* Folded words that turn a sentence into its opposite, or rank what it tells: "not", "only", "first"; numbers are
     * in `counts`. Or NULL. */
    const char *const *decisive;
    const char *const *doubts; /* words of sentences that are not sure: "might"; or NULL */
    const char *const *screen; /* beginnings and ends of words that tell where to click: "dialog", "menu"; or NULL */
    const char *what_question; /* "What is %?" */
    /* Headings with any noun phrase, or with a question that is put without its mark ("how to ..."), in place of "%":
     * over the conclusion, "% in short"; over questions, "Questions about %", or NULL. */
    const char *short_heading, *questions_heading;
    bool titles_are_capitalised; /* "Table Partitioning", not "Table partitioning" */
    bool nouns_are_capitalised;  /* "die Tabelle" */
};

/*
 * What tells a sentence that can stand in another text from one that cannot: lists of patterns (text/pattern.h),
 * NULL-terminated. The first group is in every language that has cues; of the second a list may be NULL.
 */
struct cues {
    const char *const *openings; /* at the start they point back: "however", "for example" */
    /* At the start they point back to nothing, though an opening or a pronoun begins so: "both ..1 and", "it is
     * necessary to". */
    const char *const *wholes;
    const char *const *pronouns;   /* among the first three words they point back: "this", "it" */
    const char *const *pointers;   /* anywhere they point back: "in this case" */
    const char *const *references; /* anywhere they point to what is not there: "shown above", "section #" */
    const char *const *talk;       /* anywhere: the author speaks, or the page about itself: "we", "this article" */
    const char *const *headings;   /* headings that name no subject: "introduction", "options" */
    /* Headings of what sends the reader away, or speaks of the page, its authors and its visitors: "see also", "share".
     * Plain, without the signs of a pattern. May be NULL. */
    const char *const *elsewhere;
    const char *const *examples;  /* headings of worked examples */
    const char *const *asides;    /* headings of boxes inside the text: "note", "tip" */
    const char *const *questions; /* headings of collections of questions: "faq" */
    const char *const *closings;  /* headings of what a page concludes: "conclusion", "final thoughts"; may be NULL */
    /* Beginnings of words by which a service page's parts are known: "advantag", "certif". */
    const char *const *benefits;
    const char *const *process;
    const char *const *proof;
    /* More of them where a firm speaks of its own work, which prove or tell nothing elsewhere: "since", "day". NULL:
     * none are known. */
    const char *const *own_process;
    const char *const *own_proof;
    /* Folded beginnings of headings that name a side of things or a part of a page, and no thing: "privacy",
     * "ingredients". NULL: none are known. */
    const char *const *facets;

    /* Anywhere in the sentence, unless "^" binds them to its start. */
    const char *const *attributions; /* it is what others say: "some people believe", "a myth" */
    const char *const *attacks;      /* it tells of an attack: "an attacker can", "break into" */
    const char *const *denials;      /* it takes back the one before it: "^that is false" */
    const char *const *hypotheses;   /* it supposes, or works an example: "suppose", "let's say" */
    const char *const *versions;     /* it is a note on versions: "changed in version #", "is deprecated" */
    const char *const *captions;     /* it is the caption of a picture or table: "^figure #" */
    const char *const *bylines;      /* it tells of the author or the rights: "written by", "copyright" */
    const char *const *events;       /* it advertises an event, or is bound to a date: "register now", "last week" */
    /* It advertises its site, or invites to follow it: "subscribe to our", "discount code". May be NULL. */
    const char *const *promotions;
    const char *const *instructions; /* it addresses a language model: "ignore all previous instructions" */
    /* What may be cut from a sentence, which is as true without it. */
    const char *const *cut_openings; /* at the start: "note that", "as described above," */
    const char *const *cut_clauses;  /* begin, behind a comma, what goes up to the next comma or the end: "as shown
                                        below" */
    const char *const *cut_brackets; /* begin what stands in round brackets: "see" */
    /* Anywhere: the sentence announces what stands right behind it, a listing, a table or a list: "the following", "for
     * example". What of it is a reference too is none when that is there. */
    const char *const *announcements;
    /* Headings of procedures and advice: what follows is done in order. */
    const char *const *steps; /* "to do this", "follow these steps" at the end of a sentence before a numbered list */
};

/*
 * How people put what they look for. Patterns (text/pattern.h) of what is no part of its subject, and lists of folded
 * words; NULL-terminated, and each may be NULL.
 */
struct keyword_words {
    const char *const *what_is;      /* at the start: "what is|are ?a|an|the" */
    const char *const *what_is_last; /* the same at the end: Turkish "nedir", Japanese "とは" */
    const char *const *how_to;       /* at the start: "how to", "how do i|you" */
    const char *const *best;         /* at the start: "best|top ?#", "the best|top ?#" */
    const char *const *counted;      /* behind a number at the start: "tips|ways|steps ?for|to|of" */
    const char *const *versus;       /* words between two subjects: "vs", "versus" */
    const char *const *before; /* other frames at the start: "guide to", "a ?complete guide to", "understanding" */
    const char *const *after;  /* other frames at the end: "tutorial", "for beginners" */
    const char *const *prepositions; /* words that begin what limits a subject: "in", "with": "... in PostgreSQL" */
    const char *const *without;      /* prepositions of what is not there: "without"; may be NULL */
    const char *const *particles;    /* words that make one with the verb before them: "back up" is "backup" */
    const char *const *light;        /* words that bear no subject by themselves: "configuration", "using" */
    /* Words that say how or for whom, and never what: "recipe", "best", "easy", "user"; one form of each. A page need
     * not have them (research/sought). */
    const char *const *facets;
    /* What may be done with anything, one entry for one meaning, with bars between its words: "reduce|lower". */
    const char *const *deeds;
    /* Everyday things that have several names, one entry for one thing: "car|automobile", "backup|backup copy". */
    const char *const *same;
    /* What limits a product; each may be NULL. Before a price: "under 100"; beginnings of words for what is carried
     * about: "travel", "portab"; and for what needs no mains: "rechargeab", "manual". */
    const char *const *below, *const *carried, *const *cordless;
    const char *const *praises; /* stand before things that are listed, and before their number: "top", "best" */
    const char *const *units;   /* a number before one of these measures something: "30 minute meals" */
    const char *const *towns;   /* stand before the name of a town: "in", "near" */
    /* In what is sought as a place: they praise, or name no kind of place: "favourite", "spots". */
    const char *const *idle_places;
    const char *const *common; /* words of texts on any subject, or stems where all their forms are meant: "use" */
    bool head_is_first;        /* "masque de calque": the noun that the others describe comes first */
    bool verb_is_last;         /* "wie man Tabellen teilt": in a task what is done comes last */
};

/* How sentences define. Patterns of words, NULL-terminated; each list may be NULL. */
struct definition_words {
    const char *const *strict;      /* right behind the subject of a definition: "is|are a|an|the", "refers to" */
    const char *const *naming;      /* right before a subject that is named: "called", "known as ?a|an" */
    const char *const *definite;    /* at the start: articles of what is known already: "the"; NULL: there are none */
    const char *const *wider;       /* right behind a subject that is described: "allows", "provides" */
    const char *const *subordinate; /* at the start: a clause before the main one: "if", "when" */
    const char *const *imperatives; /* at the start: the reader is told to do something: "choose", "click", "set" */
    const char *const *conditions;  /* anywhere: a clause says in which case something is so: "if", "unless"; or NULL */
    const char *const *either;      /* words between alternatives: "or", "and" */
    const char *const *relatives;   /* words that begin a clause on the noun before them: "that", "which" */
};

/*
 * What is known of speech, and of sentences that can be put another way by rule. Lists are folded and NULL-terminated;
 * none is NULL. In a sentence "%" stands for the speaker and "^" for what is said or for the film's title.
 */
struct speech {
    const char *const *fillers;      /* said while thinking, out wherever they stand alone: "um" */
    const char *const *openers;      /* out at the start of a sentence: "so", "okay" */
    const char *const *greetings;    /* anywhere: the sentence greets, or announces the film */
    const char *const *sponsors;     /* anywhere: it is about who paid for the film */
    const char *const *goodbyes;     /* anywhere: it asks for a subscription, sums up, or takes leave */
    const char *const *shown;        /* anywhere: it points at the picture */
    const char *const *first_person; /* words of somebody who speaks of himself */
    const char *told;                /* who says it, in his own words: "% says: “^”" */
    const char *presents;            /* who explains in which film: "% explains ... in “^”." */
    /* At the start of a sentence, before a comma: what follows is as true without them. */
    const char *const *dispensable;
    /* Begin a clause that may stand before the main one, with a comma behind it, or after it, without one. The first
     * gives a reason. Empty where moving the clause changes the order of words. */
    const char *const *conjunctions;
    /* What new sentences begin with, in speech that is written without punctuation; NULL: nothing is known. */
    const char *const *begins;
    const char *const *large; /* words with a large letter everywhere, though all others are small: "i"; NULL: none */
};

/*
 * What polishing must know of sentences. Lists of folded words, but for the patterns (text/pattern.h) that are called
 * so; NULL-terminated. From `conjunctions` on a list may be NULL: then no sentence is cut at a comma.
 */
struct polish_words {
    const char *const *verbs;        /* finite forms that are never nouns, adjectives or participles: "is", "cannot" */
    const char *const *summaries;    /* patterns: how a paragraph that sums up begins: "in conclusion" */
    const char *const *endings;      /* headings over a conclusion, besides its label: "summary"; may be NULL */
    const char *const *conjunctions; /* join two main clauses: "and", "but" */
    const char *const *dropped;      /* of these: say nothing between two sentences: "and" */
    const char *const *pronouns;     /* subjects only, right before their verb: "they" */
    const char *const *subjects;     /* begin other subjects: "the", "this" */
    const char *const *limits;       /* begin or are part of a clause that another depends on: "if", "says" */
    const char *const *openers;      /* the same at the beginning of a sentence: "since" */
    const char *const *doers;        /* patterns: the sentence is passive, and names who does it: "was ..2 by the" */
};

/* A pointer is NULL where the language lacks what it points to. */
struct language {
    const char *name;    /* English name: "German" */
    const char *tag;     /* BCP 47: "de" */
    const char *stemmer; /* libstemmer algorithm */
    /* Endings that are taken off in place of that algorithm, longest first, one behind the other; or NULL. */
    const char *const *endings;
    bool comma_below;  /* "ș" and "ț", for which older text has "ş" and "ţ" */
    bool ordinal_dots; /* "3. Oktober": a dot after a short number does not end a sentence */
    bool elides;       /* "l'eau": an article or pronoun before an apostrophe is part of the written word */
    bool dotless_i;    /* the small letter of I is ı, that of İ is i */
    bool bare_alef;    /* أ, إ and آ are compared as ا, for which many write them */
    bool is_inflected; /* endings do what function words do elsewhere: a sentence may have none of these */
    bool joins_words;  /* "Passwortmanager": what other languages say in several words is one */
    bool is_unspaced;  /* no blanks between words, nor between sentences */
    bool is_right_to_left;
    /* Folded, NULL-terminated, in byte order. */
    const char *const *stop_words; /* function words; of an unspaced language runs of characters, "について", of which
                                      the longest is taken */
    const char *const *abbreviations;        /* without the last dot: after these a dot ends no sentence */
    const char *const *number_abbreviations; /* likewise, but only before a number: "No. 5" */
    size_t stop_word_count;
    /* Small letters and what is written for them where only a to z can be, in pairs, NULL-terminated: "ä", "ae". NULL:
     * letters just lose their accents. */
    const char *const *transcriptions;
    /* As headings write them, NULL-terminated. */
    const char *const *contents_headings; /* stand over a table of contents */
    const char *const *chapter_words;     /* before the number of a chapter in a page's title: "Chapter 5. Soil" */
    const char *const *section_words;     /* the same, but in headings inside a page: "Step 2: Soil" */
    const char *const *counts;            /* the numbers from 2 to 20; a bar between two words for one: "dois|duas" */
    const struct labels *labels;
    const struct phrases *phrases;
    const struct cues *cues;
    const struct speech *speech;
    const struct keyword_words *keyword_words;
    const struct definition_words *definition_words;
    const struct polish_words *polish_words;
};

/* By English name or BCP 47 tag, any letter case ("German", "de", "de-AT", "pt-BR"). NULL when unknown. */
const struct language *language_find(struct str name_or_tag);

/* The whole table, ordered by name. */
const struct language *language_list(size_t *count);

/* Has the language all that the built-in writer needs? language may be NULL. */
bool language_can_write(const struct language *language);

/* The language, among those with function words, whose words the text is made of; NULL when it cannot be told. */
const struct language *language_detect(struct str text);

/* How people put what they look for: the language's own words, English ones where none are known; it may be NULL. */
const struct keyword_words *language_keyword_words(const struct language *language);

/* language may be NULL: then no word is one. */
bool language_is_stop_word(const struct language *language, struct str folded_word);

/* The number from 2 to 20 that the folded word stands for ("counts"); 0: none. language may be NULL. */
size_t language_number(const struct language *language, struct str folded_word);

#endif
