#include "core/vectors/vectors.h"

#include <cassert>

#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/value/dict.h"
#include "core/value/json.h"
#include "core/vectors/probes.h"
#include "core/vectors/vector_builder.h"

namespace bfclx {
namespace {

constexpr ConformanceRule kRules[] = {
    {"relevance", "live_relevance passes with any call, whatever its function and arguments."},
    {"irrelevance", "irrelevance and live_irrelevance pass if the response has no call."},
    {"number_of_calls", "The response has exactly as many calls as the ground truth."},
    {"function_names", "The function is the same as in the ground truth; case counts."},
    {"required_parameters", "Every parameter that the function requires is given."},
    {"unexpected_parameters", "Every parameter of the call is in the ground truth."},
    {"optional_parameters",
     "A parameter can be left out if the function does not require it and \"\" is among its "
     "possible answers."},
    {"argument_types",
     "The value has the declared type, or the type of a possible answer; an integer passes for "
     "float."},
    {"text_values", "Strings are compared without case, spaces and , . / - _ * ^."},
    {"number_values", "A number equals one of the possible answers."},
    {"list_values",
     "Lists are compared item by item, in order; strings in them like other strings."},
    {"nested_types", "Items of a list have the declared type."},
    {"object_values", "Objects are compared by key; optional keys can be left out."},
    {"lists_of_objects", "Objects in a list are compared by key, in order."},
    {"order_of_calls", "Parallel calls pass in any order."},
    {"pairing_of_calls",
     "Each expected call takes the first call that matches and is not taken yet."},
    {"dotted_names", "With underscore_to_dot, names in calls have _ for each dot; without, dots."},
    {"java_literals", "Values of simple_java are read as Java source text."},
    {"javascript_literals", "Values of simple_javascript are read as JavaScript source text."},
    {"text_calls", "Calls as text are read as Python syntax."},
    {"tool_calls", "Arguments of tool calls are JSON text."},
    {"states_by_turn",
     "After each turn the services are in the state that the ground truth leads to."},
    {"results_by_turn",
     "By the end of each turn, the calls have returned each result of the ground truth's calls, in "
     "any order."},
    {"final_answers",
     "The last message has a possible answer as whole words; case and , . / - _ * ^ ( ) do not "
     "count."},
};

constexpr probes::Names kNames[] = {
    {{"convert", "lookup", "archive"}, {"value", "limit", "mode"}},
    {{"shop.order_item", "shop.find", "shop.cancel"}, {"item", "count", "note"}},
    {{"setThermostat", "readSensor", "openValve"}, {"target", "zone", "label"}},
};

// Where the parameter of a value probe is put, and under which names; see add_value_probe.
struct Placement {
  std::size_t names;
  std::size_t place;
};
constexpr Placement kPlacements[] = {{0, 0}, {1, 0}, {2, 1}, {1, 2}, {2, 3}};

template <typename Each>
void for_each_probe(std::string_view probes, const Each& each) {
  while (!probes.empty()) {
    const std::size_t end = probes.find('\n');
    if (const std::string_view line = probes.substr(0, end); !line.empty()) each(line);
    probes.remove_prefix(end == std::string_view::npos ? probes.size() : end + 1);
  }
}

Value read_probe(std::string_view line, const probes::Names& names) {
  Result<Value> probe = json_loads(probes::with_names(line, names));
  assert(probe.ok() && probe->is_dict());
  return std::move(probe).value();
}

void append_member(std::string& out, std::string_view name, const Value& value) {
  if (out.back() != '{') out += ", ";
  append_json_str(out, name);
  out += ": ";
  append_json(out, value);
}

std::string_view language_name(Language language) {
  switch (language) {
    case Language::kJava:
      return "java";
    case Language::kJavaScript:
      return "javascript";
    case Language::kPython:
      break;
  }
  return "python";
}

}  // namespace

std::span<const ConformanceRule> conformance_rules() { return kRules; }

std::vector<ConformanceVector> conformance_vectors() {
  probes::VectorBuilder builder;
  for_each_probe(probes::call_probes(), [&](std::string_view line) {
    for (const probes::Names& names : kNames) {
      builder.add_call_probe(read_probe(line, names));
      if (!contains(line, "@")) break;
    }
  });
  for_each_probe(probes::value_probes(), [&](std::string_view line) {
    for (const Placement& placement : kPlacements) {
      const probes::Names& names = kNames[placement.names];
      builder.add_value_probe(read_probe(line, names), names, placement.place);
    }
  });
  for_each_probe(probes::language_probes(), [&](std::string_view line) {
    for (const probes::Names& names : kNames) {
      builder.add_language_probe(read_probe(line, names), names);
    }
  });
  for_each_probe(probes::text_probes(), [&](std::string_view line) {
    for (const probes::Names& names : kNames) {
      builder.add_call_probe(read_probe(line, names));
    }
  });
  for_each_probe(probes::episode_probes(), [&](std::string_view line) {
    const Value probe = read_probe(line, kNames[0]);
    if (probe.as_dict().contains("answers")) {
      builder.add_answer_probe(probe);
    } else {
      builder.add_episode_probe(probe);
    }
  });
  return std::move(builder).take();
}

std::string vector_json(const ConformanceVector& vector, bool with_verdict) {
  Value entry = Value::dict();
  entry.mutable_dict().set("id", Value::str(vector.entry.id));
  for (const auto& [name, value] : vector.entry.data.as_dict()) {
    entry.mutable_dict().set(name, value);
  }
  if (!vector.entry.ground_truth.is_none()) {
    entry.mutable_dict().set("ground_truth", vector.entry.ground_truth);
  }
  const Category& category = *vector.entry.category;
  std::string line = "{";
  append_member(line, "id", Value::str(vector.id));
  append_member(line, "category", Value::str(category.name));
  append_member(line, "language", Value::str(language_name(category.language)));
  append_member(line, "entry", entry);
  append_member(line, "decoder", Value::str(vector.decoder->name));
  append_member(line, "underscore_to_dot", Value::boolean(vector.underscore_to_dot));
  append_member(line, "response", vector.response);
  append_member(line, "calls", vector.calls);
  if (with_verdict) {
    append_member(line, "rule", Value::str(vector.rule->name));
    append_member(line, "situation", Value::str(vector.situation));
    append_member(line, "valid", Value::boolean(vector.passes));
    if (!vector.passes) {
      append_member(line, "error_type", Value::str(vector.error_type));
      append_member(line, "why", Value::str(vector.reason));
    }
  }
  return line + "}";
}

std::string vectors_hash(std::span<const ConformanceVector> vectors) {
  std::string lines;
  for (const ConformanceVector& vector : vectors) lines += vector_json(vector, true) + "\n";
  return "sha256:" + hex_of(sha256(lines));
}

}  // namespace bfclx
