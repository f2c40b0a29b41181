#include "core/python/evaluate/simple_calls.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/python/evaluate/plain_reader.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {

namespace {

constexpr std::size_t kUsualArguments = 4;

// What is made of the text.
class Reader : public PlainReader {
 public:
  using PlainReader::PlainReader;

  bool calls(List& calls) {
    if (!take('[')) return false;
    return items(']',
                 [&] {
                   Value call;
                   if (!read_call(call)) return false;
                   calls.push_back(std::move(call));
                   return true;
                 }) &&
           at_ == end_;
  }

  bool call_texts(List& texts) {
    if (!take('[')) return false;
    std::string text;
    return items(']',
                 [&] {
                   text.clear();
                   if (!write_call(text)) return false;
                   texts.push_back(Value::str(text));
                   return true;
                 }) &&
           at_ == end_;
  }

  // One value and nothing else; `text` stands between the brackets of a list.
  bool value(Value& value) { return take('[') && read_value(value) && take(']') && at_ == end_; }

  template <typename Call>  // SimpleCall, PlainCall
  bool call(Call& call) {
    if (!read_callee(call.name)) return false;
    call.keywords.reserve(kUsualArguments);
    return items(')', [&] { return read_evaluated_argument(call); }) && at_ == end_;
  }

 private:
  bool read_call(Value& call) {
    std::string_view name;
    if (!read_callee(name)) return false;
    Dict arguments;
    arguments.reserve(kUsualArguments);
    if (!items(')', [&] { return read_argument(arguments); })) return false;
    Dict named;
    named.set(name, Value::dict(std::move(arguments)));
    call = Value::dict(std::move(named));
    return true;
  }

  bool read_argument(Dict& arguments) {
    std::string_view name;
    if (!read_keyword(name)) return false;
    Value value;
    if (!read_value(value)) return false;
    arguments.set(name, std::move(value));
    return true;
  }

  static void add(Dict& keywords, std::string_view name, Value value) {
    keywords.set(name, std::move(value));
  }
  static void add(std::vector<NamedArgument>& keywords, std::string_view name, Value value) {
    keywords.push_back({name, std::move(value)});
  }
  static bool may_add(const Dict& keywords, std::string_view name) {
    return !keywords.contains(name);
  }
  static bool may_add(const std::vector<NamedArgument>& keywords, std::string_view name) {
    return keywords.size() < PlainCall::kMostNamed &&
           std::none_of(keywords.begin(), keywords.end(),
                        [&](const NamedArgument& other) { return other.name == name; });
  }

  template <typename Call>
  bool read_evaluated_argument(Call& call) {
    const char* begin = at_;
    std::string_view name;
    Value value;
    if (!read_name(name)) {
      at_ = begin;
      if (!call.keywords.empty() || !read_value(value)) return false;
      call.positional.push_back(std::move(value));
      return true;
    }
    skip_blanks();
    if (!take('=') || !may_add(call.keywords, name)) return false;
    skip_blanks();
    if (!read_value(value)) return false;
    add(call.keywords, name, std::move(value));
    return true;
  }

  // ---- Calls written again.

  bool write_call(std::string& out) {
    std::string_view callee;
    if (!read_callee(callee)) return false;
    out.append(callee).append("(");
    std::array<std::string_view, PlainCall::kMostNamed> names;
    std::size_t count = 0;
    const bool good = items(')', [&] {
      std::string_view name;
      if (count == names.size() || !read_keyword(name)) return false;
      if (std::find(names.begin(), names.begin() + count, name) != names.begin() + count) {
        return false;
      }
      if (count > 0) out += ", ";
      names[count++] = name;
      out.append(name).append("=");
      return write_value(out);
    });
    out += ')';
    return good;
  }

  bool write_value(std::string& out) {
    if (at_ != end_ && *at_ == '[') return write_list(out);
    Value value;
    if (!read_value(value) || value.is_dict()) return false;
    append_repr(out, value);
    return true;
  }

  bool write_list(std::string& out) {
    if (!enter()) return false;
    out += '[';
    bool first = true;
    const bool good = items(']', [&] {
      if (!first) out += ", ";
      first = false;
      return write_value(out);
    });
    leave();
    out += ']';
    return good && at_end_of_value();
  }
};

}  // namespace

std::optional<Value> read_simple_calls(std::string_view text) {
  List calls;
  if (!Reader(text, PlainReader::Names::kText).calls(calls)) return std::nullopt;
  return Value::list(std::move(calls));
}

std::optional<Value> read_simple_call_texts(std::string_view text) {
  List texts;
  if (!Reader(text, PlainReader::Names::kText).call_texts(texts)) return std::nullopt;
  return Value::list(std::move(texts));
}

std::optional<Value> read_plain_value(std::string_view text) {
  constexpr std::size_t kMostBytes = 65536;
  constexpr std::string_view kBlank = " \t\n";
  if (text.empty() || text.size() > kMostBytes ||
      kBlank.find(text.front()) != std::string_view::npos ||
      kBlank.find(text.back()) != std::string_view::npos) {
    return std::nullopt;
  }
  std::string listed;
  listed.reserve(text.size() + 2);
  listed.append("[").append(text).append("]");
  std::optional<Value> value(std::in_place);
  if (!Reader(listed, PlainReader::Names::kRefused).value(*value)) return std::nullopt;
  return value;
}

std::optional<SimpleCall> read_simple_call(std::string_view text) {
  std::optional<SimpleCall> call(std::in_place);
  if (!Reader(text, PlainReader::Names::kRefused).call(*call)) return std::nullopt;
  return call;
}

std::optional<PlainCall> read_plain_call(std::string_view text) {
  std::optional<PlainCall> call(std::in_place);
  if (!Reader(text, PlainReader::Names::kRefused).call(*call)) return std::nullopt;
  return call;
}

}  // namespace bfclx
