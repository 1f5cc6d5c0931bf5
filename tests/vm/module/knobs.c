// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/class/net/rtN/ecn/ as MLNX_OFED has it: a decimal number a file. Its store functions don't look whether they
 * could parse what was written: then the value becomes 0. A value too large for the card's register loses its upper
 * bits.
 */
#include <linux/kernel.h>
#include <linux/sysfs.h>

#include "testnic.h"

static const struct parameter {
	const char *name;
	u32 value, mask;
} np[] = {
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

static bool is_enable(const struct knob *knob)
{
	return knob->file.attr.name[1] == '\0';
}

static ssize_t show(struct kobject *folder, struct kobj_attribute *file, char *buffer)
{
	struct knob *knob = container_of(file, struct knob, file);
	int error;

	if (is_enable(knob) && testnic_fault(knob->nic, "ecn-read", &error))
		return error;
	return sysfs_emit(buffer, "%u\n", READ_ONCE(knob->value));
}

static ssize_t store(struct kobject *folder, struct kobj_attribute *file, const char *buffer, size_t length)
{
	struct knob *knob = container_of(file, struct knob, file);
	struct testnic *nic = knob->nic;
	int value = 0, error;
	unsigned int i;

	if (testnic_fault(nic, is_enable(knob) ? "ecn" : file->attr.name, &error))
		return error ?: length;
	if (sscanf(buffer, "%d", &value) != 1)
		value = 0;
	if (folder == nic->np_enable && np_portwide) {
		for (i = 0; i < PRIORITIES; i++) /* NP's enable files are the first */
			WRITE_ONCE(nic->knobs[i].value, value & 1);
	} else {
		WRITE_ONCE(knob->value, value & knob->mask);
	}
	return length;
}

static int add(struct testnic *nic, struct kobject *folder, const struct parameter *parameters, unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		struct knob *knob = &nic->knobs[nic->knob_count++];
		int error;

		knob->nic = nic;
		knob->value = parameters[i].value;
		knob->mask = parameters[i].mask;
		sysfs_attr_init(&knob->file.attr);
		knob->file.attr.name = parameters[i].name;
		knob->file.attr.mode = 0644;
		knob->file.show = show;
		knob->file.store = store;
		error = sysfs_create_file(folder, &knob->file.attr);
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
