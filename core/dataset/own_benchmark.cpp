#include "core/dataset/own_benchmark.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/checker/option_names.h"
#include "core/checker/own_match.h"
#include "core/dataset/entry_form.h"
#include "core/dataset/own_benchmark_members.h"
#include "core/dataset/own_rules.h"
#include "core/dataset/own_turns.h"
#include "core/dataset/own_weights.h"
#include "core/value/dict_of.h"
#include "core/value/json.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kForm = kManifestMembers[0];
constexpr std::int64_t kFormVersion = 1;
constexpr string_view kOfficial = "official";

Error wrong(std::string text) { return Error{.kind = "DatasetError", .message = std::move(text)}; }

Result<std::string> text_of(const Value& manifest, string_view member, bool needed) {
  const Value* value = given_member(manifest, member);
  if (value == nullptr && !needed) return std::string();
  if (value != nullptr && value->is_str() && (!needed || !value->as_str().empty())) {
    return std::string(value->as_str());
  }
  return wrong(concat({"\"", member, "\" is ", kind_text(value), ", expected text"}));
}

Result<std::string> tool_lines(const Value& tools) {
  if (!tools.is_sequence() || tools.items().empty()) return json_dumps(tools);
  std::string lines = "[";
  for (const Value& tool : tools.items()) {
    BFCLX_ASSIGN_OR_RETURN(const std::string json, json_dumps(tool));
    lines += concat({lines.size() > 1 ? ",\n    " : "\n    ", json});
  }
  return lines + "\n  ]";
}

// The official ones of all categories, and those of own benchmarks.
constexpr string_view kQuestionMembers[] = {
    "id",         "question", "function", "initial_config",  "involved_classes",
    "path",       kOwnId,     kTags,      "missed_function", "excluded_function",
    "depends_on", "scenario", "topic",    kMatchMember,      kOrderMember};
constexpr string_view kAnswerMembers[] = {"id",       "ground_truth", "execution_result_type",
                                          "num_hops", "source",       kTurnResults};

Status check_members(const Value& line, std::span<const string_view> known) {
  for (const auto& [key, unused] : line.as_dict()) {
    if (std::find(known.begin(), known.end(), key.as_str()) == known.end()) {
      return unknown_member(key, known);
    }
  }
  return cannot_be_sent(line) ? cannot_send(line, "") : Status();
}

}  // namespace

// `value` is not nested too deep: it was read.
bool cannot_be_sent(const Value& value) {
  if (value.is_str()) return has_surrogate(value.as_str());
  if (value.is_float()) return !std::isfinite(value.as_float());
  if (value.is_sequence()) {
    for (const Value& item : value.items()) {
      if (cannot_be_sent(item)) return true;
    }
  }
  if (value.is_dict()) {
    for (const auto& [key, item] : value.as_dict()) {
      if (cannot_be_sent(key) || cannot_be_sent(item)) return true;
    }
  }
  return false;
}

Status check_question_members(const Value& line) { return check_members(line, kQuestionMembers); }
Status check_answer_members(const Value& line, bool has_turns) {
  const std::span<const string_view> known = kAnswerMembers;
  return check_members(line, has_turns ? known : known.first(known.size() - 1));
}

Result<std::optional<OwnBenchmark>> read_own_benchmark(string_view bytes) {
  if (find_invalid_utf8(bytes)) return wrong("not UTF-8");
  const Result<Value> manifest =
      json_loads(without_byte_order_mark(bytes), DuplicateKeys::kRefused);
  if (!manifest.ok()) return wrong(json_fault(manifest.error()));
  const Value* form = find_member(*manifest, kForm);
  if (form == nullptr) return std::optional<OwnBenchmark>();
  if (!form->is_small_int() || form->as_int64() != kFormVersion) {
    return wrong("this version reads \"bfclx_benchmark\": 1 only");
  }
  for (const auto& [key, unused] : manifest->as_dict()) {
    const string_view name = key.as_str();
    if (std::find(std::begin(kManifestMembers), std::end(kManifestMembers), name) ==
        std::end(kManifestMembers)) {
      BFCLX_RETURN_IF_ERROR(check_other_member(name));
    }
  }
  OwnBenchmark read;
  BFCLX_ASSIGN_OR_RETURN(read.name, text_of(*manifest, "name", true));
  BFCLX_ASSIGN_OR_RETURN(read.version, text_of(*manifest, "version", true));
  BFCLX_ASSIGN_OR_RETURN(read.licence, text_of(*manifest, "licence", false));
  BFCLX_ASSIGN_OR_RETURN(read.citation, text_of(*manifest, "citation", false));
  BFCLX_ASSIGN_OR_RETURN(read.language, text_of(*manifest, "language", false));
  // Judging by other rules than those that were asked for would be worse than no score.
  if (const Value* match = given_member(*manifest, kMatchMember);
      match != nullptr && find_text(*manifest, kMatchMember) != kOfficial) {
    const Result<MatchRules> rules = read_match_rules(*manifest, {});
    if (!rules.ok()) return wrong(rules.error().message);
    read.match = rules->match;
  }
  if (given_member(*manifest, kWeightsMember) != nullptr) {
    BFCLX_ASSIGN_OR_RETURN(read.weights, read_tag_weights(*manifest));
  }
  if (const Value* tools = given_member(*manifest, "tools")) read.tools = *tools;
  if (const Value* of = given_member(*manifest, kTranslationOf)) {
    if (read.match != ValueMatching::kOfficial) {
      return wrong("a translation needs the official match");
    }
    BFCLX_ASSIGN_OR_RETURN(read.translation, read_translation(*of, read.language));
  }
  return std::optional<OwnBenchmark>(std::move(read));
}

Result<std::string> own_benchmark_bytes(const OwnBenchmark& benchmark, const Value& rest) {
  std::string bytes = "{\n";
  const auto add = [&](string_view key, const std::string& json) {
    bytes += concat({bytes.size() > 2 ? ",\n" : "", "  \"", key, "\": ", json});
  };
  const auto add_text = [&](string_view key, const std::string& text) -> Status {
    BFCLX_ASSIGN_OR_RETURN(const std::string json, json_dumps(Value::str(text)));
    add(key, json);
    return {};
  };
  add(kForm, std::to_string(kFormVersion));
  BFCLX_RETURN_IF_ERROR(add_text("name", benchmark.name));
  BFCLX_RETURN_IF_ERROR(add_text("version", benchmark.version));
  if (!benchmark.licence.empty()) BFCLX_RETURN_IF_ERROR(add_text("licence", benchmark.licence));
  if (!benchmark.citation.empty()) BFCLX_RETURN_IF_ERROR(add_text("citation", benchmark.citation));
  if (!benchmark.language.empty()) BFCLX_RETURN_IF_ERROR(add_text("language", benchmark.language));
  BFCLX_RETURN_IF_ERROR(
      add_text(kMatchMember, std::string(option_name(kMatchNames, benchmark.match))));
  if (rest.is_dict()) {
    for (const auto& [name, value] : rest.as_dict()) {
      BFCLX_ASSIGN_OR_RETURN(const std::string key, json_dumps(name));
      BFCLX_ASSIGN_OR_RETURN(const std::string json, json_dumps(value));
      add(string_view(key).substr(1, key.size() - 2), json);
    }
  }
  if (benchmark.translation != nullptr) {
    BFCLX_ASSIGN_OR_RETURN(const std::string of,
                           json_dumps(translation_value(*benchmark.translation)));
    add(kTranslationOf, of);
  } else {
    BFCLX_ASSIGN_OR_RETURN(const std::string tools, tool_lines(benchmark.tools));
    add("tools", tools);
  }
  bytes += "\n}\n";
  const auto read = read_own_benchmark(bytes);
  if (!read.ok()) return read.error();
  if ((*read)->weights.size() != benchmark.weights.size()) return wrong("the weights are lost");
  return bytes;
}

Result<std::string> own_benchmark_bytes(const OwnBenchmark& benchmark) {
  return own_benchmark_bytes(benchmark, Value());
}

}  // namespace bfclx
