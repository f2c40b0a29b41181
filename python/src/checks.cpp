// Calls of one's own checked without a dataset, and what the core knows by name.
#include "python/src/checks.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <optional>
#include <string>
#include <utility>

#include "core/check/ast_checker.h"
#include "core/check/judge.h"
#include "core/dataset/category.h"
#include "core/decode/decoder.h"
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
    "The verdict on calls of one's own, without a dataset.\n\n"
    "`functions` is the list of function docs, `possible_answer` the ground truth, a list of\n"
    "{name: {parameter: [alternatives]}}, `calls` a list of {name: {parameter: value}}. "
    "`category`\n"
    "says how calls are paired: 'parallel' in it in any order, 'multiple' or anything else one\n"
    "call. `language` is 'python', 'java' or 'javascript'.";

constexpr const char* kDecodeDoc =
    "What a decoder makes of a reply: a list of {name: {parameter: value}}; with `execute`, as "
    "for\n"
    "episodes, a list of call texts. `format` is the syntax that was asked for: 'python', 'java',\n"
    "'javascript', 'json', 'verbose_xml', 'concise_xml'; with `has_tool_call_tag` calls stand "
    "between\n"
    "<TOOLCALL> and </TOOLCALL>. Raises the official decoder's exception.";

}  // namespace

Language language_argument(std::string_view name) {
  static constexpr std::pair<std::string_view, Language> kNames[] = {
      {"python", Language::kPython},
      {"java", Language::kJava},
      {"javascript", Language::kJavaScript}};
  for (const auto& [known, language] : kNames) {
    if (known == name) return language;
  }
  raise_unknown_name("there is no language `" + std::string(name) +
                     "`: python, java or javascript");
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
  raise_unknown_name("there is no format `" + std::string(name) + "`");
}

AstCheck check_of(std::string_view category, std::string_view language, bool underscore_to_dot) {
  return {language_argument(language), call_count_of(category), underscore_to_dot};
}

VerdictObject check(nb::handle functions, nb::handle possible_answer, nb::handle calls,
                    std::string_view category, std::string_view language, bool underscore_to_dot) {
  const Value docs = to_value(functions);
  const Value answers = to_value(possible_answer);
  Value given = to_value(calls);
  const AstCheck task = check_of(category, language, underscore_to_dot);
  VerdictParts object;
  {
    std::optional<Unlocked> unlocked;
    if (task.language != Language::kPython || is_big(given)) unlocked.emplace();
    object.verdict = judge_calls(docs, answers, task, std::move(given));
  }
  return VerdictObject(std::move(object));
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

nb::object decode(nb::handle reply, std::string_view decoder, std::string_view format, bool execute,
                  bool has_tool_call_tag) {
  const Decoder* chosen = decoder_argument(decoder);
  if (chosen == nullptr) raise_unknown_name("name a decoder: 'auto' needs a dataset");
  Budget budget;
  DecodeOptions options;
  options.format = format_argument(format);
  options.has_tool_call_tag = has_tool_call_tag;
  options.budget = &budget;
  const Value value = reply_of(to_value(reply), ReplyShape::kSingle);
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
                                    {"reply_form", decoder.reply_form}})));
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
             nb::kw_only(), "category"_a, "language"_a = "python", "underscore_to_dot"_a = false,
             kCheckDoc);
  module.def("decode", decode, "reply"_a.none(), nb::kw_only(), "decoder"_a, "format"_a = "python",
             "execute"_a = false, "has_tool_call_tag"_a = false, kDecodeDoc);
  module.def("decoders", decoder_list,
             "All decoders: dicts of name, handler (official class), mode and reply_form.");
  module.def("categories", category_list,
             "All categories in the official order: dicts of name, group, judging, language,\n"
             "scored (counts in overall scores) and folder (of result files).");
  module.def("category_group", group_list, "name"_a,
             "The categories of a group's name on the official command line ('all', 'live') or of\n"
             "one category; empty when unknown.");
}

}  // namespace bfclx::python_binding
