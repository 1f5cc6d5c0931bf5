# shellcheck shell=bash disable=SC1091
# Every parameter of DCQCN on every way that drivers have: written, broken, repaired, and where a way lacks it, unsupported.
. /root/tests/lib.sh

# The setting, the value wished, one that breaks it, and its file by MLNX_OFED, mlx5, bnxt_re's configfs and its debugfs.
parameters='
dcqcn.min_time_between_cnps          3     7    roce_np/min_time_between_cnps          np_min_time_between_cnps       min_time_bet_cnp -
dcqcn.cnp_dscp                       46    1    roce_np/cnp_dscp                       np_cnp_dscp                    cnp_dscp         alt_vlan_dscp
dcqcn.cnp_802p_prio                  5     2    roce_np/cnp_802p_prio                  np_cnp_prio                    cnp_prio         alt_vlan_pcp
dcqcn.clamp_tgt_rate                 1     0    roce_rp/clamp_tgt_rate                 rp_clamp_tgt_rate              -                -
dcqcn.clamp_tgt_rate_after_time_inc  0     1    roce_rp/clamp_tgt_rate_after_time_inc  rp_clamp_tgt_rate_ati          -                -
dcqcn.rpg_time_reset                 301   501  roce_rp/rpg_time_reset                 rp_time_reset                  -                -
dcqcn.rpg_byte_reset                 302   502  roce_rp/rpg_byte_reset                 rp_byte_reset                  -                -
dcqcn.rpg_threshold                  5     9    roce_rp/rpg_threshold                  rp_threshold                   -                -
dcqcn.rpg_max_rate                   90000 503  roce_rp/rpg_max_rate                   rp_max_rate                    -                -
dcqcn.rpg_ai_rate                    303   504  roce_rp/rpg_ai_rate                    rp_ai_rate                     -                -
dcqcn.rpg_hai_rate                   304   505  roce_rp/rpg_hai_rate                   rp_hai_rate                    -                -
dcqcn.rpg_gd                         10    4    roce_rp/rpg_gd                         rp_gd                          -                -
dcqcn.rpg_min_dec_fac                51    61   roce_rp/rpg_min_dec_fac                rp_min_dec_fac                 -                -
dcqcn.rpg_min_rate                   305   506  roce_rp/rpg_min_rate                   rp_min_rate                    -                -
dcqcn.rate_to_set_on_first_cnp       306   507  roce_rp/rate_to_set_on_first_cnp       rp_rate_to_set_on_first_cnp    -                -
dcqcn.dce_tcp_g                      307   508  roce_rp/dce_tcp_g                      rp_dce_tcp_g                   -                -
dcqcn.dce_tcp_rtt                    308   509  roce_rp/dce_tcp_rtt                    rp_dce_tcp_rtt                 -                -
dcqcn.rate_reduce_monitor_period     309   510  roce_rp/rate_reduce_monitor_period     rp_rate_reduce_monitor_period  -                -
dcqcn.initial_alpha_value            310   511  roce_rp/initial_alpha_value            rp_initial_alpha_value         -                -
broadcom.cc_mode                     0     1    -                                      -                              cc_mode          cc_mode
broadcom.ecn_marking                 2     1    -                                      -                              ecn_marking      tos_ecn
broadcom.g                           5     6    -                                      -                              g                run_avg_weight_g
broadcom.init_cr                     311   512  -                                      -                              init_cr          init_cr
broadcom.init_tr                     312   513  -                                      -                              init_tr          init_tr
broadcom.inact_th                    313   514  -                                      -                              inact_th         inactivity_cp
broadcom.rtt                         314   515  -                                      -                              rtt              rtt
broadcom.tcp_cp                      315   516  -                                      -                              tcp_cp           tcp_cp
broadcom.nph_per_state               6     7    -                                      -                              nph_per_state    num_phase_per_state
broadcom.time_pph                    2     3    -                                      -                              time_pph         -
broadcom.pkts_pph                    101   102  -                                      -                              pkts_pph         -'

# Usage: each WAY    a line for each parameter: SETTING WISHED BROKEN FILE, "-" for none; WAY: the number of its column
each() { awk -v column="$((3 + $1))" 'NF { print $1, $2, $3, $column }' <<< "$parameters"; }

profile() {
  printf 'schema = 1\nmode = "enforce"\n[nic.rail]\nmatch = { ifname = "rt0" }\n'
  each 1 | awk '{ print $1 " = " $2 }'
}

# Usage: differing WAY FOLDER    what isn't as wished: each parameter by its file, or as unsupported
differing() {
  local setting wished broken file states
  states=$(rocectl status --json | jq -r '.nics[].settings[] | .name + "=" + .state')
  while read -r setting wished broken file; do
    if [[ $file == - ]]; then
      grep -qx "$setting=unsupported" <<< "$states" || echo "$setting: not unsupported"
    else
      [[ $(cat "$2/$file") == "$wished" ]] || echo "$file: $(cat "$2/$file"), not $wished"
      grep -qx "$setting=in-sync" <<< "$states" || echo "$setting: $(grep "^$setting=" <<< "$states")"
    fi
  done < <(each "$1")
}
as_wished() {
  local found
  found=$(differing "$@")
  [[ -z $found ]] || { echo "$found"; return 1; }
}

# Usage: go_through NAME ecn_way WAY FOLDER [STAGED]    FOLDER: where the card's values are read, in decimal; STAGED: where they are
# written, in hexadecimal, with an `apply`
go_through() {
  local setting wished broken file count before
  systemctl stop roced
  rdma link delete rxe0 2> /dev/null || true
  rmdir /sys/kernel/config/bnxt_re/* 2> /dev/null || true
  rmmod roce_testnic 2> /dev/null || true
  modprobe roce_testnic nics=2 "ecn_way=$2"
  ip link set rt0 up
  rdma link add rxe0 type rxe netdev rt0
  systemctl start roced
  check "$1: each parameter is its file's, or unsupported" wait_for 10 as_wished "$3" "$4"
  count=$(each "$3" | grep -vc -- '-$')
  before=$(repairs)
  while read -r setting wished broken file; do
    [[ $file != - ]] || continue
    if [[ -n ${5:-} ]]; then printf '%#x\n' "$broken" > "$5/$file"; else echo "$broken" > "$4/$file"; fi
  done < <(each "$3")
  [[ -z ${5:-} ]] || echo 1 > "$5/apply"
  check "$1: each is repaired" wait_for 20 as_wished "$3" "$4"
  check "$1: each of the $count is told" wait_for 10 sh -c "[ \$(journalctl -u roced -o cat --no-pager | grep -c 'repaired to') -ge $((before + count)) ]"
}

mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
profile > /etc/roced/profile.toml
check "the list is the catalogue's" diff <(each 1 | cut -d' ' -f1 | sort) \
  <(rocectl explain --json 2> /dev/null | jq -r '.[].name' | grep -E '^(dcqcn|broadcom)\.' | sort)
go_through "MLNX_OFED" ofed 1 /sys/class/net/rt0/ecn
go_through "Linux' mlx5" mlx5 2 /sys/kernel/debug/mlx5/roce_testnic.0/cc_params
go_through "Broadcom's bnxt_re" bnxt-configfs 3 /sys/kernel/debug/roce_testnic/rxe0 /sys/kernel/config/bnxt_re/rxe0/ports/1/cc
go_through "Linux' bnxt_re" bnxt-debugfs 4 /sys/kernel/debug/bnxt_re/roce_testnic.0/cc_config
