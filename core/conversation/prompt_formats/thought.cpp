#include "core/conversation/prompt_formats/thought.h"

#include "core/decode/python_like.h"

namespace bfclx::chat_formats {

namespace {

constexpr std::string_view kOpen = "<think>";
constexpr std::string_view kClose = "</think>";

}  // namespace

std::string_view behind_thought(std::string_view text) {
  const std::size_t at = text.rfind(kClose);
  return at == std::string_view::npos ? text : text.substr(at + kClose.size());
}

std::optional<Thought> split_thought(std::string_view text) {
  const std::size_t first = text.find(kClose);
  if (first == std::string_view::npos) return std::nullopt;
  std::string_view reasoning = python_like::rstrip_chars(text.substr(0, first), "\n");
  const std::size_t open = reasoning.rfind(kOpen);
  if (open != std::string_view::npos) reasoning.remove_prefix(open + kOpen.size());
  return Thought{python_like::lstrip_chars(reasoning, "\n"),
                 python_like::lstrip_chars(behind_thought(text), "\n")};
}

}  // namespace bfclx::chat_formats
