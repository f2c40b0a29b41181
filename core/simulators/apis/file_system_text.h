// What the text tools of GorillaFileSystem (wc, sort, grep, tail, diff, du) make of a file's
// content, which is an object of any type: str and bytes have lines, the rest fails as in Python.
#ifndef BFCLX_CORE_SIMULATORS_APIS_FILE_SYSTEM_TEXT_H_
#define BFCLX_CORE_SIMULATORS_APIS_FILE_SYSTEM_TEXT_H_

#include <cstddef>
#include <string_view>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx::file_text {

// separator.join(items)
Result<Value> join(std::string_view separator, const List& items);

// content.splitlines()
Result<List> lines_of(const Value& content);

// len(content.splitlines()), len(content.split()), len(content)
Result<std::size_t> count_lines(const Value& content);
Result<std::size_t> count_words(const Value& content);
Result<std::size_t> count_characters(const Value& content);

// len(content.encode("utf-8"))
Result<std::size_t> encoded_size(const Value& content);

// "\n".join(sorted(content.splitlines()))
Result<Value> sorted_lines(const Value& content);
// [line for line in content.splitlines() if pattern in line]
Result<Value> matching_lines(const Value& content, const Value& pattern);
// "\n".join(content.splitlines()[-count:]), a count past the number of lines being that number.
Result<Value> last_lines(const Value& content, const Value& count);
// "- line\n+ line" for each pair that differs, as far as both have lines.
Result<Value> differing_lines(const Value& content1, const Value& content2);

}  // namespace bfclx::file_text

#endif  // BFCLX_CORE_SIMULATORS_APIS_FILE_SYSTEM_TEXT_H_
