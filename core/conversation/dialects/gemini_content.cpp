#include "core/conversation/dialects/gemini_content.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/conversation/values.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

using std::string_view;

// Parts have one of these; the SDK's class and its name in Python are for repr.
enum class PartField : std::uint8_t { kObject, kCall, kText, kFlag, kBytes };
struct PartRow {
  string_view name;    // on the wire
  string_view python;  // the attribute
  string_view type;    // the class of an object
  PartField kind;
};
// In the order of the attributes' names, as repr has them.
constexpr PartRow kPartRows[] = {
    {"codeExecutionResult", "code_execution_result", "CodeExecutionResult", PartField::kObject},
    {"executableCode", "executable_code", "ExecutableCode", PartField::kObject},
    {"fileData", "file_data", "FileData", PartField::kObject},
    {"functionCall", "function_call", "FunctionCall", PartField::kCall},
    {"functionResponse", "function_response", "FunctionResponse", PartField::kObject},
    {"inlineData", "inline_data", "Blob", PartField::kObject},
    {"mediaResolution", "media_resolution", "PartMediaResolution", PartField::kObject},
    {"text", "text", "", PartField::kText},
    {"thought", "thought", "", PartField::kFlag},
    {"thoughtSignature", "thought_signature", "", PartField::kBytes},
    {"videoMetadata", "video_metadata", "VideoMetadata", PartField::kObject},
};

Error refused(const std::string& place, string_view why) {
  return {"ValidationError",
          "1 validation error for GenerateContentResponse\n"
          "candidates.0.content." +
              place + "\n  " + std::string(why)};
}

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '-' || c == '+') return 62;
  return c == '_' || c == '/' ? 63 : -1;
}

// Either alphabet of base64, in the URL-safe one and padded; nullopt when it is none.
std::optional<std::string> url_safe_base64(string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out(text);
  for (char& c : out) {
    const int digit = base64_digit(c);
    if (digit < 0) return std::nullopt;
    if (digit >= 62) c = digit == 62 ? '-' : '_';
  }
  out.append((4 - out.size() % 4) % 4, '=');
  return out;
}

std::string base64_bytes(string_view text) {
  std::string out;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit < 0) break;
    bits = (bits << 6) | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>((bits >> count) & 0xFF);
  }
  return out;
}

// FunctionCall: id, args and name, each of its kind.
Result<Value> read_call(const Value& call, const std::string& place) {
  if (!call.is_dict()) return refused(place, "Input should be a valid dictionary");
  Value out = Value::dict();
  for (const string_view name : {"id", "args", "name"}) {
    const Value* value = present(call, name);
    if (value == nullptr) continue;
    const bool fits = name == "args" ? value->is_dict() : value->is_str();
    if (!fits) {
      return refused(place + "." + std::string(name), name == "args"
                                                          ? "Input should be a valid dictionary"
                                                          : "Input should be a valid string");
    }
    out.mutable_dict().set(name, *value);
  }
  return out;
}

Result<Value> read_part_field(const Value& value, PartField kind, const std::string& place) {
  switch (kind) {
    case PartField::kCall:
      return read_call(value, place);
    case PartField::kObject:
      if (!value.is_dict()) return refused(place, "Input should be a valid dictionary");
      return value;
    case PartField::kText:
      if (!value.is_str()) return refused(place, "Input should be a valid string");
      return value;
    case PartField::kFlag:
      if (!value.is_bool()) return refused(place, "Input should be a valid boolean");
      return value;
    case PartField::kBytes: {
      if (!value.is_str()) return refused(place, "Input should be a valid bytes");
      const std::optional<std::string> text = url_safe_base64(value.as_str());
      if (!text) return refused(place, "Data should be valid base64");
      return Value::str(*text);
    }
  }
  return value;
}

Result<Value> read_part(const Value& part, const std::string& place) {
  if (!part.is_dict()) return refused(place, "Input should be a valid dictionary");
  Value out = Value::dict();
  for (const PartRow& row : kPartRows) {
    const Value* value = present(part, row.name);
    if (value == nullptr) continue;
    BFCLX_ASSIGN_OR_RETURN(Value read,
                           read_part_field(*value, row.kind, place + "." + std::string(row.name)));
    out.mutable_dict().set(row.name, std::move(read));
  }
  return out;
}

// The SDK's _pretty_repr: two spaces a level, five items of a list, six levels.
constexpr std::size_t kShownItems = 5;
constexpr std::size_t kShownBytes = 100;
constexpr int kShownDepth = 6;

struct Place {
  std::size_t indent = 0;
  int depth = kShownDepth;
  Place inner() const { return {indent + 2, depth - 1}; }
  std::string spaces() const { return std::string(indent, ' '); }
};

using Member = std::pair<std::string, std::string>;  // name and text
std::string shown(const Value& value, Place place);

std::string shown_class(string_view name, const std::vector<Member>& members, Place place) {
  if (members.empty()) return std::string(name) + "()";
  std::string out = std::string(name) + "(\n";
  for (std::size_t i = 0; i < members.size(); ++i) {
    out += place.inner().spaces() + members[i].first + "=" + members[i].second;
    out += i + 1 < members.size() ? ",\n" : "\n";
  }
  return out + place.spaces() + ")";
}

std::string too_deep(std::size_t count, char open, char close) {
  return std::string(1, open) + "<... " + std::to_string(count) +
         (count == 1 ? " item" : " items") + " at Max depth ...>" + close;
}

template <typename Show>
std::string shown_list(const Value& list, Place place, const Show& show) {
  const List& items = list.items();
  if (items.empty()) return "[]";
  if (place.depth <= 0) return too_deep(items.size(), '[', ']');
  std::string out = "[\n";
  for (std::size_t i = 0; i < std::min(items.size(), kShownItems); ++i) {
    if (i > 0) out += ",\n";
    out += place.inner().spaces() + show(items[i], place.inner());
  }
  if (items.size() > kShownItems) {
    out += ",\n" + place.inner().spaces() + "<... " + std::to_string(items.size() - kShownItems) +
           " more items ...>";
  }
  return out + ",\n" + place.spaces() + "]";
}

std::string shown_dict(const Dict& dict, Place place) {
  if (dict.empty()) return "{}";
  if (place.depth <= 0) return too_deep(dict.size(), '{', '}');
  if (dict.size() > kShownItems) return "<dict len=" + std::to_string(dict.size()) + ">";
  std::vector<Member> members;
  for (const Dict::Entry& entry : dict) members.emplace_back(str(entry.key), "");
  std::stable_sort(members.begin(), members.end());
  std::string out = "{\n";
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Value key = Value::str(members[i].first);
    const Value* value = dict.find(key);
    out += place.inner().spaces() + shown(key, place.inner()) + ": " +
           (value != nullptr ? shown(*value, place.inner()) : std::string());
    out += i + 1 < members.size() ? ",\n" : "\n";
  }
  return out + place.spaces() + "}";
}

std::string shown_text(string_view text) {
  if (text.find('\n') == string_view::npos) return repr(Value::str(text));
  std::string out = "\"\"\"";
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 3) == "\"\"\"") {
      out += "\\\"\\\"\\\"";
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out + "\"\"\"";
}

std::string shown(const Value& value, Place place) {
  if (place.depth < 0) return "<... Max depth ...>";
  if (value.is_str()) return shown_text(value.as_str());
  if (value.is_dict()) return shown_dict(value.as_dict(), place);
  if (value.is_list()) return shown_list(value, place, shown);
  return repr(value);
}

std::string shown_bytes(string_view base64) {
  const std::string bytes = base64_bytes(base64);
  std::string out;
  append_repr_bytes(out, string_view(bytes).substr(
                             0, bytes.size() > kShownBytes ? kShownBytes - 3 : bytes.size()));
  if (bytes.size() > kShownBytes) {
    out.pop_back();
    out += "...'";
  }
  return out;
}

// An object whose members have Python's names on the wire too.
std::string shown_object_of(string_view type, const Value& object, Place place) {
  std::vector<Member> members;
  for (const Dict::Entry& entry : object.as_dict()) {
    members.emplace_back(str(entry.key), shown(entry.value, place.inner()));
  }
  std::sort(members.begin(), members.end());
  return shown_class(type, members, place);
}

std::string shown_part(const Value& part, Place place) {
  std::vector<Member> members;
  for (const PartRow& row : kPartRows) {
    const Value* value = member(part, row.name);
    if (value == nullptr) continue;
    const Place inner = place.inner();
    std::string text = row.kind == PartField::kBytes ? shown_bytes(value->as_str())
                       : row.type.empty()            ? shown(*value, inner)
                                                     : shown_object_of(row.type, *value, inner);
    members.emplace_back(std::string(row.python), std::move(text));
  }
  return shown_class("Part", members, place);
}

std::string shown_content(const Value& content) {
  const Place place;
  std::vector<Member> members;
  if (const Value* parts = member(content, "parts")) {
    members.emplace_back("parts", shown_list(*parts, place.inner(), shown_part));
  }
  if (const Value* role = member(content, "role")) {
    members.emplace_back("role", shown(*role, place.inner()));
  }
  return shown_class("Content", members, place);
}

}  // namespace

Result<Value> gemini_content(const Value& content) {
  Value out = Value::dict();
  if (const Value* parts = present(content, "parts")) {
    if (!parts->is_list()) return refused("parts", "Input should be a valid list");
    Value read = Value::list();
    for (std::size_t i = 0; i < parts->items().size(); ++i) {
      BFCLX_ASSIGN_OR_RETURN(Value part,
                             read_part(parts->items()[i], "parts." + std::to_string(i)));
      read.mutable_list().push_back(std::move(part));
    }
    out.mutable_dict().set("parts", std::move(read));
  }
  if (const Value* role = present(content, "role")) {
    if (!role->is_str()) return refused("role", "Input should be a valid string");
    out.mutable_dict().set("role", *role);
  }
  return out;
}

std::string gemini_contents_repr(const Value& contents) {
  std::string out = "[";
  for (std::size_t i = 0; i < contents.items().size(); ++i) {
    if (i > 0) out += ", ";
    out += shown_content(contents.items()[i]);
  }
  return out + "]";
}

std::string gemini_parts_repr(const Value& parts) {
  std::string out = "[";
  for (std::size_t i = 0; i < parts.items().size(); ++i) {
    if (i > 0) out += ", ";
    out += shown_part(parts.items()[i], Place());
  }
  return out + "]";
}

}  // namespace bfclx
