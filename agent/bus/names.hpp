#pragma once

/// Names that others rely on: org.roced.Node1(5).
namespace roced::agent::bus {

constexpr const char* service_name = "org.roced.Node1";
constexpr const char* manager_path = "/org/roced/Node1";
constexpr const char* nic_prefix = "/org/roced/Node1/nic";
constexpr const char* manager_interface = "org.roced.Node1.Manager";
constexpr const char* nic_interface = "org.roced.Node1.Nic";

/// That roced comes, or leaves.
constexpr const char* owner_rule =
    "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',interface='org.freedesktop.DBus',"
    "member='NameOwnerChanged',arg0='org.roced.Node1'";

constexpr const char* error_invalid_profile = "org.roced.Node1.Error.InvalidProfile";
constexpr const char* error_no_profile = "org.roced.Node1.Error.NoProfile";
constexpr const char* error_no_such_subject = "org.roced.Node1.Error.NoSuchSubject";
constexpr const char* error_no_such_setting = "org.roced.Node1.Error.NoSuchSetting";
constexpr const char* error_not_supported = "org.roced.Node1.Error.NotSupported";
constexpr const char* error_nothing_to_confirm = "org.roced.Node1.Error.NothingToConfirm";
constexpr const char* error_busy = "org.roced.Node1.Error.Busy";
constexpr const char* error_not_kept = "org.roced.Node1.Error.NotKept";

constexpr const char* action_apply = "org.roced.node1.apply";
constexpr const char* action_reload = "org.roced.node1.reload";

}  // namespace roced::agent::bus
