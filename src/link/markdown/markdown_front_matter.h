/*
 * Used only inside this folder. What stands before the text: YAML or TOML for the program that publishes it.
 */
#ifndef COPYDESK_LINK_MARKDOWN_MARKDOWN_FRONT_MATTER_H
#define COPYDESK_LINK_MARKDOWN_MARKDOWN_FRONT_MATTER_H

#include "base/base.h"

/*
 * Where the text begins behind the front matter, which stands at the top between two lines "---" (YAML) or "+++"
 * (TOML); 0 when there is none. *open: the content, of which this may be the first part only, begins with front matter
 * that nothing has ended yet.
 */
size_t markdown_front_matter(struct str content, bool *open);

#endif
