// JSON read through a small window: values of any size are checked, skipped, copied or rewritten in
// the form of Python's json.dumps, without being built.
//
// Takes what Python's json.loads takes (core/value/json.h), and line ends between tokens.
#ifndef BFCLX_CORE_DATASET_JSON_SCANNER_H_
#define BFCLX_CORE_DATASET_JSON_SCANNER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "core/base/result.h"
#include "core/value/value.h"

namespace bfclx {

// Puts up to `size` bytes of the input from `offset` on into `buffer`; gives how many, 0 at its
// end.
using ReadBytes = std::function<std::size_t(std::uint64_t offset, char* buffer, std::size_t size)>;
// Takes a piece of text, in order.
using TextSink = std::function<void(std::string_view text)>;

class JsonScanner {
 public:
  // Reads from `offset` on. The window has `window` bytes (a test may make it small).
  explicit JsonScanner(const ReadBytes& read, std::uint64_t offset = 0,
                       std::size_t window = kWindow);

  static constexpr std::size_t kWindow = std::size_t{1} << 18;

  enum class Form : std::uint8_t {
    kSkip,       // nothing is given out
    kRaw,        // the bytes as they are
    kRewritten,  // as json.dumps(json.loads(text), ensure_ascii=False) would have them; lone
                 // surrogates are escaped. Repeated keys are all written (see repeated_key).
  };

  // Reads one value, white space before it included. Errors: "JSONDecodeError" and, for a number or
  // a nesting past CPython's limits, "ValueError" and "RecursionError"; Error::offset is in bytes
  // from the start of the input. After an error nothing more can be read.
  Status value(Form form, const TextSink* sink = nullptr);

  // The same of a value that is built: what json.loads gives for its bytes.
  Result<Value> built();

  // The same piece by piece, for an object: open_object, then next_key until it gives false; after
  // each key its value must be read.
  Status open_object();
  Result<bool> next_key(std::string& key);

  std::uint64_t offset() const { return window_offset_ + at_; }
  // Whether an object inside the value that was read last may have a key twice. Python keeps the
  // last value at the place of the first: such a value must be built to be rewritten.
  bool repeated_key() const { return repeated_key_; }

 private:
  // More keys than members of real logs have; past it they are looked up.
  static constexpr std::size_t kLinearKeys = 32;

  // Keys of one open object, by hash: equal hashes count as equal keys.
  struct Keys {
    std::vector<std::uint64_t> few;
    std::unordered_set<std::uint64_t> many;
    bool insert(std::uint64_t hash);
  };

  bool refill();
  int peek() { return at_ < size_ || refill() ? static_cast<std::uint8_t>(buffer_[at_]) : -1; }
  void skip_space();
  void give(std::string_view text);
  void flush();
  Status error(std::string_view what) const;

  Status read_value(int depth);
  Status read_object(int depth);
  Status read_array(int depth);
  Status read_string(std::uint64_t* hash);
  void read_plain();
  Status read_multibyte();
  int take();
  Status read_escape();
  Result<char32_t> read_hex();
  Status read_number();
  Status read_word(std::string_view word);
  void give_code_point(char32_t code_point);

  const ReadBytes& read_;
  std::uint64_t window_offset_ = 0;
  std::string buffer_;
  std::size_t at_ = 0;
  std::size_t size_ = 0;
  bool ended_ = false;

  Form form_ = Form::kSkip;
  const TextSink* sink_ = nullptr;
  std::string pending_;
  std::uint64_t* key_hash_ = nullptr;  // of the string that is being read, when it is a key
  bool first_key_ = true;
  bool repeated_key_ = false;
};

}  // namespace bfclx

#endif  // BFCLX_CORE_DATASET_JSON_SCANNER_H_
