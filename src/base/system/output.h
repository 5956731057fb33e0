/*
 * output: a file that is written under a name which somebody gave.
 *
 * Only a regular file, or a new one, is replaced: it is written beside its place under another name, and a rename puts
 * it there when it is whole. Anything else that has the name (a device, a pipe) stays what it is, and is opened and
 * written. Links are followed and stay. The name of an open descriptor ("/dev/stdout", "/dev/fd/3", what a shell makes
 * of ">(command)") means that descriptor, whatever it leads to.
 */
#ifndef COPYDESK_BASE_SYSTEM_OUTPUT_H
#define COPYDESK_BASE_SYSTEM_OUTPUT_H

#include "base/base.h"

#include <limits.h>

struct output {
    const char *name;    /* as it was given; the caller's */
    char path[PATH_MAX]; /* where the links lead */
    bool is_replaced;    /* by a rename; else it is opened and written */
    int descriptor;      /* that the name means; -1: none */
    unsigned mode;       /* permissions of the file that is replaced; 0: there is none */
};

/* Looks what the name is, and checks that it can be written; changes nothing. E_IO: it cannot, and why. */
enum status output_find(struct output *output, const char *name, struct error *err);

/* Writes the text there. A file that is replaced is on the disk afterwards, or, after a failure, what it was. E_IO. */
enum status output_write(const struct output *output, struct str text, struct error *err);

#endif
