// Verdicts as columns: one array for each fact instead of an object for each response.
#ifndef BFCLX_PYTHON_SRC_COLUMNS_H_
#define BFCLX_PYTHON_SRC_COLUMNS_H_

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "python/src/verdict.h"

namespace bfclx::python_binding {

// Texts of which few are different, and most are none.
class RareTexts {
 public:
  void reserve(std::size_t count) { codes_.reserve(count); }
  void add(std::string_view text);  // empty: none
  std::size_t size() const { return codes_.size(); }
  // Empty: none.
  std::string_view operator[](std::size_t at) const { return names_[codes_[at]]; }

 private:
  std::vector<std::uint32_t> codes_;  // into names_
  std::vector<std::string> names_{std::string()};
  std::map<std::string, std::uint32_t, std::less<>> known_;
};

struct Columns {
  void reserve(std::size_t count);
  void add_valid();
  void add(const VerdictParts& parts);

  std::vector<std::uint8_t> valid;  // 0 or 1
  RareTexts error_type;
  std::vector<std::int32_t> turns_passed;
  std::vector<std::int32_t> turns_total;
  RareTexts skipped;
};

// Adds the class Columns.
void bind_columns(nanobind::module_& module);

}  // namespace bfclx::python_binding

#endif  // BFCLX_PYTHON_SRC_COLUMNS_H_
