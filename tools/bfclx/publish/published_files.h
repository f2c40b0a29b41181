// The folder that `bfclx report` writes: pages and assets of the built site, and data beside them.
//
// A file whose bytes are as they were is not touched, so that a new model changes its own files and
// the indexes alone. What is written takes its place when all is: a run that is refused or killed
// before leaves the folder as it was. One that fails while files take their places puts back what
// was there, and one that is killed meanwhile is finished by the next one. Of what lies in data/
// and assets/, only what belongs to the leaderboard stays. The folder is locked meanwhile: of two
// runs at once the second is refused.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_PUBLISHED_FILES_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_PUBLISHED_FILES_H_

#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bfclx::tools {

class PublishedFiles {
 public:
  // Makes the folder; throws a UsageError where it cannot be written, or another run writes there.
  explicit PublishedFiles(std::filesystem::path folder);
  PublishedFiles(const PublishedFiles&) = delete;
  PublishedFiles& operator=(const PublishedFiles&) = delete;
  ~PublishedFiles();  // what has not taken its place is gone

  // `path` is relative, of our own making, and written once. Throws a UsageError when it cannot be
  // written.
  void write(const std::string& path, std::string_view bytes);

  // The file belongs to the leaderboard as it is.
  void keep(const std::string& path) { kept_.insert(path); }
  // All that was written takes its place, in that order. Throws a UsageError when it cannot.
  void commit();
  // After commit: deletes what lies in data/ and assets/ and was neither written nor kept. Returns
  // how many.
  std::size_t remove_others();

  std::size_t written() const { return written_; }
  std::size_t unchanged() const { return unchanged_; }

 private:
  void lock();
  void finish_what_was_killed();
  Status take_its_place(const std::string& path);
  bool move(const std::string& from, const std::string& to, bool links);
  bool keep_old(const std::string& path);
  void put_back(std::size_t count);
  void refuse_links(const std::filesystem::path& folder);

  std::filesystem::path folder_;
  std::filesystem::path staging_;  // in the folder, hidden: renaming is all that is left to do
  int descriptor_ = -1;            // of the folder, locked
  bool was_there_ = false;
  std::set<std::filesystem::path> seen_;  // folders without links above them
  std::vector<std::string> staged_;
  std::vector<bool> had_old_;    // of those that took their place
  bool leaves_staging_ = false;  // the next run is to finish
  std::set<std::string> kept_;
  std::size_t written_ = 0;
  std::size_t unchanged_ = 0;
};

// Names as parts of paths and links: [a-z0-9._-], at most 64 bytes, each once. What a name loses
// thereby is made up for by a hash of it, so that a name always gets the same.
class SafeNames {
 public:
  std::string of(std::string_view name);
  // A name that is taken already.
  void take(const std::string& name) { taken_.insert(name); }

 private:
  std::set<std::string> taken_;
};

// Whether SafeNames could have made the name: one folder's, and no other's.
bool is_safe_name(std::string_view name);

// Where the built site is when nothing says so: site/dist here, or beside the program's sources;
// empty when it is in neither.
std::filesystem::path built_site();

// Copies the page and what it can load. Throws a UsageError when `site` holds none.
void write_front_end(const std::filesystem::path& site, PublishedFiles& files);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_PUBLISHED_FILES_H_
