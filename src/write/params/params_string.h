/* Reads parameters that are strings or arrays of strings; their JSON type was checked before. */
#ifndef COPYDESK_WRITE_PARAMS_PARAMS_STRING_H
#define COPYDESK_WRITE_PARAMS_PARAMS_STRING_H

#include "write/params/params_reader.h"

enum outcome read_string(struct params_reader_reader *reader, const struct param *param, const json_t *value,
                         json_t **accepted);
enum outcome read_strings(struct params_reader_reader *reader, const struct param *param, const json_t *value,
                          json_t **accepted);

/* Appends the names of article types by their bits: "blog_post", "listicle". */
void list_article_types(struct buf *out, unsigned which);

#endif
