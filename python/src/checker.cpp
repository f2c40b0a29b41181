#include "python/src/checker.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/checker/checker.h"
#include "core/checker/option_names.h"
#include "core/dataset/given_calls.h"
#include "core/value/dict_of.h"
#include "python/src/dataset.h"
#include "python/src/errors.h"
#include "python/src/from_value.h"
#include "python/src/to_value.h"
#include "python/src/unlocked.h"
#include "python/src/verdict.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

constexpr const char* kCheckerDoc =
    "Checks calls against your own functions and expected calls, without a dataset.\n\n"
    "`functions` are tools of OpenAI, Anthropic or Gemini, an MCP tool list, JSON Schema functions "
    "or\n"
    "BFCL's function docs: a list, one of them, or `{'tools': [...]}`. Python functions become\n"
    "tools, as with `bfclx.tool`.\n"
    "`dialect` says what types are called: 'json_schema', or 'bfcl', which adds `dict`, `float`,\n"
    "`tuple` and `any`.\n"
    "`match` says when values are equal. 'official': by BFCL's rules, so texts loosely. 'schema': "
    "by\n"
    "their JSON Schema; 2 equals 2.0, leaving out equals the default, date-times are compared as\n"
    "moments, texts exactly. 'exact': as JSON, so 2 is not 2.0.\n"
    "`order` of several calls is 'any' or 'given'. `decoder` parses responses that are text, "
    "'prompting'\n"
    "by default. With `underscore_to_dot` function names in calls have `_` for `.`.\n\n"
    "Raises SchemaError, with the path inside the input, for functions that cannot be checked: an\n"
    "unknown type, a keyword that is unsupported (`not`, `if`, `patternProperties`) or "
    "contradicts\n"
    "another one. `pattern` is not checked. A Checker is immutable, can be shared by threads and\n"
    "pickles.";

constexpr const char* kCheckerCheckDoc =
    "The Verdict on the calls of one response.\n\n"
    "`calls` is a string, tool calls, a message, a list of messages, a whole response, or\n"
    "`{name: {parameter: value}}`. `expected` is a call `{'name': ..., 'arguments': {...}}`, a "
    "list "
    "of\n"
    "them, or BFCL's possible answers; None when no call is right. `bfclx.any_of(a, b)` stands "
    "for\n"
    "alternatives of a value, of a call or of all calls. `order` is that of the Checker by "
    "default.\n\n"
    "Raises SchemaError for an `expected` that no call can meet: an unknown function, a missing\n"
    "required argument, a value of another type. Never raises for what `calls` holds, but for an\n"
    "exception of an object's own `model_dump`.";

constexpr const char* kCheckerBatchDoc =
    "The Verdicts on many responses: `pairs` are `(calls, expected)`.\n\n"
    "Everything expected is read before anything is checked, so a SchemaError loses no verdict.";

template <typename Choice, std::size_t count>
Choice choice_argument(const char* option, std::string_view given,
                       const NamedOption<Choice> (&choices)[count]) {
  if (const Choice* choice = find_option(choices, given)) return *choice;
  raise_unknown_name(unknown_option(choices, option, given));
}

class CheckerObject {
 public:
  CheckerObject(Value functions, const CheckerOptions& options, CallOrder order)
      : functions_(std::move(functions)), order_(order), checker_(make(functions_, options)) {}

  const Checker& checker() const { return checker_; }
  const Value& functions() const { return functions_; }
  CallOrder order() const { return order_; }
  CallOrder order_argument(std::optional<std::string_view> given) const {
    return given ? choice_argument("order", *given, kOrderNames) : order_;
  }

 private:
  static Checker make(const Value& functions, const CheckerOptions& options) {
    Result<Checker> checker = Checker::make(functions, options);
    if (!checker.ok()) raise_schema_error(checker.error());
    return std::move(checker).value();
  }

  Value functions_;
  CallOrder order_;
  Checker checker_;
};

CheckerObject checker_of(Value functions, std::string_view dialect, std::string_view match,
                         std::string_view order, std::optional<std::string_view> decoder,
                         bool underscore_to_dot) {
  CheckerOptions options;
  options.dialect = choice_argument("dialect", dialect, kDialectNames);
  options.match = choice_argument("match", match, kMatchNames);
  options.underscore_to_dot = underscore_to_dot;
  if (decoder) {
    options.texts = decoder_argument(*decoder);
    if (options.texts == nullptr) raise_unknown_name("pass a decoder: 'auto' needs a dataset");
  }
  return CheckerObject(std::move(functions), options, choice_argument("order", order, kOrderNames));
}

// Python functions among the functions become their tools.
nb::object with_tools(nb::handle functions) {
  return nb::module_::import_("bfclx._tool").attr("with_tools")(functions);
}

// An exception of an object's own code says where it comes from.
Value value_at(nb::handle given, const std::string& place) {
  try {
    return to_value(given);
  } catch (nb::python_error& error) {
    if (nb::hasattr(error.value(), "add_note")) {  // of Python 3.11
      error.value().attr("add_note")(from_text("while bfclx read `" + place + "`"));
    }
    throw;
  }
}

Expectation expectation_of(const Checker& checker, nb::handle expected, const std::string& place) {
  Result<Expectation> read = checker.read_expected(value_at(expected, place), place);
  if (!read.ok()) raise_schema_error(read.error());
  return std::move(read).value();
}

nb::object verdict_object(Verdict verdict) {
  VerdictParts parts;
  parts.verdict = std::move(verdict);
  return nb::cast(VerdictObject(std::move(parts)));
}

Result<Value> decoded_by(const CheckerObject& self, const Value& response) {
  return decode_given_calls(response, *self.checker().options().texts);
}

nb::object check_response_of(const CheckerObject& self, nb::handle calls, nb::handle expected,
                             std::optional<std::string_view> order) {
  const CallOrder chosen = self.order_argument(order);
  const Expectation wanted = expectation_of(self.checker(), expected, "expected");
  const Value given = value_at(calls, "calls");
  Verdict verdict;
  {
    std::optional<Unlocked> unlocked;
    if (is_big(given)) unlocked.emplace();
    verdict = self.checker().check(decoded_by(self, given), wanted, chosen);
  }
  return verdict_object(std::move(verdict));
}

constexpr std::size_t kCheckedAtOnce = 1000;  // responses that are checked between looks at signals

nb::list check_batch(const CheckerObject& self, nb::handle pairs,
                     std::optional<std::string_view> order) {
  const CallOrder chosen = self.order_argument(order);
  const nb::object list = nb::steal(PySequence_List(pairs.ptr()));
  if (!list.is_valid()) throw nb::python_error();
  std::vector<std::pair<nb::object, std::size_t>> items;  // calls, and what is expected of them
  std::vector<Expectation> expectations;
  std::unordered_map<PyObject*, std::size_t> known;  // an object that several pairs have is one
  std::vector<nb::object> held;
  for (const nb::handle pair : list) {
    const std::string place = "pairs[" + std::to_string(items.size()) + "]";
    const nb::object parts = nb::steal(PySequence_Tuple(pair.ptr()));
    if (!parts.is_valid() && PyErr_ExceptionMatches(PyExc_TypeError) == 0) throw nb::python_error();
    if (!parts.is_valid() || nb::len(parts) != 2) {
      PyErr_Clear();
      const std::string message = place + " must be (calls, expected)";
      throw nb::value_error(message.c_str());
    }
    const nb::object expected = parts[1];
    const auto [at, is_new] = known.emplace(expected.ptr(), expectations.size());
    if (is_new) {
      expectations.push_back(expectation_of(self.checker(), expected, place + ".expected"));
      held.push_back(expected);
    }
    items.emplace_back(nb::object(parts[0]), at->second);
  }
  nb::list verdicts;
  for (std::size_t begin = 0; begin < items.size(); begin += kCheckedAtOnce) {
    const std::size_t end = std::min(items.size(), begin + kCheckedAtOnce);
    std::vector<Value> responses;
    for (std::size_t i = begin; i < end; ++i) {
      const std::string place = "pairs[" + std::to_string(i) + "].calls";
      responses.push_back(value_at(items[i].first, place));
    }
    std::vector<Verdict> found;
    {
      const Unlocked unlocked;
      for (std::size_t i = begin; i < end; ++i) {
        found.push_back(self.checker().check(decoded_by(self, responses[i - begin]),
                                             expectations[items[i].second], chosen));
      }
    }
    for (Verdict& verdict : found) verdicts.append(verdict_object(std::move(verdict)));
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
  }
  return verdicts;
}

nb::tuple checker_state(const CheckerObject& self) {
  const CheckerOptions& options = self.checker().options();
  return nb::make_tuple(from_value(self.functions()),
                        from_text(option_name(kDialectNames, options.dialect)),
                        from_text(option_name(kMatchNames, options.match)),
                        from_text(option_name(kOrderNames, self.order())),
                        from_text(options.texts->name), options.underscore_to_dot);
}

void restore_checker(CheckerObject& self, const nb::tuple& state) {
  if (nb::len(state) != 6) throw nb::value_error("the state is not that of a Checker");
  const auto text = [&](std::size_t at) { return nb::cast<std::string_view>(state[at]); };
  new (&self) CheckerObject(
      checker_of(to_value(state[0]), text(1), text(2), text(3), text(4), nb::cast<bool>(state[5])));
}

}  // namespace

void bind_checker(nb::module_& module) {
  using namespace nb::literals;
  using Self = const CheckerObject&;
  nb::class_<CheckerObject>(module, "Checker", kCheckerDoc)
      .def(
          "__init__",
          [](CheckerObject* self, nb::handle functions, std::string_view dialect,
             std::string_view match, std::string_view order,
             std::optional<std::string_view> decoder, bool underscore_to_dot) {
            new (self) CheckerObject(checker_of(to_value(with_tools(functions)), dialect, match,
                                                order, decoder, underscore_to_dot));
          },
          "functions"_a.none(), "dialect"_a = "json_schema", "match"_a = "official", nb::kw_only(),
          "order"_a = "any", "decoder"_a = nb::none(), "underscore_to_dot"_a = false)
      .def("check", check_response_of, "calls"_a.none(), "expected"_a.none(), nb::kw_only(),
           "order"_a = nb::none(), kCheckerCheckDoc)
      .def("check_batch", check_batch, "pairs"_a, nb::kw_only(), "order"_a = nb::none(),
           kCheckerBatchDoc)
      .def_prop_ro(
          "functions",
          [](Self self) {
            nb::list names;
            for (const FunctionDoc& doc : self.checker().functions()) {
              names.append(from_text(doc.name));
            }
            return names;
          },
          "The names of the functions, in their order.")
      .def_prop_ro(
          "dialect",
          [](Self self) {
            return from_text(option_name(kDialectNames, self.checker().options().dialect));
          },
          "'json_schema' or 'bfcl'.")
      .def_prop_ro(
          "match",
          [](Self self) {
            return from_text(option_name(kMatchNames, self.checker().options().match));
          },
          "'official', 'schema' or 'exact'.")
      .def_prop_ro(
          "order", [](Self self) { return from_text(option_name(kOrderNames, self.order())); },
          "'any' or 'given', unless `check` is told otherwise.")
      .def("__repr__",
           [](Self self) {
             const CheckerOptions& options = self.checker().options();
             return from_text(
                 "<Checker of " + std::to_string(self.checker().functions().size()) +
                 " functions, match=" + std::string(option_name(kMatchNames, options.match)) + ">");
           })
      .def("__getstate__", checker_state)
      .def("__setstate__", restore_checker);
}

}  // namespace bfclx::python_binding
