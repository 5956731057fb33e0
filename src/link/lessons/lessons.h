/*
 * lessons: what a site's own links teach about its links (model/lessons.h says what that is).
 *
 *   lessons.h        this file
 *   learn.h          learns: some pages lose their links, an index is built, they are linked and compared
 *   sample.h         the pages that are kept for it
 *   lesson_page.h    one page: what could be linked there, and what its author linked
 */
#ifndef COPYDESK_LINK_LESSONS_H
#define COPYDESK_LINK_LESSONS_H

#include "link/lessons/learn.h"

#endif
