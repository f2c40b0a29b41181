# What `cmake --install` copies of a build: the program with its shell completions and manual pages, which it writes
# itself from the tables that --help is from (tools/describe-program). Packages: tools/release.
#
#   cmake --build --preset release --target bfclx && cmake --install build/release --component program --prefix PLACE
include(GNUInstallDirs)
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # the program is enough
set(BFCLX_DESCRIPTION_DIR "${PROJECT_BINARY_DIR}/description")
install(TARGETS bfclx RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
install(CODE "
  execute_process(COMMAND \"${Python3_EXECUTABLE}\" \"${PROJECT_SOURCE_DIR}/tools/describe-program\"
                          \"$<TARGET_FILE:bfclx>\" \"${BFCLX_DESCRIPTION_DIR}\" COMMAND_ERROR_IS_FATAL ANY)"
        COMPONENT program)
install(DIRECTORY "${BFCLX_DESCRIPTION_DIR}/share/" DESTINATION share COMPONENT program)
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/NOTICE"
        DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT program)
