#include "settings/dcb_buffer.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

namespace roced::settings {
namespace {

/// mlx5: 128 bytes a cell, 256 on newer cards (mlx5 en/port_buffer.c).
constexpr std::uint64_t largest_cell = 256;

}  // namespace

Reading PriorityBuffer::from(const kernel::DcbState& state) const {
  if (!state.buffer) return lacks("receive buffers");
  return Reading::of(catalog::Numbers(state.buffer->priority_buffer.begin(), state.buffer->priority_buffer.end()));
}

void PriorityBuffer::change(const kernel::DcbState& state, Batch& batch) const {
  auto& buffer = batch.part(nic().netdev, &kernel::DcbChange::buffer, state.buffer);
  const auto& wanted = std::get<catalog::Numbers>(desired());
  for (std::size_t i = 0; i < wanted.size(); ++i) buffer.priority_buffer.at(i) = static_cast<std::uint8_t>(wanted[i]);
}

bool BufferSize::satisfied(const catalog::Value& actual) const {
  const auto* sizes = std::get_if<catalog::Numbers>(&actual);
  const auto& wanted = std::get<catalog::Numbers>(desired());
  return sizes != nullptr &&
         std::equal(sizes->begin(), sizes->end(), wanted.begin(), wanted.end(), [](auto has, auto wants) {
           return has == wants || (has < wants && wants - has < largest_cell && has != 0);
         });
}

std::string BufferSize::why_refused(node::Snapshot& now, const kernel::Error& error) const {
  const auto& state = now.dcb(nic().netdev);
  const auto& wanted = std::get<catalog::Numbers>(desired());
  auto sum = std::accumulate(wanted.begin(), wanted.end(), std::uint64_t{0});
  if (error.action.find(Batch::buffers) == std::string::npos || !state || !state->buffer || state->buffer->total == 0 ||
      sum <= state->buffer->total)
    return DcbSetting::why_refused(now, error);
  return fmt::format("They make {} bytes, and {} has {}: write less", sum, nic().netdev, state->buffer->total);
}

Reading BufferSize::from(const kernel::DcbState& state) const {
  if (!state.buffer) return lacks("receive buffers");
  return Reading::of(catalog::Numbers(state.buffer->size.begin(), state.buffer->size.end()));
}

void BufferSize::change(const kernel::DcbState& state, Batch& batch) const {
  auto& buffer = batch.part(nic().netdev, &kernel::DcbChange::buffer, state.buffer);
  const auto& wanted = std::get<catalog::Numbers>(desired());
  for (std::size_t i = 0; i < wanted.size(); ++i) buffer.size.at(i) = static_cast<std::uint32_t>(wanted[i]);
}

}  // namespace roced::settings
