#include "core/audit/truth_check.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/audit/meaning.h"
#include "core/audit/schema.h"
#include "core/check/ast_checker.h"
#include "core/value/dict.h"
#include "core/value/repr.h"

namespace bfclx {
namespace {

constexpr std::size_t kShown = 80;

// The alternatives of one parameter beside its schema.
struct Alternatives {
  std::string function;
  std::string parameter;
  const Value* schema = nullptr;
  bool required = false;
  bool typed = false;  // the schema's types are those of the values
  std::size_t omissions = 0;
  List stated;       // without ""
  List not_default;  // of these, what is not the documented default
  const Value* fallback = nullptr;
};

const Value* member(const Value* value, const Value& key) {
  return value != nullptr && value->is_dict() ? value->as_dict().find(key) : nullptr;
}

const Value* member(const Value* value, std::string_view key) {
  return value != nullptr && value->is_dict() ? value->as_dict().find(key) : nullptr;
}

// A schema may write its default as a text: "false" for false, "10" for 10.
bool is_the_default(const Value& value, const Value& fallback) {
  if (canonical_value(value) == canonical_value(fallback)) return true;
  return fallback.is_str() &&
         standardize_string(str(value)) == standardize_string(fallback.as_str());
}

class TruthChecker {
 public:
  explicit TruthChecker(const Entry& entry) : entry_(entry) {}

  std::vector<TruthProblem> run() && {
    // With another match it is checked when it is read.
    if (entry_.own_match != nullptr || !entry_.ground_truth.is_list()) return {};
    for (const Value& call : entry_.ground_truth.items()) {
      if (!call.is_dict()) continue;
      for (const auto& [name, arguments] : call.as_dict()) {
        if (name.is_str() && arguments.is_dict()) add_call(std::string(name.as_str()), arguments);
      }
    }
    return std::move(problems_);
  }

 private:
  void add(std::string_view kind, bool proof, const Alternatives& at, std::string text) {
    // Several calls of one function can have the same problem.
    if (!known_.insert(at.function + "\n" + text).second) return;
    problems_.push_back({kind, proof, at.function, at.parameter, std::move(text)});
  }

  void add_call(const std::string& name, const Value& arguments) {
    Alternatives at;
    at.function = name;
    const Value* function = find_function(entry_, name);
    if (function == nullptr) {
      add("unknown_function", true, at, "the functions have no " + name);
      return;
    }
    for (const std::string& required : required_parameters(*function)) {
      if (arguments.as_dict().contains(required)) continue;
      at.parameter = required;
      add("required_missing", true, at,
          "the function requires " + required + ", which is missing in the ground truth");
    }
    for (const auto& [parameter, alternatives] : arguments.as_dict()) {
      if (parameter.is_str() && alternatives.is_list()) {
        add_parameter(name, *function, std::string(parameter.as_str()), alternatives);
      }
    }
  }

  void add_parameter(const std::string& name, const Value& function, const std::string& parameter,
                     const Value& alternatives) {
    Alternatives at;
    at.function = name;
    at.parameter = parameter;
    at.schema = parameter_schema(function, parameter);
    if (at.schema == nullptr) {
      add("unknown_parameter", true, at, name + " has no parameter `" + parameter + "`");
      return;
    }
    at.required = is_required(function, parameter);
    at.typed = entry_.category->language == Language::kPython;
    at.fallback = at.schema->is_dict() ? at.schema->as_dict().find("default") : nullptr;
    for (const Value& value : alternatives.items()) {
      if (value.is_str() && value.as_str().empty()) {
        ++at.omissions;
        continue;
      }
      at.stated.push_back(value);
      if (at.fallback == nullptr || !is_the_default(value, *at.fallback)) {
        at.not_default.push_back(value);
      }
    }
    check_values(at);
    check_omission(at);
    check_hints(at);
    if (!at.typed) return;
    for (const Value& value : at.stated) {
      check_inside(at, parameter, value, at.schema);
    }
  }

  // An object in the ground truth, or in a list there, has alternatives for each of its keys. What
  // is deeper is compared as it is.
  void check_inside(const Alternatives& at, const std::string& path, const Value& value,
                    const Value* schema) {
    if (!value.is_sequence()) return check_object(at, path, value, schema);
    const Value* items = member(schema, "items");
    for (const Value& item : value.items()) check_object(at, path, item, items);
  }

  void check_object(const Alternatives& at, const std::string& path, const Value& value,
                    const Value* schema) {
    if (!value.is_dict()) return;
    const Value* properties = member(schema, "properties");
    for (const auto& [key, alternatives] : value.as_dict()) {
      if (!key.is_str() || !alternatives.is_list()) continue;
      const std::string its_path = path + "." + std::string(key.as_str());
      const Value* its = member(properties, key);
      std::size_t omissions = 0;
      for (const Value& one : alternatives.items()) {
        const bool is_omission = one.is_str() && one.as_str().empty();
        omissions += is_omission ? 1 : 0;
        if (!is_omission && its != nullptr && !fits_enum(one, *its)) {
          add("not_in_enum", true, at,
              its_path + ": " + short_value(one, kShown) + " is not in the enum");
        }
      }
      if (omissions > 1) add_omitted_twice(at, its_path);
    }
  }

  void add_omitted_twice(const Alternatives& at, const std::string& path) {
    add("left_out_twice", true, at,
        "the ground truth of " + path +
            " is marked as optional twice: one of its values is probably missing");
  }

  void check_values(const Alternatives& at) {
    for (const Value& value : at.not_default) {
      if (value.is_none()) {
        add("null", true, at,
            "null is given for " + at.parameter + ", and its schema declares no such default");
      } else if (at.typed && !fits_type(value, *at.schema)) {
        add("wrong_type", true, at,
            at.parameter + " is declared " + schema_type(*at.schema) +
                ", but the ground truth is " + short_value(value, kShown));
      } else if (at.typed && !fits_item_type(value, *at.schema)) {
        add("wrong_item_type", true, at,
            at.parameter + ": items have the wrong type: " + short_value(value, kShown));
      } else if (!fits_enum(value, *at.schema)) {
        add("not_in_enum", true, at,
            at.parameter + ": " + short_value(value, kShown) + " is not in the enum");
      } else {
        continue;
      }
      return;  // one of a parameter is enough
    }
  }

  void check_omission(const Alternatives& at) {
    if (at.omissions > 1) add_omitted_twice(at, at.parameter);
    if (at.omissions == 0) return;
    if (at.required) {
      add("required_left_out", false, at,
          "the ground truth allows " + at.parameter +
              " to be left out, but the function requires it");
    }
    if (at.fallback != nullptr && !at.stated.empty() && at.not_default.size() == at.stated.size()) {
      add("not_the_default", true, at,
          at.parameter + ": omitting it passes (default " + short_value(*at.fallback, kShown) +
              "); if given, it must be " + short_value(at.stated.front(), kShown));
    }
  }

  void check_hints(const Alternatives& at) {
    std::set<std::string> meanings;
    for (const Value& value : at.stated) meanings.insert(canonical_value(value));
    if (meanings.size() < at.stated.size()) {
      add("same_alternatives", false, at,
          "alternatives of " + at.parameter + " are the same to the checker");
    }
    if (at.stated.empty() && !at.required) {
      add("never_stated", false, at,
          "no value of " + at.parameter + " passes, not even its default: it must be left out");
    }
    if (at.omissions == 0 && !at.required && at.not_default.size() < at.stated.size()) {
      add("default_demanded", false, at,
          at.parameter + " is optional, but the ground truth requires its default to be stated");
    }
  }

  const Entry& entry_;
  std::vector<TruthProblem> problems_;
  std::set<std::string> known_;  // of these
};

}  // namespace

std::vector<TruthProblem> check_truth(const Entry& entry) {
  if (entry.category->judging != Judging::kCalls) return {};
  return TruthChecker(entry).run();
}

}  // namespace bfclx
