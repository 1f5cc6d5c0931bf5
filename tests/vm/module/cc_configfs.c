// SPDX-License-Identifier: GPL-2.0
/*
 * ecn_way=bnxt-configfs: DCQCN as Broadcom's bnxt_re has it. mkdir of an RDMA device's name in the subsystem bnxt_re makes
 * DEVICE/ports/1/cc/, whose files are hexadecimal in both directions. They show what was written to them, and writing 1 to
 * `apply` makes that the card's. The device is looked up at every access; it takes all values with it when it goes.
 * What the card holds is shown to tests, in decimal, by debugfs: roce_testnic/DEVICE/.
 */
#include <linux/configfs.h>
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <rdma/ib_verbs.h>

#include "testnic.h"

/* name, value after load, mask */
#define EACH(X) \
	X(ecn_enable, 1, 1) \
	X(ecn_marking, 1, 3) \
	X(cc_mode, 1, 1) \
	X(roce_dscp, 26, 63) \
	X(roce_prio, 3, 7) \
	X(cnp_dscp, 48, 63) \
	X(cnp_prio, 7, 7) \
	X(g, 8, 0xff) \
	X(init_cr, 200, 0xffff) \
	X(init_tr, 40, 0xffff) \
	X(inact_th, 10000, 0xffff) \
	X(rtt, 40, 0xffff) \
	X(tcp_cp, 0, 0xffff) \
	X(nph_per_state, 5, 0xff) \
	X(time_pph, 1, 0xff) \
	X(pkts_pph, 100, 0xff) \
	X(min_time_bet_cnp, 4, 0xffff)

#define INDEX(name, value, mask) CC_##name,
#define KNOB(name, value, mask) { #name, value, mask },
enum { EACH(INDEX) COUNT };
static const struct knob knobs[] = { EACH(KNOB) };

/* a folder below bnxt_re; all know the device they are about */
struct folder {
	struct config_group group;
	char device[IB_DEVICE_NAME_MAX];
};

static struct folder *of(struct config_item *item)
{
	return container_of(to_config_group(item), struct folder, group);
}

static ssize_t show(struct config_item *item, char *page, unsigned int index)
{
	struct testrdma *rdma;
	ssize_t result = -ENODEV;

	mutex_lock(&testrdma_lock);
	rdma = testrdma_find(of(item)->device);
	if (rdma)
		result = sysfs_emit(page, "%#x\n", rdma->staged[index]);
	mutex_unlock(&testrdma_lock);
	return result;
}

static ssize_t store(struct config_item *item, const char *page, size_t length, unsigned int index)
{
	struct testrdma *rdma;
	int error = -ENODEV;
	u32 value;

	if (kstrtou32(page, 16, &value) || value & ~knobs[index].mask)
		return -EINVAL;
	mutex_lock(&testrdma_lock);
	rdma = testrdma_find(of(item)->device);
	if (rdma && !testnic_fault(rdma->nic, knobs[index].name, &error)) {
		rdma->staged[index] = value;
		error = 0;
	}
	mutex_unlock(&testrdma_lock);
	return error ?: length;
}

#define FILE(name, value, mask) \
	static ssize_t cc_##name##_show(struct config_item *item, char *page) \
	{ \
		return show(item, page, CC_##name); \
	} \
	static ssize_t cc_##name##_store(struct config_item *item, const char *page, size_t length) \
	{ \
		return store(item, page, length, CC_##name); \
	} \
	CONFIGFS_ATTR(cc_, name);
EACH(FILE)

static ssize_t cc_apply_show(struct config_item *item, char *page)
{
	return sysfs_emit(page, "%#x\n", 0);
}

/* A number other than 1 does nothing. */
static ssize_t cc_apply_store(struct config_item *item, const char *page, size_t length)
{
	struct testrdma *rdma;
	int error = -ENODEV;
	unsigned int i;
	u32 value;

	if (kstrtou32(page, 16, &value))
		return -EINVAL;
	mutex_lock(&testrdma_lock);
	rdma = testrdma_find(of(item)->device);
	if (rdma && !testnic_fault(rdma->nic, "apply", &error)) {
		for (i = 0; i < COUNT && value == 1; i++)
			knob_set(&rdma->cc[i], rdma->staged[i]);
		error = 0;
	}
	mutex_unlock(&testrdma_lock);
	return error ?: length;
}
CONFIGFS_ATTR(cc_, apply);

#define POINTER(name, value, mask) &cc_attr_##name,
static struct configfs_attribute *attributes[] = { EACH(POINTER) &cc_attr_apply, NULL };

/* The folders in it are its own, made with it. */
static void release(struct config_item *item)
{
	configfs_remove_default_groups(to_config_group(item));
	kfree(of(item));
}

static struct configfs_item_operations folder_operations = { .release = release };
static const struct config_item_type folder_type = { .ct_item_ops = &folder_operations, .ct_owner = THIS_MODULE };
static const struct config_item_type cc_type = {
	.ct_item_ops = &folder_operations,
	.ct_attrs = attributes,
	.ct_owner = THIS_MODULE,
};

static struct folder *new_folder(const char *name, const char *device, const struct config_item_type *type,
				 struct folder *parent)
{
	struct folder *folder = kzalloc(sizeof(*folder), GFP_KERNEL);

	if (!folder)
		return NULL;
	strscpy(folder->device, device, sizeof(folder->device));
	config_group_init_type_name(&folder->group, name, type);
	if (parent)
		configfs_add_default_group(&folder->group, &parent->group);
	return folder;
}

static struct config_group *make(struct config_group *root, const char *name)
{
	struct folder *device, *inner;
	bool exists;

	mutex_lock(&testrdma_lock);
	exists = testrdma_find(name);
	mutex_unlock(&testrdma_lock);
	if (!exists)
		return ERR_PTR(-ENODEV);

	device = new_folder(name, name, &folder_type, NULL);
	if (!device)
		return ERR_PTR(-ENOMEM);
	inner = new_folder("ports", name, &folder_type, device);
	if (inner)
		inner = new_folder("1", name, &folder_type, inner);
	if (inner)
		inner = new_folder("cc", name, &cc_type, inner);
	if (inner)
		return &device->group;
	config_group_put(&device->group);
	return ERR_PTR(-ENOMEM);
}

static struct configfs_group_operations root_operations = { .make_group = make };
static const struct config_item_type root_type = { .ct_group_ops = &root_operations, .ct_owner = THIS_MODULE };
static struct configfs_subsystem subsystem = {
	.su_group.cg_item = { .ci_namebuf = "bnxt_re", .ci_type = &root_type },
};
static struct dentry *debug;

void cc_configfs_add(struct testrdma *rdma)
{
	unsigned int i;

	BUILD_BUG_ON(COUNT != CC_KNOBS);
	if (ecn_way != ECN_BNXT_CONFIGFS)
		return;
	rdma->debug = debugfs_create_dir(dev_name(&rdma->ib->dev), debug);
	for (i = 0; i < COUNT; i++) {
		rdma->cc[i] = knobs[i];
		rdma->staged[i] = knobs[i].value;
		debugfs_create_u32(knobs[i].name, 0444, rdma->debug, &rdma->cc[i].value);
	}
}

void cc_configfs_remove(struct testrdma *rdma)
{
	debugfs_remove(rdma->debug); /* NULL is fine */
}

int cc_configfs_init(void)
{
	int error;

	if (ecn_way != ECN_BNXT_CONFIGFS)
		return 0;
	config_group_init(&subsystem.su_group);
	mutex_init(&subsystem.su_mutex);
	error = configfs_register_subsystem(&subsystem);
	if (!error)
		debug = debugfs_create_dir(DRIVER, NULL);
	return error;
}

void cc_configfs_exit(void)
{
	if (ecn_way != ECN_BNXT_CONFIGFS)
		return;
	configfs_unregister_subsystem(&subsystem);
	debugfs_remove(debug);
}
