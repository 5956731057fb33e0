/*
 * Any bytes as content for the streaming filter. The first three say the format, the bound and how the rest is cut into
 * pieces: however it is cut, the same comes out, and without its links it is what went in.
 */
#include "../c/words_site.h"
#include "check.h"
#include "link/link.h"

static struct link_index *open_site(void)
{
    static const char *const titles[] = {"aa", "foo", "bar", "foo bar", "title", "the the", "bb cc", "C++", "foo_bar"};
    return fixture_index_of(titles, COUNT_OF(titles), 1);
}

static void take(struct buf *all, const struct link_filter_output *output)
{
    for (size_t i = 0; i < COUNT_OF(output->pieces); i++)
        buf_add(all, output->pieces[i].data, output->pieces[i].len);
}

/* cut: the length of the first piece; each next one is longer by `more`, and begins anew at 50. */
static struct buf filter_all(const struct link_index *index, struct str content, enum link_format format,
                             size_t max_bytes, size_t cut, size_t more)
{
    struct link_options options = {.format = format};
    struct link_filter *filter = link_filter_new(index, &options, max_bytes);
    struct link_filter_output output;
    struct buf all = {0};
    check(filter != NULL, "the filter");
    for (size_t at = 0, length = cut; at < content.len; at += length, length = (length + more) % 50 + 1) {
        length = length < content.len - at ? length : content.len - at;
        char *piece = malloc(length ? length : 1); /* of its own: reading behind its end shows */
        check(piece != NULL, "memory");
        memcpy(piece, content.data + at, length);
        check(link_filter_write(filter, (struct str){piece, length}, &output, NULL) == OK, "writing");
        take(&all, &output);
        free(piece);
    }
    check(link_filter_end(filter, &output, NULL) == OK, "ending");
    take(&all, &output);
    link_filter_free(filter);
    return all;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct link_index *index;
    if (!index)
        index = open_site();
    check(index != NULL, "the index");
    if (size < 3)
        return 0;
    struct str content = {(const char *)data + 3, size - 3};
    enum link_format format = (enum link_format)(data[0] % 4);
    size_t max_bytes = 1 + data[1];
    struct buf whole = filter_all(index, content, format, max_bytes, content.len, 0);
    struct buf cut = filter_all(index, content, format, max_bytes, data[2] % 16, data[2] / 16);
    check(whole.len >= content.len, "nothing is lost");
    check(whole.len == cut.len && memcmp(buf_text(&whole), buf_text(&cut), whole.len) == 0, "cuts make no difference");
    buf_free(&whole);
    buf_free(&cut);
    return 0;
}
