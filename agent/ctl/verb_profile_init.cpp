#include <cerrno>
#include <filesystem>

#include <fmt/format.h>

#include "agent/ctl/output.hpp"
#include "agent/ctl/verbs.hpp"
#include "kernel/kernel.hpp"
#include "kernel/new_file.hpp"
#include "survey/survey.hpp"

namespace roced::ctl {

int profile_init(const Common& common, const std::string& output) {
  auto file = output.empty() ? std::string{} : std::filesystem::absolute(output).string();
  std::error_code ignored;
  auto there = [&] {
    return refuse(
        fmt::format("{} is there already and stays as it is. Write to another file, then compare: rocectl "
                    "profile init --output {}.new",
                    output, output));
  };
  if (!file.empty() && std::filesystem::exists(file, ignored)) return there();
  auto kernel = kernel::running_kernel();
  auto survey = survey::survey(kernel, file.empty() ? "profile.toml" : output);
  if (!survey) return refuse(survey.error() + "; no profile is written");
  if (!file.empty())
    if (auto done = kernel::create_file(file, survey->text); !done)
      return done.error().code == EEXIST ? there() : refuse(done.error().text());
  if (common.json)
    print(to_json(survey->profile));
  else if (file.empty())
    print(survey->text);
  return all_well;
}

}  // namespace roced::ctl
