/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of roce_testnic share. It imitates mlx5 with MLNX_OFED's files. */
#ifndef ROCE_TESTNIC_H
#define ROCE_TESTNIC_H

#include <linux/kobject.h>
#include <linux/netdevice.h>
#include <linux/workqueue.h>
#include <net/dcbnl.h>

#define DRIVER "roce_testnic"
#define PRIORITIES 8
#define DSCPS 64
#define KNOBS 35 /* 2 * 8 enable files, 3 of NP, 16 of RP */

struct testnic;

/* one file of the ecn/ tree */
struct knob {
	struct kobj_attribute file;
	struct testnic *nic;
	u32 value;
	u32 mask; /* the field's width in the card's register */
};

struct testnic {
	struct net_device *dev;
	unsigned int index;
	struct delayed_work carrier;

	struct ieee_pfc pfc;
	struct ieee_ets ets;
	struct ieee_maxrate maxrate;
	struct dcbnl_buffer buffer;
	u8 dcbx;
	unsigned int dscp_entries;
	bool trusts_dscp;

	unsigned int tc_num;
	struct kobject *qos, *ecn, *np, *rp, *np_enable, *rp_enable;
	struct knob knobs[KNOBS];
	unsigned int knob_count;
};

extern bool fw_dcbx;
extern bool np_portwide;
extern unsigned int pfc_flap_ms;

extern const struct dcbnl_rtnl_ops testnic_dcb;
void testnic_dcb_init(struct testnic *nic);
int testnic_set_buffer(struct testnic *nic, const struct dcbnl_buffer *wanted);
void testnic_set_maxrate(struct testnic *nic, const u64 *kbps);

int testnic_add_files(struct testnic *nic);
void testnic_remove_files(struct testnic *nic);
int testnic_add_knobs(struct testnic *nic);
void testnic_remove_knobs(struct testnic *nic);
struct kobject *testnic_folder(const char *name, struct kobject *parent);

/* Is a fault switched on for this? Then *error is what to answer: 0 (say yes, do nothing) or -errno. */
bool testnic_fault(const struct testnic *nic, const char *what, int *error);

int fakeib_init(void);
void fakeib_exit(void);

#endif
