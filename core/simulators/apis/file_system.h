// GorillaFileSystem: a small file system with a current directory
// (func_source_code/gorilla_file_system.py).
#ifndef BFCLX_CORE_SIMULATORS_APIS_FILE_SYSTEM_H_
#define BFCLX_CORE_SIMULATORS_APIS_FILE_SYSTEM_H_

#include <memory>

#include "core/simulators/engine/simulator.h"

namespace bfclx {

// The attribute `root` appears as its repr: "<Directory: name, Parent: None, Contents: {...}>".
const ClassTable& file_system_table();
std::unique_ptr<Simulator> make_file_system(EpisodeModules& modules);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_FILE_SYSTEM_H_
