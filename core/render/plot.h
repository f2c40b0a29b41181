// Figures with their intervals, drawn in the cells of a column on one axis.
//
// A drawing is a single row of SVG that grows with its column: places are shares of the width, so
// that dots stay round. Its colour is currentColor, so that light and dark are the style sheet's.
#ifndef BFCLX_CORE_RENDER_PLOT_H_
#define BFCLX_CORE_RENDER_PLOT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/render/style.h"

namespace bfclx {

struct Plot {
  double value = 0;
  double low = 0;
  double high = 0;
  bool bar = false;  // from the axis's begin to the value, without an interval
  Style style = Style::kPlain;
};

struct Axis {
  struct Tick {
    double at;
    std::string text;
    bool spare = false;   // its text goes where the column is narrow
    bool strong = false;  // 0 of differences
  };
  double low = 0;
  double high = 1;
  std::vector<Tick> ticks;
};

// From 0 to 100 %.
Axis share_axis();
// From -bound to bound, in points.
Axis difference_axis(double bound);
// From 0 to `most`, for bars; has no ticks.
Axis count_axis(std::size_t most);

// `label` is for those who cannot see the drawing.
std::string plot_svg(const Axis& axis, const Plot& plot, std::string_view label);
// The texts of the ticks, above the plots; empty where the axis has none.
std::string axis_svg(const Axis& axis);

}  // namespace bfclx

#endif  // BFCLX_CORE_RENDER_PLOT_H_
