// Tokens in responses of identity providers that no header can have. Without I/O.
#ifndef BFCLX_CORE_GENERATION_IDENTITY_UNUSABLE_TOKEN_H_
#define BFCLX_CORE_GENERATION_IDENTITY_UNUSABLE_TOKEN_H_

#include <initializer_list>
#include <string_view>

#include "core/generation/identity/identity_step.h"

namespace bfclx {

// The first of these members that is a text but cannot be sent as a token; empty for none.
std::string_view unusable_member(const Value& object,
                                 std::initializer_list<std::string_view> names);
// A response with such a member. `passes`: another one may be usable.
IdentityStep unusable_step(std::string_view who, std::string_view member, bool passes = true);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_IDENTITY_UNUSABLE_TOKEN_H_
