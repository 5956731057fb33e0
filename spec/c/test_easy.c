/* Sentences made easier to read by rule, and those that are left alone. */
#include "write/finish/easy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "arena_fixture.h"

static void assert_html(const char *tag, const char *html, const char *expected)
{
    const struct str kept[] = {STR("modified starch")};
    struct str out;
    assert_int_equal(easy_html(arena, str_from(html), language_find(str_from(tag)), kept, 1, &out, NULL), OK);
    assert_string_equal(arena_copy_n(arena, out.data, out.len), expected);
}

static void assert_text(const char *tag, const char *text, const char *expected)
{
    assert_html(tag, arena_printf(arena, "<h1>T</h1>\n<p>%s</p>\n", text),
                arena_printf(arena, "<h1>T</h1>\n<p>%s</p>\n", expected));
}

static void test_words(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"Run it in order to see a number of files.", "Run it to see several files."},
        {"In order to run, it needs numerous parts.", "To run, it needs many parts."},
        {"It should be noted that locks are held.", "Locks are held."},
        {"Note that, prior to version 9, rows moved.", "Before version 9, rows moved."},
        {"Consequently, the table is locked.", "So the table is locked."},
        {"It fails due to the fact that no disk is there.", "It fails because no disk is there."},
        {"Furthermore, the server is able to restart.", "Also, the server can restart."},
        {"An additional file uses approximately 5 MB.", "An extra file uses about 5 MB."},
        /* left as they are */
        {"A number of the files are gone.", "A number of the files are gone."},
        {"It is a multiple of four.", "It is a multiple of four."},
        {"They said \"prior to lunch\".", "They said \"prior to lunch\"."},
        {"Soups have modified starch.", "Soups have modified starch."},
        {"Use <code>modify</code> and a pre-modified file.", "Use <code>modify</code> and a pre-modified file."},
        {"A sufficient condition is there.", "A sufficient condition is there."},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_text("en", rows[i][0], rows[i][1]);
}

static void test_glosses(void **state)
{
    (void)state;
    assert_text("en", "The tool copies every file of the tree (for example, the hidden ones) into the backup folder.",
                "The tool copies every file of the tree into the backup folder.");
    /* what limits the sentence, and what holds elements, stays */
    static const char *const same[] = {
        "The tool copies every file of the tree (for example, only if it is new) into the backup folder.",
        "The tool copies every file of the tree (see <a href=\"https://a/\">here</a>) into the backup folder.",
        "The tool copies every file of the Logical Volume Manager (LVM) into the backup folder of the server.",
    };
    for (size_t i = 0; i < COUNT_OF(same); i++)
        assert_text("en", same[i], same[i]);
}

static void test_cuts(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"Partitioning can provide several benefits for large tables, and it is built into the server itself.<sup><a "
         "href=\"https://a/\">1</a></sup>",
         "Partitioning can provide several benefits for large tables. It is built into the server itself.<sup><a "
         "href=\"https://a/\">1</a></sup>"},
        {"The planner is generally able to handle hierarchies of tables fairly well, but they have to be planned with "
         "care.",
         "The planner is generally able to handle hierarchies of tables fairly well. But they have to be planned with "
         "care."},
        {"The kernel will consider a hardware array as a single disk, so the server needs no further tools.",
         "The kernel will consider a hardware array as a single disk. So the server needs no further tools."},
        {"A mirror holds the same data on both of its disks; the loss of one disk is harmless.",
         "A mirror holds the same data on both of its disks. The loss of one disk is harmless."},
        {"The index is stored next to the table on disk, which means that both are copied at once.",
         "The index is stored next to the table on disk. This means that both are copied at once."},
        {"The server keeps all of the changed pages in its memory, making later reads of them very fast.",
         "The server keeps all of the changed pages in its memory. This makes later reads of them very fast."},
        {"Every part of the system uses a log, which is kept on a disk of its own.",
         "Every part of the system uses a log. This log is kept on a disk of its own."},
        {"The first version of it was written in Lua, which is a small language for other programs.",
         "The first version of it was written in Lua. Lua is a small language for other programs."},
        {"The planner, which is part of the server, chooses the cheapest plan and is able to handle many tables.",
         "The planner, which is part of the server, chooses the cheapest plan and can handle many tables."},
        {"The index, which is small, is kept in memory and is used for nearly every one of the queries.",
         "The index is kept in memory and is used for nearly every one of the queries. This index is small."},
        {"Insects find a herb garden as easily as a bed outside, and they meet no natural enemies there.",
         "Insects find a herb garden as easily as a bed outside. They meet no natural enemies there."},
        {"Herbs that receive little of it grow long stems, because the oils form only in the light.",
         "Herbs that receive little of it grow long stems. This is because the oils form only in the light."},
        {"Leaves that will be eaten rule out most sprays, so prevention and patience are the main tools.",
         "Leaves that will be eaten rule out most sprays. So prevention and patience are the main tools."},
        {"Clean glass matters as well for all herbs: a film of dust can swallow part of the light.",
         "Clean glass matters as well for all herbs: a film of dust can swallow part of the light."},
        {"Clean glass is needed as well for herbs: a film of dust can swallow part of the light.",
         "Clean glass is needed as well for herbs. A film of dust can swallow part of the light."},
        {"The mask is as large as the layer itself, although it is shown in the dialog as a thumbnail.",
         "The mask is as large as the layer itself. But it is shown in the dialog as a thumbnail."},
        {"Open the menu at the top of the window, then select the tool that has the brush on it.",
         "Open the menu at the top of the window. Then select the tool that has the brush on it."},
        {"Both a term and its <code>rank(x, y)</code> are stored in the index and they are read together at once.",
         "Both a term and its <code>rank(x, y)</code> are stored in the index and they are read together at once."},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        assert_text("en", rows[i][0], rows[i][1]);
    assert_text("de",
                "Der Server ist auf allen diesen Rechnern schon eingerichtet, aber er wird erst später gestartet.",
                "Der Server ist auf allen diesen Rechnern schon eingerichtet. Aber er wird erst später gestartet.");
    assert_text("fr", "Le masque est attaché au calque de cette image en couleurs, mais il peut être supprimé à part.",
                "Le masque est attaché au calque de cette image en couleurs. Mais il peut être supprimé à part.");
    assert_text("es", "La máscara es una parte de la capa de esta imagen en color; la capa puede ocultar la máscara.",
                "La máscara es una parte de la capa de esta imagen en color. La capa puede ocultar la máscara.");
}

/* What limits, quotes, enumerates or leaves open what it refers to is not cut. */
static void test_what_is_not_cut(void **state)
{
    (void)state;
    static const char *const same[] = {
        "If the table is locked by another session, it is waited for, and it fails after some seconds.",
        "The backup is complete only when the last file is written, and it is useless before that point.",
        "Some people believe that the table is locked for good, and they are wrong about that point.",
        "The server is restarted, the tables are opened, and the clients are told that all of it works again.",
        "The color of the layer that is below the mask, which is gray, does not change in this mode.",
        "The height of the trees in the garden, which is measured every year, has grown by a few meters.",
        "It may hold rows, columns, and the names of all of the tables that are in the database.",
        "The program might fail without a message, making it hard to find out what has gone wrong.",
        "It is not slow, because it is written in C, and there are many people who say the same.",
        "He said that \"the table is locked, and it is waited for by all of the sessions\" to us.",
        "It was chosen as a help against typos on the one hand; a lock that nobody can be shut out by on the other.",
        "The access to a part of the site is restricted, so that nobody is granted what is not his.",
        "Keep the file of the old program on the disk, because of the rules that are read from it.",
        "There are three kinds of tools: the brush, which is soft; the pencil, which is hard; and the eraser.",
        "Add the user and the group to the file that is read when the system is started by you.",
        "Press the key and the mouse button at the same time if you want to move the selection.",
        "The server is stopped at once and the client is told so, unless the option was given before.",
        "The first is the name of the table, and the second the name of the column that is read.",
        "Is the table locked by another session of the server, and is it waited for by all of them?",
        "The file is written to disk and it is unless told otherwise the only copy, if any is made.",
    };
    for (size_t i = 0; i < COUNT_OF(same); i++)
        assert_text("en", same[i], same[i]);
    static const char *const german[] = {
        "Der Server wird erst gestartet, wenn alle Dateien da sind, und er ist dann für alle da.",
        "Die Tabelle ist groß, und das liegt daran, dass sie nie aufgeräumt wird, sofern niemand es verlangt.",
    };
    for (size_t i = 0; i < COUNT_OF(german); i++)
        assert_text("de", german[i], german[i]);
}

static void test_what_stays(void **state)
{
    (void)state;
    assert_html("en",
                "<h1>In order to</h1>\n<pre><code>in order to</code></pre>\n<table>\n<tr><td>in order to</td></tr>\n"
                "</table>\n<ul>\n<li>Run it in order to see.</li>\n</ul>\n",
                "<h1>In order to</h1>\n<pre><code>in order to</code></pre>\n<table>\n<tr><td>in order to</td></tr>\n"
                "</table>\n<ul>\n<li>Run it to see.</li>\n</ul>\n");
    assert_text("pl", "To jest zdanie; to jest drugie zdanie.", "To jest zdanie; to jest drugie zdanie.");
    struct str out;
    assert_int_equal(easy_html(arena, STR("no article"), NULL, NULL, 0, &out, NULL), E_INVALID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_words, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_glosses, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_cuts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_not_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_stays, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
