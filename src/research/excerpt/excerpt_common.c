#include "research/excerpt/excerpt_common.h"

enum { SHORTEST = 3 };

/* Folded forms, or stems where all forms are meant. */
static const char *const english[] = {
    "use",      "user",       "usage",    "usual",    "work",    "run",     "get",     "set",        "setup",
    "make",     "made",       "take",     "give",     "given",   "need",    "want",    "like",       "look",
    "find",     "found",      "keep",     "help",     "start",   "end",     "begin",   "allow",      "provid",
    "includ",   "contain",    "show",     "see",      "know",    "known",   "mean",    "call",       "name",
    "creat",    "creation",   "add",      "addit",    "remov",   "chang",   "differ",  "differen",   "specif",
    "specifi",  "general",    "simpl",    "simpli",   "basic",   "common",  "possibl", "avail",      "requir",
    "follow",   "exampl",     "case",     "way",      "time",    "thing",   "part",    "number",     "kind",
    "type",     "form",       "first",    "second",   "last",    "next",    "new",     "old",        "good",
    "better",   "best",       "well",     "larg",     "small",   "big",     "long",    "short",      "high",
    "low",      "mani",       "much",     "sever",    "singl",   "multipl", "two",     "three",      "four",
    "one",      "becom",      "caus",     "result",   "return",  "describ", "section", "chapter",    "page",
    "articl",   "guid",       "note",     "tip",      "import",  "import",  "easi",    "hard",       "right",
    "left",     "back",       "therefor", "instead",  "current", "actual",  "normal",  "typic",      "usual",
    "certain",  "particular", "instanc",  "point",    "place",   "order",   "appli",   "applic",     "support",
    "option",   "detail",     "inform",   "consid",   "consist", "relat",   "similar", "correspond", "appropri",
    "addit",    "howev",      "alway",    "never",    "often",   "sometim", "even",    "still",      "alreadi",
    "without",  "within",     "per",      "day",      "year",    "week",    "month",   "peopl",      "happen",
    "tri",      "put",        "let",      "come",     "goe",     "ask",     "tell",    "say",        "read",
    "write",    "written",    "perform",  "determin", "default", "valu",    "whether", "rather",     "automat",
    "explicit", "refer",      "increas",  "reduc",    "effect",  NULL};
static const char *const german[] = {
    "verwend",   "verwendet", "benutz",    "nutz",    "nutzen",     "mach",    "machen", "geb",   "gibt",
    "gegeb",     "brauch",    "benotigt",  "wichtig", "moglich",    "einfach", "gut",    "best",  "neu",
    "alt",       "gross",     "klein",     "lang",    "kurz",       "hoch",    "viel",   "ander", "erst",
    "zweit",     "letzt",     "nachst",    "weit",    "beispiel",   "fall",    "teil",   "zeit",  "tag",
    "jahr",      "woch",      "monat",     "mensch",  "art",        "form",    "zahl",   "name",  "seit",
    "artikel",   "abschnitt", "kapitel",   "hinweis", "tipp",       "lasst",   "lass",   "find",  "steh",
    "stell",     "setz",      "beginn",    "zeig",    "sieh",       "heisst",  "bleib",  "nimm",  "nehm",
    "entsprech", "bestimmt",  "jeweil",    "zusatz",  "zusatzlich", "meist",   "oft",    "imm",   "immer",
    "nie",       "leicht",    "rund",      "etwa",    "sowi",       "dabei",   "dazu",   "damit", "dadurch",
    "daher",     "jedoch",    "allerding", "kommt",   "geht",       "eignet",  NULL};
static const char *const french[] = {
    "utilis",   "fair",  "fait",    "peut",   "doit",    "permet",   "mettr",   "donn",    "prendr",    "exempl",
    "cas",      "parti", "temp",    "jour",   "anne",    "nom",      "nombr",   "typ",     "form",      "premi",
    "second",   "derni", "nouveau", "nouvel", "bon",     "meilleur", "grand",   "petit",   "long",      "court",
    "plusieur", "autr",  "deux",    "trois",  "articl",  "section",  "chapitr", "pag",     "not",       "important",
    "possibl",  "simpl", "facil",   "suiv",   "toujour", "jam",      "souvent", "certain", "different", NULL};
static const char *const spanish[] = {
    "us",     "utiliz", "hac",   "hacer",    "pued",    "deb",     "permit",  "pon",    "dar",      "tom",
    "ejempl", "cas",    "part",  "tiemp",    "dia",     "ano",     "nombr",   "numer",  "tip",      "form",
    "primer", "segund", "ultim", "nuev",     "buen",    "mejor",   "grand",   "pequen", "larg",     "cort",
    "vari",   "otro",   "dos",   "tres",     "articul", "seccion", "capitul", "pagin",  "not",      "important",
    "posibl", "simpl",  "facil", "siguient", "siempr",  "nunc",    "amenud",  "ciert",  "diferent", NULL};

static const struct {
    const char *tag;
    const char *const *words;
} lists[] = {{"en", english}, {"de", german}, {"fr", french}, {"es", spanish}};

static bool has_letters(struct str folded)
{
    size_t letters = 0;
    uint32_t codepoint;
    for (size_t at = 0, length; at < folded.len; at += length) {
        length = utf8_decode(folded, at, &codepoint);
        if (unicode_is_cjk(codepoint))
            return true;
        letters += unicode_is_letter(codepoint);
    }
    return letters >= SHORTEST;
}

bool word_is_common(const struct language *language, const struct word *word)
{
    if (word->is_stop || !has_letters(word->folded))
        return true;
    for (size_t i = 0; language && i < COUNT_OF(lists); i++)
        if (strcmp(lists[i].tag, language->tag) == 0)
            return word_list_has(lists[i].words, word->folded) || word_list_has(lists[i].words, word->stem);
    return false;
}
