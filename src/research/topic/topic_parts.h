/* Headings taken apart: "Backup, Recovery and Restore" names three things. */
#ifndef COPYDESK_RESEARCH_TOPIC_TOPIC_PARTS_H
#define COPYDESK_RESEARCH_TOPIC_TOPIC_PARTS_H

#include "research/topic/subject/match.h"

enum { HEADING_PARTS = 8, HEADING_WORDS = 14 /* a longer heading is a caption or a sentence */ };

/* The whole heading, then its parts when it has more than one. */
struct heading_parts {
    struct terms list[HEADING_PARTS + 1];
    size_t count;
};

/* Takes the title of a section apart at ": , ; / ( ) –" and at "and", "or". The terms live in the arena. E_MEMORY. */
enum status heading_parts_read(const struct corpus *corpus, const struct source_section *section, struct arena *arena,
                               struct heading_parts *parts, struct error *err);

/* What a title names before a dash or a colon: "json" of "json — JSON encoder and decoder"; without one all of it. */
struct str heading_name(const struct source_section *section);

/* The stems of the same; in the arena. E_MEMORY. */
enum status heading_name_read(const struct corpus *corpus, const struct source_section *section, struct arena *arena,
                              struct terms *name, struct error *err);

/* How many of the words of two texts are the same as they are written, letter case aside: Dice's coefficient, 0-1. */
double written_likeness(struct str a, struct str b);

/* Is the title short enough for a heading? */
bool heading_is_short(const struct source_section *section);

/* Is it neither a light word nor a name that is left out? */
bool term_bears(const struct topic_match *match, uint32_t term);

/* Does the heading, or one of its parts, name what bears the subject and at most one other bearing word: none where one
 * word bears it? *without: the needed stems that it lacks. Stems match also where one begins the other. */
bool heading_names(const struct topic_match *match, const struct heading_parts *parts, stem_set *without);

/* The stems of the subject that a part of the heading names, and nothing else: of the part that names most of what
 * bears it. Stems match also where one begins the other. */
stem_set heading_names_only(const struct topic_match *match, const struct heading_parts *parts);

/* The same of one text. 0: it holds something else. */
stem_set terms_name_only(const struct topic_match *match, const struct terms *terms);

/* The same as heading_names of one text, with at most so many other bearing words. */
bool terms_name(const struct topic_match *match, const struct terms *terms, size_t most_others, stem_set *without);

#endif
