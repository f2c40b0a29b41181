// JsonEnd: whether a JSON object that comes in pieces is complete. It looks at brackets and strings
// alone; whoever reads the object says whether it is valid.
#ifndef BFCLX_CORE_CONVERSATION_STREAMS_JSON_END_H_
#define BFCLX_CORE_CONVERSATION_STREAMS_JSON_END_H_

#include <cstddef>
#include <string_view>

namespace bfclx {

class JsonEnd {
 public:
  void add(std::string_view piece) {
    for (const char c : piece) {
      if (complete_) return;
      if (escaped_) {
        escaped_ = false;
      } else if (inside_) {
        escaped_ = c == '\\';
        inside_ = c != '"';
      } else if (c == '"') {
        inside_ = true;
      } else if (c == '{' || c == '[') {
        ++depth_;
      } else if ((c == '}' || c == ']') && depth_ > 0) {
        complete_ = --depth_ == 0;
      }
    }
  }
  bool complete() const { return complete_; }

 private:
  std::size_t depth_ = 0;
  bool inside_ = false;  // of a string
  bool escaped_ = false;
  bool complete_ = false;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_CONVERSATION_STREAMS_JSON_END_H_
