#include "core/generation/identity/unusable_token.h"

#include <string>

#include "core/base/text.h"
#include "core/conversation/values.h"

namespace bfclx {

std::string_view unusable_member(const Value& object,
                                 std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (!text_member(object, name).empty() && token_member(object, name).empty()) return name;
  }
  return {};
}

IdentityStep unusable_step(std::string_view who, std::string_view member, bool passes) {
  return failed_step(
      concat({who, ": ", member,
              " cannot be sent: it has a line break, a space or another character that a token ",
              "cannot have, or is longer than ", std::to_string(kMostTokenBytes >> 10), " KiB"}),
      passes);
}

}  // namespace bfclx
