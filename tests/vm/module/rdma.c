// SPDX-License-Identifier: GPL-2.0
/* The RDMA devices on the NICs, made by others (rdma_rxe): when they come and go, so does what a driver adds to them. */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <rdma/ib_verbs.h>

#include "testnic.h"

DEFINE_MUTEX(testrdma_lock);
static LIST_HEAD(all);
static struct ib_client client;

struct testrdma *testrdma_find(const char *name)
{
	struct testrdma *each;

	lockdep_assert_held(&testrdma_lock);
	list_for_each_entry(each, &all, entry)
		if (!strcmp(dev_name(&each->ib->dev), name)) /* it may have been renamed */
			return each;
	return NULL;
}

/* After an error the core doesn't come back to us with this device. */
static int add(struct ib_device *ib)
{
	struct testnic *nic = testnic_of_ib(ib);
	struct testrdma *rdma;
	int error;

	if (!nic)
		return -EOPNOTSUPP;
	rdma = kzalloc(sizeof(*rdma), GFP_KERNEL);
	if (!rdma)
		return -ENOMEM;
	rdma->ib = ib;
	rdma->nic = nic;
	error = traffic_class_add(rdma);
	if (error) {
		kfree(rdma);
		return error;
	}
	cc_configfs_add(rdma);
	mutex_lock(&testrdma_lock);
	list_add_tail(&rdma->entry, &all);
	mutex_unlock(&testrdma_lock);
	ib_set_client_data(ib, &client, rdma);
	return 0;
}

static void remove(struct ib_device *ib, void *data)
{
	struct testrdma *rdma = data;

	mutex_lock(&testrdma_lock);
	list_del(&rdma->entry);
	mutex_unlock(&testrdma_lock);
	cc_configfs_remove(rdma);
	traffic_class_remove(rdma);
	kfree(rdma);
}

static struct ib_client client = {
	.name = DRIVER,
	.add = add,
	.remove = remove,
};

int testrdma_init(void)
{
	int error = cc_configfs_init();

	if (error)
		return error;
	error = ib_register_client(&client);
	if (error)
		cc_configfs_exit();
	return error;
}

void testrdma_exit(void)
{
	ib_unregister_client(&client);
	cc_configfs_exit();
}
