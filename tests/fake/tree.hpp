#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kernel/files.hpp"

namespace roced::fake {

/// Folders, files and symbolic links in memory. Paths are absolute. Errors are those of open(2), read(2) and write(2).
class Tree {
 public:
  using Store = std::function<int(std::string_view written, std::string& content)>;

  void add_file(const std::string& path, std::string content, Store store);
  /// Files that are one switch: a write to one is seen in all.
  void add_files(const std::vector<std::string>& paths, std::string content, const Store& store);
  void add_folder(const std::string& path);
  void add_symlink(const std::string& path, std::string target);
  void remove(const std::string& path);
  /// With all below it.
  void rename(const std::string& from, const std::string& to);

  kernel::Result<std::string> read(const std::string& path) const;
  kernel::Result<void> write(const std::string& path, std::string_view text);
  kernel::Result<void> replace(const std::string& path, std::string_view text);
  kernel::Result<std::vector<std::string>> list(const std::string& path) const;
  kernel::Result<std::string> target(const std::string& path) const;
  bool exists(const std::string& path) const;
  /// By this tree's own clock, which goes on by a second with each entry that is put.
  kernel::Result<kernel::FileTime> changed(const std::string& path) const;

  /// Calls `one` with each file's path and content.
  void for_each_file(const std::function<void(const std::string&, const std::string&)>& one) const;

 private:
  enum class Type { folder, file, symlink };
  struct Entry {
    Type type = Type::folder;
    std::shared_ptr<std::string> content;  ///< a link's target
    Store store;
    kernel::FileTime changed{};
  };

  /// The path without symbolic links; the last one is left where `follow` is false. Whether anything is there is
  /// another question.
  std::string resolve(const std::string& path, bool follow = true) const;
  const Entry* find(const std::string& path, bool follow = true) const;
  void put(const std::string& path, Entry entry);

  // By whole path: a folder's content lies behind it, in order.
  std::map<std::string, Entry> entries_;
  kernel::FileTime clock_{};
};

}  // namespace roced::fake
