# Code that a Python extension can hold. Where the compiler makes position-independent executables on its
# own (as on Debian) the objects of the program serve, apart from those of bfclx_shared_code:
# nothing is compiled twice, and the linker refuses what would not do. Elsewhere everything is -fPIC.
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("
#ifndef __PIE__
#error
#endif
int main() { return 0; }" BFCLX_COMPILES_PIE)
if(NOT BFCLX_COMPILES_PIE AND NOT DEFINED CMAKE_POSITION_INDEPENDENT_CODE)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()
