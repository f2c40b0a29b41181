// Texts of big values that never change, kept so that they are written once and not for every
// result that they are part of.
#ifndef BFCLX_CORE_VALUE_KNOWN_TEXTS_H_
#define BFCLX_CORE_VALUE_KNOWN_TEXTS_H_

#include <cstddef>
#include <string>
#include <unordered_map>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

class KnownTexts {
 public:
  // What json.dumps says of a container, and where that is an Error, its repr.
  struct Texts {
    Result<std::string> json;
    std::string repr;  // empty while json is a text
  };

  // Keeps the texts of the value and of the big containers inside it. The caller keeps the value
  // alive and unchanged.
  void add(const Value& value);
  // nullptr when the texts of this container are not kept.
  const Texts* find(const Value& container) const;

 private:
  // Smaller ones are written as fast as they are found.
  static constexpr std::size_t kLeastItems = 16;
  // Containers inside containers whose texts are kept too.
  static constexpr int kMaxDepth = 3;

  static std::size_t items_of(const Value& value);
  void add_at(const Value& value, int depth);

  std::unordered_map<const void*, Texts> texts_;
};

// These append json_dumps(value) in the default style, and repr(value), with the help of texts that
// are known (nullptr: of none). Errors as json_dumps; `out` then holds a part.
Status append_json(std::string& out, const Value& value, const KnownTexts* known);
void append_repr(std::string& out, const Value& value, const KnownTexts* known);

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_KNOWN_TEXTS_H_
