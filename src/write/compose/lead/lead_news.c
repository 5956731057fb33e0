/* Pages that tell what is new: release notes, change logs. File names have English words in all languages. */
#include "write/compose/lead/lead.h"

enum { LONGEST = 96, MARGIN = 2 };

/* Between blanks, as a text is searched for them. */
static const char *const anywhere[] = {" whatsnew ",     " whats new ",  " what s new ",
                                       " changelog ",    " change log ", " release notes ",
                                       " releasenotes ", " relnotes ",   NULL};
/* Of a file name that has nothing else but numbers. */
static const char *const alone[] = {" news ",    " changes ",  " release ", " releases ",
                                    " version ", " versions ", " history ", NULL};

/* The words of a name without numbers, in small letters, with blanks around each. */
static void plain_words(struct str name, char out[LONGEST + MARGIN])
{
    size_t used = 0;
    out[used++] = ' ';
    for (size_t i = 0; i < name.len && used < LONGEST; i++) {
        char c = name.data[i];
        char small = c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
        bool is_letter = (small >= 'a' && small <= 'z') || (unsigned char)small >= 0x80;
        bool is_apostrophe = str_starts((struct str){name.data + i, name.len - i}, STR("\u2019"));
        if (is_letter && !is_apostrophe)
            out[used++] = small;
        else if (out[used - 1] != ' ')
            out[used++] = ' ';
        i += is_apostrophe ? 2 : 0;
    }
    if (out[used - 1] != ' ')
        out[used++] = ' ';
    out[used] = 0;
}

static bool has_any(const char *words, const char *const *list)
{
    for (; *list; list++)
        if (strstr(words, *list))
            return true;
    return false;
}

static bool is_any(const char *words, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(words, *list) == 0)
            return true;
    return false;
}

/* The part of the address before its last slash, or behind it, without the ending of a file name. */
static struct str part_of(struct str *url)
{
    size_t start = url->len;
    while (start > 0 && url->data[start - 1] != '/')
        start--;
    struct str part = {url->data + start, url->len - start};
    url->len = start ? start - 1 : 0;
    return part;
}

bool lead_is_news(const struct page *page)
{
    char words[LONGEST + MARGIN];
    struct str url = str_from(page->url ? page->url : ""), file = part_of(&url), folder = part_of(&url);
    size_t dot = file.len;
    while (dot > 0 && file.data[dot - 1] != '.')
        dot--;
    plain_words((struct str){file.data, dot ? dot - 1 : file.len}, words);
    if (has_any(words, anywhere) || is_any(words, alone))
        return true;
    plain_words(folder, words);
    if (has_any(words, anywhere))
        return true;
    plain_words(str_from(page->title ? page->title : ""), words);
    return has_any(words, anywhere);
}
