// SPDX-License-Identifier: GPL-2.0
/*
 * DCQCN in debugfs, in a folder of the name of the NIC's device:
 *   ecn_way=mlx5          mlx5/roce_testnic.N/cc_params/, as mlx5 has it without MLNX_OFED
 *   ecn_way=bnxt-debugfs  bnxt_re/roce_testnic.N/cc_config/, as the kernel's bnxt_re has it: what the firmware answers to
 *                         a change is nobody's concern, so that with a fault a write succeeds and changes nothing
 * A file is a decimal number, and takes one in any base.
 */
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/uaccess.h>

#include "testnic.h"

static const struct knob mlx5[] = {
	{ "rp_clamp_tgt_rate", 0, 1 },
	{ "rp_clamp_tgt_rate_ati", 1, 1 },
	{ "rp_time_reset", 300, ~0 },
	{ "rp_byte_reset", 32767, ~0 },
	{ "rp_threshold", 1, ~0 },
	{ "rp_ai_rate", 5, ~0 },
	{ "rp_max_rate", 0, ~0 },
	{ "rp_hai_rate", 50, ~0 },
	{ "rp_min_dec_fac", 50, ~0 },
	{ "rp_min_rate", 1, ~0 },
	{ "rp_rate_to_set_on_first_cnp", 0, ~0 },
	{ "rp_dce_tcp_g", 1019, ~0 },
	{ "rp_dce_tcp_rtt", 1, ~0 },
	{ "rp_rate_reduce_monitor_period", 4, ~0 },
	{ "rp_initial_alpha_value", 1023, ~0 },
	{ "rp_gd", 11, ~0 },
	{ "np_min_time_between_cnps", 4, ~0 },
	{ "np_cnp_dscp", 48, 63 },
	{ "np_cnp_prio_mode", 1, 1 },
	{ "np_cnp_prio", 6, 7 },
}, bnxt[] = {
	{ "enable_cc", 1, 1 },
	{ "run_avg_weight_g", 8, 0xff },
	{ "num_phase_per_state", 5, 0xff },
	{ "init_cr", 200, 0xffff },
	{ "init_tr", 40, 0xffff },
	{ "tos_ecn", 1, 3 },
	{ "tos_dscp", 26, 63 },
	{ "alt_vlan_pcp", 7, 7 },
	{ "alt_vlan_dscp", 48, 63 },
	{ "rtt", 40, 0xffff },
	{ "cc_mode", 1, 1 },
	{ "tcp_cp", 0, 0xffff },
	{ "tx_queue", 0, 0xff },
	{ "inactivity_cp", 10000, 0xffff },
};

static struct dentry *root;

/* bnxt_re has this file and can't do anything with it. */
static bool is_tx_queue(const struct knob_file *file)
{
	return ecn_way == ECN_BNXT_DEBUGFS && !strcmp(file->knob.name, "tx_queue");
}

static ssize_t cc_read(struct file *opened, char __user *to, size_t length, loff_t *position)
{
	struct knob_file *file = opened->private_data;
	char text[16];
	int used;

	if (is_tx_queue(file))
		return -EINVAL;
	used = scnprintf(text, sizeof(text), "%d\n", READ_ONCE(file->knob.value));
	return simple_read_from_buffer(to, length, position, text, used);
}

/* mlx5 takes 11 bytes, of which the last doesn't count; bnxt_re takes 15. */
static ssize_t cc_write(struct file *opened, const char __user *from, size_t length, loff_t *position)
{
	struct knob_file *file = opened->private_data;
	bool is_mlx5 = ecn_way == ECN_MLX5;
	char text[16] = {};
	u32 value;
	int error;

	if (length > (is_mlx5 ? 11 : sizeof(text) - 1))
		return -EINVAL;
	if (copy_from_user(text, from, length))
		return -EFAULT;
	if (is_mlx5)
		text[10] = '\0';
	if (kstrtou32(text, 0, &value))
		return -EINVAL;
	if (is_tx_queue(file))
		return -EOPNOTSUPP;
	if (testnic_fault(file->nic, file->knob.name, &error))
		return is_mlx5 && error ? error : length;
	knob_set(&file->knob, value);
	if (is_mlx5 && !strcmp(file->knob.name, "np_cnp_prio"))
		knob_set(&file[-1].knob, 0); /* np_cnp_prio_mode: use the number */
	return length;
}

static const struct file_operations operations = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = cc_read,
	.write = cc_write,
};

void cc_debugfs_add(struct testnic *nic)
{
	const struct knob *knobs = ecn_way == ECN_MLX5 ? mlx5 : bnxt;
	unsigned int i, count = ecn_way == ECN_MLX5 ? ARRAY_SIZE(mlx5) : ARRAY_SIZE(bnxt);
	struct dentry *folder;

	BUILD_BUG_ON(ARRAY_SIZE(mlx5) > KNOBS || ARRAY_SIZE(bnxt) > KNOBS);
	if (ecn_way != ECN_MLX5 && ecn_way != ECN_BNXT_DEBUGFS)
		return;
	nic->debug = debugfs_create_dir(dev_name(nic->dev->dev.parent), root);
	folder = debugfs_create_dir(ecn_way == ECN_MLX5 ? "cc_params" : "cc_config", nic->debug);
	for (i = 0; i < count; i++) {
		struct knob_file *file = testnic_new_knob(nic, &knobs[i]);

		debugfs_create_file(file->knob.name, ecn_way == ECN_MLX5 ? 0600 : 0400, folder, file, &operations);
	}
}

void cc_debugfs_remove(struct testnic *nic)
{
	debugfs_remove(nic->debug); /* waits for who is reading; NULL is fine */
}

void cc_debugfs_init(void)
{
	if (ecn_way == ECN_MLX5 || ecn_way == ECN_BNXT_DEBUGFS)
		root = debugfs_create_dir(ecn_way == ECN_MLX5 ? "mlx5" : "bnxt_re", NULL);
}

void cc_debugfs_exit(void)
{
	debugfs_remove(root);
}
