// Thinking presets: how --thinking is told a family of models. A row has the members that are added
// to a request; what a server does with members that it does not know is its own affair. Adding a
// family is one row in thinking_presets.cpp.
#ifndef BFCLX_CORE_GENERATION_THINKING_PRESETS_H_
#define BFCLX_CORE_GENERATION_THINKING_PRESETS_H_

#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

struct ThinkingPreset {
  std::string_view family;  // "qwen3"; several rows may have the same
  std::string_view api;     // the protocol, as --api names it
  // Of a hosted API, which has switches of its own: the name of a provider or of a dialect. Empty:
  // servers that apply the chat template of the model.
  std::string_view place = {};
  // How names of the models begin, behind the last "/", in lower case; empty: all. And texts that
  // they do not have.
  std::span<const std::string_view> models = {};
  std::span<const std::string_view> not_models = {};
  // JSON objects; LEVEL stands for a level, TOKENS for a number of tokens. Empty: not supported.
  std::string_view on = {};
  std::string_view off = {};
  std::string_view level = {};
  std::span<const std::string_view> levels = {};
  std::string_view tokens = {};
  std::string_view source = {};  // the documentation that this row follows
};
std::span<const ThinkingPreset> thinking_presets();

struct ThinkingRequest {
  std::string_view value;  // of --thinking: "on", "high", "2048", "qwen3:off"
  std::string_view api;
  std::string_view place;  // of the hosted API; empty for other servers
  std::string_view model;
};
struct Thinking {
  const ThinkingPreset* preset = nullptr;
  std::string value;  // without the family
  Value members;      // a dict
};
// An Error "ThinkingError" says what is possible instead.
Result<Thinking> choose_thinking(const ThinkingRequest& request);

// "on, off, low, medium, high, a number of tokens"
std::string thinking_values(const ThinkingPreset& preset);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_THINKING_PRESETS_H_
