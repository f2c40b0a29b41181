#include "tools/bfclx/input/large_results.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/official/result_stream.h"
#include "tools/bfclx/input/input_file.h"

namespace bfclx::tools {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Bytes of the file when it is a large one.
std::optional<std::uint64_t> large_size(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error || size < kLargeFile) return std::nullopt;
  return size;
}

bool has_mark(const ReadBytes& read) {
  std::string start(kByteOrderMark.size(), '\0');
  start.resize(read(0, start.data(), start.size()));
  return start == kByteOrderMark;
}

bool is_number(const Value& value) { return value.is_int() || value.is_float() || value.is_bool(); }

// Takes what read_results says nothing of.
bool take_count(std::optional<Value>& count, Value& target) {
  if (!count || count->is_none()) return true;
  if (!is_number(*count) && !count->is_list()) return false;
  target = std::move(*count);
  return true;
}

bool take_reply(ResultEntry& entry, Reply& reply) {
  if (entry.result.is_none() || is_number(entry.result)) return false;
  reply.line = entry.line;
  reply.id = std::move(entry.id);
  reply.result = std::move(entry.result);
  return take_count(entry.input_token_count, reply.input_token_count) &&
         take_count(entry.output_token_count, reply.output_token_count) &&
         take_count(entry.latency, reply.latency);
}

}  // namespace

std::optional<ResultFile> read_large_results(const std::string& path) {
  if (!large_size(path)) return std::nullopt;
  const InputFile input(path);
  if (has_mark(input.read)) return std::nullopt;
  ResultFile file;
  ResultStream stream(input.read);
  ResultEntry entry;
  while (true) {
    const Result<bool> more = stream.next(entry);
    if (!more.ok() || !input.error().empty()) return std::nullopt;
    if (!*more) break;
    if (file.replies.size() == kMostOfAFile) return std::nullopt;
    if (!take_reply(entry, file.replies.emplace_back())) return std::nullopt;
  }
  if (file.replies.empty()) return std::nullopt;
  return file;
}

bool read_large_entries(const std::string& path, std::size_t most, const EntryTextSink& take) {
  const std::optional<std::uint64_t> size = large_size(path);
  if (!size) return false;
  const InputFile input(path);
  ResultStream stream(input.read);
  std::string text;
  ResultEntry entry;
  ResultEntry next;
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
