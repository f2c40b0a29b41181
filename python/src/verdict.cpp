#include "python/src/verdict.h"

#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include "core/check/short_reason.h"
#include "core/check/verdict_text.h"
#include "core/value/dict.h"
#include "core/value/dict_of.h"
#include "python/src/from_value.h"
#include "python/src/to_value.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

constexpr const char* kVerdictDoc =
    "What the official evaluator says of one response, and why.\n\n"
    "True in a condition when the response passes; `str()` is a few lines for people. Verdicts "
    "compare,\n"
    "pickle and copy by their content.";

nb::object text_or_none(std::string_view text) {
  return text.empty() ? nb::none() : from_text(text);
}

// Of a decoded episode: its turns. Of what was skipped nothing is said.
Value decoded_of(const ScoredResponse& response) {
  if (response.episode != nullptr) return decoded_turns(*response.episode);
  return response.verdict.decoded ? *response.verdict.decoded : Value();
}

Value reason_value(const Reason& reason) {
  return dict_of({{"rule", reason.rule},
                  {"path", Value::list(reason.path)},
                  {"expected", reason.expected},
                  {"found", reason.found},
                  {"text", reason.text},
                  {"short", short_reason(reason).text},
                  {"more", reason.more}});
}

// What a pickle holds: that, and what `short` is made of.
Value reason_state(const Reason& reason) {
  Value state = reason_value(reason);
  state.mutable_dict().set("detail", Value::str(reason.detail));
  return state;
}

// The verdict as a dict of plain values.
Value verdict_value(const VerdictParts& self) {
  const Verdict& verdict = self.verdict;
  const auto text = [](std::string_view given) {
    return given.empty() ? Value() : Value::str(given);
  };
  Value value = dict_of(
      {{"id", text(self.id)},
       {"valid", verdict.valid},
       {"error_type", text(verdict.error_type)},
       {"error", verdict.error},
       {"decoded", verdict.decoded ? *verdict.decoded : Value()},
       {"decode_error", verdict.decode_error ? Value::str(verdict.decode_error->message) : Value()},
       {"decode_error_class",
        verdict.decode_error ? Value::str(verdict.decode_error->kind) : Value()},
       {"why", verdict.why ? reason_value(*verdict.why) : Value()},
       {"skipped", text(skip_text(self.skip))},
       {"turns_passed", self.turns_passed},
       {"turns_total", self.turns_total},
       {"last_message", self.last_message},
       {"execution", self.execution}});
  return value;
}

// What a pickle holds.
Value verdict_state(const VerdictParts& self) {
  Value state = verdict_value(self);
  if (self.verdict.why) state.mutable_dict().set("why", reason_state(*self.verdict.why));
  return state;
}

// Names of rules and exception classes point to storage that stays; those of a pickle are put
// there.
std::string_view lasting(std::string_view text) {
  static std::mutex mutex;
  static std::set<std::string, std::less<>> texts;
  const std::lock_guard lock(mutex);
  return *texts.emplace(text).first;
}

Reason restore_reason(const Value& value) {
  Reason reason;
  reason.rule = lasting(find_text(value, "rule"));
  if (const Value* path = find_member(value, "path"); path != nullptr && path->is_list()) {
    reason.path = path->items();
  }
  const auto member = [&](std::string_view name) {
    const Value* found = find_member(value, name);
    return found != nullptr ? *found : Value();
  };
  reason.expected = member("expected");
  reason.found = member("found");
  reason.text = find_text(value, "text");
  reason.more = member("more");
  reason.detail = find_text(value, "detail");
  return reason;
}

VerdictParts restore(const Value& value) {
  VerdictParts self;
  const auto member = [&](std::string_view name) {
    const Value* found = find_member(value, name);
    return found != nullptr ? *found : Value();
  };
  const auto count = [&](std::string_view name) {
    const Value found = member(name);
    return found.is_small_int()
               ? static_cast<std::size_t>(std::max<std::int64_t>(0, found.as_int64()))
               : 0;
  };
  self.id = find_text(value, "id");
  self.verdict.valid = member("valid").is_bool() && member("valid").as_bool();
  self.verdict.error_type = find_text(value, "error_type");
  self.verdict.error = member("error");
  if (const Value decoded = member("decoded"); !decoded.is_none()) self.verdict.decoded = decoded;
  if (const Value error = member("decode_error"); error.is_str()) {
    self.verdict.decode_error =
        Error{lasting(find_text(value, "decode_error_class")), std::string(error.as_str())};
  }
  if (const Value why = member("why"); why.is_dict()) self.verdict.why = restore_reason(why);
  for (std::size_t i = 1; i < kSkips; ++i) {
    const auto skip = static_cast<Skip>(i);
    if (skip_text(skip) == find_text(value, "skipped")) self.skip = skip;
  }
  self.turns_passed = count("turns_passed");
  self.turns_total = count("turns_total");
  self.last_message = member("last_message");
  self.execution = member("execution");
  return self;
}

// What __getstate__ put into a tuple: a dict. A state that is none raises.
Value content_of_state(nb::handle state) {
  if (PyTuple_Check(state.ptr()) != 0 && PyTuple_Size(state.ptr()) == 1) {
    PyObject* const content = PyTuple_GetItem(state.ptr(), 0);
    if (PyDict_Check(content) != 0) return to_value(content);
  }
  throw nb::value_error("the state must be a tuple of one dict, as __getstate__ gives it");
}

std::string repr_of(const VerdictParts& self) {
  std::string text = "<Verdict";
  if (!self.id.empty()) text += " " + self.id;
  text += self.skip != Skip::kNone ? " " + std::string(skip_name(self.skip))
          : self.verdict.valid     ? " valid"
                                   : " " + self.verdict.error_type;
  return text + ">";
}

void bind_reason(nb::module_& module) {
  nb::class_<Reason>(module, "Reason",
                     "Which rule decided, where in the call, what was expected and found.")
      .def_prop_ro(
          "rule", [](const Reason& self) { return from_text(self.rule); },
          "Name of the rule, stable: 'wrong_func_name', 'string_value', ...")
      .def_prop_ro(
          "path", [](const Reason& self) { return from_value(Value::list(self.path)); },
          "From the list of calls inwards: call index, function, parameter, index or key.")
      .def_prop_ro(
          "expected", [](const Reason& self) { return from_value(self.expected); },
          "What would have passed; None when nothing can be named.")
      .def_prop_ro(
          "found", [](const Reason& self) { return from_value(self.found); },
          "What stood there; None when nothing did.")
      .def_prop_ro(
          "text", [](const Reason& self) { return from_text(self.text); },
          "One sentence for people.")
      .def_prop_ro(
          "short", [](const Reason& self) { return from_text(short_reason(self).text); },
          "The same in a few words, for a table: \"cell_type: 'human cell' ≠ 'human'\".")
      .def_prop_ro(
          "more", [](const Reason& self) { return from_value(self.more); },
          "Further facts of episodes, a dict; None when there are none.")
      .def("__repr__",
           [](const Reason& self) {
             return from_text("<Reason " + std::string(self.rule) + ": " + self.text + ">");
           })
      .def("__getstate__",
           [](const Reason& self) { return nb::make_tuple(from_value(reason_state(self))); })
      .def("__setstate__", [](Reason& self, nb::handle state) {
        new (&self) Reason(restore_reason(content_of_state(state)));
      });
}

}  // namespace

std::string_view skip_text(Skip skip) {
  constexpr std::size_t kPrefix = std::string_view("skipped_").size();
  return skip == Skip::kNone ? std::string_view() : skip_name(skip).substr(kPrefix);
}

VerdictParts parts_of(ScoredResponse& response) {
  VerdictParts object;
  object.id = std::move(response.id);
  Value decoded = decoded_of(response);
  object.verdict = std::move(response.verdict);
  if (!decoded.is_none()) object.verdict.decoded = std::move(decoded);
  if (response.episode != nullptr) {
    object.turns_passed = response.episode->turns_passed;
    object.turns_total = response.episode->turns_total;
    if (!response.episode->execution.empty()) {
      object.execution = execution_value(response.episode->execution);
    }
  }
  if (response.agentic != nullptr) object.last_message = std::move(response.agentic->last_message);
  if (response.executable != nullptr) {
    object.skip = response.executable->skip;
    if (response.executable->model_output) object.execution = *response.executable->model_output;
  }
  return object;
}

VerdictObject::VerdictObject(VerdictObject&& other) noexcept
    : valid_(other.valid_),
      underscore_to_dot_(other.underscore_to_dot_),
      entry_(other.entry_),
      decoder_(other.decoder_),
      dataset_(std::move(other.dataset_)),
      response_(std::move(other.response_)),
      parts_(other.parts_.exchange(nullptr)) {}

const VerdictParts& VerdictObject::parts() const {
  if (const VerdictParts* known = parts_.load(std::memory_order_acquire)) return *known;
  auto made = std::make_unique<VerdictParts>();
  made->id = entry_->id;
  made->verdict = score(*entry_, to_value(response_), *decoder_, underscore_to_dot_);
  // Of threads that make it at the same time one is the first.
  VerdictParts* first = nullptr;
  if (parts_.compare_exchange_strong(first, made.get(), std::memory_order_acq_rel)) {
    return *made.release();
  }
  return *first;
}

namespace {

void bind_official_part(nb::class_<VerdictObject>& bound) {
  using Self = const VerdictObject&;
  bound
      .def_prop_ro(
          "id", [](Self self) { return text_or_none(self.parts().id); },
          "The entry's id; None where no dataset was asked.")
      .def_prop_ro(
          "valid", [](Self self) { return self.valid(); },
          "Whether the response passes. False for what was skipped.")
      .def_prop_ro(
          "error_type", [](Self self) { return text_or_none(self.parts().verdict.error_type); },
          "The official error type, 'value_error:string'; None when valid.")
      .def_prop_ro(
          "error", [](Self self) { return from_value(self.parts().verdict.error); },
          "The official error: a list of strings, for parallel calls with dicts between; a\n"
          "dict for episodes and agentic entries; None when valid.")
      .def_prop_ro(
          "decoded",
          [](Self self) {
            return self.parts().verdict.decoded ? from_value(*self.parts().verdict.decoded)
                                                : nb::none();
          },
          "How the decoder parsed the response: a list of {name: {parameter: value}}; for\n"
          "episodes a list of turns of steps. None when it could not be read.")
      .def_prop_ro(
          "decode_error",
          [](Self self) {
            const auto& error = self.parts().verdict.decode_error;
            return error ? from_text(error->message) : nb::none();
          },
          "Why it could not be read: the text of the official decoder's exception.")
      .def_prop_ro(
          "decode_error_class",
          [](Self self) {
            const auto& error = self.parts().verdict.decode_error;
            return error ? from_text(error->kind) : nb::none();
          },
          "The class of that exception: 'SyntaxError'.")
      .def_prop_ro(
          "why",
          [](Self self) {
            return self.parts().verdict.why ? nb::cast(*self.parts().verdict.why) : nb::none();
          },
          "Our own addition: which rule decided, and where. None when valid.");
}

void bind_further_part(nb::class_<VerdictObject>& bound) {
  using Self = const VerdictObject&;
  bound
      .def_prop_ro(
          "skipped", [](Self self) { return text_or_none(skip_text(self.parts().skip)); },
          "Why an executable entry has no verdict, 'no_network'; None when it has one.")
      .def_prop_ro(
          "turns_passed", [](Self self) { return self.parts().turns_passed; },
          "Of an episode: turns passed before the first failed turn. Our own.")
      .def_prop_ro(
          "turns_total", [](Self self) { return self.parts().turns_total; },
          "Number of turns of an executed episode; 0 for everything else.")
      .def_prop_ro(
          "last_message", [](Self self) { return from_value(self.parts().last_message); },
          "Of an agentic entry: the message that was searched for the answer.")
      .def_prop_ro(
          "execution", [](Self self) { return from_value(self.parts().execution); },
          "What ran: of an episode by turn {'model': [[result]], 'ground_truth': "
          "[result]}.")
      .def(
          "to_dict", [](Self self) { return from_value(verdict_value(self.parts())); },
          "All of it as a dict of plain Python objects.");
}

}  // namespace

void bind_verdict(nb::module_& module) {
  bind_reason(module);
  using Self = const VerdictObject&;
  nb::class_<VerdictObject> bound(module, "Verdict", kVerdictDoc);
  bind_official_part(bound);
  bind_further_part(bound);
  bound.def("__bool__", [](Self self) { return self.valid(); })
      .def("__repr__", [](Self self) { return from_text(repr_of(self.parts())); })
      .def("__str__",
           [](Self self) {
             const VerdictParts& parts = self.parts();
             return from_text(parts.skip == Skip::kNone ? verdict_text(parts.verdict)
                                                        : std::string(skip_name(parts.skip)));
           })
      .def(
          "__eq__",
          [](Self self, nb::handle other) {
            const VerdictObject* verdict = nullptr;
            return nb::try_cast(other, verdict) && verdict != nullptr &&
                   equal(verdict_value(self.parts()), verdict_value(verdict->parts()));
          },
          nb::arg("other").none())
      .def("__hash__",
           [](Self self) {
             return hash_of_str(self.parts().id + (self.parts().verdict.valid ? "+" : "-") +
                                self.parts().verdict.error_type);
           })
      .def("__getstate__",
           [](Self self) { return nb::make_tuple(from_value(verdict_state(self.parts()))); })
      .def("__setstate__", [](VerdictObject& self, nb::handle state) {
        new (&self) VerdictObject(restore(content_of_state(state)));
      });
}

}  // namespace bfclx::python_binding
