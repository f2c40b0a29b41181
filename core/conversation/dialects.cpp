// The registry of dialects: one line for each file of dialects/ that has rows.
#include <vector>

#include "core/conversation/dialect.h"
#include "core/conversation/dialects/dialects.h"

namespace bfclx {

namespace {

using Rows = std::span<const DialectInfo> (*)();

// In the order in which people see them.
constexpr Rows kFiles[] = {
    chat_dialects,   completions_dialects, responses_dialects, anthropic_dialects,
    gemini_dialects, mistral_dialects,     cohere_dialects,    bedrock_dialects,
};

std::vector<const DialectInfo*> all_rows() {
  std::vector<const DialectInfo*> rows;
  for (const Rows file : kFiles) {
    for (const DialectInfo& row : file()) rows.push_back(&row);
  }
  return rows;
}

}  // namespace

std::span<const DialectInfo* const> dialects() {
  static const std::vector<const DialectInfo*> kRows = all_rows();
  return kRows;
}

const DialectInfo* find_dialect(std::string_view name) {
  for (const DialectInfo* row : dialects()) {
    if (row->name == name) return row;
  }
  return nullptr;
}

const DialectInfo* find_dialect_for_handler(std::string_view handler_class) {
  for (const DialectInfo* row : dialects()) {
    for (const std::string_view handler : row->handlers) {
      if (handler == handler_class) return row;
    }
  }
  return nullptr;
}

}  // namespace bfclx
