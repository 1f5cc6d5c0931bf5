// SPDX-License-Identifier: GPL-2.0
/*
 * The parameter `fault`: a list "IF:WHAT:ERRNO,..." of what shall fail from now on; empty: nothing.
 *   IF     rt0, rt1, ... or * for all
 *   WHAT   pfc, ets, app, apptrust, dcbx, buffer, maxrate, pause, mtu, ecn (the enable files), ecn-read (reading these),
 *          traffic_class, sriov_numvfs, vf_mac, vf_rate, vf_spoofchk, vf_trust, vf_link_state, or the name of a file in
 *          qos/, settings/ or one of DCQCN's folders (see knobs.c)
 *   ERRNO  a number; 0: the write answers success and changes nothing (a read: it is empty)
 */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "testnic.h"

#define MAX_FAULTS 32

struct fault {
	char dev[IFNAMSIZ];
	char what[40];
	int error;
};

static DEFINE_MUTEX(lock);
static struct fault faults[MAX_FAULTS];
static unsigned int count;

bool testnic_fault(const struct testnic *nic, const char *what, int *error)
{
	bool found = false;
	unsigned int i;

	mutex_lock(&lock);
	for (i = 0; i < count && !found; i++) {
		const struct fault *fault = &faults[i];

		found = (!strcmp(fault->dev, "*") || !strcmp(fault->dev, nic->dev->name)) && !strcmp(fault->what, what);
		if (found)
			*error = -fault->error;
	}
	mutex_unlock(&lock);
	return found;
}

static int parse(char *text, struct fault *fault)
{
	char *dev = strsep(&text, ":"), *what = strsep(&text, ":");

	if (!what || !text || strscpy(fault->dev, dev, sizeof(fault->dev)) < 0 ||
	    strscpy(fault->what, what, sizeof(fault->what)) < 0)
		return -EINVAL;
	return kstrtoint(text, 10, &fault->error) ?: fault->error < 0 || fault->error > 4095 ? -EINVAL : 0;
}

static int set_faults(const char *value, const struct kernel_param *param)
{
	struct fault *parsed = kcalloc(MAX_FAULTS, sizeof(*parsed), GFP_KERNEL);
	char *text = kstrdup(value, GFP_KERNEL);
	int error = parsed && text ? 0 : -ENOMEM;
	unsigned int n = 0;
	char *rest, *each;

	rest = error ? NULL : strim(text);
	while (!error && (each = strsep(&rest, ","))) {
		if (!*each)
			continue;
		error = n < MAX_FAULTS ? parse(each, &parsed[n++]) : -E2BIG;
	}
	if (!error) {
		mutex_lock(&lock);
		memcpy(faults, parsed, sizeof(faults));
		count = n;
		mutex_unlock(&lock);
	}
	kfree(text);
	kfree(parsed);
	return error;
}

static int get_faults(char *buffer, const struct kernel_param *param)
{
	unsigned int i;
	int length = 0;

	mutex_lock(&lock);
	for (i = 0; i < count; i++)
		length += scnprintf(buffer + length, PAGE_SIZE - length, "%s%s:%s:%d", i ? "," : "", faults[i].dev,
				    faults[i].what, faults[i].error);
	mutex_unlock(&lock);
	return length + scnprintf(buffer + length, PAGE_SIZE - length, "\n");
}

static const struct kernel_param_ops fault_ops = { .set = set_faults, .get = get_faults };
module_param_cb(fault, &fault_ops, NULL, 0644);
