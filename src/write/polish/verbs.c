#include "write/polish/verbs.h"

static const struct {
    const char *base, *past, *participle;
} irregular[] = {
    {"beat", "beat", "beaten"},
    {"break", "broke", "broken"},
    {"bring", "brought", "brought"},
    {"build", "built", "built"},
    {"buy", "bought", "bought"},
    {"catch", "caught", "caught"},
    {"choose", "chose", "chosen"},
    {"draw", "drew", "drawn"},
    {"drive", "drove", "driven"},
    {"eat", "ate", "eaten"},
    {"feed", "fed", "fed"},
    {"find", "found", "found"},
    {"forget", "forgot", "forgotten"},
    {"give", "gave", "given"},
    {"grow", "grew", "grown"},
    {"hear", "heard", "heard"},
    {"hide", "hid", "hidden"},
    {"hold", "held", "held"},
    {"keep", "kept", "kept"},
    {"lead", "led", "led"},
    {"make", "made", "made"},
    {"pay", "paid", "paid"},
    {"read", "read", "read"},
    {"run", "ran", "run"},
    {"see", "saw", "seen"},
    {"sell", "sold", "sold"},
    {"send", "sent", "sent"},
    {"set", "set", "set"},
    {"shake", "shook", "shaken"},
    {"sing", "sang", "sung"},
    {"speak", "spoke", "spoken"},
    {"steal", "stole", "stolen"},
    {"take", "took", "taken"},
    {"teach", "taught", "taught"},
    {"tell", "told", "told"},
    {"throw", "threw", "thrown"},
    {"wear", "wore", "worn"},
    {"win", "won", "won"},
    {"write", "wrote", "written"},
    {"rewrite", "rewrote", "rewritten"},
    {"oversee", "oversaw", "overseen"},
    {"undertake", "undertook", "undertaken"},
    {"do", "did", "done"},
    {"lay", "laid", "laid"},
    {"cut", "cut", "cut"},
    {"control", "controlled", "controlled"},
    {"plan", "planned", "planned"},
    {"submit", "submitted", "submitted"},
    {"stop", "stopped", "stopped"},
    {"ship", "shipped", "shipped"},
    {"drop", "dropped", "dropped"},
    {"trigger", "triggered", "triggered"},
    {"spot", "spotted", "spotted"},
    {"ban", "banned", "banned"},
    {"hit", "hit", "hit"},
    {"put", "put", "put"},
    {"understand", "understood", "understood"},
};

/* Regular verbs of doing, in byte order. */
static const char *const regular[] = {
    "absorb",    "accept",    "acquire",     "add",        "admire",    "adopt",     "affect",    "allow",
    "analyse",   "analyze",   "announce",    "answer",     "appoint",   "approve",   "assemble",  "attack",
    "attend",    "audit",     "award",       "bake",       "block",     "brew",      "calculate", "call",
    "cancel",    "capture",   "carry",       "cause",      "celebrate", "certify",   "chair",     "change",
    "check",     "clean",     "coin",        "collect",    "compile",   "compose",   "compute",   "conduct",
    "confirm",   "conquer",   "consume",     "cook",       "cool",      "cover",     "create",    "criticise",
    "criticize", "damage",    "decide",      "defeat",     "define",    "delete",    "deliver",   "demonstrate",
    "deploy",    "describe",  "design",      "destroy",    "detect",    "determine", "develop",   "diagnose",
    "direct",    "discover",  "distribute",  "draft",      "drain",     "edit",      "elect",     "employ",
    "encrypt",   "endorse",   "enforce",     "engineer",   "enjoy",     "evaluate",  "examine",   "execute",
    "explain",   "extend",    "fetch",       "fill",       "film",      "filter",    "finance",   "fire",
    "found",     "fund",      "generate",    "govern",     "handle",    "harvest",   "hate",      "heat",
    "hire",      "honor",     "honour",      "host",       "ignore",    "import",    "improve",   "infect",
    "influence", "insert",    "inspect",     "inspire",    "install",   "introduce", "invent",    "invite",
    "issue",     "kill",      "launch",      "lease",      "license",   "limit",     "load",      "love",
    "maintain",  "manage",    "manufacture", "modify",     "monitor",   "observe",   "offer",     "open",
    "operate",   "organise",  "organize",    "own",        "paint",     "parse",     "perform",   "pick",
    "plant",     "pollinate", "popularise",  "popularize", "praise",    "prepare",   "prevent",   "process",
    "produce",   "propose",   "protect",     "provide",    "publish",   "purchase",  "recognise", "recognize",
    "recommend", "record",    "regulate",    "reject",     "release",   "remove",    "render",    "rent",
    "repair",    "report",    "require",     "reserve",    "restrict",  "return",    "review",    "scan",
    "select",    "serve",     "shape",       "share",      "sign",      "specify",   "sponsor",   "start",
    "store",     "study",     "suggest",     "supply",     "support",   "surround",  "test",      "train",
    "translate", "transmit",  "transport",   "treat",      "trust",     "update",    "use",       "validate",
    "verify",    "visit",     "wash",        "watch",      "water",     "welcome",
};

static bool is_vowel(char letter)
{
    return memchr("aeiou", letter, 5) != NULL;
}

static bool is_regular(struct str base)
{
    for (size_t i = 0; i < sizeof regular / sizeof *regular; i++)
        if (str_eq(base, str_from(regular[i])))
            return true;
    return false;
}

/* "used" of "use", "tested" of "test", "carried" of "carry". */
static struct str regular_base(struct str participle, char room[32])
{
    struct str base = {participle.data, participle.len - 1}; /* without "d" */
    if (is_regular(base))
        return base;
    base.len--;
    if (is_regular(base) && base.data[base.len - 1] != 'y')
        return base;
    if (is_regular(base) && is_vowel(base.data[base.len - 2]))
        return base;
    if (base.len < 2 || base.data[base.len - 1] != 'i' || base.len >= 31)
        return (struct str){NULL, 0};
    memcpy(room, base.data, base.len);
    room[base.len - 1] = 'y';
    base.data = room;
    return is_regular(base) ? base : (struct str){NULL, 0};
}

bool verb_by_participle(struct str participle, struct verb *verb, char room[32])
{
    verb->participle = participle;
    for (size_t i = 0; i < sizeof irregular / sizeof *irregular; i++) {
        if (!str_eq(participle, str_from(irregular[i].participle)))
            continue;
        verb->base = str_from(irregular[i].base);
        verb->past = str_from(irregular[i].past);
        return true;
    }
    if (participle.len < 4 || !str_ends(participle, STR("ed")))
        return false;
    verb->past = participle;
    verb->base = regular_base(participle, room);
    return verb->base.data != NULL;
}

struct str verb_third_person(struct str base, char room[32])
{
    char last = base.data[base.len - 1];
    bool hisses = str_ends(base, STR("s")) || str_ends(base, STR("sh")) || str_ends(base, STR("ch")) ||
                  str_ends(base, STR("x")) || str_ends(base, STR("z")) || last == 'o';
    size_t length = base.len < 28 ? base.len : 28;
    memcpy(room, base.data, length);
    if (last == 'y' && !is_vowel(base.data[base.len - 2])) {
        memcpy(room + length - 1, "ies", 3);
        return (struct str){room, length + 2};
    }
    memcpy(room + length, hisses ? "es" : "s", hisses ? 2 : 1);
    return (struct str){room, length + (hisses ? 2 : 1)};
}

static const struct german_verb german_verbs[] = {
    {"entwickelt", "entwickelte", "entwickelt", ""},
    {"geschrieben", "schrieb", "schreibt", ""},
    {"gegründet", "gründete", "gründet", ""},
    {"gebaut", "baute", "baut", ""},
    {"erbaut", "erbaute", "erbaut", ""},
    {"erfunden", "erfand", "erfindet", ""},
    {"entdeckt", "entdeckte", "entdeckt", ""},
    {"entworfen", "entwarf", "entwirft", ""},
    {"gestaltet", "gestaltete", "gestaltet", ""},
    {"geleitet", "leitete", "leitet", ""},
    {"betrieben", "betrieb", "betreibt", ""},
    {"gepflegt", "pflegte", "pflegt", ""},
    {"verwaltet", "verwaltete", "verwaltet", ""},
    {"produziert", "produzierte", "produziert", ""},
    {"hergestellt", "stellte", "stellt", "her"},
    {"bereitgestellt", "stellte", "stellt", "bereit"},
    {"eingeführt", "führte", "führt", "ein"},
    {"durchgeführt", "führte", "führt", "durch"},
    {"ausgeführt", "führte", "führt", "aus"},
    {"angeboten", "bot", "bietet", "an"},
    {"herausgegeben", "gab", "gibt", "heraus"},
    {"veröffentlicht", "veröffentlichte", "veröffentlicht", ""},
    {"übersetzt", "übersetzte", "übersetzt", ""},
    {"finanziert", "finanzierte", "finanziert", ""},
    {"gefördert", "förderte", "fördert", ""},
    {"unterstützt", "unterstützte", "unterstützt", ""},
    {"organisiert", "organisierte", "organisiert", ""},
    {"verwendet", "verwendete", "verwendet", ""},
    {"genutzt", "nutzte", "nutzt", ""},
    {"benutzt", "benutzte", "benutzt", ""},
    {"empfohlen", "empfahl", "empfiehlt", ""},
    {"geprüft", "prüfte", "prüft", ""},
    {"getestet", "testete", "testet", ""},
    {"untersucht", "untersuchte", "untersucht", ""},
    {"erstellt", "erstellte", "erstellt", ""},
    {"erzeugt", "erzeugte", "erzeugt", ""},
    {"gekauft", "kaufte", "kauft", ""},
    {"verkauft", "verkaufte", "verkauft", ""},
    {"geliefert", "lieferte", "liefert", ""},
    {"gemalt", "malte", "malt", ""},
    {"komponiert", "komponierte", "komponiert", ""},
    {"beschrieben", "beschrieb", "beschreibt", ""},
    {"zerstört", "zerstörte", "zerstört", ""},
    {"gewonnen", "gewann", "gewinnt", ""},
    {"geöffnet", "öffnete", "öffnet", ""},
    {"genehmigt", "genehmigte", "genehmigt", ""},
    {"beschlossen", "beschloss", "beschließt", ""},
};

const struct german_verb *german_verb_by_participle(struct str participle)
{
    for (size_t i = 0; i < sizeof german_verbs / sizeof *german_verbs; i++)
        if (str_eq(participle, str_from(german_verbs[i].participle)))
            return &german_verbs[i];
    return NULL;
}
