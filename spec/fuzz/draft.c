/*
 * Any bytes as the HTML of an article: without its heading it has no more bytes than before, its pictures have ids and
 * names, and with other addresses for them all bytes outside of these stay; with their own addresses nothing changes
 * that is read.
 */
#include "deliver/draft.h"

#include "check.h"

static struct delivered_draft read_draft(struct arena *arena, const char *html)
{
    struct delivered_draft draft;
    struct article article = {.id = "01890a5d-ac96-774b-bcce-b302099a8057", .html = html};
    struct delivery_call call = {.article = &article, .arena = arena};
    check(draft_of_article(&call, &draft, NULL) == OK, "a draft that is not read");
    check(draft.title && *draft.title && draft.slug && *draft.slug && draft.marker, "a draft without a name");
    check(draft.slug[strspn(draft.slug, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0', "a slug of other letters");
    for (size_t i = 0; i < draft.picture_count; i++) {
        const struct draft_picture *picture = &draft.pictures[i];
        check(strlen(picture->id) == 32 && strstr(picture->filename, picture->id), "a picture without its name");
        check(picture->alt && picture->caption, "a picture without texts");
        for (size_t k = 0; k < i; k++)
            check(strcmp(draft.pictures[k].id, picture->id) != 0, "a picture twice");
    }
    return draft;
}

/* The same addresses again: read once more it has the same pictures in the same order. */
static void check_addresses(struct arena *arena, const struct delivered_draft *draft)
{
    struct str html, same;
    const char **addresses = ARENA_ARRAY(arena, draft->picture_count + 1, const char *);
    check(addresses, "no memory");
    check(draft_html(draft, addresses, arena, &same, NULL) == OK && str_eq(same, draft->html), "other bytes");
    for (size_t i = 0; i < draft->picture_count; i++)
        addresses[i] = arena_printf(arena, "https://x/?\"&<>'/media/%s.png", draft->pictures[i].id);
    check(draft_html(draft, addresses, arena, &html, NULL) == OK, "addresses that are not written");
    struct delivered_draft again = read_draft(arena, html.data);
    check(again.picture_count >= draft->picture_count, "pictures are lost");
    for (size_t i = 0; i < draft->picture_count; i++)
        check(strcmp(again.pictures[i].id, draft->pictures[i].id) == 0, "other pictures");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    check(arena, "no memory");
    const char *html = arena_copy_n(arena, (const char *)data, size);
    check(html, "no memory");
    struct delivered_draft draft = read_draft(arena, html);
    check(draft.html.len <= strlen(html), "more than there was");
    if (!strstr(draft.html.data, "<h1") && !strstr(draft.html.data, "<H1")) /* a second heading would go now */
        check_addresses(arena, &draft);
    arena_free(arena);
    return 0;
}
