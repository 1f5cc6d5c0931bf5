// SPDX-License-Identifier: GPL-2.0
/* What a NIC knows about its virtual functions, as `ip link show rtN` and `ip link set rtN vf M` have it. */
#include <linux/etherdevice.h>
#include <linux/if_link.h>

#include "testnic.h"

static struct vf_config *of(struct net_device *dev, int vf)
{
	struct testdev *pf = testdev_of(dev->dev.parent);

	return vf >= 0 && vf < READ_ONCE(pf->vf_count) ? &pf->vf_config[vf] : NULL;
}

/* The virtual function to set. NULL: *error is the answer. */
static struct vf_config *settable(struct net_device *dev, int vf, const char *what, int *error)
{
	*error = -EINVAL;
	return testnic_fault(netdev_priv(dev), what, error) ? NULL : of(dev, vf);
}

int testnic_get_vf_config(struct net_device *dev, int vf, struct ifla_vf_info *info)
{
	const struct vf_config *config = of(dev, vf);

	if (!config)
		return -EINVAL;
	info->vf = vf;
	ether_addr_copy(info->mac, config->mac);
	info->min_tx_rate = config->min_rate;
	info->max_tx_rate = config->max_rate;
	info->spoofchk = config->spoofchk;
	info->trusted = config->trust;
	info->linkstate = config->link_state;
	return 0;
}

int testnic_set_vf_mac(struct net_device *dev, int vf, u8 *mac)
{
	int error;
	struct vf_config *config = settable(dev, vf, "vf_mac", &error);

	if (!config)
		return error;
	if (is_multicast_ether_addr(mac))
		return -EINVAL;
	ether_addr_copy(config->mac, mac);
	return 0;
}

int testnic_set_vf_rate(struct net_device *dev, int vf, int min, int max)
{
	int error;
	struct vf_config *config = settable(dev, vf, "vf_rate", &error);

	if (!config)
		return error;
	if (max && min > max) /* 0: no limit */
		return -EINVAL;
	config->min_rate = min;
	config->max_rate = max;
	return 0;
}

int testnic_set_vf_spoofchk(struct net_device *dev, int vf, bool on)
{
	int error;
	struct vf_config *config = settable(dev, vf, "vf_spoofchk", &error);

	if (!config)
		return error;
	config->spoofchk = on;
	return 0;
}

int testnic_set_vf_trust(struct net_device *dev, int vf, bool on)
{
	int error;
	struct vf_config *config = settable(dev, vf, "vf_trust", &error);

	if (!config)
		return error;
	config->trust = on;
	return 0;
}

int testnic_set_vf_link_state(struct net_device *dev, int vf, int state)
{
	int error;
	struct vf_config *config = settable(dev, vf, "vf_link_state", &error);

	if (!config)
		return error;
	if (state < 0 || state >= __IFLA_VF_LINK_STATE_MAX)
		return -EINVAL;
	config->link_state = state;
	return 0;
}
