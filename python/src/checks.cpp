// Calls of one's own checked without a dataset, and what the core knows by name.
#include "python/src/checks.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/suggest.h"
#include "core/check/ast_checker.h"
#include "core/check/judge.h"
#include "core/check/own_data.h"
#include "core/dataset/category.h"
#include "core/decode/decoder.h"
#include "core/run/scorer.h"
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

constexpr const char* kCheckDoc =
    "The verdict on calls of your own data, without a dataset.\n\n"
    "`functions` is the list of function docs, as BFCL writes them or as OpenAI's tools; "
    "`number` and\n"
    "`object` of JSON Schema are BFCL's `float` and `dict`, and absent `required` means none.\n"
    "`possible_answer` is the ground truth, a list of {name: {parameter: [alternatives]}}. "
    "Members\n"
    "that are None, which Parquet adds, are dropped. `calls` is a list of {name: {parameter: "
    "value}},\n"
    "or a message with tool calls, or those alone.\n"
    "`category` says how calls are paired: 'simple' and 'multiple' expect one call, 'parallel' "
    "and\n"
    "'parallel_multiple' several in any order; other categories of BFCL that compare calls are "
    "taken\n"
    "too. `language` is 'python', 'java' or 'javascript'; None is that of the category, and "
    "another\n"
    "than the category names (simple_java) is a ConfigurationError.\n\n"
    "Raises ConfigurationError, a ValueError that names the place, for docs and ground truth that "
    "the\n"
    "official rules cannot judge (unions, `null`, arrays without `items`) or that no call can "
    "meet,\n"
    "and UnknownNameError; never for what `calls` holds.";

constexpr const char* kDecodeDoc =
    "How a decoder parses a response: a list of {name: {parameter: value}}; with `execute`, as "
    "for\n"
    "episodes, a list of call texts. `format` is the syntax that was asked for: 'python', 'java',\n"
    "'javascript', 'json', 'verbose_xml', 'concise_xml'; with `has_tool_call_tag` calls stand "
    "between\n"
    "<TOOLCALL> and </TOOLCALL>. Raises the official decoder's exception.";

}  // namespace

namespace {

constexpr std::pair<std::string_view, Language> kLanguageNames[] = {
    {"python", Language::kPython},
    {"java", Language::kJava},
    {"javascript", Language::kJavaScript}};

}  // namespace

Language language_argument(std::string_view name) {
  for (const auto& [known, language] : kLanguageNames) {
    if (known == name) return language;
  }
  raise_unknown_name("unknown language `" + std::string(name) + "`: python, java or javascript");
}

namespace {

ReturnFormat format_argument(std::string_view name) {
  static constexpr std::pair<std::string_view, ReturnFormat> kNames[] = {
      {"python", ReturnFormat::kPython},          {"java", ReturnFormat::kJava},
      {"javascript", ReturnFormat::kJavaScript},  {"json", ReturnFormat::kJson},
      {"verbose_xml", ReturnFormat::kVerboseXml}, {"concise_xml", ReturnFormat::kConciseXml}};
  for (const auto& [known, format] : kNames) {
    if (known == name) return format;
  }
  raise_unknown_name("unknown format `" + std::string(name) + "`");
}

// Of the category of someone's own data: "simple", or one of BFCL whose calls are compared.
CallCount pairing_argument(std::string_view name) {
  const Category* category = find_category(name);
  if (name == "simple" || (category != nullptr && category->judging == Judging::kCalls)) {
    return call_count_of(name);
  }
  if (category != nullptr) {
    raise_configuration_error("category: entries of \"" + std::string(name) +
                              "\" are not judged by comparing calls");
  }
  std::vector<std::string_view> names{"simple"};
  for (const Category& known : categories()) {
    if (known.judging == Judging::kCalls) names.push_back(known.name);
  }
  raise_unknown_name("unknown category `" + std::string(name) +
                     "`: expected simple, multiple, parallel or parallel_multiple." +
                     did_you_mean(name, names));
}

// The language that a category is of by its name; none for one that only says how calls are paired.
std::optional<std::pair<std::string_view, Language>> language_of(std::string_view category) {
  const Category* known = category == "simple" ? nullptr : find_category(category);
  if (known == nullptr) return std::nullopt;
  for (const auto& named : kLanguageNames) {
    if (known->name.ends_with("_" + std::string(named.first))) return named;
  }
  return std::nullopt;
}

Language own_language(std::string_view category, std::optional<std::string_view> given) {
  const auto named = language_of(category);
  if (!given) return named ? named->second : Language::kPython;
  const Language language = language_argument(*given);
  if (named && named->second != language) {
    raise_configuration_error("language: entries of \"" + std::string(category) + "\" are in " +
                              std::string(named->first) + ", not " + std::string(*given));
  }
  return language;
}

std::string_view own_language_name(std::string_view category,
                                   std::optional<std::string_view> given) {
  const Language language = own_language(category, given);
  for (const auto& [name, known] : kLanguageNames) {
    if (known == language) return name;
  }
  return {};
}

// What a response is checked against that is not of a dataset.
struct OwnTask {
  AstCheck check;
  OwnData data;
};

OwnTask own_task(nb::handle functions, nb::handle possible_answer, std::string_view category,
                 std::optional<std::string_view> language, bool underscore_to_dot) {
  OwnTask task;
  const CallCount count = pairing_argument(category);
  task.check = {own_language(category, language), count, underscore_to_dot};
  Result<OwnData> data = read_own_data(to_value(functions), to_value(possible_answer), task.check);
  if (!data.ok()) raise_configuration_error(data.error().message);
  task.data = std::move(data).value();
  return task;
}

// `calls` gives them, decoded, without the interpreter lock where that takes longer.
template <typename Calls>
VerdictObject judge_own(const OwnTask& task, bool is_long, const Calls& calls) {
  VerdictParts object;
  {
    std::optional<Unlocked> unlocked;
    if (task.check.language != Language::kPython || is_long) unlocked.emplace();
    object.verdict =
        judge_calls(task.data.functions, task.data.possible_answers, task.check, calls());
  }
  return VerdictObject(std::move(object));
}

// {name: {parameter: value}} of tool calls too, alone or in a message.
Result<Value> calls_in_hand(Value given) {
  if (is_function_calling_format(given)) return given;
  Value read = response_of(given, ResponseShape::kSingle);
  if (equal(read, given) || !read.is_list()) return given;
  Budget budget;
  DecodeOptions options;
  options.budget = &budget;
  return find_decoder("openai_fc")->decode_ast(read, options);
}

VerdictObject check(nb::handle functions, nb::handle possible_answer, nb::handle calls,
                    std::string_view category, std::optional<std::string_view> language,
                    bool underscore_to_dot) {
  const OwnTask task = own_task(functions, possible_answer, category, language, underscore_to_dot);
  Value given = to_value(calls);
  return judge_own(task, is_big(given), [&] { return calls_in_hand(std::move(given)); });
}

// The same of a response: what cannot be decoded is a verdict too.
VerdictObject check_response(nb::handle functions, nb::handle possible_answer, nb::handle response,
                             std::string_view decoder, std::string_view category,
                             std::optional<std::string_view> language, bool underscore_to_dot) {
  const Decoder* chosen = decoder_argument(decoder);
  if (chosen == nullptr) raise_unknown_name("pass a decoder: 'auto' needs a dataset");
  const OwnTask task = own_task(functions, possible_answer, category, language, underscore_to_dot);
  const Value given = response_of(to_value(response), ResponseShape::kSingle);
  return judge_own(task, is_big(given), [&] {
    Budget budget;
    DecodeOptions options;
    options.format = format_of_language(task.check.language);
    options.budget = &budget;
    return chosen->decode_ast(given, options);
  });
}

constexpr std::size_t kMaxKey = 1000;

// The text or number whose repr it is; the text itself where it is none.
nb::object key_of(const nb::object& repr) {
  try {
    return nb::module_::import_("ast").attr("literal_eval")(repr);
  } catch (const nb::python_error&) {
    return repr;
  }
}

}  // namespace

void raise_official(const Error& error) {
  const nb::object builtins = nb::module_::import_("builtins");
  nb::object type = nb::getattr(builtins, std::string(error.kind).c_str(), nb::none());
  if (!PyExceptionClass_Check(type.ptr())) type = nb::borrow(PyExc_ValueError);
  nb::object argument = from_text(error.message);
  // The text of a KeyError is the repr of its key.
  if (error.kind == "KeyError" && error.message.size() < kMaxKey) argument = key_of(argument);
  PyErr_SetObject(type.ptr(), argument.ptr());
  throw nb::python_error();
}

namespace {

nb::object decode(nb::handle response, std::string_view decoder, std::string_view format,
                  bool execute, bool has_tool_call_tag) {
  const Decoder* chosen = decoder_argument(decoder);
  if (chosen == nullptr) raise_unknown_name("pass a decoder: 'auto' needs a dataset");
  Budget budget;
  DecodeOptions options;
  options.format = format_argument(format);
  options.has_tool_call_tag = has_tool_call_tag;
  options.budget = &budget;
  const Value value = response_of(to_value(response), ResponseShape::kSingle);
  const Result<Value> decoded = [&] {
    std::optional<Unlocked> unlocked;
    if (options.format != ReturnFormat::kPython || is_big(value)) unlocked.emplace();
    return execute ? chosen->decode_execute(value, options) : chosen->decode_ast(value, options);
  }();
  if (!decoded.ok()) raise_official(decoded.error());
  return from_value(*decoded);
}

nb::list decoder_list() {
  nb::list list;
  for (const Decoder& decoder : decoders()) {
    const char* mode = decoder.mode == Decoder::Mode::kAny               ? "any"
                       : decoder.mode == Decoder::Mode::kFunctionCalling ? "FC"
                                                                         : "prompting";
    list.append(from_value(dict_of({{"name", decoder.name},
                                    {"handler", decoder.handler},
                                    {"mode", mode},
                                    {"response_form", decoder.response_form}})));
  }
  return list;
}

nb::list category_list() {
  static constexpr const char* kJudging[] = {"calls",      "relevance", "irrelevance",
                                             "multi_turn", "agentic",   "executable"};
  static constexpr const char* kLanguages[] = {"python", "java", "javascript"};
  nb::list list;
  for (const Category& category : categories()) {
    list.append(
        from_value(dict_of({{"name", category.name},
                            {"group", category.group},
                            {"judging", kJudging[static_cast<std::size_t>(category.judging)]},
                            {"language", kLanguages[static_cast<std::size_t>(category.language)]},
                            {"scored", category.scored},
                            {"folder", category.folder}})));
  }
  return list;
}

nb::list group_list(std::string_view name) {
  nb::list list;
  for (const Category* category : category_group(name)) list.append(from_text(category->name));
  return list;
}

}  // namespace

void bind_checks(nb::module_& module) {
  using namespace nb::literals;
  module.def("check_calls", check, "functions"_a, "possible_answer"_a, "calls"_a.none(),
             nb::kw_only(), "category"_a, "language"_a = nb::none(), "underscore_to_dot"_a = false,
             kCheckDoc);
  module.def("_own_language", own_language_name, "category"_a, "language"_a.none());
  module.def("_check_response", check_response, "functions"_a, "possible_answer"_a,
             "response"_a.none(), "decoder"_a, "category"_a, "language"_a, "underscore_to_dot"_a);
  module.def("decode", decode, "response"_a.none(), nb::kw_only(), "decoder"_a,
             "format"_a = "python", "execute"_a = false, "has_tool_call_tag"_a = false, kDecodeDoc);
  module.def("decoders", decoder_list,
             "All decoders: dicts of name, handler (official class), mode and response_form.");
  module.def("categories", category_list,
             "All categories in the official order: dicts of name, group, judging, language,\n"
             "scored (counts in overall scores) and folder (of result files).");
  module.def("category_group", group_list, "name"_a,
             "The categories of a group's name on the official command line ('all', 'live') or of\n"
             "one category; empty when unknown.");
}

}  // namespace bfclx::python_binding
