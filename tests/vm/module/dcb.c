// SPDX-License-Identifier: GPL-2.0
/* dcbnl as mlx5 has it. */
#include <linux/dcbnl.h>
#include <linux/math64.h>

#include "testnic.h"

#define BUFFER_TOTAL 262144
#define BUFFER_CELL 128 /* the card counts in cells: what doesn't fill one is lost */

static struct testnic *of(struct net_device *dev)
{
	return netdev_priv(dev);
}

/* May this be set? Else *error is the answer. */
static bool refused(struct testnic *nic, const char *what, int *error)
{
	if (fw_dcbx) {
		*error = -EPERM;
		return true;
	}
	return testnic_fault(nic, what, error);
}

static int get_pfc(struct net_device *dev, struct ieee_pfc *pfc)
{
	*pfc = of(dev)->pfc;
	return 0;
}

static int set_pfc(struct net_device *dev, struct ieee_pfc *pfc)
{
	struct testnic *nic = of(dev);
	int error;

	if (refused(nic, "pfc", &error))
		return error;
	if (pfc->delay > 0 && pfc->delay < 1000)
		nic->pfc.delay = pfc->delay;
	if (pfc->pfc_en == nic->pfc.pfc_en)
		return 0;
	nic->pfc.pfc_en = pfc->pfc_en;
	if (pfc_flap_ms) {
		netif_carrier_off(dev);
		mod_delayed_work(system_wq, &nic->carrier, msecs_to_jiffies(pfc_flap_ms));
	}
	return 0;
}

static int get_ets(struct net_device *dev, struct ieee_ets *ets)
{
	*ets = of(dev)->ets;
	return 0;
}

/* A traffic class that isn't ETS reads back with a bandwidth of 100, as on the card. */
static int set_ets(struct net_device *dev, struct ieee_ets *ets)
{
	struct testnic *nic = of(dev);
	unsigned int i, sum = 0, shared = 0;
	int error;

	if (refused(nic, "ets", &error))
		return error;
	for (i = 0; i < IEEE_8021QAZ_MAX_TCS; i++) {
		if (ets->prio_tc[i] >= IEEE_8021QAZ_MAX_TCS)
			return -EINVAL;
		if (ets->tc_tsa[i] == IEEE_8021QAZ_TSA_ETS) {
			sum += ets->tc_tx_bw[i];
			shared++;
		} else if (ets->tc_tsa[i] != IEEE_8021QAZ_TSA_STRICT && ets->tc_tsa[i] != IEEE_8021QAZ_TSA_VENDOR) {
			return -EINVAL;
		}
	}
	if (shared && sum != 100)
		return -EINVAL;
	memcpy(nic->ets.prio_tc, ets->prio_tc, sizeof(ets->prio_tc));
	memcpy(nic->ets.tc_tsa, ets->tc_tsa, sizeof(ets->tc_tsa));
	for (i = 0; i < IEEE_8021QAZ_MAX_TCS; i++)
		nic->ets.tc_tx_bw[i] = ets->tc_tsa[i] == IEEE_8021QAZ_TSA_ETS ? ets->tc_tx_bw[i] : 100;
	return 0;
}

static int get_maxrate(struct net_device *dev, struct ieee_maxrate *maxrate)
{
	*maxrate = of(dev)->maxrate;
	return 0;
}

/* A rate is a byte on the card, in 100 Mb/s below 26 Gb/s and in Gb/s above: what doesn't fit wraps. */
void testnic_set_maxrate(struct testnic *nic, const u64 *kbps)
{
	unsigned int i;

	for (i = 0; i < IEEE_8021QAZ_MAX_TCS; i++) {
		u32 unit = kbps[i] < 26000000 ? 100000 : 1000000;
		u64 units = div_u64(kbps[i], unit);

		if (kbps[i] && !units)
			units = 1;
		nic->maxrate.tc_maxrate[i] = (u64)(u8)units * unit;
	}
}

static int set_maxrate(struct net_device *dev, struct ieee_maxrate *maxrate)
{
	int error;

	if (refused(of(dev), "maxrate", &error))
		return error;
	testnic_set_maxrate(of(dev), maxrate->tc_maxrate);
	return 0;
}

static int get_buffer(struct net_device *dev, struct dcbnl_buffer *buffer)
{
	*buffer = of(dev)->buffer;
	return 0;
}

int testnic_set_buffer(struct testnic *nic, const struct dcbnl_buffer *wanted)
{
	unsigned int i;
	u64 sum = 0;

	for (i = 0; i < PRIORITIES; i++) {
		sum += wanted->buffer_size[i];
		if (wanted->prio2buffer[i] >= DCBX_MAX_BUFFERS)
			return -EINVAL;
	}
	if (sum > BUFFER_TOTAL)
		return -EINVAL;
	for (i = 0; i < PRIORITIES; i++) {
		nic->buffer.prio2buffer[i] = wanted->prio2buffer[i];
		nic->buffer.buffer_size[i] = rounddown(wanted->buffer_size[i], BUFFER_CELL);
	}
	return 0;
}

static int set_buffer(struct net_device *dev, struct dcbnl_buffer *buffer)
{
	int error;

	if (refused(of(dev), "buffer", &error))
		return error;
	return testnic_set_buffer(of(dev), buffer);
}

static bool valid(const struct dcb_app *app)
{
	return app->priority < PRIORITIES && ((app->selector == IEEE_8021QAZ_APP_SEL_DSCP && app->protocol < DSCPS) ||
					      app->selector == IEEE_8021QAZ_APP_SEL_DGRAM);
}

/* One priority for each protocol: a new one replaces the old. The first DSCP entry makes the port trust DSCP. */
static int set_app(struct net_device *dev, struct dcb_app *app)
{
	struct testnic *nic = of(dev);
	struct dcb_app old = *app;
	bool replaced = false;
	int error;
	u8 mask;

	if (refused(nic, "app", &error))
		return error;
	if (!valid(app))
		return -EINVAL;
	mask = dcb_ieee_getapp_mask(dev, app);
	for (old.priority = 0; old.priority < PRIORITIES; old.priority++)
		if (mask & BIT(old.priority))
			replaced |= !dcb_ieee_delapp(dev, &old);
	error = dcb_ieee_setapp(dev, app);
	if (error || app->selector != IEEE_8021QAZ_APP_SEL_DSCP)
		return error;
	if (!nic->dscp_entries)
		nic->trusts_dscp = true;
	if (!replaced)
		nic->dscp_entries++;
	return 0;
}

static int delete_app(struct net_device *dev, struct dcb_app *app)
{
	struct testnic *nic = of(dev);
	int error;

	if (refused(nic, "app", &error))
		return error;
	if (!valid(app))
		return -EINVAL;
	error = dcb_ieee_delapp(dev, app); /* ENOENT, also when its priority is another */
	if (error || app->selector != IEEE_8021QAZ_APP_SEL_DSCP)
		return error;
	if (!--nic->dscp_entries)
		nic->trusts_dscp = false;
	return 0;
}

static u8 get_dcbx(struct net_device *dev)
{
	return fw_dcbx ? DCB_CAP_DCBX_LLD_MANAGED | DCB_CAP_DCBX_VER_IEEE : of(dev)->dcbx;
}

/* 0 hands DCB to the firmware, which here then does nothing. Answers 1 for no. */
static u8 set_dcbx(struct net_device *dev, u8 mode)
{
	struct testnic *nic = of(dev);
	int error;

	if (fw_dcbx)
		return 1;
	if (testnic_fault(nic, "dcbx", &error))
		return error ? 1 : 0;
	if (!mode)
		nic->dcbx &= ~DCB_CAP_DCBX_HOST;
	else if ((mode & DCB_CAP_DCBX_LLD_MANAGED) || !(mode & DCB_CAP_DCBX_HOST))
		return 1;
	else
		nic->dcbx = mode;
	return 0;
}

struct dcbnl_rtnl_ops testnic_dcb = {
	.ieee_getpfc = get_pfc,
	.ieee_setpfc = set_pfc,
	.ieee_getets = get_ets,
	.ieee_setets = set_ets,
	.ieee_getmaxrate = get_maxrate,
	.ieee_setmaxrate = set_maxrate,
	.ieee_setapp = set_app,
	.ieee_delapp = delete_app,
	.getdcbx = get_dcbx,
	.setdcbx = set_dcbx,
	.dcbnl_getbuffer = get_buffer,
	.dcbnl_setbuffer = set_buffer,
};

/* The state after mlx5 loads. */
void testnic_dcb_init(struct testnic *nic)
{
	unsigned int i;

	nic->dcbx = DCB_CAP_DCBX_HOST | DCB_CAP_DCBX_VER_IEEE | DCB_CAP_DCBX_VER_CEE;
	nic->pfc.pfc_cap = PRIORITIES;
	nic->pfc.delay = 7;
	nic->ets.ets_cap = IEEE_8021QAZ_MAX_TCS;
	for (i = 0; i < IEEE_8021QAZ_MAX_TCS; i++) {
		nic->ets.prio_tc[i] = i < 2 ? 1 - i : i;
		nic->ets.tc_tsa[i] = IEEE_8021QAZ_TSA_VENDOR;
		nic->ets.tc_tx_bw[i] = 100;
	}
	nic->buffer.total_size = BUFFER_TOTAL;
	nic->buffer.buffer_size[0] = BUFFER_TOTAL / 2;
	nic->tc_num = IEEE_8021QAZ_MAX_TCS;
	nic->rx_pause = true;
	nic->tx_pause = true;
}
