// SPDX-License-Identifier: GPL-2.0
/*
 * SR-IOV. The files of a NIC's device have the rules of PCI's; a virtual function is a device roce_testvf.N.M with a netdev
 * rtNvM, which has no DCB and no DCQCN, and isn't at any cable. What `ip link set rtN vf M` sets is in sriov_vf.c.
 * Parameter vfs: how many virtual functions a NIC may have
 */
#include <linux/etherdevice.h>
#include <linux/module.h>

#include "testnic.h"

static unsigned int vfs = MAX_VFS;
module_param(vfs, uint, 0444);

static struct testdev *add_vf(struct testdev *pf, unsigned int index)
{
	struct testdev *vf = testdev_add(pf, index);
	char name[16];
	int error;

	if (IS_ERR(vf))
		return vf;
	snprintf(name, sizeof(name), "virtfn%u", index);
	error = sysfs_create_link(&pf->dev.kobj, &vf->dev.kobj, name) ?:
		sysfs_create_link(&vf->dev.kobj, &pf->dev.kobj, "physfn");
	if (!error) {
		vf->ready = true; /* who sees its netdev finds the links */
		error = device_attach(&vf->dev);
	}
	if (error >= 0)
		return vf;
	sysfs_remove_link(&pf->dev.kobj, name); /* nothing if it isn't there */
	testdev_remove(vf);
	return ERR_PTR(error);
}

void testnic_disable_sriov(void *data)
{
	struct testdev *pf = data;
	unsigned int i;
	char name[16];

	WRITE_ONCE(pf->vf_count, 0);
	for (i = 0; i < MAX_VFS; i++) {
		if (!pf->vfs[i])
			continue;
		snprintf(name, sizeof(name), "virtfn%u", i);
		sysfs_remove_link(&pf->dev.kobj, name);
		testdev_remove(pf->vfs[i]);
		pf->vfs[i] = NULL;
	}
}

static int enable(struct testdev *pf, unsigned int count)
{
	unsigned int i;

	memset(pf->vf_config, 0, sizeof(pf->vf_config));
	for (i = 0; i < count; i++) {
		struct testdev *vf = add_vf(pf, i);

		if (IS_ERR(vf)) {
			testnic_disable_sriov(pf);
			return PTR_ERR(vf);
		}
		pf->vfs[i] = vf;
	}
	WRITE_ONCE(pf->vf_count, count);
	return 0;
}

static ssize_t sriov_totalvfs_show(struct device *dev, struct device_attribute *file, char *buffer)
{
	return sysfs_emit(buffer, "%u\n", vfs);
}

static ssize_t sriov_numvfs_show(struct device *dev, struct device_attribute *file, char *buffer)
{
	return sysfs_emit(buffer, "%u\n", READ_ONCE(testdev_of(dev)->vf_count));
}

static int set_count(struct testdev *pf, unsigned int count)
{
	int error;

	if (count == pf->vf_count)
		return 0;
	if (!pf->nic)
		return -ENOENT; /* no driver */
	if (testnic_fault(pf->nic, "sriov_numvfs", &error))
		return error;
	if (count && pf->vf_count)
		return -EBUSY;
	if (count)
		return enable(pf, count);
	testnic_disable_sriov(pf);
	return 0;
}

static ssize_t sriov_numvfs_store(struct device *dev, struct device_attribute *file, const char *buffer, size_t length)
{
	u16 count;
	int error;

	if (kstrtou16(buffer, 0, &count))
		return -EINVAL;
	if (count > vfs)
		return -ERANGE;
	device_lock(dev); /* the driver stays */
	error = set_count(testdev_of(dev), count);
	device_unlock(dev);
	return error ?: length;
}

static DEVICE_ATTR_RO(sriov_totalvfs);
static DEVICE_ATTR_RW(sriov_numvfs);
static struct attribute *attributes[] = { &dev_attr_sriov_totalvfs.attr, &dev_attr_sriov_numvfs.attr, NULL };
static const struct attribute_group group = { .attrs = attributes };
const struct attribute_group *testnic_sriov_groups[] = { &group, NULL };

static netdev_tx_t xmit(struct sk_buff *skb, struct net_device *dev)
{
	dev_kfree_skb(skb);
	dev->stats.tx_dropped++;
	return NETDEV_TX_OK;
}

static const struct net_device_ops operations = {
	.ndo_start_xmit = xmit,
	.ndo_validate_addr = eth_validate_addr,
	.ndo_set_mac_address = eth_mac_addr,
};

static void setup(struct net_device *dev)
{
	ether_setup(dev);
	dev->netdev_ops = &operations;
	dev->min_mtu = 68;
	dev->max_mtu = 9978;
}

static void free_dev(void *dev)
{
	free_netdev(dev);
}

static void unregister(void *dev)
{
	unregister_netdev(dev);
}

static int probe(struct device *parent)
{
	struct testdev *vf = testdev_of(parent);
	u8 mac[ETH_ALEN] = { 0x02, 'r', 't', 1, vf->pf->index, vf->index };
	struct net_device *dev;
	char name[IFNAMSIZ];
	int error;

	snprintf(name, sizeof(name), "rt%uv%u", vf->pf->index, vf->index);
	dev = alloc_netdev(0, name, NET_NAME_PREDICTABLE, setup);
	if (!dev)
		return -ENOMEM;
	error = devm_add_action_or_reset(parent, free_dev, dev);
	if (error)
		return error;
	SET_NETDEV_DEV(dev, parent);
	eth_hw_addr_set(dev, mac);
	error = register_netdev(dev);
	return error ?: devm_add_action_or_reset(parent, unregister, dev);
}

struct device_driver testvf_driver = {
	.name = "roce_testvf",
	.owner = THIS_MODULE,
	.probe = probe,
};

bool testnic_vfs_are_valid(void)
{
	return vfs <= MAX_VFS;
}
