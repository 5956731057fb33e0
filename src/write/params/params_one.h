/* One parameter of a request: whether it applies, its value, its default. */
#ifndef COPYDESK_WRITE_PARAMS_PARAMS_ONE_H
#define COPYDESK_WRITE_PARAMS_PARAMS_ONE_H

#include "write/params/params_reader.h"

/* Puts it into the config, reports its fault, or remembers it for the notes; those that stand before it in the table
 * were read before. */
void read_param(struct params_reader_reader *reader, const struct param *param);

#endif
