#include "research/excerpt/excerpt_headings.h"

/* Headings of sections that send the reader away or speak of the page, its authors and its visitors, in lower case.
 * "Introduction", "Notes", "Examples" name no subject either, but what stands below them is about that of the page. */
static const char *const boilerplate[] = {
    /* English */
    "see also", "references", "external links", "further reading", "bibliography", "related", "related articles",
    "related posts", "related topics", "related reading", "related links", "related content", "related pages", "links",
    "useful links", "about the author", "about the authors", "about us", "author", "authors", "contributors",
    "acknowledgements", "acknowledgments", "credits", "license", "copyright", "comments", "leave a comment",
    "leave a reply", "share", "share this", "tags", "categories", "navigation", "menu", "search", "footnotes",
    "table of contents", "contents", "newsletter", "subscribe", "contact", "contact us", "follow us", "privacy policy",
    "cookies", "cookie policy", "terms of use", "feedback", "you may also like", "read more", "more articles",
    "recent posts", "popular posts", "sponsors", "donate", "sitemap", "submit correction",
    /* German */
    "siehe auch", "einzelnachweise", "quellen", "literatur", "weblinks", "weiterführende links", "links",
    "weiterführende literatur", "weitere artikel", "verwandte artikel", "ähnliche artikel", "verwandte themen",
    "über den autor", "über die autorin", "über uns", "autor", "autoren", "danksagung", "lizenz", "kommentare",
    "kommentar schreiben", "schreibe einen kommentar", "teilen", "schlagwörter", "kategorien", "suche", "fußnoten",
    "inhaltsverzeichnis", "inhalt", "kontakt", "impressum", "datenschutz", "datenschutzerklärung",
    "das könnte sie auch interessieren",
    /* French */
    "voir aussi", "références", "liens externes", "liens", "bibliographie", "pour aller plus loin", "articles connexes",
    "articles similaires", "à propos de l'auteur", "auteur", "auteurs", "remerciements", "licence", "commentaires",
    "laisser un commentaire", "partager", "mots-clés", "catégories", "recherche", "sommaire", "table des matières",
    "contact", "mentions légales", "notes et références",
    /* Spanish */
    "véase también", "ver también", "referencias", "enlaces externos", "enlaces", "bibliografía",
    "artículos relacionados", "sobre el autor", "autor", "autores", "agradecimientos", "licencia", "comentarios",
    "deja un comentario", "compartir", "etiquetas", "categorías", "buscar", "contenido", "índice", "contacto",
    "aviso legal",
    /* Italian */
    "vedi anche", "voci correlate", "riferimenti", "collegamenti esterni", "bibliografia", "articoli correlati",
    "autore", "commenti", "lascia un commento", "condividi", "categorie", "contatti",
    /* Dutch */
    "zie ook", "referenties", "externe links", "verder lezen", "gerelateerde artikelen", "reacties", "delen",
    "categorieën", "zoeken", "inhoud", "inhoudsopgave",
    /* Portuguese */
    "ver também", "veja também", "referências", "ligações externas", "leitura adicional", "artigos relacionados",
    "comentários", "deixe um comentário", "compartilhar", "pesquisar", "contato",
    /* Swedish, Danish, Norwegian */
    "se även", "referenser", "externa länkar", "relaterade artiklar", "kommentarer", "lämna en kommentar", "dela",
    "kategorier", "sök", "kontakt", "se også", "referencer", "eksterne henvisninger", "relaterede artikler", "søg",
    "referanser", "eksterne lenker", "relaterte artikler", NULL};

/* The heading without signs of a link to itself and colons at its end. */
static struct str heading_trim(struct str heading)
{
    static const char *const marks[] = {":", "#", "\xC2\xB6"};
    struct str text = str_trim(heading);
    for (size_t i = 0; i < COUNT_OF(marks);) {
        struct str mark = str_from(marks[i++]);
        if (!str_ends(text, mark))
            continue;
        text = str_trim((struct str){text.data, text.len - mark.len});
        i = 0;
    }
    return text;
}

/* The character at *at in lower case, typographic apostrophes as plain ones. */
static uint32_t next_folded(struct str text, size_t *at)
{
    uint32_t codepoint;
    *at += utf8_decode(text, *at, &codepoint);
    return codepoint == 0x2019 ? '\'' : unicode_to_lower(codepoint);
}

static bool same_heading(struct str heading, struct str lower)
{
    size_t i = 0, j = 0;
    while (i < heading.len && j < lower.len)
        if (next_folded(heading, &i) != next_folded(lower, &j))
            return false;
    return i == heading.len && j == lower.len;
}

static bool is_one_of(struct str heading, const char *const *headings)
{
    for (; *headings; headings++)
        if (same_heading(heading, str_from(*headings)))
            return true;
    return false;
}

static bool is_letter(struct str heading)
{
    uint32_t codepoint;
    return heading.len && utf8_decode(heading, 0, &codepoint) == heading.len && unicode_is_letter(codepoint);
}

void heading_path_open(struct heading_path *path, const struct page *page)
{
    enum { REGISTER_LETTERS = 5 };
    size_t letters = 0;
    *path = (struct heading_path){0};
    for (size_t i = 0; i < page->count; i++)
        letters += page->blocks[i].kind == BLOCK_HEADING && is_letter(heading_trim(page->blocks[i].text));
    path->is_register = letters >= REGISTER_LETTERS;
}

static bool path_enter(struct heading_path *path, int level, struct str text)
{
    while (path->depth && path->headings[path->depth - 1].level >= level)
        path->depth--;
    if (path->depth == HEADING_DEPTH)
        path->depth--;
    path->headings[path->depth].level = level;
    path->headings[path->depth].text = text;
    path->headings[path->depth++].is_boilerplate =
        is_one_of(text, boilerplate) || (path->is_register && is_letter(text));
    return true;
}

bool heading_path_enter(struct heading_path *path, const struct page *page, const struct block *heading,
                        const struct cues *cues)
{
    struct str text = heading_trim(heading->text);
    if (!text.len || is_one_of(text, cues->asides))
        return false;
    bool is_title = same_heading(text, heading_trim(str_from(page->title))) || heading->level == 1;
    if (!path->has_root && !path->depth && is_title) {
        path->has_root = true;
        return false;
    }
    return path_enter(path, heading->level, text);
}

char *heading_path_text(const struct heading_path *path, struct arena *arena, struct str term)
{
    struct buf text = {0};
    for (size_t i = 0; i < path->depth; i++)
        buf_printf(&text, "%s%.*s", i ? " > " : "", STR_ARG(path->headings[i].text));
    if (term.len)
        buf_printf(&text, "%s%.*s", text.len ? " > " : "", STR_ARG(term));
    char *copy = text.failed ? NULL : arena_copy(arena, buf_text(&text));
    buf_free(&text);
    return copy;
}

bool heading_path_is_boilerplate(const struct heading_path *path)
{
    for (size_t i = 0; i < path->depth; i++)
        if (path->headings[i].is_boilerplate)
            return true;
    return false;
}
