#pragma once

// Keys of a terminal as they are pressed: without Enter, and not shown by the terminal.

#include <termios.h>

namespace bfclx::tools {

// The terminal of standard input passes on each key while this object lives. Ctrl-C is a key like
// any other, so that the terminal is as it was whenever a dialog ends. Made before what asks for a
// key is shown: a key that comes earlier is the terminal's own.
class RawKeys {
 public:
  RawKeys();
  RawKeys(const RawKeys&) = delete;
  RawKeys& operator=(const RawKeys&) = delete;
  ~RawKeys();

 private:
  termios before_{};
  bool is_raw_ = false;
};

// The next key. '\0' at the end of input, for Ctrl-C and for Ctrl-D.
char pressed_key();

}  // namespace bfclx::tools
