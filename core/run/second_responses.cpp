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

// The responses of one file to entries of one category.
struct Share {
  bool named_otherwise = false;  // the file; not for the category
  FileRank rank;
  std::size_t file = 0;
  std::vector<std::size_t> responses;
};

std::map<const Category*, std::vector<Share>> shares_of(std::span<const FileOfRun> files) {
  std::map<const Category*, std::vector<Share>> shares;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const FileOfRun& file = files[i];
    for (std::size_t at = 0; at < file.results->responses.size(); ++at) {
      const std::string& id = file.results->responses[at].id;
      const Category* category = category_of_id(id);
      if (category == nullptr) category = file.category;
      if (category == nullptr || read_entry_id(id).prerequisite) continue;
      std::vector<Share>& all = shares[category];
      if (all.empty() || all.back().file != i) {
        all.push_back({file.category != category, rank_of_file(file.path, *category), i, {}});
      }
      all.back().responses.push_back(at);
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
    std::stable_sort(shares.begin(), shares.end(), [](const Share& a, const Share& b) {
      if (a.named_otherwise != b.named_otherwise) return b.named_otherwise;
      return a.rank < b.rank;
    });
    std::unordered_map<std::string, std::size_t> first;  // files by id
    for (const Share& share : shares) {
      std::map<std::size_t, std::vector<std::size_t>> second;  // by the file that is used
      for (const std::size_t at : share.responses) {
        const std::string id = canonical_id(files[share.file].results->responses[at].id);
        const std::size_t used = first.try_emplace(id, share.file).first->second;
        if (used != share.file) second[used].push_back(at);
      }
      for (auto& [used, responses] : second) {
        all.push_back({category, used, share.file, std::move(responses)});
      }
    }
  }
  return all;
}

std::string second_responses_text(const SecondResponses& second, std::span<const FileOfRun> files,
                                  std::string_view shown_path) {
  const Category& category = *second.category;
  const FileOfRun& used = files[second.used];
  const FileOfRun& unused = files[second.unused];
  const bool by_name = (used.category == &category) != (unused.category == &category);
  const std::string reason = by_name ? "named for the category"
                                     : rank_reason(rank_of_file(used.path, category),
                                                   rank_of_file(unused.path, category), category);
  return "not scored: " +
         counted(second.responses.size(), "duplicate response", "duplicate responses") + " for " +
         std::string(category.name) + used_file_text(shown_path, reason);
}

void leave_out_responses(ResultFile& file, std::span<const std::size_t> responses) {
  std::string out(file.responses.size(), '\0');
  for (const std::size_t i : responses) {
    if (i < out.size()) out[i] = 1;
  }
  std::size_t kept = 0;
  std::size_t line = 0;       // of the last one
  std::size_t kept_line = 0;  // of the last one that stays
  std::size_t moved = 0;      // lines of which none stays
  for (std::size_t i = 0; i < out.size(); ++i) {
    Response& response = file.responses[i];
    if (response.line != line) ++moved;
    line = response.line;
    if (out[i] != 0) continue;
    if (response.line != kept_line) --moved;
    kept_line = response.line;
    if (kept != i) file.responses[kept] = std::move(response);
    ++kept;
  }
  file.left_out += out.size() - kept;
  file.responses.resize(kept);
  moved = std::min(moved, file.lines.used);
  file.lines.used -= moved;
  file.lines.skipped += moved;
}

}  // namespace bfclx
