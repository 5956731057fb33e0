#include "model/check/check.h"

static const struct list {
    const char *tag;
    bool is_hard;
    const char *const *phrases;
} lists[] = {
#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})
    {"en", true,
     LIST("it is important to note that", "it is worth noting that", "in today's fast-paced world", "delves into",
          "delve into", "plays a crucial role", "plays a vital role", "cutting-edge", "a myriad of", "a plethora of",
          "powerful tool", "at its core", "needless to say", "first and foremost", "a testament to", "game-changer",
          "in conclusion", "that being said", "boasts", "look no further", "in the realm of")},
    {"en", false,
     LIST("robust", "seamless", "leverage", "moreover", "furthermore", "additionally", "when it comes to",
          "a wide range of", "crucial", "overall,")},
    {"de", true, LIST("nahtlose", "leistungsstarke", "spielt eine entscheidende Rolle", "von zentraler Bedeutung")},
    {"de", false, LIST("darüber hinaus", "eine Vielzahl von", "unerlässlich", "letztlich")},
#undef LIST
};

static bool is_letter(struct str text, size_t at)
{
    return at < text.len && (ascii_is_alnum(text.data[at]) || (unsigned char)text.data[at] >= 0x80);
}

struct str stock_phrase_find(const struct language *language, struct str text, bool is_hard, size_t from)
{
    struct str best = {text.data, 0};
    for (size_t i = 0; language && i < COUNT_OF(lists); i++) {
        if (strcmp(lists[i].tag, language->tag) != 0 || lists[i].is_hard != is_hard)
            continue;
        for (const char *const *phrase = lists[i].phrases; *phrase; phrase++) {
            size_t length = strlen(*phrase);
            size_t at = str_ifind(text, str_from(*phrase), from);
            if (at >= text.len || (at && is_letter(text, at - 1)) || is_letter(text, at + length))
                continue;
            if (!best.len || text.data + at < best.data)
                best = (struct str){text.data + at, length};
        }
    }
    return best;
}
