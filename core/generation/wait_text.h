// How a wait is written: "45 s", "30 min", "28 h", "3 days".
#ifndef BFCLX_CORE_GENERATION_WAIT_TEXT_H_
#define BFCLX_CORE_GENERATION_WAIT_TEXT_H_

#include <string>

namespace bfclx {

std::string wait_text(double seconds);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_WAIT_TEXT_H_
