#include "core/value/exact_bytes.h"

#include "core/value/dict.h"

namespace bfclx {
namespace {

constexpr int kMaxDepth = 32;

bool append_at(const Value& value, std::size_t most, int depth, std::string& out) {
  if (depth > kMaxDepth || out.size() > most) return false;
  out += static_cast<char>('A' + static_cast<int>(value.kind()));
  switch (value.kind()) {
    case Value::Kind::kNone:
      return true;
    case Value::Kind::kBool:
      out += value.as_bool() ? '1' : '0';
      return true;
    case Value::Kind::kInt:
      if (!value.is_small_int()) return false;
      append_bytes(value.as_int64(), out);
      return true;
    case Value::Kind::kFloat:
      append_bytes(value.as_float(), out);
      return true;
    case Value::Kind::kStr:
      append_bytes(value.as_str().size(), out);
      if (value.as_str().size() > most) return false;
      out += value.as_str();
      return true;
    case Value::Kind::kList:
      append_bytes(value.items().size(), out);
      for (const Value& item : value.items()) {
        if (!append_at(item, most, depth + 1, out)) return false;
      }
      return true;
    case Value::Kind::kDict:
      append_bytes(value.as_dict().size(), out);
      for (const auto& [key, item] : value.as_dict()) {
        if (!append_at(key, most, depth + 1, out)) return false;
        if (!append_at(item, most, depth + 1, out)) return false;
      }
      return true;
    default:
      return false;
  }
}

}  // namespace

bool append_exactly(const Value& value, std::size_t most, std::string& out) {
  return append_at(value, most, 0, out);
}

}  // namespace bfclx
