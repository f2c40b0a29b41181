# What `cpack` makes of a build: a Debian package of the program, with its shell completions and manual pages, which
# the program writes itself from the tables that --help is from (tools/describe-program).
#
#   cmake --build --preset release --target bfclx && cpack --config build/release/CPackConfig.cmake -B build/package
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

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME bfclx)
set(CPACK_PACKAGE_CONTACT "the bfclx project")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Looked for at run time, so that no dependency is seen: asking servers, logs packed with Zstandard.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libcurl4, libzstd1")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME bfclx)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
include(CPack)
