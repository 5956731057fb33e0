#include "link/site/forms.h"

#include "base/system/rows.h"
#include "text/word_forms.h"

#include <stdlib.h>

void forms_free(struct forms *forms)
{
    numbers_free(&forms->numbers);
    numbers_free(&forms->terms);
    free(forms->texts);
    free(forms->list);
    free(forms->plain);
    numbers_free(&forms->joint_numbers);
    free(forms->joints);
}

static uint64_t bit_of(unsigned language)
{
    enum { LAST_BIT = 63 };
    return (uint64_t)1 << (language < LAST_BIT ? language : LAST_BIT);
}

uint32_t forms_find(struct forms *forms, uint64_t hash, unsigned language)
{
    uint32_t number = numbers_get(&forms->numbers, hash);
    if (number && !(forms->texts[number - 1].languages & bit_of(language)))
        forms->texts[number - 1].languages |= bit_of(language);
    return number;
}

uint32_t forms_add(struct forms *forms, uint64_t hash, struct str text, bool is_sign, unsigned language)
{
    uint32_t *number = numbers_put(&forms->numbers, hash);
    struct str kept = number ? word_room_keep(&forms->room, text) : (struct str){NULL, 0};
    if (!kept.data || forms->count == UINT32_MAX - 1)
        return 0;
    struct form_text *added = ROWS_PUSH(forms->texts, forms->count, forms->text_cap);
    if (!added)
        return 0;
    *added = (struct form_text){kept.data, (uint32_t)kept.len, is_sign, bit_of(language)};
    return *number = forms->count;
}

/* --- words with hyphens --- */

bool forms_join(struct forms *forms, struct joint joint)
{
    uint32_t *number = numbers_put(&forms->joint_numbers, index_hash_edge(joint.first, joint.second));
    if (!number || *number)
        return number != NULL;
    struct joint *added =
        forms->joint_count < UINT32_MAX - 1 ? ROWS_PUSH(forms->joints, forms->joint_count, forms->joint_cap) : NULL;
    if (added)
        *added = joint;
    *number = added ? (uint32_t)forms->joint_count : 0;
    return added != NULL;
}

/* Numbers the joints by terms in place of forms. Of several with the same terms the first one is kept. */
static bool number_joints(struct forms *forms)
{
    numbers_free(&forms->joint_numbers);
    forms->joint_numbers = (struct numbers){0};
    for (size_t i = 0; i < forms->joint_count; i++) {
        const struct joint *joint = &forms->joints[i];
        uint64_t hash = index_hash_edge(forms->list[joint->first].term, forms->list[joint->second].term);
        uint32_t *number = numbers_put(&forms->joint_numbers, hash);
        if (!number)
            return false;
        *number = *number ? *number : (uint32_t)i + 1;
    }
    return true;
}

/* The joint of an item and the one behind it; NULL: they are none. */
static const struct joint *find_joint(const struct forms *forms, const struct site_item *item)
{
    if (!(item[1].marks & MARK_FOLLOWS_CLOSELY) || item[0].term == SITE_BREAK || item[1].term == SITE_BREAK)
        return NULL;
    uint32_t number = numbers_get(&forms->joint_numbers, index_hash_edge(item[0].term, item[1].term));
    return number ? &forms->joints[number - 1] : NULL;
}

size_t forms_join_items(const struct forms *forms, const struct site_item *items, size_t length,
                        struct site_item joined[LONGEST_PHRASE])
{
    size_t count = 0;
    for (size_t i = 0; i < length && length <= LONGEST_PHRASE; i++) {
        const struct joint *joint = i + 1 < length ? find_joint(forms, &items[i]) : NULL;
        joined[count] = items[i];
        if (joint) {
            joined[count].term = forms->list[joint->whole].term;
            joined[count].form = forms->list[joint->whole].code;
            i++;
        }
        count++;
    }
    return count < length ? count : 0;
}

/* --- terms --- */

struct stemming {
    struct forms *forms;
    struct site *site;
    size_t term_cap;
    const struct language *const *languages;
    struct stemmer **stemmers; /* of each language, made when it is needed */
    size_t language_count;
    struct buf folded, plain, room;
    bool failed; /* memory ran out */
};

static size_t language_of(const struct stemming *stemming, const struct form_text *text)
{
    for (size_t i = 0; i < stemming->language_count; i++)
        if (text->languages >> i & 1)
            return i;
    return 0;
}

/* The stem of a word of the language, valid until the next call; data NULL: memory ran out. */
static struct str stem_word(struct stemming *stemming, size_t language, struct str word)
{
    if (!stemming->stemmers[language])
        stemming->stemmers[language] = stemmer_new(stemming->languages[language]);
    word_fold(&stemming->folded, &stemming->room, word, stemming->languages[language]);
    stemming->failed |= !stemming->stemmers[language] || stemming->folded.failed || stemming->room.failed;
    if (stemming->failed)
        return (struct str){NULL, 0};
    struct str folded = {buf_text(&stemming->folded), stemming->folded.len};
    return stemmer_stem(stemming->stemmers[language], folded.len ? folded : word);
}

static struct str stem(struct stemming *stemming, const struct form_text *text)
{
    struct str word = {text->data, text->length};
    return text->is_sign ? word : stem_word(stemming, language_of(stemming, text), word);
}

/* The term of that stem; SITE_BREAK: memory ran out. */
static uint32_t put_term(struct stemming *stemming, struct str stem, bool is_sign)
{
    struct site *site = stemming->site;
    uint64_t hash = index_hash_stem(stem);
    uint32_t *number = numbers_put(&stemming->forms->terms, hash);
    if (!number)
        return SITE_BREAK;
    if (*number)
        return *number - 1;
    struct site_term *term = ROWS_PUSH(site->terms, site->term_count, stemming->term_cap);
    if (!term)
        return SITE_BREAK;
    *term = (struct site_term){.hash = hash,
                               .is_sign = is_sign,
                               .is_number = stem.len && ascii_is_digit(stem.data[0]),
                               .length = (uint8_t)(stem.len < UINT8_MAX ? stem.len : UINT8_MAX)};
    *number = site->term_count;
    return *number - 1;
}

/* Notes the form without its accents, unless the site has that as a word too. */
static void forms_add_plain(struct stemming *stemming, const struct form_text *text, uint32_t term)
{
    struct forms *forms = stemming->forms;
    struct str word = {text->data, text->length};
    if (text->is_sign || str_is_ascii(word) || !word_strip_accents(&stemming->plain, word))
        return;
    struct str plain = {buf_text(&stemming->plain), stemming->plain.len};
    if (stemming->plain.failed || numbers_get(&forms->numbers, word_hash(plain)))
        return;
    struct str root = stem_word(stemming, language_of(stemming, text), plain);
    if (!root.len || numbers_get(&forms->terms, index_hash_stem(root)))
        return;
    struct plain_form *added = ROWS_PUSH(forms->plain, forms->plain_count, forms->plain_cap);
    stemming->failed |= !added;
    if (added)
        *added = (struct plain_form){index_hash_stem(root), term};
}

static void find_terms(struct stemming *stemming)
{
    struct forms *forms = stemming->forms;
    for (uint32_t i = 0; i < forms->count && !stemming->failed; i++) {
        const struct form_text *text = &forms->texts[i];
        struct str root = stem(stemming, text);
        uint32_t term = root.data ? put_term(stemming, root, text->is_sign) : SITE_BREAK;
        stemming->failed |= term == SITE_BREAK;
        if (stemming->failed)
            return;
        forms->list[i].term = term;
        const struct language *language = stemming->languages[language_of(stemming, text)];
        stemming->site->terms[term].is_stop |= language_is_stop_word(language, (struct str){text->data, text->length});
    }
    for (size_t i = 0; i < forms->numbers.cap; i++)
        if (forms->numbers.slots[i].value)
            forms->list[forms->numbers.slots[i].value - 1].code = (uint16_t)numbers_hash(&forms->numbers.slots[i]);
    for (uint32_t i = 0; i < forms->count; i++) /* when all words have their terms */
        forms_add_plain(stemming, &forms->texts[i], forms->list[i].term);
    stemming->failed |= stemming->plain.failed || !number_joints(forms);
}

enum status forms_find_terms(struct forms *forms, const struct language *const *languages, size_t language_count,
                             struct site *site, struct error *err)
{
    struct stemming stemming = {.forms = forms, .site = site, .languages = languages, .language_count = language_count};
    stemming.stemmers = calloc(language_count, sizeof(struct stemmer *));
    forms->list = calloc((size_t)forms->count + 1, sizeof *forms->list);
    stemming.failed = !stemming.stemmers || !forms->list;
    if (!stemming.failed)
        find_terms(&stemming);
    for (size_t i = 0; stemming.stemmers && i < language_count; i++)
        stemmer_free(stemming.stemmers[i]);
    free(stemming.stemmers);
    buf_free(&stemming.folded);
    buf_free(&stemming.plain);
    buf_free(&stemming.room);
    free(forms->texts);
    forms->texts = NULL;
    return stemming.failed ? error_memory(err) : OK;
}
