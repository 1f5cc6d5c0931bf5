// SPDX-License-Identifier: GPL-2.0
/*
 * fakeib0 (parameter ib=0: none): an RDMA device whose only port is InfiniBand, and active. It can be listed, queried
 * and opened, and moves no data: the kernel's own users of RDMA (IPoIB, CM) pass it by since it has no queue pairs.
 */
#include <linux/module.h>
#include <linux/platform_device.h>
#include <rdma/ib_mad.h>
#include <rdma/ib_verbs.h>

#include "testnic.h"

#define NAME "roce_testib"

static bool ib = true;
module_param(ib, bool, 0444);

static struct platform_device *device;

struct fakeib {
	struct ib_device ib;
};

struct fakeib_context {
	struct ib_ucontext ib;
};

static int query_device(struct ib_device *dev, struct ib_device_attr *attr, struct ib_udata *udata)
{
	memset(attr, 0, sizeof(*attr));
	attr->sys_image_guid = dev->node_guid;
	attr->max_qp = 1;
	attr->max_pkeys = 1;
	return 0;
}

static int query_port(struct ib_device *dev, u32 port, struct ib_port_attr *attr)
{
	attr->state = IB_PORT_ACTIVE;
	attr->phys_state = IB_PORT_PHYS_STATE_LINK_UP;
	attr->max_mtu = IB_MTU_4096;
	attr->active_mtu = IB_MTU_4096;
	attr->gid_tbl_len = 1;
	attr->pkey_tbl_len = 1;
	attr->lid = 7;
	attr->sm_lid = 1;
	attr->max_msg_sz = 1U << 31;
	attr->active_speed = IB_SPEED_NDR;
	attr->active_width = IB_WIDTH_4X;
	return 0;
}

static enum rdma_link_layer get_link_layer(struct ib_device *dev, u32 port)
{
	return IB_LINK_LAYER_INFINIBAND;
}

static int get_port_immutable(struct ib_device *dev, u32 port, struct ib_port_immutable *immutable)
{
	immutable->gid_tbl_len = 1;
	immutable->pkey_tbl_len = 1;
	immutable->core_cap_flags = RDMA_CORE_PORT_IBA_IB;
	immutable->max_mad_size = IB_MGMT_MAD_SIZE;
	return 0;
}

static int query_pkey(struct ib_device *dev, u32 port, u16 index, u16 *pkey)
{
	*pkey = IB_DEFAULT_PKEY_FULL;
	return 0;
}

static int query_gid(struct ib_device *dev, u32 port, int index, union ib_gid *gid)
{
	gid->global.subnet_prefix = cpu_to_be64(0xfe80000000000000);
	gid->global.interface_id = dev->node_guid;
	return 0;
}

static void get_firmware(struct ib_device *dev, char *text)
{
	strscpy(text, "1.0.0", IB_FW_VERSION_NAME_MAX);
}

static int alloc_ucontext(struct ib_ucontext *context, struct ib_udata *udata)
{
	return 0;
}

/* With this, the device may leave, or change its namespace, while a program has it open. */
static void leave_ucontext(struct ib_ucontext *context)
{
}

/* The id is that of an InfiniBand card whose library in rdma-core asks nothing special of the kernel. */
static const struct ib_device_ops ops = {
	.owner = THIS_MODULE,
	.driver_id = RDMA_DRIVER_QIB,
	.uverbs_abi_ver = 2,
	.query_device = query_device,
	.query_port = query_port,
	.get_link_layer = get_link_layer,
	.get_port_immutable = get_port_immutable,
	.query_pkey = query_pkey,
	.query_gid = query_gid,
	.get_dev_fw_str = get_firmware,
	.alloc_ucontext = alloc_ucontext,
	.dealloc_ucontext = leave_ucontext,
	.disassociate_ucontext = leave_ucontext,
	INIT_RDMA_OBJ_SIZE(ib_ucontext, fakeib_context, ib),
};

static void unregister(void *data)
{
	ib_unregister_device(data);
	ib_dealloc_device(data);
}

static int probe(struct platform_device *parent)
{
	struct fakeib *fake = ib_alloc_device(fakeib, ib);
	int error;

	if (!fake)
		return -ENOMEM;
	fake->ib.node_type = RDMA_NODE_IB_CA;
	fake->ib.node_guid = cpu_to_be64(0x0272740000000001);
	fake->ib.phys_port_cnt = 1;
	fake->ib.num_comp_vectors = 1;
	fake->ib.dev.parent = &parent->dev;
	strscpy(fake->ib.node_desc, "test-only InfiniBand port", sizeof(fake->ib.node_desc));
	ib_set_device_ops(&fake->ib, &ops);
	error = ib_register_device(&fake->ib, "fakeib%d", NULL);
	if (error) {
		ib_dealloc_device(&fake->ib);
		return error;
	}
	return devm_add_action_or_reset(&parent->dev, unregister, &fake->ib);
}

static struct platform_driver driver = {
	.driver.name = NAME,
	.probe = probe,
};

int fakeib_init(void)
{
	int error;

	if (!ib)
		return 0;
	error = platform_driver_register(&driver);
	if (error)
		return error;
	device = platform_device_register_simple(NAME, PLATFORM_DEVID_NONE, NULL, 0);
	if (!IS_ERR(device))
		return 0;
	platform_driver_unregister(&driver);
	return PTR_ERR(device);
}

void fakeib_exit(void)
{
	if (!ib)
		return;
	platform_device_unregister(device);
	platform_driver_unregister(&driver);
}
