// What tree-sitter's parser asks while it parses (cmake/BfclxThirdParty.cmake): whether it has
// taken too many steps, and for all of its memory. C, because its sources are; syntax_tree.cpp
// answers.
#ifndef BFCLX_CORE_LANGUAGES_PARSE_BOUNDS_H_
#define BFCLX_CORE_LANGUAGES_PARSE_BOUNDS_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Called for each action, and, while reductions are tried after a syntax error, for each version of
// the stack with their number, over which the parser then loops. True: it must give up.
bool bfclx_parse_step(uint32_t versions);
// Whether a bound is passed, which takes no step.
bool bfclx_parse_is_over(void);

// As those of the C library, but for nullptr, which they never give. Past the bound the parse that
// runs on this thread has no step left.
void* bfclx_parse_malloc(size_t size);
void* bfclx_parse_calloc(size_t count, size_t size);
void* bfclx_parse_realloc(void* memory, size_t size);
void bfclx_parse_free(void* memory);

#ifdef __cplusplus
}
#endif

#endif  // BFCLX_CORE_LANGUAGES_PARSE_BOUNDS_H_
