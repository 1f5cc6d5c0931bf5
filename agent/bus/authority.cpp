#include "agent/bus/authority.hpp"

#include <cstring>
#include <memory>

#include <unistd.h>

#include "agent/handles.hpp"

namespace roced::agent::bus {
namespace {

struct Question {
  BusMessage call;
  std::function<int(sd_bus_message*)> allowed;
};

constexpr std::uint32_t allow_user_interaction = 1;  // polkit's CheckAuthorizationFlags

bool is_root(sd_bus_message* call) {
  // A private bus in a namespace knows no capabilities of the sender; its uid it does.
  sd_bus_creds* raw = nullptr;
  if (sd_bus_query_sender_creds(call, SD_BUS_CREDS_EUID, &raw) < 0) return false;
  std::unique_ptr<sd_bus_creds, Releaser<sd_bus_creds_unref>> credentials{raw};
  uid_t uid = 1;
  return sd_bus_creds_get_euid(credentials.get(), &uid) >= 0 && uid == 0;
}

int refuse(sd_bus_message* call, const char* why) {
  return sd_bus_reply_method_errorf(call, SD_BUS_ERROR_ACCESS_DENIED, "not permitted: %s; ask as root", why);
}

int answered(sd_bus_message* reply, void* userdata, sd_bus_error* /*error*/) noexcept {
  std::unique_ptr<Question> question{static_cast<Question*>(userdata)};
  auto* call = question->call.get();
  if (sd_bus_message_is_method_error(reply, nullptr) > 0) return refuse(call, "polkit didn't answer");
  int authorized = 0, challenge = 0;
  if (sd_bus_message_enter_container(reply, 'r', "bba{ss}") < 0 ||
      sd_bus_message_read(reply, "bb", &authorized, &challenge) < 0)
    return refuse(call, "polkit's answer can't be read");
  if (authorized == 0) return refuse(call, "polkit says no");
  if (int done = question->allowed(call); done < 0) sd_bus_reply_method_errno(call, done, nullptr);
  return 0;
}

}  // namespace

int authorize(sd_bus_message* call, const char* action, std::function<int(sd_bus_message*)> allowed) {
  if (is_root(call)) return allowed(call);
  auto question = std::make_unique<Question>(Question{BusMessage{sd_bus_message_ref(call)}, std::move(allowed)});
  int interactive = sd_bus_message_get_allow_interactive_authorization(call);
  int sent = sd_bus_call_method_async(sd_bus_message_get_bus(call), nullptr, "org.freedesktop.PolicyKit1",
                                      "/org/freedesktop/PolicyKit1/Authority", "org.freedesktop.PolicyKit1.Authority",
                                      "CheckAuthorization", answered, question.get(), "(sa{sv})sa{ss}us",
                                      "system-bus-name", 1, "name", "s", sd_bus_message_get_sender(call), action, 0,
                                      interactive > 0 ? allow_user_interaction : 0U, "");
  if (sent < 0) return refuse(call, "polkit can't be asked");
  static_cast<void>(question.release());  // answered() takes it back
  return 1;
}

}  // namespace roced::agent::bus
