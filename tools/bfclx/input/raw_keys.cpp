#include "tools/bfclx/input/raw_keys.h"

#include <unistd.h>

#include <cerrno>

namespace bfclx::tools {
namespace {

constexpr char kCtrlC = '\x03';
constexpr char kCtrlD = '\x04';

}  // namespace

RawKeys::RawKeys() {
  if (::tcgetattr(STDIN_FILENO, &before_) != 0) return;
  termios raw = before_;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  is_raw_ = ::tcsetattr(STDIN_FILENO, TCSADRAIN, &raw) == 0;
}

RawKeys::~RawKeys() {
  if (is_raw_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
}

char pressed_key() {
  char key = '\0';
  ssize_t count = 0;
  do {
    count = ::read(STDIN_FILENO, &key, 1);
  } while (count < 0 && errno == EINTR);
  return count == 1 && key != kCtrlC && key != kCtrlD ? key : '\0';
}

}  // namespace bfclx::tools
