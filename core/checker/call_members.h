// The members of a call, {"name", "arguments"}, in the words of the protocols.
#ifndef BFCLX_CORE_CHECKER_CALL_MEMBERS_H_
#define BFCLX_CORE_CHECKER_CALL_MEMBERS_H_

#include <string_view>

namespace bfclx {

// Members under which a call has its arguments.
inline constexpr std::string_view kArgumentNames[] = {"arguments", "parameters", "args", "input"};

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_CALL_MEMBERS_H_
