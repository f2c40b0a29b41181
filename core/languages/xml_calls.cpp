// Calls as XML, values in attributes (verbose) or in the text (concise)
// (xml_parser.py: parse_verbose_xml_function_call, parse_concise_xml_function_call).
#include <optional>
#include <string>
#include <vector>

#include "core/base/encodable.h"
#include "core/base/float_text.h"
#include "core/base/unicode.h"
#include "core/languages/languages.h"
#include "core/languages/xml_reader.h"
#include "core/python/python.h"
#include "core/value/dict.h"
#include "core/value/number_text.h"

namespace bfclx {
namespace {

using languages::XmlReader;

// What the formats look at: <function> under the root, <param> under it, and, for the verbose one,
// <param> under the first <params> instead when there is one.
struct Param {
  std::optional<std::string_view> name;
  std::optional<std::string_view> value;
  std::optional<std::string_view> type;
  std::string text;  // in front of the first element inside
};

struct Function {
  std::optional<std::string_view> name;
  std::vector<Param> params;
  bool has_container = false;
  std::vector<Param> contained;
};

class CallsReader {
 public:
  explicit CallsReader(std::string_view document) : reader_(document) {}
  // Views of the result live as long as this reader. Error "ParseError".
  Result<std::vector<Function>> read();

 private:
  void start();
  std::optional<std::string_view> attribute(std::string_view name) const;

  XmlReader reader_;
  std::vector<Function> functions_;
  std::size_t depth_ = 0;           // elements that are open
  std::size_t function_depth_ = 0;  // depth of what is inside the function; 0: outside of any
  bool in_container_ = false;       // inside the first <params>
  Param* text_of_ = nullptr;        // the text goes on here
};

std::optional<std::string_view> CallsReader::attribute(std::string_view name) const {
  for (const XmlReader::Attribute& attribute : reader_.attributes()) {
    if (attribute.name == name) return attribute.value;
  }
  return std::nullopt;
}

void CallsReader::start() {
  text_of_ = nullptr;
  const std::string_view tag = reader_.tag();
  if (depth_ == 1 && tag == "function") {
    functions_.push_back({attribute("name"), {}, false, {}});
    function_depth_ = 2;
  } else if (depth_ == 2 && function_depth_ != 0) {
    Function& function = functions_.back();
    if (tag == "param") {
      function.params.push_back({attribute("name"), attribute("value"), attribute("type"), {}});
      text_of_ = &function.params.back();
    } else if (tag == "params" && !function.has_container) {
      function.has_container = true;
      in_container_ = true;
    }
  } else if (depth_ == 3 && in_container_ && tag == "param") {
    functions_.back().contained.push_back(
        {attribute("name"), attribute("value"), attribute("type"), {}});
  }
  ++depth_;
}

Result<std::vector<Function>> CallsReader::read() {
  for (;;) {
    BFCLX_ASSIGN_OR_RETURN(const XmlReader::Event event, reader_.next());
    switch (event) {
      case XmlReader::Event::kStart:
        start();
        break;
      case XmlReader::Event::kEnd:
        text_of_ = nullptr;
        --depth_;
        if (depth_ <= 2) in_container_ = false;
        if (depth_ <= 1) function_depth_ = 0;
        break;
      case XmlReader::Event::kText:
        if (text_of_ != nullptr) text_of_->text += reader_.chunk();
        break;
      case XmlReader::Event::kDone:
        return std::move(functions_);
    }
  }
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if ((c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c) != lower[i]) return false;
  }
  return true;
}

Value to_str(std::string_view text) { return Value::str(text); }
Result<Value> convert_str(std::string_view text) { return to_str(text); }
Result<Value> convert_int(std::string_view text) { return python_int(text); }
Result<Value> convert_float(std::string_view text) {
  BFCLX_ASSIGN_OR_RETURN(const double value, python_float(text));
  return Value::real(value);
}
// Only ASCII letters have lower-case forms that "true" consists of.
Result<Value> convert_bool(std::string_view text) {
  return Value::boolean(equals_ignoring_case(text, "true"));
}
Result<Value> convert_none(std::string_view) { return Value::none(); }
Result<Value> convert_literal(std::string_view text) { return python::literal_eval(text); }

struct Converter {
  std::string_view type;
  Result<Value> (*convert)(std::string_view);
};

constexpr Converter kConverters[] = {
    {"string", convert_str},    {"integer", convert_int},    {"float", convert_float},
    {"boolean", convert_bool},  {"null", convert_none},      {"array", convert_literal},
    {"tuple", convert_literal}, {"object", convert_literal}, {"dict", convert_literal}};

// xml_parser.py:convert_value_by_type
Result<Value> convert(std::string_view text, std::string_view type) {
  for (const Converter& converter : kConverters) {
    if (converter.type == type) return converter.convert(text);
  }
  return to_str(text);
}

Error missing_name() { return Error{"KeyError", "'name'"}; }

using ParamsOf = const std::vector<Param>& (*)(const Function&);
using ReadParam = Status (*)(const Param&, Dict&);

const std::vector<Param>& verbose_params(const Function& function) {
  return function.has_container ? function.contained : function.params;
}
const std::vector<Param>& concise_params(const Function& function) { return function.params; }

Status read_verbose_param(const Param& param, Dict& arguments) {
  BFCLX_ASSIGN_OR_RETURN(Value value,
                         convert(param.value.value_or(""), param.type.value_or("string")));
  arguments.set(param.name ? Value::str(*param.name) : Value::none(), std::move(value));
  return {};
}

Status read_concise_param(const Param& param, Dict& arguments) {
  if (!param.name) return missing_name();
  BFCLX_ASSIGN_OR_RETURN(Value value, convert(strip(param.text), param.type.value_or("string")));
  arguments.set(*param.name, std::move(value));
  return {};
}

Result<Value> read_calls(std::string_view document, ParamsOf params_of, ReadParam read_param) {
  BFCLX_RETURN_IF_ERROR(check_encodable(document));
  CallsReader reader(document);
  BFCLX_ASSIGN_OR_RETURN(const std::vector<Function> functions, reader.read());
  List calls;
  calls.reserve(functions.size());
  for (const Function& function : functions) {
    if (!function.name) return missing_name();
    Dict arguments;
    for (const Param& param : params_of(function)) {
      BFCLX_RETURN_IF_ERROR(read_param(param, arguments));
    }
    Dict call;
    call.set(*function.name, Value::dict(std::move(arguments)));
    calls.push_back(Value::dict(std::move(call)));
  }
  return Value::list(std::move(calls));
}

}  // namespace

Result<Value> parse_verbose_xml_calls(std::string_view document) {
  return read_calls(document, verbose_params, read_verbose_param);
}

Result<Value> parse_concise_xml_calls(std::string_view document) {
  return read_calls(document, concise_params, read_concise_param);
}

}  // namespace bfclx
