#include "tools/bfclx/generate/header_text.h"

#include <algorithm>
#include <filesystem>

#include "core/base/text.h"
#include "core/base/unicode.h"
#include "core/base/utf8.h"
#include "tools/bfclx/errors.h"
#include "tools/bfclx/generate/memory_budget.h"
#include "tools/bfclx/input/file_bytes.h"

namespace bfclx::tools {
namespace {

// As PowerShell puts them at the beginning of a file.
constexpr std::string_view kUtf16Marks[] = {"\xFF\xFE", "\xFE\xFF"};

}  // namespace

std::string header_fault(std::string_view text) {
  if (text.size() > kMostHeaderBytes) return "is longer than " + size_text(kMostHeaderBytes);
  if (text.find_first_of("\r\n") != std::string_view::npos) return "has a line break. Remove it";
  if (text.find('\0') != std::string_view::npos) return "has a NUL character. Remove it";
  const bool control = std::any_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f';
  });
  return control ? "has a control character. Remove it" : "";
}

void check_header_text(std::string_view text, const std::string& where, std::string_view what) {
  const std::string fault = header_fault(text);
  if (fault.empty()) return;
  throw UsageError(where + std::string(what) + " " + fault);
}

bool has_header(const net::Headers& headers, std::string_view name) {
  return std::any_of(headers.begin(), headers.end(), [wanted = lower_ascii(name)](const auto& own) {
    return lower_ascii(own.first) == wanted;
  });
}

std::string trimmed_text(std::string_view text) {
  return std::string(strip_chars(text, " \t\r\n\v\f"));
}

std::string key_from_file(const std::string& path) {
  const std::string where = "--api-key-file " + path + ": ";
  std::error_code ignored;
  const auto size = std::filesystem::is_regular_file(path, ignored)
                        ? std::filesystem::file_size(path, ignored)
                        : 0;
  if (!ignored && size > 2 * kMostHeaderBytes)
    throw UsageError(where + "the key is longer than " + size_text(kMostHeaderBytes));
  const FileBytes file = read_file(path);
  if (!file.error.empty()) throw UsageError(where + file.error);
  for (const std::string_view mark : kUtf16Marks) {
    if (file.bytes.starts_with(mark)) {
      throw UsageError(where + "the text is UTF-16. Save the file as UTF-8");
    }
  }
  std::string key = trimmed_text(without_byte_order_mark(file.bytes));
  if (key.empty()) throw UsageError(where + "the file is empty");
  check_header_text(key, where, "the key");
  return key;
}

}  // namespace bfclx::tools
