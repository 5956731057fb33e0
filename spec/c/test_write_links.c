/* Internal links in a finished article. */
#include "test_write.h"

#define LINKS                                                                                                          \
    "<p>Our <a href='https://shop.example/lamps'>LED lamps</a> and trays with "                                        \
    "<a href='https://shop.example/clay'>clay pots</a> keep <a "                                                       \
    "href='https://www.example.org/herbs/pests'>spider "                                                               \
    "mites</a> away.</p>"

static const char *const pages[][3] = {
    {"https://shop.example/clay", "Clay pots", "<h1>Clay pots</h1><p>Clay pots breathe.</p>" LINKS},
    {"https://shop.example/lamps", "LED lamps", "<h1>LED lamps</h1><p>LED lamps light herbs and pots.</p>" LINKS},
    {"https://www.example.org/herbs/pests", "Spider mites",
     "<h1>Spider mites</h1><p>Spider mites eat herbs.</p>" LINKS},
};

static enum status next_page(void *context, struct link_page *page, bool *done, struct error *err)
{
    size_t *at = context;
    (void)err;
    *done = *at == COUNT_OF(pages);
    if (!*done)
        *page =
            (struct link_page){str_from(pages[*at][0]), str_from(pages[*at][1]), str_from(pages[*at][2]), STR("en")};
    *at += !*done;
    return OK;
}

static void links_go_to_the_domain_and_not_to_sources(void **state)
{
    (void)state;
    char path[] = "/tmp/copydesk-links-XXXXXX";
    size_t at = 0;
    struct error err;
    struct desk desk = {0};
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_int_equal(link_build(path, next_page, &at, &err), OK);
    assert_int_equal(link_open(path, &desk.index, &err), OK);
    const struct write_services services = {.library = LIBRARY};
    struct written w =
        write_on(&desk, &services, "indoor herb garden",
                 "{\"internalLinkingDomainId\":\"any\",\"articleLength\":\"custom\",\"numberOfSections\":15}");
    assert_int_equal(w.status, OK);
    assert_true(count_of(&w, "//a[starts-with(@href, 'https://shop.example/')]") >= 1);
    /* The third page is a source: it is cited, but not linked to as a page of the domain. */
    assert_int_equal(count_of(&w, "//a[@href = 'https://www.example.org/herbs/pests'][. = 'Spider mites']"), 0);
    assert_int_equal(count_of(&w, "//h1//a | //h2//a | //h3//a | //a//a"), 0);
    assert_false(has_note(&w, "internal link"));
    written_free(&w);
    remove(path);
}

static void says_when_no_link_could_be_made(void **state)
{
    (void)state;
    struct written w = write_with(LIBRARY, "indoor herb garden", "{\"internalLinkingDomainId\":\"any\"}");
    assert_int_equal(w.status, OK);
    assert_true(has_note(&w, "No internal link was added: the domain has no pages yet"));
    written_free(&w);
    struct desk desk = {.has_no_domain = true};
    const struct write_services services = {.library = LIBRARY};
    w = write_on(&desk, &services, "indoor herb garden", "{\"internalLinkingDomainId\":\"any\"}");
    assert_int_equal(w.status, OK);
    assert_true(has_note(&w, "No internal link was added: the domain is no longer there"));
    written_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_go_to_the_domain_and_not_to_sources),
        cmocka_unit_test(says_when_no_link_could_be_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
