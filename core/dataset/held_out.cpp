#include "core/dataset/held_out.h"

#include <string>

#include "core/value/dict.h"
#include "core/value/dict_of.h"

namespace bfclx {
namespace {

constexpr std::string_view kHeldOut = "missed_function";

}  // namespace

std::vector<std::string_view> functions_from_turn(const Entry& entry, std::size_t turn) {
  const Value* held = find_member(entry.data, kHeldOut);
  const Value* docs = held != nullptr ? find_member(*held, std::to_string(turn)) : nullptr;
  std::vector<std::string_view> names;
  if (docs == nullptr || !docs->is_list()) return names;
  for (const Value& doc : docs->items()) names.push_back(find_text(doc, "name"));
  return names;
}

List functions_of_all_turns(const Entry& entry) {
  List docs;
  if (entry.functions().is_list()) docs = entry.functions().items();
  const Value* held = find_member(entry.data, kHeldOut);
  if (held == nullptr || !held->is_dict()) return docs;
  for (const auto& [turn, more] : held->as_dict()) {
    if (more.is_list()) docs.insert(docs.end(), more.items().begin(), more.items().end());
  }
  return docs;
}

}  // namespace bfclx
