#include "settings/congestion_names.hpp"

#include <algorithm>
#include <array>

namespace roced::settings {
namespace {

using node::CongestionWay;

struct Names {
  std::string_view setting, ofed, mlx5, bnxt_configfs, bnxt_debugfs;
};

// MLNX_OFED 24.07 en_ecn.c; Linux mlx5 cong.c (mlx5_ib_dbg_cc_name); Broadcom's bnxt_re configfs.c; Linux bnxt_re
// debugfs.c
constexpr std::array table{
    Names{"dcqcn.min_time_between_cnps", "roce_np/min_time_between_cnps", "np_min_time_between_cnps",
          "min_time_bet_cnp", ""},
    Names{"dcqcn.cnp_dscp", "roce_np/cnp_dscp", "np_cnp_dscp", "cnp_dscp", "alt_vlan_dscp"},
    Names{"dcqcn.cnp_802p_prio", "roce_np/cnp_802p_prio", "np_cnp_prio", "cnp_prio", "alt_vlan_pcp"},
    Names{"dcqcn.clamp_tgt_rate", "roce_rp/clamp_tgt_rate", "rp_clamp_tgt_rate", "", ""},
    Names{"dcqcn.clamp_tgt_rate_after_time_inc", "roce_rp/clamp_tgt_rate_after_time_inc", "rp_clamp_tgt_rate_ati", "",
          ""},
    Names{"dcqcn.rpg_time_reset", "roce_rp/rpg_time_reset", "rp_time_reset", "", ""},
    Names{"dcqcn.rpg_byte_reset", "roce_rp/rpg_byte_reset", "rp_byte_reset", "", ""},
    Names{"dcqcn.rpg_threshold", "roce_rp/rpg_threshold", "rp_threshold", "", ""},
    Names{"dcqcn.rpg_max_rate", "roce_rp/rpg_max_rate", "rp_max_rate", "", ""},
    Names{"dcqcn.rpg_ai_rate", "roce_rp/rpg_ai_rate", "rp_ai_rate", "", ""},
    Names{"dcqcn.rpg_hai_rate", "roce_rp/rpg_hai_rate", "rp_hai_rate", "", ""},
    Names{"dcqcn.rpg_gd", "roce_rp/rpg_gd", "rp_gd", "", ""},
    Names{"dcqcn.rpg_min_dec_fac", "roce_rp/rpg_min_dec_fac", "rp_min_dec_fac", "", ""},
    Names{"dcqcn.rpg_min_rate", "roce_rp/rpg_min_rate", "rp_min_rate", "", ""},
    Names{"dcqcn.rate_to_set_on_first_cnp", "roce_rp/rate_to_set_on_first_cnp", "rp_rate_to_set_on_first_cnp", "", ""},
    Names{"dcqcn.dce_tcp_g", "roce_rp/dce_tcp_g", "rp_dce_tcp_g", "", ""},
    Names{"dcqcn.dce_tcp_rtt", "roce_rp/dce_tcp_rtt", "rp_dce_tcp_rtt", "", ""},
    Names{"dcqcn.rate_reduce_monitor_period", "roce_rp/rate_reduce_monitor_period", "rp_rate_reduce_monitor_period", "",
          ""},
    Names{"dcqcn.initial_alpha_value", "roce_rp/initial_alpha_value", "rp_initial_alpha_value", "", ""},
    Names{"broadcom.cc_mode", "", "", "cc_mode", "cc_mode"},
    Names{"broadcom.ecn_marking", "", "", "ecn_marking", "tos_ecn"},
    Names{"broadcom.g", "", "", "g", "run_avg_weight_g"},
    Names{"broadcom.init_cr", "", "", "init_cr", "init_cr"},
    Names{"broadcom.init_tr", "", "", "init_tr", "init_tr"},
    Names{"broadcom.inact_th", "", "", "inact_th", "inactivity_cp"},
    Names{"broadcom.rtt", "", "", "rtt", "rtt"},
    Names{"broadcom.tcp_cp", "", "", "tcp_cp", "tcp_cp"},
    Names{"broadcom.nph_per_state", "", "", "nph_per_state", "num_phase_per_state"},
    Names{"broadcom.time_pph", "", "", "time_pph", ""},
    Names{"broadcom.pkts_pph", "", "", "pkts_pph", ""}};

}  // namespace

std::string_view congestion_name(std::string_view setting, CongestionWay way) {
  const auto* names =
      std::find_if(table.begin(), table.end(), [&](const Names& each) { return each.setting == setting; });
  if (names == table.end()) return {};
  switch (way) {
    case CongestionWay::ofed:
      return names->ofed;
    case CongestionWay::mlx5:
      return names->mlx5;
    case CongestionWay::bnxt_configfs:
      return names->bnxt_configfs;
    case CongestionWay::bnxt_debugfs:
      return names->bnxt_debugfs;
    case CongestionWay::irdma:
    case CongestionWay::none:
      break;
  }
  return {};
}

std::string_view to_text(CongestionWay way) {
  switch (way) {
    case CongestionWay::ofed:
      return "MLNX_OFED's ecn files";
    case CongestionWay::mlx5:
      return "mlx5's cc_params in debugfs";
    case CongestionWay::bnxt_configfs:
      return "bnxt_re's cc folder in configfs";
    case CongestionWay::bnxt_debugfs:
      return "bnxt_re's cc_config in debugfs";
    case CongestionWay::irdma:
      return "irdma's module parameters";
    case CongestionWay::none:
      break;
  }
  return "no driver";
}

}  // namespace roced::settings
