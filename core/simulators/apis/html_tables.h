// Tables that are generated when the program is built (tools/generate-html-tables).
#ifndef BFCLX_CORE_SIMULATORS_APIS_HTML_TABLES_H_
#define BFCLX_CORE_SIMULATORS_APIS_HTML_TABLES_H_

#include <cstddef>

namespace bfclx::html_tables {

struct Reference {
  const char* name;  // without a semicolon
  const char* text;  // UTF-8
  bool bare;         // stands without a semicolon as well
};
extern const Reference kReferences[];  // sorted by name
extern const std::size_t kReferencesCount;

// A charset of one byte, of whose first half ASCII is; U+FFFD for bytes that are none.
struct Charset {
  const char* name;  // as Python's codecs name it
  char32_t upper[128];
};
extern const Charset kCharsets[];
extern const std::size_t kCharsetsCount;

}  // namespace bfclx::html_tables

#endif  // BFCLX_CORE_SIMULATORS_APIS_HTML_TABLES_H_
