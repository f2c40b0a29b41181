// The rows of the table of forms, and what their readers fill (internal to
// core/dataset/response_*).
#ifndef BFCLX_CORE_DATASET_RESPONSE_READING_H_
#define BFCLX_CORE_DATASET_RESPONSE_READING_H_

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/dataset/response_forms.h"

namespace bfclx {

// Where responses and flaws go while a value is read.
class ResponseReading {
 public:
  explicit ResponseReading(FoundResponses& found) : found_(found) {}

  // What an outer form tells of the responses inside it: its name (nullptr: their own), an id.
  ResponseReading inside(const ResponseForm* form, const std::string& id) const {
    ResponseReading inner(found_);
    inner.form_ = form_ != nullptr ? form_ : form;
    inner.id_ = id.empty() ? id_ : id;
    inner.depth_ = depth_ + 1;
    return inner;
  }
  // Containers lie in containers: a list of episodes of traces.
  bool deep() const { return depth_ > kMaxDepth; }
  // Whether no more is taken. Asked before there is more to take.
  bool full() const {
    const bool is_full = found_.responses.size() + found_.flaws.size() >= kMostOfAFile;
    found_.is_cut = found_.is_cut || is_full;
    return is_full;
  }

  // A response, or why there is none. `usage` may hold counts of tokens, nullptr for none.
  void add(const ResponseForm& form, const Value& holder, Result<Value> response,
           const Value* usage);
  void flaw(const Value& holder, std::string message);
  // Whatever the value holds, in any form; false when it has none.
  bool read(const Value& value) const;

 private:
  static constexpr int kMaxDepth = 6;
  std::string id_of(const Value& holder) const;

  FoundResponses& found_;
  const ResponseForm* form_ = nullptr;
  std::string id_;
  int depth_ = 0;
};

struct FormRow {
  ResponseForm form;
  bool (*fits)(const Value& value);  // of a dict
  void (*read)(const Value& value, const ResponseForm& form, ResponseReading& reading);
};

std::span<const FormRow> log_rows();     // response_logs.cpp: batches and logs of other programs
std::span<const FormRow> answer_rows();  // response_answers.cpp: answers of APIs, messages, calls
// response_exports.cpp: what programs write about scores, tried first where a member tells it.
std::span<const FormRow> export_rows();
bool read_export(const Value& value, ResponseReading& reading);
inline constexpr std::string_view kExportMembers[] = {
    "resps", "interaction_type", "raw_input", "valid", "n-shot", "evaluation_results"};

// The id of an entry that the value names as its own; empty when it names none.
std::string entry_id_in(const Value& value);
// The same of the first that names one; nullptr is passed over.
std::string first_id(std::initializer_list<const Value*> holders);
// A response that was stored as text or JSON: calls in the form of the decoder, the rest as it is.
Value stored_response(const Value& value);
// The message of {"error": {"message"}} or {"error": "..."}; empty when there is none.
std::string error_in(const Value& value);

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_RESPONSE_READING_H_
