// Several responses by one request (`n` of OpenAI's protocols): the request that asks for them, and
// its response as a response each.
#ifndef BFCLX_CORE_GENERATION_SEVERAL_CHOICES_H_
#define BFCLX_CORE_GENERATION_SEVERAL_CHOICES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/dataset/category.h"

namespace bfclx {

inline constexpr std::size_t kMostChoices = 128;  // of a request

// Whether the entries of a category have one request, so that it can be for several responses.
bool has_one_step(const Category* category);

// The body of a request, a JSON object that has members and no `n`, for so many responses.
std::string body_for_choices(std::string body, std::size_t choices);

// A body with one choice for each of a response: with what is read of it, so that all together are
// hardly larger than the response. The first has the tokens of the prompt, which are paid once;
// those of the output are shared, because servers count them together. Empty where the body is no
// response with choices, states an error or has more than `most`.
std::vector<std::string> split_choices(std::string_view body, std::size_t most);

// Whether a status says that a request for several responses may be refused for that.
bool may_refuse_choices(int status);

}  // namespace bfclx

#endif  // BFCLX_CORE_GENERATION_SEVERAL_CHOICES_H_
