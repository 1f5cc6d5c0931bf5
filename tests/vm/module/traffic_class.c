// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/class/infiniband/DEVICE/tc/1/traffic_class as MLNX_OFED has it: empty as long as it isn't set; a number sets it,
 * -1 unsets it. Parameter traffic_class=N: there is none.
 */
#include <linux/module.h>
#include <linux/sysfs.h>
#include <rdma/ib_verbs.h>

#include "testnic.h"

static bool traffic_class = true;
module_param(traffic_class, bool, 0444);

static ssize_t show(struct kobject *folder, struct kobj_attribute *file, char *buffer)
{
	int value = READ_ONCE(container_of(file, struct testrdma, tc_file)->traffic_class);

	return value < 0 ? 0 : sysfs_emit(buffer, "Global tclass=%d\n", value);
}

static ssize_t store(struct kobject *folder, struct kobj_attribute *file, const char *buffer, size_t length)
{
	struct testrdma *rdma = container_of(file, struct testrdma, tc_file);
	int value, error;

	if (testnic_fault(rdma->nic, file->attr.name, &error))
		return error ?: length;
	if (kstrtoint(buffer, 10, &value) || value < -1 || value > 255)
		return -EINVAL;
	WRITE_ONCE(rdma->traffic_class, value);
	return length;
}

int traffic_class_add(struct testrdma *rdma)
{
	int error;

	rdma->traffic_class = -1;
	if (!traffic_class)
		return 0;
	rdma->tc = testnic_folder("tc", &rdma->ib->dev.kobj);
	rdma->tc_port = testnic_folder("1", rdma->tc);
	sysfs_attr_init(&rdma->tc_file.attr);
	rdma->tc_file.attr.name = "traffic_class";
	rdma->tc_file.attr.mode = 0644;
	rdma->tc_file.show = show;
	rdma->tc_file.store = store;
	error = rdma->tc_port ? sysfs_create_file(rdma->tc_port, &rdma->tc_file.attr) : -ENOMEM;
	if (error)
		traffic_class_remove(rdma);
	return error;
}

void traffic_class_remove(struct testrdma *rdma)
{
	kobject_put(rdma->tc_port); /* removes the folder and waits for who is in its file; NULL is fine */
	kobject_put(rdma->tc);
}
