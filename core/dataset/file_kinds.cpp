#include "core/dataset/file_kinds.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <iterator>

#include "core/base/text.h"
#include "core/base/utf8.h"

namespace bfclx {
namespace {

using std::string_view;

constexpr string_view kAsUtf8 = "save it as UTF-8";
constexpr string_view kAsResponses = "pass the model's responses as JSON lines or text";
constexpr string_view kAsLines =
    "export it as JSON lines with \"id\" and \"result\" and pass that file";
constexpr string_view kUnpack = "unpack it first and pass its contents";

struct Kind {
  string_view bytes;
  std::size_t at;
  string_view what;
  string_view instead;
};

constexpr string_view kTar = "a tar archive";
constexpr string_view kZip = "PK\x03\x04";

// Documents that are ZIP archives, by the name of their first member.
constexpr Kind kDocuments[] = {
    {"[Content_Types].xml", 30, "an Office document", kAsLines},
    {"mimetypeapplication/vnd.oasis", 30, "an OpenDocument file", kAsLines},
};

// The first that fits counts.
constexpr Kind kKinds[] = {
    {{"\xFF\xFE\0\0", 4}, 0, "UTF-32", kAsUtf8},
    {{"\0\0\xFE\xFF", 4}, 0, "UTF-32", kAsUtf8},
    {"\xFF\xFE", 0, "UTF-16", kAsUtf8},
    {"\xFE\xFF", 0, "UTF-16", kAsUtf8},
    {"\x1F\x8B", 0, "compressed with gzip", "unpack it first"},
    {kZip, 0, "a ZIP archive", "unpack it first"},
    {{"ustar\0", 6}, 257, kTar, kUnpack},
    {{"ustar  \0", 8}, 257, kTar, kUnpack},
    {{"\xFD"
      "7zXZ\0",
      6},
     0,
     "compressed with xz",
     kUnpack},
    {"\x28\xB5\x2F\xFD", 0, "compressed with Zstandard", kUnpack},
    {"\x04\x22\x4D\x18", 0, "compressed with LZ4", kUnpack},
    {"BZh", 0, "compressed with bzip2", kUnpack},
    {"7z\xBC\xAF\x27\x1C", 0, "a 7z archive", kUnpack},
    {"Rar!\x1A\x07", 0, "a RAR archive", kUnpack},
    {"PAR1", 0, "Parquet", kAsLines},
    {"ARROW1", 0, "an Arrow file", kAsLines},
    {{"SQLite format 3\0", 16}, 0, "an SQLite database", kAsLines},
    {"\x93NUMPY", 0, "a NumPy array", kAsLines},
    {"\x89HDF\r\n\x1A\n", 0, "an HDF5 file", kAsLines},
    {"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 0, "an Office document", kAsLines},
    {"%PDF-", 0, "a PDF document", kAsResponses},
    {"{\\rtf", 0, "an RTF document", kAsResponses},
    {"\x89PNG\r\n\x1A\n", 0, "a PNG image", kAsResponses},
    {"\xFF\xD8\xFF", 0, "a JPEG image", kAsResponses},
    {"GIF87a", 0, "a GIF image", kAsResponses},
    {"GIF89a", 0, "a GIF image", kAsResponses},
    {"RIFF", 0, "a WebP image or other media", kAsResponses},
    {{"II*\0", 4}, 0, "a TIFF image", kAsResponses},
    {{"MM\0*", 4}, 0, "a TIFF image", kAsResponses},
    {"\x7F"
     "ELF",
     0, "a program", kAsResponses},
};

std::string sentence(string_view what, string_view instead) {
  return concat({"the file is ", what, "; ", instead});
}

bool is_shard(string_view bytes) {
  bytes = without_byte_order_mark(bytes);
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  return bytes.starts_with("{\"") && bytes.substr(2).starts_with(kShardMember);
}

// JSON begins with two ASCII characters: every other byte is zero.
bool is_unmarked_utf16(string_view bytes) {
  if (bytes.size() < 4) return false;
  const bool odd = bytes[1] == '\0' && bytes[3] == '\0' && bytes[0] != '\0' && bytes[2] != '\0';
  const bool even = bytes[0] == '\0' && bytes[2] == '\0' && bytes[1] != '\0' && bytes[3] != '\0';
  return odd || even;
}

// Names of columns and keys in tables of responses.
constexpr string_view kColumns[] = {"id",       "result",   "response",   "output",   "answer",
                                    "prompt",   "question", "completion", "model",    "messages",
                                    "entry_id", "function", "results",    "responses"};

bool is_column(string_view name) {
  constexpr string_view kAround = " \t\r\"'";
  name.remove_prefix(std::min(name.find_first_not_of(kAround), name.size()));
  name = name.substr(0, name.find_last_not_of(kAround) + 1);
  return std::find(std::begin(kColumns), std::end(kColumns), lower_ascii(name)) !=
         std::end(kColumns);
}

// A header with two columns or more, one of them known.
bool is_csv(string_view line) {
  constexpr std::size_t kLongest = 1000;
  if (line.size() > kLongest || line.find_first_of("{}()") != string_view::npos) return false;
  for (const char separator : {',', '\t', ';'}) {
    if (line.find(separator) == string_view::npos) continue;
    for (string_view rest = line; !rest.empty();) {
      const std::size_t end = std::min(rest.find(separator), rest.size());
      if (is_column(rest.substr(0, end))) return true;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return false;
}

// "---", or a key that is known: "id: ...", "- id: ...".
bool is_yaml(string_view line) {
  if (line.starts_with("---")) return line.find_first_not_of("- \t\r") == string_view::npos;
  if (line.starts_with("- ")) line.remove_prefix(2);
  const std::size_t colon = line.find(':');
  if (colon == string_view::npos || !is_column(line.substr(0, colon))) return false;
  return colon + 1 == line.size() || contains(" \t\r", line.substr(colon + 1, 1));
}

}  // namespace

std::optional<std::uint64_t> tar_number(string_view text) {
  if (text.empty()) return std::nullopt;
  std::uint64_t value = 0;
  if ((static_cast<unsigned char>(text[0]) & 0x80) != 0) {
    value = static_cast<unsigned char>(text[0]) & 0x7F;
    for (const char c : text.substr(1)) {
      if (value >> 55 != 0) return std::nullopt;
      value = value << 8 | static_cast<unsigned char>(c);
    }
    return value;
  }
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  text = text.substr(0, text.find_first_of(string_view(" \0", 2)));
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 8);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool has_tar_checksum(string_view header) {
  constexpr std::size_t kAt = 148;
  constexpr std::size_t kSize = 8;
  if (header.size() < kTarBlock) return false;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kTarBlock; ++i) {
    sum += i >= kAt && i < kAt + kSize ? ' ' : static_cast<unsigned char>(header[i]);
  }
  return tar_number(header.substr(kAt, kSize)) == sum;
}

std::string refused_kind(string_view bytes) {
  const auto fits = [bytes](const Kind& kind) {
    return bytes.size() >= kind.at && bytes.substr(kind.at).starts_with(kind.bytes);
  };
  if (bytes.starts_with(kZip)) {
    for (const Kind& kind : kDocuments) {
      if (fits(kind)) return sentence(kind.what, kind.instead);
    }
  }
  for (const Kind& kind : kKinds) {
    if (!fits(kind)) continue;
    if (kind.what == kTar && !has_tar_checksum(bytes)) {
      return sentence("a malformed tar archive", "its first header is malformed");
    }
    return sentence(kind.what, kind.instead);
  }
  if (is_shard(bytes)) {
    return sentence("the verdicts of one shard (`bfclx score --shard`)",
                    "run `bfclx merge` with the files of all shards");
  }
  return is_unmarked_utf16(bytes) ? sentence("UTF-16", kAsUtf8) : std::string();
}

bool is_named_as_archive(string_view name) {
  constexpr string_view kEndings[] = {".tar.gz", ".tgz", ".tar", ".zip",  ".7z",  ".rar",
                                      ".xz",     ".txz", ".bz2", ".tbz2", ".zst", ".tzst"};
  const std::string lower = lower_ascii(name);
  return std::any_of(std::begin(kEndings), std::end(kEndings), [&](string_view ending) {
    return lower.size() > ending.size() && lower.ends_with(ending);
  });
}

std::string refused_text_kind(string_view text) {
  if (text.find('\0') != string_view::npos) return sentence("binary", kAsLines);
  const string_view line = text.substr(0, std::min(text.find('\n'), text.size()));
  const std::string lower = lower_ascii(text.substr(0, 20));
  if (lower.starts_with("<!doctype html") || lower.starts_with("<html")) {
    return sentence("an HTML page", "download the raw file that the page shows");
  }
  if (lower.starts_with("<?xml")) return sentence("XML", kAsLines);
  if (text.starts_with("version https://git-lfs")) {
    return sentence("a Git LFS pointer, not the data", "run `git lfs pull`");
  }
  if (is_csv(line)) return sentence("CSV", kAsLines);
  if (is_yaml(line)) return sentence("YAML", kAsLines);
  return {};
}

}  // namespace bfclx
