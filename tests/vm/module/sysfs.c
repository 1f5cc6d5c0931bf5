// SPDX-License-Identifier: GPL-2.0
/* /sys/class/net/rtN/{qos,settings}/ as MLNX_OFED has them, and qos/trust of older versions; ecn/ is in knobs.c. */
#include <linux/rtnetlink.h>
#include <linux/sysfs.h>

#include "testnic.h"

struct kobject *testnic_folder(const char *name, struct kobject *parent)
{
	return parent ? kobject_create_and_add(name, parent) : NULL;
}

static struct testnic *of(struct kobject *folder)
{
	return netdev_priv(to_net_dev(kobj_to_dev(folder->parent)));
}

/* Eight numbers, with commas or spaces between them. */
static int parse_eight(const char *buffer, u64 *numbers)
{
	unsigned int i;
	int used;

	for (i = 0; i < 8; i++) {
		buffer += strspn(buffer, ", \t");
		if (sscanf(buffer, "%llu%n", &numbers[i], &used) != 1)
			return -EINVAL;
		buffer += used;
	}
	return 0;
}

static ssize_t trust_show(struct kobject *qos, struct kobj_attribute *file, char *buffer)
{
	return sysfs_emit(buffer, "%s\n", of(qos)->trusts_dscp ? "dscp" : "pcp");
}

static ssize_t tc_num_show(struct kobject *qos, struct kobj_attribute *file, char *buffer)
{
	return sysfs_emit(buffer, "%u\n", of(qos)->tc_num);
}

static ssize_t maxrate_show(struct kobject *qos, struct kobj_attribute *file, char *buffer)
{
	struct testnic *nic = of(qos);
	unsigned int i;
	int length = 0;

	for (i = 0; i < IEEE_8021QAZ_MAX_TCS; i++)
		length += sysfs_emit_at(buffer, length, "%llu ", nic->maxrate.tc_maxrate[i]);
	return length + sysfs_emit_at(buffer, length, "\n");
}

static ssize_t prio2buffer_show(struct kobject *qos, struct kobj_attribute *file, char *buffer)
{
	struct testnic *nic = of(qos);
	unsigned int i;
	int length = sysfs_emit(buffer, "Priority\tBuffer\n");

	for (i = 0; i < PRIORITIES; i++)
		length += sysfs_emit_at(buffer, length, "%u\t\t%u\n", i, nic->buffer.prio2buffer[i]);
	return length;
}

static ssize_t buffer_size_show(struct kobject *qos, struct kobj_attribute *file, char *buffer)
{
	const struct dcbnl_buffer *buffers = &of(qos)->buffer;
	u32 spare = buffers->total_size;
	unsigned int i;
	int length;

	for (i = 0; i < PRIORITIES; i++)
		spare -= buffers->buffer_size[i];
	length = sysfs_emit(buffer, "Port buffer size = %u\nSpare buffer size = %u\n", buffers->total_size, spare);
	length += sysfs_emit_at(buffer, length, "Buffer\tSize\txoff_threshold\txon_threshold\n");
	for (i = 0; i < PRIORITIES; i++)
		length += sysfs_emit_at(buffer, length, "%u\t%u\t%u\t\t%u\n", i, buffers->buffer_size[i], 0, 0);
	return length;
}

static ssize_t pfc_stall_prevention_show(struct kobject *settings, struct kobj_attribute *file, char *buffer)
{
	return sysfs_emit(buffer, "%s\n", of(settings)->stall_prevention_is_auto ? "auto" : "default");
}

static int store_trust(struct testnic *nic, const char *buffer)
{
	if (!sysfs_streq(buffer, "dscp") && !sysfs_streq(buffer, "pcp"))
		return -EINVAL;
	nic->trusts_dscp = sysfs_streq(buffer, "dscp");
	return 0;
}

static int store_tc_num(struct testnic *nic, const char *buffer)
{
	unsigned int number;

	if (kstrtouint(buffer, 10, &number) || (number != 1 && number != 8))
		return -EINVAL;
	nic->tc_num = number;
	return 0;
}

static int store_maxrate(struct testnic *nic, const char *buffer)
{
	u64 kbps[8];

	if (parse_eight(buffer, kbps))
		return -EINVAL;
	testnic_set_maxrate(nic, kbps);
	return 0;
}

static int store_prio2buffer(struct testnic *nic, const char *buffer)
{
	struct dcbnl_buffer wanted = nic->buffer;
	unsigned int i;
	u64 numbers[8];

	if (parse_eight(buffer, numbers))
		return -EINVAL;
	for (i = 0; i < PRIORITIES; i++)
		wanted.prio2buffer[i] = min_t(u64, numbers[i], 255);
	return testnic_set_buffer(nic, &wanted);
}

static int store_buffer_size(struct testnic *nic, const char *buffer)
{
	struct dcbnl_buffer wanted = nic->buffer;
	unsigned int i;
	u64 numbers[8];

	if (parse_eight(buffer, numbers))
		return -EINVAL;
	for (i = 0; i < PRIORITIES; i++)
		wanted.buffer_size[i] = min_t(u64, numbers[i], U32_MAX);
	return testnic_set_buffer(nic, &wanted);
}

static int store_pfc_stall_prevention(struct testnic *nic, const char *buffer)
{
	if (!sysfs_streq(buffer, "auto") && !sysfs_streq(buffer, "default"))
		return -EINVAL;
	nic->stall_prevention_is_auto = sysfs_streq(buffer, "auto");
	return 0;
}

/* What all of these have in common: faults, and the lock under which dcbnl works on the same values. */
static ssize_t store(struct kobject *folder, struct kobj_attribute *file, const char *buffer, size_t length,
		     int (*set)(struct testnic *nic, const char *buffer))
{
	struct testnic *nic = of(folder);
	int error;

	if (testnic_fault(nic, file->attr.name, &error))
		return error ?: length;
	if (!rtnl_trylock()) /* removal holds it and waits for us */
		return restart_syscall();
	error = set(nic, buffer);
	rtnl_unlock();
	return error ?: length;
}

#define FILE(name) \
	static ssize_t name##_store(struct kobject *folder, struct kobj_attribute *file, const char *buffer, \
				    size_t length) \
	{ \
		return store(folder, file, buffer, length, store_##name); \
	} \
	static struct kobj_attribute name##_file = __ATTR_RW(name)

FILE(trust);
FILE(tc_num);
FILE(maxrate);
FILE(prio2buffer);
FILE(buffer_size);
FILE(pfc_stall_prevention);

static struct attribute *qos_attributes[] = {
	&trust_file.attr, &tc_num_file.attr, &maxrate_file.attr, &prio2buffer_file.attr, &buffer_size_file.attr, NULL,
};

static const struct attribute_group qos_group = { .attrs = qos_attributes };

static struct attribute *settings_attributes[] = { &pfc_stall_prevention_file.attr, NULL };
static const struct attribute_group settings_group = { .attrs = settings_attributes };

/* No half of a folder is left: what removes the NIC after an error removes it too. */
static int add_folder(struct testnic *nic, const char *name, const struct attribute_group *group, struct kobject **folder)
{
	*folder = testnic_folder(name, &nic->dev->dev.kobj);
	return *folder ? sysfs_create_group(*folder, group) : -ENOMEM;
}

int testnic_add_files(struct testnic *nic)
{
	int error = add_folder(nic, "qos", &qos_group, &nic->qos) ?: add_folder(nic, "settings", &settings_group, &nic->settings);

	if (!error && ecn_way == ECN_OFED)
		error = testnic_add_knobs(nic);
	cc_debugfs_add(nic);
	return error;
}

void testnic_remove_files(struct testnic *nic)
{
	cc_debugfs_remove(nic);
	testnic_remove_knobs(nic);
	kobject_put(nic->settings);
	kobject_put(nic->qos);
}
