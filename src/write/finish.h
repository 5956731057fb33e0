/*
 * What is done to an article as a whole when its parts are written, with a language model and without: the brand is
 * named as often as was asked for, terms that are missing are put in (finish_terms.c), the sentences of an easy text
 * are made short. And the few words of its frame, where the language has none of its own.
 */
#ifndef COPYDESK_WRITE_FINISH_H
#define COPYDESK_WRITE_FINISH_H

#include "write/writing/writing.h"

/*
 * brandMentionLevel "none": sentences and headings that name the brand go. "subtle": the body names it once to three
 * times; where it does not, a sentence of the brand's own, or one of ours, stands in the nearest section. "prominent":
 * the same, and its section lists its links. In both its first mention is a link to its page, and so are the texts of
 * its links where they stand.
 */
enum status finish_brand(struct writing *writing, struct article_plan *plan, struct draft *draft);

/*
 * The terms that the article is to hold, into writing->terms: the caller's with seoOptimizationLevel "manual", those
 * that the pages share with "ai_powered". Before the pages go; the terms live as long as the article.
 */
enum status finish_find_terms(struct writing *writing);

/*
 * Puts terms that are missing into the sections: with a passage of the sources; a language model had them before. Of
 * the caller's own each that cannot be put in is noted. *seo, with "ai_powered", is a new reference:
 *
 *   {"terms":[{"term","share","least","most","count"}],"before":62,"after":81}
 *
 * share: of the pages that have the term, 0-1; least, most: how often one of them has it; count: in this article, in a
 * heading twice. before and after: the coverage, 0-100, without and with what was put in: the mean over the terms,
 * weighted by share, of min(count, least) / least; a term that stands there more often than in any page loses what it
 * has too much, as a share of most.
 */
enum status finish_terms(struct writing *writing, const struct article_plan *plan, struct draft *draft, json_t **seo);

/* readabilityMode "8th_grade": shorter sentences in the HTML of the body. A language model shortens its long sentences
 * once; then, and without one, they are cut where no other word is needed, and without one long paragraphs too. */
enum status finish_easy(struct writing *writing, struct str *html);

/* Asks the language model for writing->labels in a language that has none; those of English with a note where its
 * answer cannot be used. */
enum status finish_labels(struct writing *writing);

#endif
