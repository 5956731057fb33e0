/*
 * build: makes the index file of a site by passes over its pages (site/site.h).
 *
 *   link.h            link_build: declared there, defined in build.c, which runs the passes one after the other
 *   build.h           this file
 *   names.h           what names a page: how many titles and headings hold the same words; then the phrases themselves
 *   frame.h           what the pages share, which no content stands in
 *   graph.h           who links to whom
 *   links.h           what titles and links say of phrases and targets
 *   counts.h          how often phrases stand where, linked or not
 *   context_counts.h  in which surroundings phrases are linked, by a part of the pages
 *   vectors.h         what each page is about
 *   audit_visits.h    what reports tell (audit/audit.h)
 *   write.h           the file (write_pages.h, write_phrases.h)
 *
 * The passes: the frame is learned; titles and headings are counted; names are added, and the graph; links; phrases;
 * contexts; vectors. What the site's own links teach (lessons/learn.h) is learned once the frame is, from indexes that
 * are made in the same way of a part of the pages, some of them without their links.
 */
#ifndef COPYDESK_LINK_BUILD_H
#define COPYDESK_LINK_BUILD_H

#include "link/link.h"

#endif
