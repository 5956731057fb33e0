#include "write/writing/document/document_figure.h"

#include "text/text.h"
#include "write/writing/document/document_sentences.h"

/*
 * A film's player may run its own scripts with its own storage, go to full screen and open the film on its own page; it
 * may not move the page around it, send forms, or use the camera and the like. Its site is told which site shows it,
 * without the address of the page: players refuse to play when they are told nothing.
 */
#define PLAYER                                                                                                         \
    "width=\"560\" height=\"315\" loading=\"lazy\" "                                                                   \
    "sandbox=\"allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox\" "      \
    "allow=\"fullscreen; encrypted-media; picture-in-picture\" referrerpolicy=\"strict-origin-when-cross-origin\" "    \
    "allowfullscreen"

static bool is_own_path(struct str url)
{
    return str_starts(url, STR("/")) && !str_starts(url, STR("//"));
}

static void add_attribute(const char *name, struct str value, struct buf *html)
{
    buf_printf(html, " %s=\"", name);
    escape_attribute(html, value);
    buf_char(html, '"');
}

/* A text, as a link where it has an address. rel may be NULL. */
static void add_linked(struct str text, struct str url, const char *rel, struct buf *html)
{
    bool is_link = document_is_web(url);
    if (is_link) {
        buf_str(html, "<a");
        add_attribute("href", url, html);
        if (rel)
            add_attribute("rel", str_from(rel), html);
        buf_char(html, '>');
    }
    escape_html(html, text);
    if (is_link)
        buf_str(html, "</a>");
}

static bool figure_ends_sentence(struct str text)
{
    static const char *const stops[] = {".", "!", "?", "…", "。", "！", "？"};
    for (size_t i = 0; i < COUNT_OF(stops); i++)
        if (str_ends(text, str_from(stops[i])))
            return true;
    return false;
}

/* Caption. Credit, licence. An address without a credit makes the licence, or the caption, its link. */
static void add_caption(const struct document_figure *figure, struct buf *html)
{
    bool has_credit = figure->credit.len > 0, has_license = figure->license.len > 0;
    if (!figure->caption.len && !has_credit && !has_license)
        return;
    buf_str(html, "<figcaption>");
    if (has_credit || has_license)
        escape_html(html, figure->caption);
    else
        add_linked(figure->caption, figure->page, NULL, html);
    if (figure->caption.len && (has_credit || has_license))
        buf_str(html, figure_ends_sentence(figure->caption) ? " " : ". ");
    if (has_credit)
        add_linked(figure->credit, figure->page, NULL, html);
    if (has_credit && has_license)
        buf_str(html, ", ");
    if (has_license)
        add_linked(figure->license, figure->license_url, "license", html);
    buf_str(html, "</figcaption>");
}

static void figure_add_picture(const struct document_figure *figure, struct buf *html)
{
    buf_str(html, "<figure><img");
    add_attribute("src", figure->url, html);
    add_attribute("alt", figure->alternative, html);
    if (figure->width > 0 && figure->height > 0)
        buf_printf(html, " width=\"%d\" height=\"%d\"", figure->width, figure->height);
    buf_str(html, " loading=\"lazy\">");
    add_caption(figure, html);
    buf_str(html, "</figure>\n");
}

/* Readers without frames get a link: it stands behind the player, where a feed or a mail shows it too. */
static void add_film(const struct document_figure *figure, struct buf *html)
{
    buf_str(html, "<figure><iframe");
    add_attribute("src", figure->url, html);
    add_attribute("title", figure->alternative, html);
    buf_str(html, " " PLAYER "></iframe><figcaption>");
    add_linked(figure->alternative, document_is_web(figure->page) ? figure->page : figure->url, NULL, html);
    buf_str(html, "</figcaption></figure>\n");
}

void document_add_figure(const struct document_figure *figure, struct buf *html)
{
    if (figure->kind == FIGURE_FILM && document_is_web(figure->url))
        add_film(figure, html);
    else if (figure->kind == FIGURE_PICTURE && (document_is_web(figure->url) || is_own_path(figure->url)))
        figure_add_picture(figure, html);
}
