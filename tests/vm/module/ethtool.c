// SPDX-License-Identifier: GPL-2.0
/* ethtool: the link, and global pause as mlx5 has it, which excludes PFC. */
#include <linux/ethtool.h>

#include "testnic.h"

static int get_link_settings(struct net_device *dev, struct ethtool_link_ksettings *settings)
{
	settings->base.speed = SPEED_100000;
	settings->base.duplex = DUPLEX_FULL;
	settings->base.port = PORT_FIBRE;
	return 0;
}

static void get_pause(struct net_device *dev, struct ethtool_pauseparam *pause)
{
	struct testnic *nic = netdev_priv(dev);

	pause->rx_pause = nic->rx_pause;
	pause->tx_pause = nic->tx_pause;
}

static int set_pause(struct net_device *dev, struct ethtool_pauseparam *pause)
{
	struct testnic *nic = netdev_priv(dev);
	int error;

	if (testnic_fault(nic, "pause", &error))
		return error;
	if (pause->autoneg || (nic->pfc.pfc_en && (pause->rx_pause || pause->tx_pause)))
		return -EINVAL;
	nic->rx_pause = pause->rx_pause;
	nic->tx_pause = pause->tx_pause;
	return 0;
}

const struct ethtool_ops testnic_ethtool = {
	.get_link = ethtool_op_get_link,
	.get_link_ksettings = get_link_settings,
	.get_pauseparam = get_pause,
	.set_pauseparam = set_pause,
};
