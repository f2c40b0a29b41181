#include "core/benchmark/logged_cases.h"

#include <string>
#include <unordered_set>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/benchmark/case_proposal.h"
#include "core/benchmark/function_docs.h"
#include "core/benchmark/logged_messages.h"
#include "core/checker/json_schema.h"
#include "core/dataset/lines.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

class LogReader {
 public:
  LogReader(const Value& functions, ValueMatching match) : functions_(functions), match_(match) {}

  void read(std::size_t line, const Value& value) {
    for (const Conversation& one : conversations_in(value)) {
      ++found_.conversations;
      if (one.problem.empty()) {
        add(line, one);
      } else {
        found_.problems.push_back({line, one.problem});
      }
    }
  }

  void fail(std::size_t line, std::string text) {
    found_.problems.push_back({line, std::move(text)});
  }

  LoggedCases take() && { return std::move(found_); }

 private:
  // None: the benchmark's own.
  Value tools_for(const Value* tools) const {
    if (tools == nullptr) return {};
    const Result<Value> docs = function_docs_of(*tools, "tools", match_);
    if (!docs.ok()) return *tools;  // the case says what is wrong with them
    return case_tools(*docs, functions_, *tools);
  }

  void add(std::size_t line, const Conversation& one) {
    const Value tools = tools_for(one.tools);
    for (std::size_t i = 1; i < one.messages.size(); ++i) {
      const Value& message = one.messages[i];
      if (find_text(message, "role") != "assistant") continue;
      const string_view before = find_text(one.messages[i - 1], "role");
      const Value* calls = given_member(message, "tool_calls");
      if (before != "user" && (calls == nullptr || before != "tool")) continue;
      Value expected = Value::str("none");
      if (calls != nullptr) {
        List named;
        if (!read_calls(line, i, *calls, named)) continue;
        expected = Value::list(std::move(named));
      }
      Dict given;
      set_messages(given, one.messages, i);
      if (!tools.is_none()) given.set("tools", tools);
      given.set("expected", std::move(expected));
      keep({line, i + 1, Value::dict(std::move(given))});
    }
  }

  bool read_calls(std::size_t line, std::size_t message, const Value& calls, List& named) {
    for (std::size_t i = 0; i < calls.items().size(); ++i) {
      const Value& function = *find_member(calls.items()[i], "function");
      const Value& text = *find_member(function, "arguments");
      // A call without arguments may have an empty text.
      const Result<Value> arguments =
          text.as_str().empty() ? Result<Value>(Value::dict()) : json_loads(text.as_str());
      if (!arguments.ok() || !arguments->is_dict()) {
        const std::string place = place_of_item("messages", message) + ".tool_calls";
        fail(line, concat({place_of_item(place, i), ".function.arguments: not a JSON object"}));
        return false;
      }
      named.push_back(
          dict_of({{"name", *find_member(function, "name")}, {"arguments", *arguments}}));
    }
    return true;
  }

  static void set_messages(Dict& given, const List& messages, std::size_t count) {
    if (count == 1) {
      given.set("question", *find_member(messages.front(), "content"));
      return;
    }
    List before(messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(count));
    given.set("messages", Value::list(std::move(before)));
  }

  void keep(LoggedCase one) {
    std::string text;
    append_json(text, one.object);
    if (known_.insert(std::move(text)).second) {
      found_.cases.push_back(std::move(one));
    } else {
      ++found_.repeated;
    }
  }

  const Value& functions_;
  ValueMatching match_;
  std::unordered_set<std::string> known_;
  LoggedCases found_;
};

}  // namespace

LoggedCases cases_of_log(string_view log, const Value& functions, ValueMatching match) {
  log = without_byte_order_mark(log);
  LogReader reader(functions, match);
  if (const Result<Value> whole = json_loads(log); whole.ok()) {
    reader.read(1, *whole);
    return std::move(reader).take();
  }
  LineReader lines(log);
  for (Line line; lines.next(line);) {
    if (line.blank()) continue;
    const Result<Value> value = find_invalid_utf8(line.text)
                                    ? Result<Value>(schema_error("", "invalid UTF-8"))
                                    : json_loads(line.text);
    if (value.ok()) {
      reader.read(line.number, *value);
    } else {
      reader.fail(line.number, json_fault(value.error()));
    }
  }
  return std::move(reader).take();
}

}  // namespace bfclx
