// SPDX-License-Identifier: GPL-2.0
/*
 * The parameter `ecn_way` says how a NIC's DCQCN is reached:
 *   ofed           /sys/class/net/rtN/ecn/, here
 *   mlx5           debugfs as mlx5 without MLNX_OFED has it, in cc_debugfs.c
 *   bnxt-debugfs   debugfs as the kernel's bnxt_re has it, in cc_debugfs.c
 *   bnxt-configfs  configfs as Broadcom's bnxt_re has it, in cc_configfs.c
 *   none           not at all
 *
 * /sys/class/net/rtN/ecn/ as MLNX_OFED has it: a decimal number a file. Its store functions don't look whether they
 * could parse what was written: then the value becomes 0. A value too large for the card's register loses its upper
 * bits.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "testnic.h"

static char *way_name = "ofed";
module_param_named(ecn_way, way_name, charp, 0444);
enum ecn_way ecn_way;

int testnic_find_ecn_way(void)
{
	static const char *const names[] = { "ofed", "mlx5", "bnxt-debugfs", "bnxt-configfs", "none" };
	int found = match_string(names, ARRAY_SIZE(names), way_name);

	if (found < 0)
		return -EINVAL;
	ecn_way = found;
	return 0;
}

static const struct knob np[] = {
	{ "min_time_between_cnps", 4, ~0 },
	{ "cnp_dscp", 48, 63 },
	{ "cnp_802p_prio", 6, 7 },
}, rp[] = {
	{ "clamp_tgt_rate", 0, 1 },
	{ "clamp_tgt_rate_after_time_inc", 1, 1 },
	{ "rpg_time_reset", 300, ~0 },
	{ "rpg_byte_reset", 32767, ~0 },
	{ "rpg_threshold", 1, ~0 },
	{ "rpg_max_rate", 0, ~0 },
	{ "rpg_ai_rate", 5, ~0 },
	{ "rpg_hai_rate", 50, ~0 },
	{ "rpg_gd", 11, ~0 },
	{ "rpg_min_dec_fac", 50, ~0 },
	{ "rpg_min_rate", 1, ~0 },
	{ "rate_to_set_on_first_cnp", 0, ~0 },
	{ "dce_tcp_g", 1019, ~0 },
	{ "dce_tcp_rtt", 1, ~0 },
	{ "rate_reduce_monitor_period", 4, ~0 },
	{ "initial_alpha_value", 1023, ~0 },
}, enable[] = {
	{ "0", 1, 1 }, { "1", 1, 1 }, { "2", 1, 1 }, { "3", 1, 1 },
	{ "4", 1, 1 }, { "5", 1, 1 }, { "6", 1, 1 }, { "7", 1, 1 },
};

void knob_set(struct knob *knob, u32 value)
{
	WRITE_ONCE(knob->value, value & knob->mask);
}

struct knob_file *testnic_new_knob(struct testnic *nic, const struct knob *knob)
{
	struct knob_file *file = &nic->knobs[nic->knob_count++];

	file->knob = *knob;
	file->nic = nic;
	return file;
}

static bool is_enable(const struct knob_file *file)
{
	return file->knob.name[1] == '\0';
}

static ssize_t show(struct kobject *folder, struct kobj_attribute *attribute, char *buffer)
{
	struct knob_file *file = container_of(attribute, struct knob_file, file);
	int error;

	if (is_enable(file) && testnic_fault(file->nic, "ecn-read", &error))
		return error;
	return sysfs_emit(buffer, "%u\n", READ_ONCE(file->knob.value));
}

static ssize_t store(struct kobject *folder, struct kobj_attribute *attribute, const char *buffer, size_t length)
{
	struct knob_file *file = container_of(attribute, struct knob_file, file);
	struct testnic *nic = file->nic;
	int value = 0, error;
	unsigned int i;

	if (testnic_fault(nic, is_enable(file) ? "ecn" : file->knob.name, &error))
		return error ?: length;
	if (sscanf(buffer, "%d", &value) != 1)
		value = 0;
	if (folder == nic->np_enable && np_portwide) {
		for (i = 0; i < PRIORITIES; i++) /* NP's enable files are the first */
			knob_set(&nic->knobs[i].knob, value);
	} else {
		knob_set(&file->knob, value);
	}
	return length;
}

static int add(struct testnic *nic, struct kobject *folder, const struct knob *knobs, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		struct knob_file *file = testnic_new_knob(nic, &knobs[i]);
		int error;

		sysfs_attr_init(&file->file.attr);
		file->file.attr.name = file->knob.name;
		file->file.attr.mode = 0644;
		file->file.show = show;
		file->file.store = store;
		error = sysfs_create_file(folder, &file->file.attr);
		if (error)
			return error;
	}
	return 0;
}

int testnic_add_knobs(struct testnic *nic)
{
	BUILD_BUG_ON(2 * ARRAY_SIZE(enable) + ARRAY_SIZE(np) + ARRAY_SIZE(rp) != KNOBS);

	nic->ecn = testnic_folder("ecn", &nic->dev->dev.kobj);
	nic->np = testnic_folder("roce_np", nic->ecn);
	nic->rp = testnic_folder("roce_rp", nic->ecn);
	nic->np_enable = testnic_folder("enable", nic->np);
	nic->rp_enable = testnic_folder("enable", nic->rp);
	if (!nic->np_enable || !nic->rp_enable)
		return -ENOMEM;
	return add(nic, nic->np_enable, enable, ARRAY_SIZE(enable)) ?: add(nic, nic->rp_enable, enable, ARRAY_SIZE(enable)) ?:
	       add(nic, nic->np, np, ARRAY_SIZE(np)) ?: add(nic, nic->rp, rp, ARRAY_SIZE(rp));
}

void testnic_remove_knobs(struct testnic *nic)
{
	kobject_put(nic->np_enable); /* the last reference removes a folder with its files; NULL is fine */
	kobject_put(nic->rp_enable);
	kobject_put(nic->np);
	kobject_put(nic->rp);
	kobject_put(nic->ecn);
}
