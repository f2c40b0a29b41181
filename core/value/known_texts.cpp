#include "core/value/known_texts.h"

#include <utility>

#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/value/repr.h"

namespace bfclx {

std::size_t KnownTexts::items_of(const Value& value) {
  if (value.is_dict()) return value.as_dict().size();
  return value.is_sequence() ? value.items().size() : 0;
}

void KnownTexts::add(const Value& value) { add_at(value, 0); }

void KnownTexts::add_at(const Value& value, int depth) {
  if (depth > kMaxDepth) return;
  if (value.is_dict()) {
    for (const Dict::Entry& entry : value.as_dict()) add_at(entry.value, depth + 1);
  } else if (value.is_sequence()) {
    for (const Value& item : value.items()) add_at(item, depth + 1);
  }
  if (items_of(value) < kLeastItems) return;
  Result<std::string> json = json_dumps(value);
  std::string representation = json.ok() ? std::string() : repr(value);
  texts_.emplace(value.identity(), Texts{std::move(json), std::move(representation)});
}

const KnownTexts::Texts* KnownTexts::find(const Value& container) const {
  if (items_of(container) < kLeastItems || !container.shared()) return nullptr;
  const auto found = texts_.find(container.identity());
  return found != texts_.end() ? &found->second : nullptr;
}

}  // namespace bfclx
