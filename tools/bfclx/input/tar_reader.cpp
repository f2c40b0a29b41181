#include "tools/bfclx/input/tar_reader.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace bfclx::tools {
namespace {

using std::string_view;

// Places in a header (POSIX.1-2017, pax, "ustar Interchange Format").
struct Field {
  std::size_t at;
  std::size_t size;
};
constexpr Field kName = {0, 100};
constexpr Field kSize = {124, 12};
constexpr std::size_t kType = 156;
constexpr Field kMagic = {257, 6};
constexpr Field kPrefix = {345, 155};
// Long names and pax headers are no longer than this.
constexpr std::uint64_t kMostOfAHeader = std::uint64_t{1} << 20;

string_view text_of(string_view header, Field field) {
  const string_view text = header.substr(field.at, field.size);
  return text.substr(0, text.find('\0'));
}

std::optional<std::uint64_t> number_of(string_view header, Field field) {
  return tar_number(header.substr(field.at, field.size));
}

bool is_zero(string_view block) { return block.find_first_not_of('\0') == string_view::npos; }

}  // namespace

bool is_tar(string_view bytes) {
  if (bytes.size() < kTarBlock) return false;
  const string_view header = bytes.substr(0, kTarBlock);
  return header[0] != '\0' && number_of(header, kSize).has_value() && has_tar_checksum(header);
}

std::string too_many_members() {
  return "holds more than " + grouped_digits(kMostMembers) + " members; split it";
}

bool TarReader::feed(string_view piece) {
  while (!piece.empty() && !ended_ && error_.empty()) {
    if (left_ > 0 || padding_ > 0) {
      std::uint64_t& rest = left_ > 0 ? left_ : padding_;
      const string_view part = piece.substr(0, std::min<std::uint64_t>(rest, piece.size()));
      if (left_ > 0 && use_ != Use::kSkip) data_ += part;
      rest -= part.size();
      piece.remove_prefix(part.size());
      if (left_ == 0 && padding_ == 0) end_data();
      continue;
    }
    const string_view part = piece.substr(0, kTarBlock - header_.size());
    header_ += part;
    piece.remove_prefix(part.size());
    if (header_.size() < kTarBlock) break;
    const std::string header = std::exchange(header_, {});
    if (is_zero(header)) {
      ended_ = true;
    } else if (!begin_member(header)) {
      return false;
    }
  }
  return !ended_ && error_.empty();
}

std::string TarReader::finish() const {
  if (!error_.empty()) return error_;
  if (ended_ || (left_ == 0 && padding_ == 0 && header_.empty())) return {};
  return "truncated tar archive; its readable part is used";
}

bool TarReader::fail(std::string message) {
  error_ = std::move(message);
  return false;
}

bool TarReader::begin_member(string_view header) {
  const std::optional<std::uint64_t> size = number_of(header, kSize);
  if (!size || !has_tar_checksum(header)) {
    return fail("malformed tar archive; its readable part is used");
  }
  const char type = header[kType];
  if (type == 'L') return begin_data(Use::kLongName, *size);
  if (type == 'x') return begin_data(Use::kPax, *size);
  if (type == 'K' || type == 'g') return begin_data(Use::kSkip, *size);
  if (++members_ > kMostMembers) return fail(too_many_members());
  name_ = std::exchange(next_name_, {});
  if (name_.empty()) {
    const bool posix = header.substr(kMagic.at, kMagic.size) == string_view("ustar\0", 6);
    const string_view prefix = posix ? text_of(header, kPrefix) : string_view();
    name_ = std::string(prefix) + (prefix.empty() ? "" : "/") + std::string(text_of(header, kName));
  }
  const std::uint64_t stored = next_size_ != kNoSize ? next_size_ : *size;
  next_size_ = kNoSize;
  const bool file = (type == '0' || type == '\0' || type == '7') && !next_sparse_;
  next_sparse_ = false;
  const bool wanted = wants_(name_);
  if (wanted && !file && type != '5') special_.add(name_);
  // Links and folders have no data, whatever they declare.
  const bool empty = type >= '1' && type <= '6';
  return begin_data(wanted && file ? Use::kKeep : Use::kSkip, empty ? 0 : stored);
}

bool TarReader::begin_data(Use use, std::uint64_t size) {
  if ((use == Use::kLongName || use == Use::kPax) && size > kMostOfAHeader) {
    return fail("has a header larger than 1 MiB");
  }
  if (!budget_.has(size)) return false;
  use_ = use;
  left_ = size;
  padding_ = (kTarBlock - size % kTarBlock) % kTarBlock;
  data_.clear();
  if (left_ == 0) end_data();
  return true;
}

void TarReader::end_data() {
  switch (use_) {
    case Use::kKeep:
      take_(std::move(name_), std::move(data_));
      break;
    case Use::kLongName:
      next_name_ = data_.substr(0, data_.find('\0'));
      break;
    case Use::kPax:
      read_pax(data_);
      break;
    case Use::kSkip:
      break;
  }
  data_ = {};
}

// "LENGTH key=value\n", where the length is that of the whole record.
void TarReader::read_pax(string_view records) {
  while (!records.empty()) {
    std::size_t length = 0;
    const auto [end, error] =
        std::from_chars(records.data(), records.data() + records.size(), length);
    const auto digits = static_cast<std::size_t>(end - records.data());
    if (error != std::errc() || length <= digits + 1 || length > records.size()) return;
    const string_view record = records.substr(digits + 1, length - digits - 2);
    records.remove_prefix(length);
    const string_view key = record.substr(0, record.find('='));
    const string_view value = record.substr(std::min(key.size() + 1, record.size()));
    if (key == "path") next_name_ = value.substr(0, value.find('\0'));
    if (key.starts_with("GNU.sparse.")) next_sparse_ = true;
    std::uint64_t size = 0;
    if (key == "size" &&
        std::from_chars(value.data(), value.data() + value.size(), size).ec == std::errc()) {
      next_size_ = size;
    }
  }
}

}  // namespace bfclx::tools
