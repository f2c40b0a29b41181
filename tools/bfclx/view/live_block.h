// LiveBlock: rows at the end of standard error that are drawn again and again in the same place.
//
// What counts is rows of the screen, not lines of the text: a line that is wider than the terminal
// is broken before it is written. No row is wider than 79 columns, since terminals differ in what
// they do with wider ones when their window becomes narrower; and a block is never taller than the
// screen, whose upper end no cursor can leave.
#ifndef BFCLX_TOOLS_BFCLX_VIEW_LIVE_BLOCK_H_
#define BFCLX_TOOLS_BFCLX_VIEW_LIVE_BLOCK_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bfclx::tools {

struct ScreenSize {
  std::size_t columns = 80;
  std::size_t rows = 24;
};
// Of a terminal; 80 x 24 where it does not say.
ScreenSize screen_size(int descriptor);

// The rows of a block, which fits the screen with one row below it: lines broken at spaces where
// they can be, the rows at the top left out where there are too many.
std::vector<std::string> block_rows(std::string_view text, const ScreenSize& screen);
// How many rows of the screen such rows take.
std::size_t rows_taken(const std::vector<std::string>& rows, const ScreenSize& screen);

class LiveBlock {
 public:
  // Draws the lines of a text, in place of what was drawn before.
  void draw(std::string_view text);
  void clear();
  // Rows that a text may have to be shown whole.
  static std::size_t room();

 private:
  std::string wiping(const ScreenSize& screen);

  std::vector<std::string> drawn_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_VIEW_LIVE_BLOCK_H_
