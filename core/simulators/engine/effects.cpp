#include "core/simulators/engine/effects.h"

#include <algorithm>

#include "core/base/text.h"

namespace bfclx {

namespace {

// Length first, so that no two requests have one key.
void append_part(std::string& key, std::string_view part) {
  key += std::to_string(part.size());
  key += ':';
  key += part;
}

void append_pairs(std::string& key, EffectPairs pairs) {
  std::sort(pairs.begin(), pairs.end());
  append_part(key, std::to_string(pairs.size()));
  for (const auto& [name, value] : pairs) {
    append_part(key, name);
    append_part(key, value);
  }
}

}  // namespace

EffectPairs matched_headers(const EffectPairs& headers) {
  EffectPairs matched;
  for (const auto& [name, value] : headers) {
    const std::string lower = lower_ascii(name);
    if (lower == "x-rapidapi-key") matched.emplace_back(lower, value);
    if (lower == "x-rapidapi-host") matched.emplace_back(lower, lower_ascii(value));
  }
  std::sort(matched.begin(), matched.end());
  return matched;
}

std::string_view effect_kind_name(EffectRequest::Kind kind) {
  static constexpr std::string_view kNames[] = {"http", "search", "page", "embedding"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string EffectRequest::key() const {
  std::string key;
  append_part(key, effect_kind_name(kind));
  append_part(key, method);
  append_part(key, url);
  append_pairs(key, query);
  append_pairs(key, matched_headers(headers));
  append_part(key, body);
  append_part(key, std::to_string(attempt));
  return key;
}

const EffectAnswer* EffectStore::find(std::string_view key) const {
  const std::string owned(key);
  for (const EffectStore* store = this; store != nullptr; store = store->parent_) {
    const auto found = store->answers_.find(owned);
    if (found != store->answers_.end()) return &found->second;
  }
  return nullptr;
}

Result<const EffectAnswer*> EffectStore::ask(const EffectRequest& request) {
  note(request);
  if (const EffectAnswer* answer = find(request.key())) return answer;
  wanted_ = request;
  return Error{kEffectError, request.method + " " + request.url};
}

void EffectStore::add(const EffectRequest& request, EffectAnswer answer) {
  answers_[request.key()] = std::move(answer);
}

}  // namespace bfclx
