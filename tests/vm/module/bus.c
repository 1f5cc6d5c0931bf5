// SPDX-License-Identifier: GPL-2.0
/*
 * The bus that the NICs are on. A bus of their own, because the kernel asks a device's bus how many virtual functions there
 * are, before it says anything about them, and the platform bus doesn't count.
 */
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/version.h>

#include "testnic.h"

/* A device's name is its driver's, a dot and numbers. A virtual function waits until its links are made. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
static int match(struct device *dev, const struct device_driver *driver)
#else
static int match(struct device *dev, struct device_driver *driver)
#endif
{
	size_t length = strlen(driver->name);

	return testdev_of(dev)->ready && !strncmp(dev_name(dev), driver->name, length) && dev_name(dev)[length] == '.';
}

static int num_vf(struct device *dev)
{
	return READ_ONCE(testdev_of(dev)->vf_count);
}

static struct bus_type bus = {
	.name = "roce_testbus",
	.match = match,
	.num_vf = num_vf,
};

static void release(struct device *dev)
{
	kfree(testdev_of(dev));
}

struct testdev *testdev_add(struct testdev *pf, unsigned int index)
{
	struct testdev *device = kzalloc(sizeof(*device), GFP_KERNEL);
	int error;

	if (!device)
		return ERR_PTR(-ENOMEM);
	device->index = index;
	device->pf = pf;
	device->ready = !pf;
	device->dev.bus = &bus;
	device->dev.release = release;
	device->dev.groups = pf ? NULL : testnic_sriov_groups;
	device_initialize(&device->dev);
	error = pf ? dev_set_name(&device->dev, "roce_testvf.%u.%u", pf->index, index) :
		     dev_set_name(&device->dev, DRIVER ".%u", index);
	error = error ?: device_add(&device->dev);
	if (!error)
		return device;
	put_device(&device->dev);
	return ERR_PTR(error);
}

void testdev_remove(struct testdev *device)
{
	if (device)
		device_unregister(&device->dev);
}

static int add_driver(struct device_driver *driver)
{
	driver->bus = &bus;
	return driver_register(driver);
}

int testbus_init(void)
{
	int error = bus_register(&bus);

	if (error)
		return error;
	error = add_driver(&testvf_driver);
	if (error)
		goto fail;
	error = add_driver(&testnic_driver);
	if (!error)
		return 0;
	driver_unregister(&testvf_driver);
fail:
	bus_unregister(&bus);
	return error;
}

void testbus_exit(void)
{
	driver_unregister(&testnic_driver);
	driver_unregister(&testvf_driver);
	bus_unregister(&bus);
}
