#include "core/run/second_responses.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/base/counted.h"
#include "core/dataset/entry_id.h"
#include "core/run/run_names.h"

namespace bfclx {
namespace {

// The replies of one file to entries of one category.
struct Share {
  FileRank rank;
  std::size_t file = 0;
  std::vector<std::size_t> replies;
};

std::map<const Category*, std::vector<Share>> shares_of(std::span<const FileOfRun> files) {
  std::map<const Category*, std::vector<Share>> shares;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const FileOfRun& file = files[i];
    for (std::size_t at = 0; at < file.results->replies.size(); ++at) {
      const std::string& id = file.results->replies[at].id;
      const Category* category = category_of_id(id);
      if (category == nullptr) category = file.category;
      if (category == nullptr || read_entry_id(id).prerequisite) continue;
      std::vector<Share>& all = shares[category];
      if (all.empty() || all.back().file != i) {
        all.push_back({rank_of_file(file.path, file.category, *category), i, {}});
      }
      all.back().replies.push_back(at);
    }
  }
  return shares;
}

}  // namespace

std::vector<SecondResponses> find_second_responses(std::span<const FileOfRun> files) {
  std::vector<SecondResponses> all;
  if (files.size() < 2) return all;
  for (auto& [category, shares] : shares_of(files)) {
    if (shares.size() < 2) continue;
    std::stable_sort(shares.begin(), shares.end(),
                     [](const Share& a, const Share& b) { return a.rank < b.rank; });
    std::unordered_map<std::string, std::size_t> first;  // files by id
    for (const Share& share : shares) {
      std::map<std::size_t, std::vector<std::size_t>> second;  // by the file that is used
      for (const std::size_t at : share.replies) {
        const std::string id = canonical_id(files[share.file].results->replies[at].id);
        const std::size_t used = first.try_emplace(id, share.file).first->second;
        if (used != share.file) second[used].push_back(at);
      }
      for (auto& [used, replies] : second) {
        all.push_back({category, used, share.file, std::move(replies)});
      }
    }
  }
  return all;
}

std::string second_responses_text(const SecondResponses& second, std::span<const FileOfRun> files,
                                  std::string_view shown_path) {
  const Category& category = *second.category;
  const auto rank = [&](std::size_t i) {
    return rank_of_file(files[i].path, files[i].category, category);
  };
  return "not scored: " + counted(second.replies.size(), "second response", "second responses") +
         " to entries of " + std::string(category.name) + " in this run; " +
         used_file_text(shown_path, rank(second.used), rank(second.unused), category);
}

void leave_out_replies(ResultFile& file, const std::set<std::size_t>& replies) {
  if (replies.empty()) return;
  const auto lines = [&] {
    std::size_t count = 0;
    for (std::size_t i = 0; i < file.replies.size(); ++i) {
      count += i == 0 || file.replies[i].line != file.replies[i - 1].line ? 1 : 0;
    }
    return count;
  };
  const std::size_t before = lines();
  std::size_t at = 0;
  file.left_out +=
      std::erase_if(file.replies, [&](const Reply&) { return replies.count(at++) > 0; });
  const std::size_t moved = std::min(before - lines(), file.lines.used);
  file.lines.used -= moved;
  file.lines.skipped += moved;
}

}  // namespace bfclx
