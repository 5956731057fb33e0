#include "model/check/support.h"

#include "text/unicode.h"

/* --- words --- */

static bool is_ideograph(const struct worded *worded, size_t word)
{
    uint32_t codepoint;
    if (worded->words[word].end - worded->words[word].start < 3)
        return false;
    utf8_decode(worded->text, worded->words[word].start, &codepoint);
    return unicode_is_cjk(codepoint);
}

uint64_t content_hash(const struct worded *worded, size_t number)
{
    const struct word *word = &worded->words[number];
    if (word->is_stop)
        return 0;
    uint64_t hash = hash_of(word->stem, HASH_EMPTY);
    if (!is_ideograph(worded, number))
        return hash;
    bool has_next = number + 1 < worded->count && worded->words[number + 1].start == word->end;
    if (has_next && is_ideograph(worded, number + 1))
        return hash_of(worded->words[number + 1].stem, hash);
    bool has_previous = number > 0 && worded->words[number - 1].end == word->start && is_ideograph(worded, number - 1);
    return has_previous ? 0 : hash;
}

bool content_add(struct arena *arena, struct hashes *hashes, const struct worded *worded)
{
    if (!hashes_room(arena, hashes, worded->count))
        return false;
    for (size_t i = 0; i < worded->count; i++) {
        uint64_t hash = content_hash(worded, i);
        if (hash)
            hashes->list[hashes->count++] = hash;
    }
    hashes_order(hashes);
    return true;
}

/* Folded words and their stems, without possessive endings. */
static bool add_names(struct arena *arena, struct hashes *hashes, const struct worded *worded)
{
    if (!hashes_room(arena, hashes, 2 * worded->count))
        return false;
    for (size_t i = 0; i < worded->count; i++) {
        struct str folded = worded->words[i].folded;
        if (str_ends(folded, STR("'s")))
            folded.len -= 2;
        hashes->list[hashes->count++] = hash_of(folded, HASH_EMPTY);
        hashes->list[hashes->count++] = hash_of(worded->words[i].stem, HASH_EMPTY);
    }
    hashes_order(hashes);
    return true;
}

/* --- passages --- */

static bool number_sentences(struct arena *arena, const struct language *language, struct pack_passage *passage)
{
    struct sentence *sentences;
    size_t count, at = 0;
    passage->sentences = ARENA_ARRAY(arena, passage->worded.count, size_t);
    if (!passage->sentences || sentences_split(arena, passage->text, language, &sentences, &count, NULL) != OK)
        return false;
    for (size_t i = 0; i < passage->worded.count; i++) {
        while (at + 1 < count && passage->worded.words[i].start >= sentences[at].end)
            at++;
        passage->sentences[i] = at;
    }
    return true;
}

/* Bytes of a passage that are enough to tell its language. */
enum { ENOUGH_TO_TELL = 500 };

static bool read_passage(struct arena *arena, const struct language *language, struct str text, struct str heading,
                         struct str name, struct pack_passage *passage)
{
    struct worded headed, named;
    *passage = (struct pack_passage){.text = text, .heading = heading};
    if (worded_split(arena, text, language, &passage->worded, NULL) != OK ||
        worded_split(arena, heading, language, &headed, NULL) != OK ||
        worded_split(arena, name, language, &named, NULL) != OK || !number_sentences(arena, language, passage))
        return false;
    struct str start = {text.data, text.len < ENOUGH_TO_TELL ? text.len : ENOUGH_TO_TELL};
    const struct language *own = text.len ? language_detect(start) : NULL;
    passage->is_foreign = own && language && language->stop_words && own != language;
    return content_add(arena, &passage->heading_stems, &headed) && content_add(arena, &passage->stems, &headed) &&
           content_add(arena, &passage->stems, &passage->worded) &&
           add_names(arena, &passage->names, &passage->worded) && add_names(arena, &passage->names, &headed) &&
           add_names(arena, &passage->names, &named) &&
           facts_find(arena, &passage->worded, language, &passage->facts, NULL) == OK;
}

enum status pack_read(struct arena *arena, const struct check_material *material, struct pack *pack, struct error *err)
{
    *pack = (struct pack){.material = material, .wording = wording_of(material->language), .count = material->count};
    pack->passages = ARENA_ARRAY(arena, pack->count, struct pack_passage);
    bool done =
        pack->passages && read_passage(arena, material->language, material->allowed, STR(""), STR(""), &pack->allowed);
    for (size_t i = 0; done && i < pack->count; i++) {
        const struct model_excerpt *excerpt = &material->excerpts[i];
        done =
            read_passage(arena, material->language, excerpt->text, excerpt->heading, excerpt->name, &pack->passages[i]);
    }
    return done ? OK : error_memory(err);
}

enum status claim_read(struct arena *arena, const struct pack *pack, struct str text, struct claim *claim,
                       struct error *err)
{
    const struct language *language = pack->material->language;
    *claim = (struct claim){0};
    if (worded_split(arena, text, language, &claim->worded, err) != OK ||
        facts_find(arena, &claim->worded, language, &claim->facts, err) != OK ||
        !content_add(arena, &claim->stems, &claim->worded))
        return error_memory(err);
    return OK;
}
