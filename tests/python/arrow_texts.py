"""Columns of texts by the Arrow C interface without any library of it: as a producer of another kind has them."""

import ctypes

_VOID = ctypes.c_void_p
_RELEASE = ctypes.CFUNCTYPE(None, _VOID)


class _Schema(ctypes.Structure):
    _fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p),
                ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64), ("children", _VOID), ("dictionary", _VOID),
                ("release", _RELEASE), ("private_data", _VOID)]  # fmt: skip


class _Array(ctypes.Structure):
    _fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
                ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64), ("buffers", ctypes.POINTER(_VOID)),
                ("children", _VOID), ("dictionary", _VOID), ("release", _RELEASE), ("private_data", _VOID)]  # fmt: skip


_capsule = ctypes.pythonapi.PyCapsule_New
_capsule.restype, _capsule.argtypes = ctypes.py_object, [_VOID, ctypes.c_char_p, _VOID]


class Texts:
    """A column of texts, bytes and None; `released` counts the arrays that were released."""

    def __init__(self, values, skip=0, number_format=b""):
        self.values, self.skip, self.format = [None] * skip + list(values), skip, number_format or b"u"
        self.released = 0
        self._kept = []

    def __arrow_c_array__(self, requested_schema=None):
        def keep(one):
            self._kept.append(one)
            return one

        offsets, content, bits = [0], b"", bytearray(len(self.values) // 8 + 1)
        for at, value in enumerate(self.values):
            if value is not None:
                bits[at // 8] |= 1 << at % 8
                content += value if isinstance(value, bytes) else value.encode()
            offsets.append(len(content))
        parts = [keep((ctypes.c_char * len(bits)).from_buffer(bits)),
                 keep((ctypes.c_int32 * len(offsets))(*offsets)), keep(ctypes.create_string_buffer(content))]
        buffers = keep((_VOID * 3)(*[ctypes.addressof(one) for one in parts]))

        @_RELEASE
        def release(place):
            self.released += 1
            _Array.from_address(place).release = _RELEASE()

        @_RELEASE
        def release_schema(place):
            _Schema.from_address(place).release = _RELEASE()

        schema = keep(_Schema(format=self.format, name=b"", flags=2, release=keep(release_schema)))
        array = keep(_Array(length=len(self.values) - self.skip, null_count=-1, offset=self.skip, n_buffers=3,
                            buffers=buffers, release=keep(release)))
        return (_capsule(ctypes.addressof(schema), b"arrow_schema", None),
                _capsule(ctypes.addressof(array), b"arrow_array", None))
