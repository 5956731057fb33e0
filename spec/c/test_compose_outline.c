/* Which sections the built-in writer takes from a folder, and in which order. */
#include "test_write.h"

#include <sys/stat.h>

static const char *const documents[][2] = {
    {"grills.html",
     "<html><head><title>Grills and smokers</title></head><body><h1>Grills and smokers</h1><p>Grills and smokers cook "
     "outdoors, and they are a pleasure of the summer for whoever has a garden of some size.</p>"
     "<div class=\"toc\"><dl class=\"toc\"><dt><a href=\"charcoal.html\">Charcoal</a></dt><dd><dl><dt><a "
     "href=\"charcoal.html#ash\">Ash</a></dt><dt><a href=\"deep.html\">Deep down</a></dt></dl></dd><dt><a "
     "href=\"gas.html\">Gas bottles</a></dt><dt><a href=\"http://127.0.0.1:1/\">Elsewhere</a></dt><dt><a "
     "href=\"../outside.html\">Outside</a></dt></dl></div></body></html>"},
    {"charcoal.html",
     "<html><head><title>Charcoal</title></head><body><h1>Charcoal</h1><p>Charcoal burns for an hour when it lies in "
     "two layers. Dry coal lights in ten minutes, and wet coal smokes for half an hour before it gives any heat. A "
     "sack "
     "of coal is stored in a dry place under a roof, where no rain gets to it. Coal that was wet once crumbles in the "
     "hand and is thrown away.</p></body></html>"},
    {"gas.html",
     "<html><head><title>Gas bottles</title></head><body><h1>Gas bottles</h1><p>A bottle of gas lasts for ten evenings "
     "of two hours. The hose of a bottle is replaced every six years, since rubber cracks in the sun. A bottle stands "
     "upright on firm ground, and its valve is closed when nobody is near it. Empty bottles are given back to the shop "
     "that sold them.</p></body></html>"},
    {"deep.html",
     "<html><head><title>Deep down</title></head><body><h1>Deep down</h1><p>Far below the ground there is a layer of "
     "stone that nobody has ever seen. It is said to be warm there, and dark, and quiet for all of the year.</p></body>"
     "</html>"},
    {"pumps.md",
     "# The house of pumps\n\nThe house stands behind the mill.\n\n## Water relief valves\n\nWater relief valves open "
     "when a pipe bursts, and they close when the burst pipe is empty again. Each of them is tried once in a year by "
     "the miller, who writes the day of it on the wall. A relief valve that sticks is replaced.\n\n## Stairs\n\nThe "
     "stairs of the house are steep, and they are swept on the first day of a month. Whoever sweeps them wears boots. "
     "The lamp above the stairs burns for a whole night, since nobody finds the switch of it in the dark of the "
     "house. A second lamp hangs at the door, and its light is as weak as that of the first.\n"},
    {"relief.md",
     "# Relief valves\n\nRelief valves of steam engines are made of brass, which bears the heat of the steam for many "
     "years. A valve of iron rusts in a year. The spring of a relief valve is as thick as a finger and as long as a "
     "hand, and a thinner spring breaks under the steam. Drivers of engines grease the spring of a relief valve every "
     "evening, and they listen to the sound that it makes. A valve that whistles is open by the width of a hair. Steam "
     "that leaves the valve is so hot that it cannot be seen, which makes it more dangerous than a flame. Valves of "
     "old engines have a weight in place of the spring, and the weight hangs from an arm of wood that is oiled in "
     "spring. A driver who has two valves on an engine opens the second of them only when the first one does not "
     "close any more, and tells the station of it.\n"},
    {"tea.md",
     "# Green tea\n\nGreen tea is a drink that is made of leaves which were steamed. It is pale.\n\n"
     "## Water for green tea\n\nGreen tea wants water of eighty degrees, because hotter water makes it bitter. The "
     "water "
     "for green tea is boiled first and then left for five minutes. Soft water suits green tea better than hard water, "
     "which leaves a skin on the cup.\n"},
    {"black.md",
     "# Black tea\n\nBlack tea is a drink that is made of leaves which were left to ferment. It is dark.\n\n"
     "## Black tea and milk\n\nBlack tea is strong enough for milk, which is poured into the cup before the tea or "
     "after it. A spoon of sugar goes well with black tea. Whoever drinks black tea in the evening lies awake, for "
     "black "
     "tea has as much of what wakes as a small coffee. In winter black tea is drunk with rum by sailors, who say that "
     "black tea without rum is for children, and that the cold of the sea needs more than a hot drink.\n"},
    {"leaves.md",
     "# Leaves\n\nLeaves are picked by hand.\n\n"
     "## From the bush to the cup\n\nGreen tea is steamed on the day when it is picked. Black tea is rolled and then "
     "lies in the air for a night. Green tea keeps its colour, and black tea loses it in the night. A pound of green "
     "tea "
     "takes four pounds of leaves, and so does a pound of black tea. What is picked in spring is better than what is "
     "picked in autumn, whatever becomes of it.\n"},
    {"knots.md",
     "# Kinds of knots\n\nThere are many kinds of knots, and whoever sails needs most of them. Sailors learn the kinds "
     "of knots as children.\n\n"
     "## Bowline\n\nA bowline is a knot that makes a loop which does not slip. It holds boats of any size. "
     "Whoever ties a bowline around a post in the evening can be sure that the boat is there in the morning, and that "
     "the knot comes open without a knife.\n\n"
     "## Clove hitch\n\nA clove hitch is a knot that ties a rope to a post. It comes loose under a changing load.\n\n"
     "## Reef knot\n\nA reef knot is a knot that ties two ends of one rope. It is flat and easy to open.\n\n"
     "## Sheet bend\n\nA sheet bend is a knot that ties two ropes of different size. It is fast to make.\n\n"
     "## Figure eight\n\nA figure eight is a knot that stops a rope from running out. It looks like the number.\n\n"
     "## Slip knot\n\nA slip knot is a knot that closes around whatever it holds as soon as its rope is pulled.\n"},
    {"paint.md",
     "# How to paint a fence\n\nA fence is painted in summer.\n\n"
     "## Before the brush\n\nWash the fence with water and a brush, and let it dry for two days. Boards that are loose "
     "are nailed to the fence again. Old paint that peels is scraped off, and what is left on the fence is sanded "
     "until "
     "it is smooth to the hand.\n\n"
     "## When you paint the fence\n\nPaint the fence from the top to the bottom, with the grain of the wood. A second "
     "coat goes on the fence after a day. Two litres of paint are enough for ten metres of a fence that is as high as "
     "a "
     "child of six years.\n"},
    {"kites.md",
     "# Making things that fly\n\nThey are made at home.\n\n"
     "## Adjustable kites\n\nAdjustable kites go into a bag that is no longer than an arm. The rods of adjustable "
     "kites "
     "are taken out of the cloth, and the cloth is rolled around them. Adjustable kites with one rod more hold in a "
     "storm. Three lines lead to the hands, and a knot marks where each of them is held. "
     "The cloth wants to be washed twice in a summer with cold water and no soap. Rods of glass break less often "
     "than rods of wood do, but they weigh more than those. Shops that sell boats have cord of the right kind.\n"},
    {"rules.md",
     "# Rules of kites\n\nThere are rules, and nobody reads them.\n\n"
     "## Adjusting a kite\n\nA kite is adjusted on dry ground. Adjusting a kite takes two people and some patience, "
     "because "
     "the wind takes the cloth from whoever is alone. Whoever adjusts a kite in rain will find it mouldy in spring.\n\n"
     "### By night\n\nNobody adjusts kites by night, since the lines are lost in the grass and are found by the "
     "mower.\n"},
    {"strings.md", "# Kites: FAQ\n\n## Strings\n\n### What are strings made of?\n\nKite strings are made "
                   "of nylon or of silk, and the best of them are made of both, which costs twice as much as n"
                   "ylon alone.\n\n### How long are strings?\n\nKite strings are sixty metres long for a "
                   "child, and twice as long for whoever flies a kite on a wide beach without trees.\n\n### Wh"
                   "y do kite strings break?\n\nKite strings break where a knot was tied in them, since a knot"
                   " takes half of the strength that the fibres had before it.\n\n### How are strings sto"
                   "red?\n\nKite strings are stored on a reel in a dark place, because the light of the sun ma"
                   "kes nylon brittle within two summers.\n\n### Do strings hurt the hands?\n\nKite strin"
                   "gs cut the hands when the wind is strong, so that gloves of leather are worn by all who fl"
                   "y large kites.\n\n### Which colour do strings have?\n\nKite strings are white or yell"
                   "ow, as birds see these colours well and turn away from them before they are caught.\n\n"},
};

static char folder[] = "/tmp/copydesk-outline-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return folder_of(folder, documents, COUNT_OF(documents));
}

static int remove_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
}

/* The pages that a chapter lists are read, in its order, though none of them names the subject; what they list in turn,
 * and what is elsewhere, is not. */
static void a_chapter_has_its_text_on_other_pages(void **state)
{
    (void)state;
    struct written w = write_with(folder, "grills and smokers", NULL);
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//h2[. = 'Charcoal'][following::h2[. = 'Gas bottles']]"), 1);
    assert_int_equal(count_of(&w, "//p[contains(., 'lasts for ten evenings')]"), 1);
    assert_int_equal(count_of(&w, "//*[contains(text(), 'Far below')]"), 0);
    written_free(&w);
}

static void each_side_of_a_comparison_has_its_section(void **state)
{
    (void)state;
    struct written w = write_with(folder, "green tea vs black tea", NULL);
    assert_int_equal(w.status, OK);
    assert_string_equal(text_of(&w, "//h2[1]"), "From the bush to the cup"); /* it is about both */
    assert_int_equal(count_of(&w, "//h2[. = 'Water for green tea']"), 1);
    assert_int_equal(count_of(&w, "//h2[. = 'Black tea and milk'][preceding::h2[. = 'Water for green tea']]"), 1);
    written_free(&w);
}

/* "green vs black tea": the noun behind the second name describes both. */
static void a_shared_noun_stands_for_both_sides(void **state)
{
    (void)state;
    struct written w = write_with(folder, "green vs black tea", NULL);
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//h2[. = 'Water for green tea'] | //h2[. = 'Black tea and milk']"), 2);
    written_free(&w);
}

static void a_row_of_short_parts_stays_whole(void **state)
{
    (void)state;
    struct written w = write_with(folder, "kinds of knots", NULL);
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//h2[. = 'Clove hitch']/following-sibling::p[1][contains(., 'to a post')]"), 1);
    assert_int_equal(count_of(&w, "//h2[. = 'Slip knot']/following-sibling::p[1][contains(., 'closes around')]"), 1);
    assert_int_equal(count_of(&w, "//h2[. = 'Bowline'] | //h2[. = 'Reef knot'] | //h2[. = 'Sheet bend']"), 3);
    written_free(&w);
}

static void a_page_on_the_task_keeps_its_order(void **state)
{
    (void)state;
    struct written w = write_with(folder, "how to paint a fence", NULL);
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//h2[. = 'Before the brush'][following::h2[contains(., 'paint the fence')]]"), 1);
    written_free(&w);
}

/* The section that is written as the request is, before what stands below a heading with other forms of its words. */
static void the_heading_as_it_is_asked_for_comes_first(void **state)
{
    (void)state;
    struct written w = write_with(folder, "adjustable kites", "{\"articleLength\":\"shorter\"}");
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//p[contains(., 'rolled around them')]"), 1);
    written_free(&w);
}

/* A heading that says less of the subject does not lend it more text. */
static void a_heading_with_less_of_the_subject_is_another(void **state)
{
    (void)state;
    struct written w = write_with(folder, "water relief valves", NULL);
    assert_int_equal(w.status, OK);
    assert_int_equal(count_of(&w, "//p[contains(., 'a pipe bursts')]"), 1);
    assert_int_equal(count_of(&w, "//h2[. = 'Water relief valves']/following-sibling::p[1][contains(., 'brass')]"), 0);
    written_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chapter_has_its_text_on_other_pages),
        cmocka_unit_test(each_side_of_a_comparison_has_its_section),
        cmocka_unit_test(a_shared_noun_stands_for_both_sides),
        cmocka_unit_test(a_row_of_short_parts_stays_whole),
        cmocka_unit_test(a_page_on_the_task_keeps_its_order),
        cmocka_unit_test(the_heading_as_it_is_asked_for_comes_first),
        cmocka_unit_test(a_heading_with_less_of_the_subject_is_another),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
