// Golden text files: cases with a name, an input and what is expected to come of it, as text that
// people read and a program writes anew. tests/README.md says what a file looks like.
#ifndef BFCLX_TESTS_GOLDEN_GOLDEN_FILE_H_
#define BFCLX_TESTS_GOLDEN_GOLDEN_FILE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/value/value.h"

namespace bfclx::golden {

struct Case {
  std::string name;
  std::size_t line = 0;                  // of its name, from 1
  std::string_view form;                 // "text" or "json"
  std::vector<std::string> input_lines;  // as they stand in the file
  Value input;                           // a str for "text", whatever the JSON says for "json"
  std::vector<std::string> outcomes;     // one for each section; none at all: not written yet
};

struct File {
  std::string head;  // everything before the first case, to the byte
  std::string kind;  // "decoder" or "parser"
  std::string subject;
  std::vector<Case> cases;
};

struct Parsed {
  File file;
  std::string problem;  // "path:line: what", or empty
};

// The sections of the outcomes of a kind in their order; none for an unknown kind.
std::vector<std::string_view> sections_of(std::string_view kind);

// `path` is for the text of a problem. Without a problem there is at least one case.
Parsed parse_file(std::string_view path, std::string_view bytes);
// The bytes of a file with these outcomes. What was parsed and not changed is written as it was.
std::string write_file(const File& file);

}  // namespace bfclx::golden

#endif  // BFCLX_TESTS_GOLDEN_GOLDEN_FILE_H_
