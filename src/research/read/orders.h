/* Pages without what they say to the programs that read them. */
#ifndef COPYDESK_RESEARCH_READ_ORDERS_H
#define COPYDESK_RESEARCH_READ_ORDERS_H

#include "research/page/page.h"

/*
 * Leaves out of the page what addresses a language model (model/check/check.h): a paragraph, an item, a row of a table
 * with a cell that does so, a table with such a head, a term with what describes it, a heading with all up to the next
 * one. A title that does so is replaced by the first heading, or by the address. The page's blocks may belong to
 * others: they are copied into the arena, not changed. *count: how many blocks were left out. E_MEMORY.
 */
enum status page_leave_out_orders(struct arena *arena, struct page *page, size_t *count, struct error *err);

#endif
