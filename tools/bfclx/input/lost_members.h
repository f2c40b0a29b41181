// LostMembers: names of members of an archive that are not used, for a message.
#ifndef BFCLX_TOOLS_BFCLX_INPUT_LOST_MEMBERS_H_
#define BFCLX_TOOLS_BFCLX_INPUT_LOST_MEMBERS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/counted.h"
#include "core/base/utf8.h"

namespace bfclx::tools {

// A member's name, as messages show it.
inline std::string shown_member(std::string_view name) {
  return std::string(slice_code_points(sanitize_utf8(name), 0, 200));
}

class LostMembers {
 public:
  void add(std::string_view name) {
    if (++count_ <= kNamed) first_.push_back(shown_member(name));
  }
  bool empty() const { return count_ == 0; }
  std::string text() const { return first_of(first_, kNamed, count_); }

 private:
  static constexpr std::size_t kNamed = 3;
  std::vector<std::string> first_;
  std::size_t count_ = 0;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_INPUT_LOST_MEMBERS_H_
