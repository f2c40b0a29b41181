// Someone's own functions, what they expect and a response: a verdict or a SchemaError with its
// place comes out. The first byte chooses the options; the three parts, JSON or text, follow,
// divided by zero bytes.
#include <algorithm>
#include <string>
#include <utility>

#include "core/base/utf8.h"
#include "core/checker/checker.h"
#include "core/checker/option_names.h"
#include "core/dataset/given_calls.h"
#include "core/run/scorer.h"
#include "core/value/json.h"
#include "tests/fuzz/input.h"

namespace bfclx::fuzz {
namespace {

// JSON, or a text.
Value value_of(const std::string& text) {
  Result<Value> parsed = json_loads(text);
  return parsed.ok() ? std::move(parsed).value() : Value::str(text);
}

void must_be_placed(const Error& error) {
  if (error.kind != "SchemaError") broken("not a SchemaError", error.kind, error.message);
  const std::string begin = std::string(error.file()) + ": ";
  if (error.file().empty() || !error.message.starts_with(begin)) {
    broken("an error without its place", error.file(), error.message);
  }
  if (find_invalid_utf8(error.message)) broken("a message that is no UTF-8", error.message, "");
}

void check(const CheckerOptions& options, CallOrder order, const std::string& functions,
           const std::string& expected, const std::string& response) {
  const Result<Checker> checker = Checker::make(value_of(functions), options);
  if (!checker.ok()) return must_be_placed(checker.error());
  const Result<Expectation> wanted = checker->read_expected(value_of(expected), "expected");
  if (!wanted.ok()) return must_be_placed(wanted.error());
  for (const std::string& given : {response, expected}) {
    const Verdict verdict = checker->check(
        decode_given_calls(value_of(given), *checker->options().texts), *wanted, order);
    if (verdict.valid == verdict.why.has_value()) broken("a verdict without reason", given, "");
    const std::string line = verdict_json(verdict);
    if (find_invalid_utf8(line) || !json_loads(line).ok())
      broken("a line that is no JSON", line, "");
  }
}

}  // namespace
}  // namespace bfclx::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bfclx;
  if (size == 0) return 0;
  CheckerOptions options;
  options.dialect = (data[0] & 1) != 0 ? SchemaDialect::kBfcl : SchemaDialect::kJsonSchema;
  options.match = kMatchNames[(data[0] >> 1) % 3].choice;
  options.underscore_to_dot = (data[0] & 16) != 0;
  const CallOrder order = (data[0] & 8) != 0 ? CallOrder::kGiven : CallOrder::kAny;
  std::string parts[3];
  std::size_t begin = 1;
  for (std::string& part : parts) {
    std::size_t end = begin;
    while (end < size && data[end] != 0) ++end;
    part = fuzz::text_of(data + std::min(begin, size), end - std::min(begin, end));
    begin = std::min(end + 1, size);
  }
  fuzz::check(options, order, parts[0], parts[1], parts[2]);
  return 0;
}
