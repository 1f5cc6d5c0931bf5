#include "fake/tree.hpp"

#include <algorithm>
#include <cerrno>

namespace roced::fake {
namespace {

constexpr int most_links = 40;  // as the kernel's MAXSYMLINKS

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

}  // namespace

std::string Tree::resolve(const std::string& path, bool follow) const {
  std::string at, rest = path;
  int links = 0;
  for (std::size_t from = 0; from < rest.size();) {
    auto slash = std::min(rest.find('/', from), rest.size());
    auto part = std::string_view{rest}.substr(from, slash - from);
    from = std::min(slash + 1, rest.size());
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      at = at.empty() ? at : folder_of(at);
      continue;
    }
    auto folder = at.size();
    at.append("/").append(part);
    auto found = entries_.find(at);
    bool is_link = found != entries_.end() && found->second.type == Type::symlink;
    bool is_last = rest.find_first_not_of('/', from) == std::string::npos;
    if (!is_link || (is_last && !follow) || ++links > most_links) continue;
    const auto& target = *found->second.content;
    at.resize(target.starts_with('/') ? 0 : folder);
    rest = target + '/' + rest.substr(from);
    from = 0;
  }
  return at;
}

const Tree::Entry* Tree::find(const std::string& path, bool follow) const {
  auto found = entries_.find(resolve(path, follow));
  return found == entries_.end() ? nullptr : &found->second;
}

void Tree::put(const std::string& path, Entry entry) {
  auto place = resolve(path, false);
  for (auto folder = folder_of(place); !folder.empty(); folder = folder_of(folder)) entries_.try_emplace(folder);
  clock_ += std::chrono::seconds{1};
  entry.changed = clock_;
  entries_[place] = std::move(entry);
  if (auto folder = entries_.find(folder_of(place)); folder != entries_.end()) folder->second.changed = clock_;
}

void Tree::add_file(const std::string& path, std::string content, Store store) {
  put(path, {Type::file, std::make_shared<std::string>(std::move(content)), std::move(store), {}});
}

void Tree::add_files(const std::vector<std::string>& paths, std::string content, const Store& store) {
  auto shared = std::make_shared<std::string>(std::move(content));
  for (const auto& path : paths) put(path, {Type::file, shared, store, {}});
}

void Tree::add_folder(const std::string& path) {
  if (find(path) == nullptr) put(path, {});
}

void Tree::add_symlink(const std::string& path, std::string target) {
  put(path, {Type::symlink, std::make_shared<std::string>(std::move(target)), {}, {}});
}

void Tree::remove(const std::string& path) {
  auto place = resolve(path, false);
  entries_.erase(place);
  auto below = place + "/";
  for (auto at = entries_.lower_bound(below); at != entries_.end() && at->first.starts_with(below);)
    at = entries_.erase(at);
}

void Tree::rename(const std::string& from, const std::string& to) {
  auto old_place = resolve(from, false);
  auto new_place = resolve(to, false);
  std::map<std::string, Entry> moved;
  for (auto& [path, entry] : entries_)
    if (path == old_place || path.starts_with(old_place + "/"))
      moved[new_place + path.substr(old_place.size())] = entry;
  remove(from);
  for (auto& [path, entry] : moved) put(path, std::move(entry));
}

kernel::Result<std::string> Tree::read(const std::string& path) const {
  const auto* entry = find(path);
  if (entry == nullptr) return kernel::failure(ENOENT, "read " + path);
  if (entry->type == Type::folder) return kernel::failure(EISDIR, "read " + path);
  return *entry->content;
}

kernel::Result<void> Tree::write(const std::string& path, std::string_view text) {
  auto found = entries_.find(resolve(path));
  if (found == entries_.end()) return kernel::failure(ENOENT, "write " + path);
  auto& entry = found->second;
  if (entry.type == Type::folder) return kernel::failure(EISDIR, "write " + path);
  if (!entry.store) {
    *entry.content = text;
    return {};
  }
  if (int code = entry.store(text, *entry.content); code != 0) return kernel::failure(code, "write " + path);
  return {};
}

kernel::Result<void> Tree::replace(const std::string& path, std::string_view text) {
  const auto* folder = find(folder_of(path));
  if (folder == nullptr) return kernel::failure(ENOENT, "write " + path);
  if (folder->type != Type::folder) return kernel::failure(ENOTDIR, "write " + path);
  const auto* old = find(path, false);
  if (old != nullptr && old->type == Type::folder) return kernel::failure(EISDIR, "write " + path);
  put(path, {Type::file, std::make_shared<std::string>(text), {}, {}});
  return {};
}

kernel::Result<std::vector<std::string>> Tree::list(const std::string& path) const {
  auto place = resolve(path);
  const auto* entry = find(path);
  if (entry == nullptr) return kernel::failure(ENOENT, "list " + path);
  if (entry->type != Type::folder) return kernel::failure(ENOTDIR, "list " + path);
  std::vector<std::string> names;
  auto below = place + "/";
  for (auto at = entries_.lower_bound(below); at != entries_.end() && at->first.starts_with(below); ++at)
    if (at->first.find('/', below.size()) == std::string::npos) names.push_back(at->first.substr(below.size()));
  return names;
}

kernel::Result<std::string> Tree::target(const std::string& path) const {
  const auto* entry = find(path, false);
  if (entry == nullptr) return kernel::failure(ENOENT, "read the link " + path);
  if (entry->type != Type::symlink) return kernel::failure(EINVAL, "read the link " + path);
  return *entry->content;
}

kernel::Result<kernel::FileTime> Tree::changed(const std::string& path) const {
  const auto* entry = find(path);
  if (entry == nullptr) return kernel::failure(ENOENT, "look at " + path);
  return entry->changed;
}

bool Tree::exists(const std::string& path) const { return find(path) != nullptr; }

void Tree::for_each_file(const std::function<void(const std::string&, const std::string&)>& one) const {
  for (const auto& [path, entry] : entries_)
    if (entry.type == Type::file) one(path, *entry.content);
}

}  // namespace roced::fake
