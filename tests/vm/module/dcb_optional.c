// SPDX-License-Identifier: GPL-2.0
/*
 * What of dcbnl only some have:
 *   peer_pfc  parameter: the mask of PFC that LLDP heard from the other end; -1: nothing was heard, no attribute
 *   apptrust  parameter: Y: a table of the selectors that the port trusts, as sparx5 has it; from kernel 6.2 on
 */
#include <linux/dcbnl.h>
#include <linux/module.h>
#include <linux/version.h>

#include "testnic.h"

static int peer_pfc = -1;
module_param(peer_pfc, int, 0644);
static bool apptrust;
module_param(apptrust, bool, 0444);

static int get_peer_pfc(struct net_device *dev, struct ieee_pfc *pfc)
{
	int mask = READ_ONCE(peer_pfc);

	if (mask < 0)
		return -EOPNOTSUPP;
	pfc->pfc_cap = PRIORITIES;
	pfc->pfc_en = mask;
	return 0;
}

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
static int get_apptrust(struct net_device *dev, u8 *selectors, int *count)
{
	struct testnic *nic = netdev_priv(dev);

	memcpy(selectors, nic->trusted, nic->trusted_count);
	*count = nic->trusted_count;
	return 0;
}

/* DSCP, PCP, DSCP before PCP, or nothing: the hardware can't do others. */
static int set_apptrust(struct net_device *dev, u8 *selectors, int count)
{
	static const u8 both[] = { IEEE_8021QAZ_APP_SEL_DSCP, DCB_APP_SEL_PCP };
	struct testnic *nic = netdev_priv(dev);
	int error;

	if (testnic_fault(nic, "apptrust", &error))
		return error;
	if (count > TRUSTED || (memcmp(selectors, both, count) && (count != 1 || selectors[0] != DCB_APP_SEL_PCP)))
		return -EOPNOTSUPP;
	memcpy(nic->trusted, selectors, count);
	nic->trusted_count = count;
	return 0;
}
#endif

void testnic_dcb_optional(struct dcbnl_rtnl_ops *operations)
{
	operations->ieee_peer_getpfc = get_peer_pfc;
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 2, 0)
	if (apptrust) {
		operations->dcbnl_getapptrust = get_apptrust;
		operations->dcbnl_setapptrust = set_apptrust;
	}
#endif
}
