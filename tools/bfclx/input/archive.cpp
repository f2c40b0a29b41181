#include "tools/bfclx/input/archive.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "core/base/counted.h"
#include "core/dataset/file_kinds.h"
#include "tools/bfclx/input/input_file.h"
#include "tools/bfclx/input/log_archive.h"
#include "tools/bfclx/input/lost_members.h"
#include "tools/bfclx/input/tar_reader.h"
#include "tools/bfclx/input/unpack_budget.h"
#include "tools/bfclx/input/zip_archive.h"

namespace bfclx::tools {
namespace {

using std::string_view;
using Wants = std::function<bool(string_view name)>;

// Members of the archives that were opened, by path.
struct Opened {
  std::mutex mutex;
  std::map<std::string, FileBytes, std::less<>> files;
};
Opened& opened() {
  static auto* const all = new Opened;
  return *all;
}

// The key of a member, however its archive was named.
std::string key_of(const std::string& path) {
  std::error_code error;
  return std::filesystem::absolute(path, error).lexically_normal().string();
}

// "a/b" of "./a//b"; empty for a name that leads out of the archive.
std::string plain_name(string_view name) {
  if (name.starts_with('/') || name.find('\0') != string_view::npos) return {};
  std::string plain;
  while (!name.empty()) {
    const string_view part = name.substr(0, name.find('/'));
    name.remove_prefix(std::min(part.size() + 1, name.size()));
    if (part == "..") return {};
    if (part.empty() || part == ".") continue;
    if (!plain.empty()) plain += '/';
    plain += part;
  }
  return plain;
}

// What macOS adds to archives beside the files themselves.
bool is_noise(string_view name) {
  return name.substr(name.rfind('/') + 1).starts_with("._") || name.starts_with("__MACOSX/");
}

// The length of the ending that an archive's name has; 0: it is none.
std::size_t archive_ending(string_view name) {
  for (const string_view ending : {".tar.gz", ".tgz", ".tar", ".zip"}) {
    if (name.ends_with(ending) && name.size() > ending.size()) return ending.size();
  }
  return 0;
}

// Collects the wanted members of one archive.
class Collector {
 public:
  Collector(const std::string& path, const Wants& wants, std::uint64_t size)
      : path_(path), wants_(wants), budget_(size, kMaxInputBytes, path) {}

  UnpackBudget& budget() { return budget_; }
  bool wants(string_view name) const { return wants_(name) && !is_noise(name); }
  // Of every member: archives inside are not opened.
  void note(string_view name) {
    if (!is_noise(name) && is_named_as_archive(name)) nested_.add(name);
  }
  bool has_nested() const { return !nested_.empty(); }

  void add(string_view name, std::string bytes) {
    const std::string plain = plain_name(name);
    if (plain.empty()) {
      outside_.add(name);
      return;
    }
    if (!budget_.pay_member()) return;
    FileBytes file = inflate_if_gzip(std::move(bytes), budget_);
    if (!file.error.empty()) {
      const bool is_lost = file.bytes.empty();
      problem("member " + shown_member(plain) + ": " +
              (is_lost ? "truncated or malformed gzip file; it is skipped" : file.error));
      if (is_lost) return;
    }
    const bool is_new = files_.insert_or_assign(plain, std::move(file.bytes)).second;
    if (is_new) names_.push_back(plain);
    if (!is_new || unusable_.count(plain) != 0) {
      problem("duplicate member " + shown_member(plain) + "; the last one is used");
    }
  }

  // A member whose content cannot be had.
  void add_unusable(string_view name, const std::string& reason) {
    const std::string plain = plain_name(name);
    unusable_.insert(plain);
    problem("member " + shown_member(name) + ": " + reason +
            (files_.count(plain) != 0 ? "; the earlier copy is used" : ""));
  }

  void problem(const std::string& text) {
    if (listing_.problems.size() < kMostProblems) {
      listing_.problems.push_back(text);
    } else {
      ++more_problems_;
    }
  }

  ArchiveListing finish() {
    if (budget_.spent()) {
      files_.clear();
      names_.clear();
      listing_.problems = {budget_.error()};
      more_problems_ = 0;
    }
    if (!outside_.empty()) {
      problem("skipped members with names that lead out of the archive: " + outside_.text());
    }
    if (!nested_.empty()) {
      problem("skipped archives inside it; unpack them first: " + nested_.text());
    }
    if (!special_.empty()) problem("skipped links and special files: " + special_.text());
    if (more_problems_ > 0) {
      listing_.problems.push_back(counted(more_problems_, "more problem", "more problems"));
    }
    listing_.is_archive = true;
    listing_.names = std::move(names_);
    const std::lock_guard lock(opened().mutex);
    const UnpackBudget::Responses responses = budget_.responses();
    double size = 1;
    for (const auto& file : files_) size += static_cast<double>(file.second.size());
    for (auto& [name, bytes] : files_) {
      // Each has its part of what the archive may hold.
      const double part = static_cast<double>(bytes.size()) / size;
      const auto share = [part](std::uint64_t all) {
        return static_cast<std::size_t>(static_cast<double>(all) * part);
      };
      opened().files.insert_or_assign(
          key_of(path_in_archive(path_, name)),
          FileBytes{std::move(bytes), "", share(responses.own), share(responses.more)});
    }
    return std::move(listing_);
  }

  void add_special(string_view name) { special_.add(name); }
  void set_special(const LostMembers& names) { special_ = names; }

 private:
  static constexpr std::size_t kMostProblems = 20;

  const std::string& path_;
  const Wants& wants_;
  UnpackBudget budget_;
  std::map<std::string, std::string> files_;
  std::vector<std::string> names_;
  ArchiveListing listing_;
  std::set<std::string> unusable_;
  LostMembers outside_;
  LostMembers special_;
  LostMembers nested_;  // archives inside
  std::size_t more_problems_ = 0;
};

// Gives `take` the archive piece by piece, inflated; the error of reading or inflating it.
std::string read_pieces(const InputFile& input, string_view packed, const TakePiece& take) {
  if (!packed.empty()) return inflate_gzip(packed, take);
  std::string chunk(std::size_t{1} << 16, '\0');
  std::uint64_t offset = 0;
  while (const std::size_t count = input.read(offset, chunk.data(), chunk.size())) {
    if (!take(string_view(chunk).substr(0, count))) break;
    offset += count;
  }
  return input.error();
}

// `packed` holds the bytes of an archive that is gzipped.
ArchiveListing read_tar(const InputFile& input, string_view packed, Collector& collector) {
  bool end = false;
  TarReader tar(
      collector.budget(),
      [&](string_view name) {
        collector.note(name);
        return collector.wants(name);
      },
      [&](std::string name, std::string bytes) {
        // What is packed is paid for piece by piece, below.
        if (packed.empty() && !collector.budget().pay(bytes)) return;
        collector.add(name, std::move(bytes));
      });
  std::string error = read_pieces(input, packed, [&](string_view piece) {
    if (!packed.empty() && !collector.budget().pay(piece)) return false;
    end = !tar.feed(piece) || collector.budget().spent();
    return !end;
  });
  if (error.empty()) error = tar.finish();
  if (!error.empty()) collector.problem(error);
  collector.set_special(tar.special());
  return collector.finish();
}

ArchiveListing read_zip(string_view bytes, Collector& collector) {
  ZipDirectory directory = read_zip_directory(bytes);
  const auto is = [&](const auto& test) {
    return std::any_of(directory.members.begin(), directory.members.end(),
                       [&](const ZipMember& member) { return test(member.name); });
  };
  // Logs of inspect, and archives without a result file, are told apart where one file is read.
  for (const ZipMember& member : directory.members) collector.note(member.name);
  const bool any = is([&](string_view name) { return collector.wants(name); });
  if (is(is_log_sample) || (!any && !collector.has_nested())) return {};
  if (directory.members.size() > kMostMembers) {
    collector.problem(too_many_members());
    return collector.finish();
  }
  for (const ZipMember& member : directory.members) {
    if (!collector.wants(member.name)) continue;
    if (member.special) {
      collector.add_special(member.name);
      continue;
    }
    std::string file;
    const std::string wrong = unpack_zip_member(member, collector.budget(), file);
    if (collector.budget().spent()) break;
    if (wrong.empty()) {
      collector.add(member.name, std::move(file));
    } else {
      collector.add_unusable(member.name, wrong);
    }
  }
  if (!directory.damage.empty()) collector.problem(directory.damage);
  return collector.finish();
}

// The first block, inflated where it is gzip.
std::string first_block(string_view start) {
  if (!is_gzip(start)) return std::string(start.substr(0, kTarBlock));
  std::string block;
  inflate_gzip(start, [&](string_view piece) {
    block += piece.substr(0, kTarBlock - block.size());
    return block.size() < kTarBlock;
  });
  return block;
}

}  // namespace

ArchiveListing open_archive(const std::string& path, const Wants& wants) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return {};
  const InputFile input(path);
  std::string start(std::size_t{1} << 14, '\0');
  start.resize(input.read(0, start.data(), start.size()));
  const bool tar = is_tar(first_block(start));
  if (!tar && !is_zip(start)) return {};
  std::string packed;
  if (is_zip(start) || is_gzip(start)) {
    FileBytes file = read_plain_file(path);
    if (!file.error.empty()) return {};  // comes again when it is read
    packed = std::move(file.bytes);
  }
  Collector collector(path, wants, std::filesystem::file_size(path, error));
  return tar ? read_tar(input, packed, collector) : read_zip(packed, collector);
}

std::string path_in_archive(const std::string& archive, string_view name) {
  return archive + "/" + std::string(name);
}

const FileBytes* archived_file(const std::string& path) {
  const std::lock_guard lock(opened().mutex);
  if (opened().files.empty()) return nullptr;
  const auto file = opened().files.find(key_of(path));
  return file != opened().files.end() ? &file->second : nullptr;
}

std::string archive_stem(string_view file_name) {
  return std::string(file_name.substr(0, file_name.size() - archive_ending(file_name)));
}

}  // namespace bfclx::tools
