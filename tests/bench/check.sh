#!/bin/sh
# What operators' scripts do: the same readings by ip, dcb, sysctl. Usage: check.sh RAIL...
for key in arp_ignore arp_announce rp_filter; do sysctl -n net.ipv4.conf.all.$key; done
for rail; do
  ip -o link show "$rail"
  dcb pfc show dev "$rail"
  dcb app show dev "$rail"
  dcb dcbx show dev "$rail"
  for key in arp_ignore arp_announce rp_filter; do sysctl -n "net.ipv4.conf.$rail.$key"; done
done >/dev/null 2>&1
exit 0
