#include "tests/golden/readers.h"

#include "core/base/result.h"
#include "core/decode/decoder.h"
#include "core/decode/python_calls.h"
#include "core/languages/languages.h"
#include "core/python/python.h"
#include "core/value/repr.h"

namespace bfclx::golden {
namespace {

std::string error_text(const Error& error) {
  return "!! " + std::string(error.kind) + ": " + error.message;
}

std::string shown(const Result<Value>& result) {
  return result.ok() ? repr(*result) : error_text(result.error());
}

template <Result<Value> (*parse)(std::string_view)>
std::string parsed(std::string_view text) {
  return shown(parse(text));
}

// The expression printed again, as ast.unparse does.
std::string printed(std::string_view text) {
  const Result<python::Tree> tree = python::parse_expression(text);
  if (!tree.ok()) return error_text(tree.error());
  const Result<std::string> source = python::unparse(tree->root());
  return source.ok() ? *source : error_text(source.error());
}

// What eval() gives where simulated services are called: lambdas, iterators and formats as well.
std::string evaluated_whole(std::string_view text) {
  class Everything : public python::Environment {
   public:
    const python::Extensions* extensions() override { return &python::all_extensions(); }
  };
  const Result<python::Tree> tree = python::parse_expression(text, "<string>");
  if (!tree.ok()) return error_text(tree.error());
  Everything environment;
  return shown(python::evaluate(tree->root(), environment));
}

std::string python_calls(std::string_view text) { return shown(parse_python_calls(text)); }

std::string evaluated(std::string_view text) { return shown(python::evaluate_text(text)); }

// Without the address that ends an error.
std::string literal(std::string_view text) {
  const std::string outcome = shown(python::literal_eval(text));
  return outcome.substr(0, outcome.find(" at 0x"));
}

// Of a Python literal that stands for what was decoded.
template <Result<Value> (*convert)(const Value&)>
std::string converted(std::string_view text) {
  const Result<Value> decoded = python::literal_eval(text);
  return decoded.ok() ? shown(convert(*decoded)) : error_text(decoded.error());
}

struct ParserRow {
  std::string_view name;
  std::string (*outcome)(std::string_view text);
};

constexpr ParserRow kParsers[] = {
    {"python_print", printed},
    {"python_syntax_errors", printed},
    {"python_evaluate", evaluated},
    {"python_objects", evaluated_whole},
    {"python_literals", literal},
    {"python_calls", python_calls},
    {"execution_list", converted<to_execution_list>},
    {"function_calls", converted<convert_to_function_call>},
#ifdef BFCLX_GOLDEN_GRAMMARS
    {"java", parsed<parse_java_call>},
    {"javascript", parsed<parse_javascript_call>},
#endif
    {"json_calls", parsed<parse_json_calls>},
    {"verbose_xml", parsed<parse_verbose_xml_calls>},
    {"concise_xml", parsed<parse_concise_xml_calls>},
};

}  // namespace

std::vector<Subject> subjects() {
  std::vector<Subject> all;
  for (const Decoder& decoder : decoders()) all.push_back({"decoder", std::string(decoder.name)});
  for (const ParserRow& parser : kParsers) all.push_back({"parser", std::string(parser.name)});
  return all;
}

std::optional<std::vector<std::string>> outcomes_of(std::string_view kind, std::string_view name,
                                                    const Value& input) {
  if (kind == "decoder") {
    const Decoder* decoder = find_decoder(name);
    if (decoder == nullptr) return std::nullopt;
    return std::vector<std::string>{shown(decoder->decode_ast(input, {})),
                                    shown(decoder->decode_execute(input, {}))};
  }
  for (const ParserRow& parser : kParsers) {
    if (kind != "parser" || parser.name != name || !input.is_str()) continue;
    return std::vector<std::string>{parser.outcome(input.as_str())};
  }
  return std::nullopt;
}

}  // namespace bfclx::golden
