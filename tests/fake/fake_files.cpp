#include "fake/state.hpp"

namespace roced::fake {
namespace {

class FakeFiles final : public kernel::Files {
 public:
  explicit FakeFiles(State& state) : state_{state} {}

  kernel::Result<std::string> read(const std::string& path) override {
    auto passed = state_.faults.pass({false, "file", path, {}}, "read " + path);
    if (!passed) return tl::unexpected{passed.error()};
    return state_.tree.read(path);
  }

  kernel::Result<kernel::Mapping> map(const std::string& path) override {
    auto text = read(path);
    if (!text) return tl::unexpected{text.error()};
    auto kept = std::make_shared<const std::string>(std::move(*text));
    return kernel::Mapping{kept, *kept};
  }

  /// Later for what was put there later.
  kernel::Result<kernel::FileTime> changed(const std::string& path) override {
    auto passed = state_.faults.pass({false, "changed", path, {}}, "look at " + path);
    if (!passed) return tl::unexpected{passed.error()};
    return state_.tree.changed(path);
  }

  kernel::Result<void> write(const std::string& path, std::string_view text) override {
    auto passed = state_.faults.pass({true, "file", path, std::string{kernel::trimmed(text)}}, "write " + path);
    if (!passed) return tl::unexpected{passed.error()};
    if (!*passed) return {};
    return state_.tree.write(path, text);
  }

  kernel::Result<void> replace(const std::string& path, std::string_view text) override {
    auto passed = state_.faults.pass({true, "replace", path, std::string{kernel::trimmed(text)}}, "write " + path);
    if (!passed) return tl::unexpected{passed.error()};
    if (!*passed) return {};
    return state_.tree.replace(path, text);
  }

  kernel::Result<std::vector<std::string>> list(const std::string& path) override {
    auto passed = state_.faults.pass({false, "list", path, {}}, "list " + path);
    if (!passed) return tl::unexpected{passed.error()};
    return state_.tree.list(path);
  }

  kernel::Result<std::string> target(const std::string& path) override {
    auto passed = state_.faults.pass({false, "target", path, {}}, "read the link " + path);
    if (!passed) return tl::unexpected{passed.error()};
    return state_.tree.target(path);
  }

  kernel::Result<void> make_folder(const std::string& path) override {
    auto passed = state_.faults.pass({true, "make_folder", path, {}}, "make the folder " + path);
    if (!passed) return tl::unexpected{passed.error()};
    if (!*passed || state_.tree.exists(path)) return {};
    return state_.make_folder ? state_.make_folder(path) : (state_.tree.add_folder(path), kernel::Result<void>{});
  }

  kernel::Result<void> remove_folder(const std::string& path) override {
    auto passed = state_.faults.pass({true, "remove_folder", path, {}}, "remove the folder " + path);
    if (!passed) return tl::unexpected{passed.error()};
    if (!state_.tree.exists(path)) return kernel::failure(ENOENT, "remove the folder " + path);
    if (*passed) state_.tree.remove(path);
    return {};
  }

  bool exists(const std::string& path) override {
    return state_.faults.pass({false, "exists", path, {}}, "look for " + path) && state_.tree.exists(path);
  }

 private:
  State& state_;
};

}  // namespace

std::unique_ptr<kernel::Files> fake_files(State& state) { return std::make_unique<FakeFiles>(state); }

}  // namespace roced::fake
