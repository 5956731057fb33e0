/* paths: the files and folders that a configuration names, as absolute paths. */
#ifndef COPYDESK_SERVICE_PATHS_H
#define COPYDESK_SERVICE_PATHS_H

#include "base/base.h"

/*
 * The data folder: the configured one, or (NULL) $COPYDESK_DATA, else $XDG_DATA_HOME/copydesk, else
 * ~/.local/share/copydesk. It need not exist. In the arena. E_INVALID: none is configured and the environment has none
 * of the three.
 */
enum status path_of_data(const char *configured, struct arena *arena, const char **path, struct error *err);

/* A relative path counts from the current folder. E_IO: there is none. */
enum status path_make_absolute(const char *path, struct arena *arena, const char **absolute, struct error *err);

/* The library's folder (NULL stays NULL). E_INVALID: there is none; the message names where it was looked for. */
enum status path_of_library(const char *configured, struct arena *arena, const char **path, struct error *err);

#endif
