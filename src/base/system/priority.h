/* The priority of threads, for work that must not take time from the program it runs in. */
#ifndef COPYDESK_BASE_SYSTEM_PRIORITY_H
#define COPYDESK_BASE_SYSTEM_PRIORITY_H

/*
 * Lowers the calling thread's priority for good: it interrupts no other thread, runs when others leave a core free, and
 * gets a small share when they do not. Threads that it makes from now on inherit that; the program's other threads keep
 * theirs. Where priorities belong to processes (other systems than Linux) nothing happens.
 */
void priority_lower(void);

/* From now on priority_lower does nothing in this process: there is no program around the work. For any thread. */
void priority_keep(void);

#endif
