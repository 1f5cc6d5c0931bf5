// SPDX-License-Identifier: GPL-2.0
/*
 * roce_testnic: for tests only. Ethernet NICs rt0, rt1, ... that take the settings of a RoCE NIC and keep them,
 * without doing anything with them. rt0 and rt1 are joined by a cable, so are rt2 and rt3, and so on.
 *
 * Parameters (see also bus.c, fault.c, dcb_optional.c, knobs.c, traffic_class.c, sriov.c and fakeib.c):
 *   nics         how many
 *   fw_dcbx      DCB is the firmware's: DCBX reads without HOST and with LLD_MANAGED and can't be set (answers 1), and
 *                setting PFC, ETS, APP, buffers or rates answers EPERM
 *   np_portwide  ecn/roce_np/enable/0..7 are one switch; N: a value each, though the card would treat them as one
 *   pfc_flap_ms  changing PFC takes the carrier away for so long; 0: it doesn't
 */
#include <linux/etherdevice.h>
#include <linux/module.h>
#include <rdma/ib_verbs.h>

#include "testnic.h"

#define MAX_NICS 64

static unsigned int nics = 2;
module_param(nics, uint, 0444);
bool fw_dcbx;
module_param(fw_dcbx, bool, 0644);
bool np_portwide = true;
module_param(np_portwide, bool, 0644);
unsigned int pfc_flap_ms;
module_param(pfc_flap_ms, uint, 0644);

static struct testdev *devices[MAX_NICS];
static struct net_device __rcu *netdevs[MAX_NICS];

/* The other end of the cable receives it. Only this function counts, and it runs once at a time on each NIC. */
static netdev_tx_t testnic_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct testnic *nic = netdev_priv(dev);
	unsigned int length = skb->len;
	struct net_device *peer;

	rcu_read_lock();
	peer = rcu_dereference(netdevs[nic->index ^ 1]);
	if (!peer) {
		dev_kfree_skb(skb);
		dev->stats.tx_dropped++;
	} else if (dev_forward_skb(peer, skb) == NET_RX_SUCCESS) {
		dev->stats.tx_packets++;
		dev->stats.tx_bytes += length;
		peer->stats.rx_packets++;
		peer->stats.rx_bytes += length;
	} else {
		dev->stats.tx_dropped++;
	}
	rcu_read_unlock();
	return NETDEV_TX_OK;
}

static int testnic_change_mtu(struct net_device *dev, int mtu)
{
	int error;

	if (testnic_fault(netdev_priv(dev), "mtu", &error))
		return error;
	WRITE_ONCE(dev->mtu, mtu);
	return 0;
}

static const struct net_device_ops testnic_netdev = {
	.ndo_start_xmit = testnic_xmit,
	.ndo_change_mtu = testnic_change_mtu,
	.ndo_validate_addr = eth_validate_addr,
	.ndo_set_mac_address = eth_mac_addr,
	.ndo_get_vf_config = testnic_get_vf_config,
	.ndo_set_vf_mac = testnic_set_vf_mac,
	.ndo_set_vf_rate = testnic_set_vf_rate,
	.ndo_set_vf_spoofchk = testnic_set_vf_spoofchk,
	.ndo_set_vf_trust = testnic_set_vf_trust,
	.ndo_set_vf_link_state = testnic_set_vf_link_state,
};

static void testnic_carrier(struct work_struct *work)
{
	struct testnic *nic = container_of(to_delayed_work(work), struct testnic, carrier);

	netif_carrier_on(nic->dev);
}

/* Whose RDMA device is this? It keeps its netdev for as long as it is registered. */
struct testnic *testnic_of_ib(struct ib_device *ib)
{
	struct testnic *found = NULL;
	unsigned int i;

	rcu_read_lock();
	for (i = 0; i < MAX_NICS && !found; i++) {
		struct net_device *dev = rcu_dereference(netdevs[i]);
		struct ib_device *its = dev ? ib_device_get_by_netdev(dev, RDMA_DRIVER_UNKNOWN) : NULL;

		if (its == ib)
			found = netdev_priv(dev);
		if (its)
			ib_device_put(its);
	}
	rcu_read_unlock();
	return found;
}

static void testnic_setup(struct net_device *dev)
{
	ether_setup(dev);
	dev->netdev_ops = &testnic_netdev;
	dev->ethtool_ops = &testnic_ethtool;
	dev->dcbnl_ops = &testnic_dcb;
	dev->min_mtu = 68;
	dev->max_mtu = 9978;
	dev->features |= NETIF_F_SG | NETIF_F_HW_CSUM | NETIF_F_HIGHDMA;
	dev->hw_features |= NETIF_F_SG | NETIF_F_HW_CSUM;
}

static void testnic_free(void *data)
{
	free_netdev(data);
}

static void testnic_unregister(void *data)
{
	struct net_device *dev = data;
	struct testnic *nic = netdev_priv(dev);

	testdev_of(dev->dev.parent)->nic = NULL;
	RCU_INIT_POINTER(netdevs[nic->index], NULL);
	testnic_remove_files(nic);
	unregister_netdev(dev); /* waits for RCU */
	cancel_delayed_work_sync(&nic->carrier);
}

static int testnic_probe(struct device *parent)
{
	struct testdev *device = testdev_of(parent);
	u8 mac[ETH_ALEN] = { 0x02, 'r', 't', 0, 0, device->index };
	struct net_device *dev;
	struct testnic *nic;
	char name[IFNAMSIZ];
	int error;

	snprintf(name, sizeof(name), "rt%u", device->index);
	dev = alloc_netdev(sizeof(*nic), name, NET_NAME_PREDICTABLE, testnic_setup);
	if (!dev)
		return -ENOMEM;
	error = devm_add_action_or_reset(parent, testnic_free, dev);
	if (error)
		return error;

	SET_NETDEV_DEV(dev, parent);
	eth_hw_addr_set(dev, mac);
	nic = netdev_priv(dev);
	nic->dev = dev;
	nic->index = device->index;
	INIT_DELAYED_WORK(&nic->carrier, testnic_carrier);
	testnic_dcb_init(nic);
	error = register_netdev(dev);
	if (error)
		return error;
	device->nic = nic;
	rcu_assign_pointer(netdevs[nic->index], dev);
	error = devm_add_action_or_reset(parent, testnic_unregister, dev);
	if (error)
		return error;
	error = testnic_add_files(nic);
	return error ?: devm_add_action_or_reset(parent, testnic_disable_sriov, device); /* these go first */
}

struct device_driver testnic_driver = {
	.name = DRIVER,
	.owner = THIS_MODULE,
	.probe = testnic_probe,
};

static void remove_devices(void)
{
	unsigned int i;

	for (i = 0; i < MAX_NICS; i++)
		testdev_remove(devices[i]); /* NULL is fine */
}

static int __init testnic_init(void)
{
	unsigned int i;
	int error;

	if (nics > MAX_NICS || !testnic_vfs_are_valid())
		return -EINVAL;
	error = testnic_find_ecn_way();
	if (error)
		return error;
	testnic_dcb_optional(&testnic_dcb);
	cc_debugfs_init();
	error = testbus_init();
	if (error)
		goto fail_debugfs;
	for (i = 0; i < nics; i++) {
		struct testdev *device = testdev_add(NULL, i);

		if (IS_ERR(device)) {
			error = PTR_ERR(device);
			goto fail;
		}
		devices[i] = device;
	}
	error = testrdma_init();
	if (error)
		goto fail;
	error = fakeib_init();
	if (!error)
		return 0;
	testrdma_exit();
fail:
	remove_devices();
	testbus_exit();
fail_debugfs:
	cc_debugfs_exit();
	return error;
}

static void __exit testnic_exit(void)
{
	fakeib_exit();
	testrdma_exit();
	remove_devices();
	testbus_exit();
	cc_debugfs_exit();
}

module_init(testnic_init);
module_exit(testnic_exit);
MODULE_DESCRIPTION("RoCE NICs for tests, without hardware");
MODULE_LICENSE("GPL");
