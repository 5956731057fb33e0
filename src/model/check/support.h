/* How much of a sentence a passage says. The public face is check_support of check.h. */
#ifndef COPYDESK_MODEL_CHECK_SUPPORT_H
#define COPYDESK_MODEL_CHECK_SUPPORT_H

#include "base/hash.h"
#include "model/check/check.h"
#include "model/check/wording/facts.h"
#include "model/check/wording/wording.h"

/* A passage, read once for all the sentences that are compared with it. */
struct pack_passage {
    struct str text, heading;
    struct worded worded;
    struct hashes stems, heading_stems; /* those of the heading are among `stems` too */
    struct hashes names;                /* folded words, those of heading and source included */
    struct wording_facts facts;
    size_t *sentences; /* of each word: the number of its sentence */
    bool is_foreign;   /* in another language than the article: its words say nothing */
};

struct pack {
    const struct check_material *material;
    const struct wording *wording; /* NULL where none is known */
    struct pack_passage *passages; /* of the excerpts, in their order */
    size_t count;
    struct pack_passage allowed; /* the customer's own words */
};

enum status pack_read(struct arena *arena, const struct check_material *material, struct pack *pack, struct error *err);

/* A sentence as it is compared. */
struct claim {
    struct worded worded;
    struct hashes stems; /* of its content words */
    struct wording_facts facts;
};

enum status claim_read(struct arena *arena, const struct pack *pack, struct str text, struct claim *claim,
                       struct error *err);

/* What a word counts as: its stem; of Chinese and Japanese the character with its neighbour, since single characters
 * are shared by chance. 0: it does not count. */
uint64_t content_hash(const struct worded *worded, size_t number);

/* The content words of a text, added to a set. False: memory ran out. */
bool content_add(struct arena *arena, struct hashes *hashes, const struct worded *worded);

/* Does the passage hold the fact? A figure also as its plain word. */
bool passage_states(const struct pack *pack, const struct pack_passage *passage, const struct fact *fact);

/* Does the claim keep what the passage says of this figure: "more than 25 %" is not "25 %"? */
bool support_keeps_limit(const struct pack *pack, const struct claim *claim, const struct fact *figure,
                         const struct pack_passage *passage);

/* Does the fact stand anywhere: in a passage, or in the customer's words? Of code also: do all of its pieces? */
bool pack_has_fact(const struct pack *pack, const struct fact *fact);
bool pack_has_code_pieces(const struct pack *pack, struct str code);

#endif
