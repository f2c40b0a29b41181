// Cases as a table: CSV as RFC 4180 has it, with commas, semicolons or tabs.
//
//   id,question,expected,tags
//   w1,How warm is it in Paris?,get_weather(city='Paris'),weather;france
//   n1,Tell me a joke.,none,
//
// The first row names the members of a case (case_reader.h); "question" or "messages" and
// "expected" must be there. An empty cell is a member that is not given. `tags` and `tools` are
// texts between semicolons; cells of `messages`, and those of `expected`, `tags` and `tools`
// that begin with a bracket, are JSON.
#ifndef BFCLX_CORE_BENCHMARK_CASE_TABLE_H_
#define BFCLX_CORE_BENCHMARK_CASE_TABLE_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/entry_builder.h"

namespace bfclx {

// Whether the first row names columns as members are named, one at least.
bool is_case_table(std::string_view text);
// Each row with the line that it begins at; what is wrong with a row is its own error.
std::vector<DatasetLine> read_case_table(std::string_view text);

// One row, {column: cell}, as a case. `faults`: what is wrong with cells, which the case lacks.
// "turns" may be a list of such rows, one for each turn.
Value case_of_cells(const Value& cells, std::vector<std::string>& faults);
// The other way: a case as cells of text.
Value cells_of_case(const Value& given);

}  // namespace bfclx

#endif  // BFCLX_CORE_BENCHMARK_CASE_TABLE_H_
