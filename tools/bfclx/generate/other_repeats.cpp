#include "tools/bfclx/generate/other_repeats.h"

#include <utility>

#include "tools/bfclx/errors.h"

namespace bfclx::tools {

void OtherRepeats::add(std::size_t repeat, const std::filesystem::path& root,
                       const std::string& model, std::span<const Category* const> categories) {
  Folder folder;
  try {
    folder.files = std::make_unique<ResultFolder>(root, model);
    folder.done = folder.files->scan(categories, false).done;
  } catch (const UsageError&) {
    return;
  }
  const auto ended = [&](const std::string& id) { return folder.done.count(id) != 0; };
  Journal journal;
  if (!journal.read(folder.files->open_file(kJournalFile), ended).ok()) return;
  if (!journal.empty()) folder.journal = std::move(journal);
  folders_.emplace(repeat, std::move(folder));
}

std::vector<std::size_t> OtherRepeats::without(const std::string& id,
                                               const HttpRequest& request) const {
  std::vector<std::size_t> repeats;
  for (const auto& [repeat, folder] : folders_) {
    if (folder.done.count(id) != 0) continue;
    // What cannot be read is there: the repeat's own run says so.
    const Result<std::optional<JournalAnswer>> known = folder.journal.find(id, 0, request);
    if (known.ok() && !*known) repeats.push_back(repeat);
  }
  return repeats;
}

void OtherRepeats::keep(std::size_t repeat, std::string_view line) {
  const auto found = folders_.find(repeat);
  if (found == folders_.end()) return;
  Folder& folder = found->second;
  bool kept = false;
  try {
    if (!folder.open) {
      folder.files->open();
      folder.open = folder.files->append_to(kJournalFile, "");
    }
    kept = folder.open && folder.files->append_to(kJournalFile, line, "\n");
  } catch (const UsageError&) {
    kept = false;
  }
  if (!kept) folders_.erase(found);
}

}  // namespace bfclx::tools
