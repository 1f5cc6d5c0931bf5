// SPDX-License-Identifier: GPL-2.0
/*
 * The bus that the NICs are on. A bus of their own, because the kernel asks a device's bus how many virtual functions there
 * are, before it says anything about them, and the platform bus doesn't count.
 */
#include <linux/module.h>
#include <linux/pci.h>
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

static bool pci;
module_param(pci, bool, 0444);
MODULE_PARM_DESC(pci, "the NICs hang on PCI functions: rt0 on QEMU's first pci-testdev, and so on");

/* The PCI function of a NIC, held; NULL where there are fewer, or none are asked for. */
static struct device *function_of(unsigned int index)
{
	struct pci_dev *function = NULL;
	unsigned int i;

	for (i = 0; pci && i <= index; i++) {
		function = pci_get_device(PCI_VENDOR_ID_REDHAT, 0x0005, function); /* QEMU, docs/specs/pci-ids */
		if (!function)
			return NULL;
	}
	return function ? &function->dev : NULL;
}

static struct bus_type bus = {
	.name = "roce_testbus",
	.match = match,
	.num_vf = num_vf,
};

static void release(struct device *dev)
{
	put_device(testdev_of(dev)->function);
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
	device->function = pf ? NULL : function_of(index);
	device->dev.parent = device->function;
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
