#include "tools/bfclx/input/large_results.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/dataset/result_stream.h"
#include "tools/bfclx/input/input_file.h"

namespace bfclx::tools {
namespace {

// Bytes of the file when it is a large one.
std::optional<std::uint64_t> large_size(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error || size < kLargeFile) return std::nullopt;
  return size;
}

}  // namespace

std::optional<ResultFile> read_large_results(const std::string& path) {
  if (!large_size(path)) return std::nullopt;
  const InputFile input(path);
  ResultFile file;
  const bool plain = read_plain_results(
      input.read, [&file](Response&& response) { file.responses.push_back(std::move(response)); });
  if (!plain || !input.error().empty()) return std::nullopt;
  file.lines.used = file.responses.size();
  return file;
}

bool read_large_entries(const std::string& path, std::size_t most, const EntryTextSink& take) {
  const std::optional<std::uint64_t> size = large_size(path);
  if (!size) return false;
  const InputFile input(path);
  ResultStream stream(input.read);
  std::string text;
  Response entry;
  Response next;
  Result<bool> more = stream.next(next);
  while (more.ok() && *more) {
    entry = std::move(next);
    more = stream.next(next);
    if (!more.ok()) break;
    const std::uint64_t length = (*more ? next.offset : *size) - entry.offset;
    if (length > most) continue;
    text.resize(static_cast<std::size_t>(length));
    std::size_t filled = 0;
    while (const std::size_t part =
               input.read(entry.offset + filled, text.data() + filled, text.size() - filled)) {
      filled += part;
    }
    take(entry.line, entry.id, std::string_view(text).substr(0, filled));
  }
  return more.ok() && input.error().empty();
}

}  // namespace bfclx::tools
