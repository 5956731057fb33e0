/* process: whether the process was forked since its client was opened. */
#ifndef COPYDESK_CLIENT_PROCESS_H
#define COPYDESK_CLIENT_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Zeroed before the first process_remember. */
struct process {
    pid_t pid;
    volatile char *mark; /* 1 in the process that set it, 0 in a child; NULL where the kernel offers no such page */
};

void process_remember(struct process *process); /* the calling process is the one to compare with from now on */
bool process_is_same(const struct process *process);
void process_forget(struct process *process);

#endif
