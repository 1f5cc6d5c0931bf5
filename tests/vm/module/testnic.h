/* SPDX-License-Identifier: GPL-2.0 */
/* What the parts of roce_testnic share. It imitates mlx5 with MLNX_OFED's files, and some ways of others. */
#ifndef ROCE_TESTNIC_H
#define ROCE_TESTNIC_H

#include <linux/device.h>
#include <linux/kobject.h>
#include <linux/netdevice.h>
#include <linux/workqueue.h>
#include <net/dcbnl.h>

#define DRIVER "roce_testnic"
#define PRIORITIES 8
#define DSCPS 64
#define TRUSTED 2 /* selectors that a port may trust: DSCP and PCP */
#define KNOBS 35 /* of ecn/, which has the most: 2 * 8 enable files, 3 of NP, 16 of RP */
#define MAX_VFS 8
#define CC_KNOBS 17 /* of a card's RDMA device, reached by configfs */

struct dentry;
struct ib_device;
struct testnic;

struct vf_config {
	u8 mac[ETH_ALEN];
	int min_rate, max_rate; /* Mb/s; 0: no limit */
	bool spoofchk, trust;
	int link_state;
};

/* A device on the bus. The device's lock guards what follows `nic`. */
struct testdev {
	struct device dev;
	unsigned int index;
	struct device *function; /* on PCI, what it hangs on; may be NULL */
	struct testdev *pf; /* whose virtual function this is; NULL: of none */
	bool ready; /* it may have its driver */

	struct testnic *nic; /* NULL without the driver */
	unsigned int vf_count;
	struct testdev *vfs[MAX_VFS];
	struct vf_config vf_config[MAX_VFS]; /* guarded by RTNL */
};

static inline struct testdev *testdev_of(struct device *dev)
{
	return container_of(dev, struct testdev, dev);
}

/* a number on the card; the mask is the field's width in the card's register */
struct knob {
	const char *name;
	u32 value, mask;
};

/* one file of ecn/ or of the folders in debugfs */
struct knob_file {
	struct knob knob;
	struct testnic *nic;
	struct kobj_attribute file; /* in debugfs: not used */
};

/* An RDMA device on one of the NICs. testrdma_lock guards the list of them and their `cc` and `staged`. */
struct testrdma {
	struct list_head entry;
	struct ib_device *ib;
	struct testnic *nic;
	struct knob cc[CC_KNOBS]; /* what the card holds, and what will be once it is applied */
	u32 staged[CC_KNOBS];
	struct dentry *debug;

	struct kobject *tc, *tc_port;
	struct kobj_attribute tc_file;
	int traffic_class; /* -1: not set */
};

/* How DCQCN is reached. ECN_NONE: not at all. */
enum ecn_way { ECN_OFED, ECN_MLX5, ECN_BNXT_DEBUGFS, ECN_BNXT_CONFIGFS, ECN_NONE };

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
	bool rx_pause, tx_pause;
	u8 trusted[TRUSTED];
	unsigned int trusted_count;

	unsigned int tc_num;
	bool stall_prevention_is_auto;
	struct kobject *settings, *qos, *ecn, *np, *rp, *np_enable, *rp_enable;
	struct knob_file knobs[KNOBS];
	unsigned int knob_count;
	struct dentry *debug;
};

extern bool fw_dcbx;
extern bool np_portwide;
extern unsigned int pfc_flap_ms;
extern enum ecn_way ecn_way;

extern struct dcbnl_rtnl_ops testnic_dcb;
void testnic_dcb_optional(struct dcbnl_rtnl_ops *operations);
void testnic_dcb_init(struct testnic *nic);
int testnic_set_buffer(struct testnic *nic, const struct dcbnl_buffer *wanted);
void testnic_set_maxrate(struct testnic *nic, const u64 *kbps);

extern const struct ethtool_ops testnic_ethtool;

int testnic_add_files(struct testnic *nic);
void testnic_remove_files(struct testnic *nic);
int testnic_add_knobs(struct testnic *nic);
void testnic_remove_knobs(struct testnic *nic);
void knob_set(struct knob *knob, u32 value);
struct knob_file *testnic_new_knob(struct testnic *nic, const struct knob *knob);
int testnic_find_ecn_way(void);
struct kobject *testnic_folder(const char *name, struct kobject *parent);

/* Is a fault switched on for this? Then *error is what to answer: 0 (say yes, do nothing) or -errno. */
bool testnic_fault(const struct testnic *nic, const char *what, int *error);

void cc_debugfs_init(void);
void cc_debugfs_exit(void);
void cc_debugfs_add(struct testnic *nic);
void cc_debugfs_remove(struct testnic *nic);

int cc_configfs_init(void);
void cc_configfs_exit(void);
void cc_configfs_add(struct testrdma *rdma);
void cc_configfs_remove(struct testrdma *rdma);

int traffic_class_add(struct testrdma *rdma);
void traffic_class_remove(struct testrdma *rdma);

extern struct mutex testrdma_lock;
struct testrdma *testrdma_find(const char *name); /* with testrdma_lock held */
int testrdma_init(void);
void testrdma_exit(void);
struct testnic *testnic_of_ib(struct ib_device *ib);

int testbus_init(void);
void testbus_exit(void);
struct testdev *testdev_add(struct testdev *pf, unsigned int index);
void testdev_remove(struct testdev *device);
extern struct device_driver testnic_driver, testvf_driver;

extern const struct attribute_group *testnic_sriov_groups[];
bool testnic_vfs_are_valid(void);
void testnic_disable_sriov(void *pf);
int testnic_get_vf_config(struct net_device *dev, int vf, struct ifla_vf_info *info);
int testnic_set_vf_mac(struct net_device *dev, int vf, u8 *mac);
int testnic_set_vf_rate(struct net_device *dev, int vf, int min, int max);
int testnic_set_vf_spoofchk(struct net_device *dev, int vf, bool on);
int testnic_set_vf_trust(struct net_device *dev, int vf, bool on);
int testnic_set_vf_link_state(struct net_device *dev, int vf, int state);

int fakeib_init(void);
void fakeib_exit(void);

#endif
