// Texts that are written differently and mean the same (internal to core/checker).
#ifndef BFCLX_CORE_CHECKER_DATE_TIME_H_
#define BFCLX_CORE_CHECKER_DATE_TIME_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/checker/json_schema.h"

namespace bfclx {

// What a text means by a format, equal for equal meanings; nullopt for what has none.
std::optional<std::string> meaning_of(ValueFormat format, std::string_view text);

// The moment of a date-time of RFC 3339 ("2026-11-27T10:00:00.50+01:00") as text: equal for equal
// moments, whatever the offset, the case of T and Z, and zeros at the end of the fraction. nullopt
// for what is none; a time without an offset is none. A leap second, 23:59:60 in UTC, equals no
// other second.
std::optional<std::string> moment_of(std::string_view text);

// A UUID in lower case; nullopt for what is none.
std::optional<std::string> uuid_of(std::string_view text);

}  // namespace bfclx

#endif  // BFCLX_CORE_CHECKER_DATE_TIME_H_
