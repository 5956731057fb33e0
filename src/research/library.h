/* The configured folder of documents that the writer may draw from. */
#ifndef COPYDESK_RESEARCH_LIBRARY_H
#define COPYDESK_RESEARCH_LIBRARY_H

#include "research/page.h"

/*
 * Reads every .md, .markdown, .html, .htm and .txt below folder, in byte order of their paths; hidden files and links that lead
 * out are left out; folders that are links too; files over 4 MiB, and those after the 2,000th, are skipped, and the log says so. A Markdown document may begin with
 * front matter: `title:`, `url:` (then it can be cited with a link) and `language:`; an HTML document names its URL with
 * <link rel="canonical">.
 * E_NOT_FOUND when the folder does not exist, E_IO when it cannot be read.
 */
enum status library_read(struct arena *arena, const char *folder, struct page **pages, size_t *count,
                         struct error *err);

#endif
