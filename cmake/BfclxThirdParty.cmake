# Libraries that the project builds on; README.md says why each is there.

find_package(nlohmann_json 3.11 REQUIRED)
find_package(Threads REQUIRED)
if(BFCLX_BUILD_TESTS)
  find_package(GTest REQUIRED)
  include(GoogleTest)
endif()
