// The text of an answer, as the Python library requests decodes it (Response.text).
#ifndef BFCLX_CORE_SIMULATORS_APIS_PAGE_TEXT_H_
#define BFCLX_CORE_SIMULATORS_APIS_PAGE_TEXT_H_

#include <string>

#include "core/simulators/engine/effects.h"

namespace bfclx {

// By the charset of the Content-Type header; without one ISO-8859-1 for text and UTF-8 for JSON (no
// meta element is read), anything else UTF-8 where it is that and ISO-8859-1 where not. Bytes that
// are none become U+FFFD, a byte order mark stays. Known are UTF-8, ASCII, ISO-8859-1 and the other
// charsets of one byte; requests also knows those of several bytes (Shift JIS, GBK, Big5, EUC,
// UTF-16), which are read as UTF-8 here, as it reads those that nobody knows.
std::string text_of_answer(const EffectAnswer& answer);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_PAGE_TEXT_H_
