#include "tools/bfclx/generate/endpoint_table.h"

#include <algorithm>
#include <vector>

#include "core/base/counted.h"
#include "core/render/latency_text.h"
#include "core/render/visible.h"
#include "tools/bfclx/view/terminal.h"

namespace bfclx::tools {
namespace {

constexpr std::size_t kWidest = 40;    // of an address, so that its line fits 79 columns
constexpr std::size_t kWithRate = 25;  // the same beside a rate of tokens

bool is_available(const EndpointFigures& one) { return one.state == EndpointState::kAvailable; }

std::string shown_address(const std::string& address, std::size_t widest) {
  const std::string text = printable_line(address);
  return text.size() <= widest ? text : text.substr(0, widest - 3) + "...";
}

}  // namespace

std::string endpoint_table(std::span<const EndpointFigures> endpoints, std::size_t room,
                           bool running) {
  if (endpoints.empty() || room == 0) return {};
  std::vector<const EndpointFigures*> shown;
  for (const EndpointFigures& one : endpoints) shown.push_back(&one);
  const std::size_t rows = shown.size() <= room ? shown.size() : room - 1;
  if (rows < shown.size()) {
    std::stable_partition(shown.begin(), shown.end(),
                          [](const EndpointFigures* one) { return !is_available(*one); });
    shown.resize(rows);
    std::sort(shown.begin(), shown.end());
  }
  const bool rates = std::any_of(shown.begin(), shown.end(), [](const EndpointFigures* one) {
    return one->tokens_per_second.has_value();
  });
  const std::size_t widest = rates ? kWithRate : kWidest;
  std::size_t width = 0;
  for (const EndpointFigures* one : shown) {
    width = std::max(width, shown_address(one->server, widest).size());
  }
  std::string text;
  for (const EndpointFigures* one : shown) {
    text += "  " + pad_right(shown_address(one->server, widest), width) + "  " +
            pad_right(state_name(one->state), 11);
    if (running) {
      text += pad_left(grouped_digits(one->in_flight), 6) + " of " +
              pad_left(grouped_digits(one->allowed), 5) + " in flight";
    } else {
      text += pad_left(grouped_digits(one->requests), 9) +
              (one->requests == 1 ? " request" : " requests");
    }
    if (one->tokens_per_second) text += ", " + rate_text(*one->tokens_per_second);
    if (one->failed > 0) text += ", " + grouped_digits(one->failed) + " failed";
    text += "\n";
  }
  if (rows < endpoints.size()) {
    text += "  ... " + counted(endpoints.size() - rows, "more endpoint", "more endpoints") + "\n";
  }
  return text;
}

std::string endpoints_text(std::span<const EndpointFigures> endpoints) {
  const auto available =
      static_cast<std::size_t>(std::count_if(endpoints.begin(), endpoints.end(), is_available));
  if (available == endpoints.size()) return {};
  return ", " + grouped_digits(available) + " of " +
         counted(endpoints.size(), "endpoint", "endpoints") + " available";
}

}  // namespace bfclx::tools
