#ifndef COPYDESK_WRITE_PARAMS_PARAMS_PARTS_H
#define COPYDESK_WRITE_PARAMS_PARAMS_PARTS_H

#include "write/params/params.h"

/* One parameter of a request: whether it applies, its value, its default. */

/* Puts it into the config, reports its fault, or remembers it for the notes; those that stand before it in the table
 * were read before. */
void read_param(struct params_reader_reader *reader, const struct param *param);

#endif
