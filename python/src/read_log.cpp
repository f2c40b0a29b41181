#include "python/src/read_log.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/dataset/results.h"
#include "core/run/naming.h"
#include "python/src/dataset.h"
#include "python/src/from_value.h"
#include "python/src/unlocked.h"
#include "tools/bfclx/input/file_bytes.h"
#include "tools/bfclx/input/large_results.h"
#include "tools/bfclx/input/log_archive.h"
#include "tools/bfclx/input/unpack_budget.h"

namespace nb = nanobind;

namespace bfclx::python_binding {
namespace {

struct ReadLog {
  ResultFile file;
  std::string error;  // of reading it; what was read before is there
};

void read_bytes(tools::FileBytes bytes, const std::string& path, bool any_text,
                tools::UnpackPool& pool, ReadLog& log) {
  bytes = tools::unpack_log(std::move(bytes), path, pool);
  log.error = std::move(bytes.error);
  if (!log.error.empty() && bytes.bytes.empty()) return;  // nothing was read, nothing is in it
  log.file = tools::read_responses(bytes, any_text, path, pool);
}

void read_path(const std::string& path, bool any_text, ReadLog& log) {
  if (std::optional<ResultFile> large = tools::read_large_results(path)) {
    log.file = *std::move(large);
    return;
  }
  tools::UnpackPool pool;  // each log is read for itself
  read_bytes(tools::read_file(path, pool), path, any_text, pool, log);
}

// Copied where it is not to be changed meanwhile.
std::string bytes_of(nb::handle source) {
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (PyBytes_AsStringAndSize(source.ptr(), &data, &size) != 0) throw nb::python_error();
  return {data, static_cast<std::size_t>(size)};
}

nb::object value_or_none(const std::optional<Value>& value) {
  return value ? from_value(*value) : nb::none();
}

// (id, response, line, form, input tokens, output tokens, latency)
nb::object response_row(const Response& response) {
  return nb::make_tuple(
      response.id.empty() ? nb::none() : from_text(response.id), from_value(response.result),
      response.line, response.form.empty() ? nb::str("result_line") : from_text(response.form),
      value_or_none(response.input_token_count), value_or_none(response.output_token_count),
      value_or_none(response.latency));
}

nb::object line_or_none(std::size_t line) { return line == 0 ? nb::none() : nb::cast(line); }

// (rows of responses, rows of problems (line, id, message, fatal), what was wrong with reading it).
// `source` is the path as the file system spells it, in bytes, or with `is_path` false the log.
nb::object read_log(nb::handle source, bool is_path, const std::shared_ptr<DatasetObject>& dataset,
                    const std::string& as_entry, std::string_view decoder) {
  NamingRequest request;
  request.as_entry = as_entry;
  request.decoder = decoder_argument(decoder);
  request.advice = "name the entry with as_entry=";
  if (!as_entry.empty() && dataset != nullptr) static_cast<void>(dataset->entry(as_entry));
  std::string bytes = bytes_of(source);
  ReadLog log;
  {
    const Unlocked unlocked;
    if (is_path) {
      read_path(bytes, !as_entry.empty(), log);
    } else {
      tools::UnpackPool pool;
      read_bytes(tools::inflate_if_gzip(std::move(bytes), {}, pool), {}, !as_entry.empty(), pool,
                 log);
    }
    if (dataset != nullptr) dataset->name(request, log.file);
  }
  nb::list responses;
  for (const Response& response : log.file.responses) responses.append(response_row(response));
  for (const Response& response : log.file.nameless) responses.append(response_row(response));
  nb::list problems;
  for (const ResultProblem& problem : log.file.problems) {
    problems.append(nb::make_tuple(line_or_none(problem.line),
                                   problem.id.empty() ? nb::none() : from_text(problem.id),
                                   from_text(problem.message), problem.fatal));
  }
  return nb::make_tuple(responses, problems, from_text(log.error));
}

}  // namespace

void bind_read_log(nb::module_& module) {
  using namespace nb::literals;
  module.def("_read_log", read_log, "source"_a, "is_path"_a, "dataset"_a.none(), "as_entry"_a,
             "decoder"_a);
}

}  // namespace bfclx::python_binding
