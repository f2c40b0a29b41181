// Escapes of one letter in JSON strings; private to the readers of JSON.
#ifndef BFCLX_CORE_VALUE_JSON_ESCAPE_H_
#define BFCLX_CORE_VALUE_JSON_ESCAPE_H_

namespace bfclx {

// What a backslash and `c` stand for, 0 when nothing.
inline char simple_escape(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return '\0';
  }
}

}  // namespace bfclx

#endif  // BFCLX_CORE_VALUE_JSON_ESCAPE_H_
