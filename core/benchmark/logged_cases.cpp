#include "core/benchmark/logged_cases.h"

#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/base/sha256.h"
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

// Of all cases of a log together, as text: each has all messages before it, so that a log of 2 MB
// could become gigabytes.
constexpr std::size_t kMostCaseBytes = std::size_t{256} << 20;

// What is known of a part of a case without its text.
struct TextFacts {
  Sha256 hash{};
  std::size_t bytes = 0;
};

TextFacts facts_of(const Value& value) {
  std::string text;
  append_json(text, value);
  return {sha256(text), text.size()};
}

// Of the parts behind each other.
TextFacts joined(const TextFacts& first, const TextFacts& second) {
  std::string both;
  for (const Sha256& hash : {first.hash, second.hash}) both.append(hash.begin(), hash.end());
  return {sha256(both), first.bytes + second.bytes};
}

class LogReader {
 public:
  LogReader(const Value& functions, ValueMatching match) : functions_(functions), match_(match) {}

  void read(std::size_t line, const Value& value) {
    tools_.clear();
    for (const LoggedConversation& one : conversations_in(value)) {
      ++found_.conversations;
      for (const std::size_t at : one.empty_questions) {
        fail(line, concat({place_of_item("messages", at), ".content: the question is empty"}));
      }
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
  // Tools of a part of the log, as its cases have them.
  struct Tools {
    Value value;  // none: the benchmark's own
    TextFacts facts;
  };

  Value value_of_tools(const Value* tools) const {
    if (tools == nullptr) return {};
    const Result<Value> docs = function_docs_of(*tools, "tools", match_);
    if (!docs.ok()) return *tools;  // the case says what is wrong with them
    return case_tools(*docs, functions_, *tools);
  }

  // Many conversations can have the same.
  const Tools& tools_for(const Value* given) {
    const auto [found, is_new] = tools_.try_emplace(given);
    Tools& tools = found->second;
    if (is_new) tools.value = value_of_tools(given);
    if (is_new) tools.facts = facts_of(tools.value);
    return tools;
  }

  void add(std::size_t line, const LoggedConversation& one) {
    const Tools& tools = tools_for(one.tools);
    TextFacts before = facts_of(one.messages.front());
    for (std::size_t i = 1; i < one.messages.size(); ++i) {
      const Value& message = one.messages[i];
      const TextFacts asked = i == 1 ? facts_of(question_of(one.messages)) : before;
      before = joined(before, facts_of(message));
      Value expected;
      if (!is_expected(line, one.messages, i, expected)) continue;
      const TextFacts facts = joined(joined(asked, tools.facts), facts_of(expected));
      if (known_.count(facts.hash) != 0) {
        ++found_.repeated;
        continue;
      }
      if (facts.bytes > kMostCaseBytes - bytes_) {
        return fail(line, concat({place_of_item("messages", i),
                                  ": the cases of the log have more than 256 MB together"}));
      }
      known_.insert(facts.hash);
      bytes_ += facts.bytes;
      Dict given;
      set_messages(given, one.messages, i);
      if (!tools.value.is_none()) given.set("tools", tools.value);
      given.set("expected", std::move(expected));
      found_.cases.push_back({line, i + 1, Value::dict(std::move(given))});
    }
  }

  // What is expected in the place of the message i; false when it makes no case.
  bool is_expected(std::size_t line, const List& messages, std::size_t i, Value& expected) {
    if (find_text(messages[i], "role") != "assistant") return false;
    const string_view before = find_text(messages[i - 1], "role");
    const Value* calls = given_member(messages[i], "tool_calls");
    if (before != "user" && (calls == nullptr || before != "tool")) return false;
    expected = Value::str("none");
    if (calls == nullptr) return true;
    List named;
    if (!read_calls(line, i, *calls, named)) return false;
    expected = Value::list(std::move(named));
    return true;
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

  static const Value& question_of(const List& messages) {
    return *find_member(messages.front(), "content");
  }

  static void set_messages(Dict& given, const List& messages, std::size_t count) {
    if (count == 1) {
      given.set("question", question_of(messages));
      return;
    }
    List before(messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(count));
    given.set("messages", Value::list(std::move(before)));
  }

  const Value& functions_;
  ValueMatching match_;
  std::map<const Value*, Tools> tools_;  // of the value that is read
  std::set<Sha256> known_;
  std::size_t bytes_ = 0;  // of all cases
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
