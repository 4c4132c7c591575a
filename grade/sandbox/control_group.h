/* control_group.h: limits and accounts of all processes of a submission together, by a control
 * group (cgroup v2). Layer: grade.
 *
 * This works if a part of the cgroup tree is delegated to this program; otherwise account.h adds up
 * the figures of /proc. Memory includes all that is charged to the group, also shared memory and
 * files in memory. */
#ifndef ARB_GRADE_CONTROL_GROUP_H
#define ARB_GRADE_CONTROL_GROUP_H

#include <stdbool.h>
#include <stdint.h>

enum { GRADE_GROUP_PATH = 512 };

/* The folder in which groups can be made; "" if there is none. */
typedef struct {
    char base[GRADE_GROUP_PATH];
    bool moved; /* this program moved into a group of its own, to make room for others beside it */
} grade_group_tree;

/* Finds out whether groups can be made in the tree that this program is in. */
void grade_group_tree_find(grade_group_tree *tree);
/* Restores the tree as it was. */
void grade_group_tree_leave(grade_group_tree *tree);

/* A group; its path is "" if there is none. */
typedef struct {
    char path[GRADE_GROUP_PATH];
} grade_group;

/* Makes a new group with limits. A process enters it by writing "0" to the descriptor, which the
 * caller closes. Returns -1 and makes no group if there can be none. */
int grade_group_open(grade_group *group, const grade_group_tree *tree, unsigned slot,
                     unsigned mebibytes, unsigned processes);
/* Processor time of all processes that are or were in the group. */
double grade_group_seconds(const grade_group *group);
/* Has the kernel killed a process of the group for lack of memory? */
bool grade_group_out_of_memory(const grade_group *group);
/* Kills every process in the group. */
void grade_group_kill(const grade_group *group);
/* Removes the group; its processes must have ended. */
void grade_group_close(grade_group *group);

#endif
