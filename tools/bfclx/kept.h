// What a command works on, kept until the program ends: taking a run apart takes about as long as
// scoring it. The program itself leaves without that (run_program, Ending::kAtOnce); where the
// process goes on, as in the wheel, run_program takes it apart before it returns.
#ifndef BFCLX_TOOLS_BFCLX_KEPT_H_
#define BFCLX_TOOLS_BFCLX_KEPT_H_

#include <memory>
#include <utility>
#include <vector>

namespace bfclx::tools {

class Kept {
 public:
  // A reference that stays valid as long as this does.
  template <typename T>
  T& keep(std::unique_ptr<T> thing) {
    T& kept = *thing;
    things_.push_back(std::move(thing));
    return kept;
  }

 private:
  std::vector<std::shared_ptr<void>> things_;
};

}  // namespace bfclx::tools

#endif  // BFCLX_TOOLS_BFCLX_KEPT_H_
