#include "link/choose/refusal.h"

const struct refusal link_refusals[REFUSAL_COUNT] = {
    [NOT_REFUSED] = {"linked", "It is linked.", "linked"},
    [REFUSED_SCORE] = {"low_score", "Its score is below the threshold.", "below the threshold"},
    [REFUSED_COUNT] = {"too_many", "As many links are made as are allowed.", "beyond the most links allowed"},
    [REFUSED_OWN_PAGE] = {"own_page", "It leads to the content's own page.", "the content's own page"},
    [REFUSED_LINKED_PAGE] = {"linked_before", "The content links to this page already.", "linked before"},
    [REFUSED_EXCLUDED_PAGE] = {"page_excluded", "The options exclude this page.", "excluded by options"},
    [REFUSED_LANGUAGE] = {"other_language", "The page is in another language.", "in another language"},
    [REFUSED_EXCLUDED_TEXT] = {"text_excluded", "The options exclude this text.", "by texts that options exclude"},
    [REFUSED_SHARE] = {"text_overused", "Too many links to this page have the same text.", "by overused texts"},
    [REFUSED_SPACING] = {"too_near", "It stands too near to another link.", "too near to other links"},
    [REFUSED_SENTENCE] = {"sentence_full", "Its sentence has as many links as are allowed.", "in full sentences"},
    [REFUSED_PARAGRAPH] = {"paragraph_full", "Its paragraph has as many links as are allowed.", "in full paragraphs"},
    [REFUSED_ELEMENT] = {"cuts_element", "The link would cut an element in two.", "across the edge of an element"},
    [REFUSED_NAMELESS] = {"names_nothing", "The text names nothing by itself.", "by texts that name nothing"},
    [REFUSED_ADDRESS] = {"bad_address", "The page's address cannot be linked.", "without a usable address"},
    [REFUSED_HOME] = {"site_name", "The text is the name of the whole site.", "by the name of the whole site"},
    [REFUSED_TAKEN_TEXT] = {"text_taken", "The same text leads to another page.", "whose name leads to another page"},
    [REFUSED_BETTER_PLACE] = {"better_place", "Another place is the better link to this page.", "linked elsewhere"},
    [REFUSED_OVERLAP] = {"overlap", "It overlaps a better link.", "overlapping better links"},
    [REFUSED_PART] = {"part_of_name", "It stands inside a longer name.", "inside longer names"},
};
