// The data of a published leaderboard that comes in slices: a model's answers and the dataset's
// entries, so many of a category in a file, in the dataset's order.
#ifndef BFCLX_TOOLS_BFCLX_PUBLISH_SLICES_H_
#define BFCLX_TOOLS_BFCLX_PUBLISH_SLICES_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/audit/answer.h"
#include "core/dataset/dataset.h"
#include "core/run/scorer.h"
#include "tools/bfclx/publish/published_files.h"

namespace bfclx::tools {

inline constexpr const char* kBoardSchema = "bfclx-board-1";
inline constexpr std::size_t kSlice = 250;

// What stands of one answer on the pages. Texts are short, valid UTF-8, and nothing else is known
// of them.
struct PublishedAnswer {
  // As in the JSON: right, wrong, skipped (no verdict), absent, right or absent.
  enum class Mark : char {
    kRight = '1',
    kWrong = '0',
    kSkipped = 's',
    kAbsent = '-',
    kUnknown = '?'
  };
  Mark mark = Mark::kAbsent;
  std::string error_type;
  std::string why;
  std::string answer;
  std::uint32_t meaning = 0;  // of wrong ones: the same for those that mean the same; 0: none
};

// After score_response and answer_of, before anything of it is dropped (Keep); of responses that
// are superseded or of no entry, absent.
PublishedAnswer published_answer(const ScoredResponse& response, const Answer& answer);

// Of one model: by category, by the entry's place in it.
class ModelAnswers {
 public:
  explicit ModelAnswers(const Dataset& dataset) : dataset_(dataset) {}

  // The category is there, whatever it has.
  void touch(const Category& category);
  // `audited`: the same answer as an audit takes it.
  void add(const Entry& entry, PublishedAnswer answer, Answer audited);
  // Of the wrong ones, in the order of marks().
  std::vector<Answer> take_failed();
  // "10-s", a mark an entry, of each category that has any; and of the wrong ones what `types`
  // lists by number.
  struct Marks {
    const Category* category = nullptr;
    std::string marks;
    std::vector<std::size_t> errors;
  };
  std::vector<Marks> marks(std::vector<std::string>& types) const;
  // models/<name>/<category>-<n>.json
  void write_slices(const std::string& name, PublishedFiles& files) const;

 private:
  const Dataset& dataset_;
  std::map<const Category*, std::vector<PublishedAnswer>> answers_;
  std::map<const Category*, std::vector<Answer>> audited_;
};

// Where a slice lies in the folder of a model or of the entries.
std::string slice_path(const std::string& folder, const Category& category, std::size_t first);

// The number of a text among those that are listed; it is added where it is not.
std::size_t number_of(const std::string& type, std::vector<std::string>& types);

// entries/<category>-<n>.json: question and ground truth.
void write_entry_slices(const Dataset& dataset, const std::vector<const Category*>& categories,
                        PublishedFiles& files);

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_PUBLISH_SLICES_H_
