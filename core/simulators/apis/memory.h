// What the three memory backends share (func_source_code/memory_api_metaclass.py): where a memory
// starts from, the snapshot that it leaves, and what of it stands in the system prompt.
//
// The core reads and writes no file. The scenario of a memory class may have, beside the official
// members (model_result_dir, scenario, test_id), "snapshot": the content of
// <scenario>_final.json as str or bytes, None where there is no such file. After a prerequisite
// entry the driver writes `snapshot()` to both `snapshot_files()`. Officially the folder of those
// follows from the id's category; here from the class, of which each category has its own, so that
// nothing below the dataset knows categories. An empty scenario is a memory of
// no entry, for trying calls: it starts empty and has no files.
#ifndef BFCLX_CORE_SIMULATORS_APIS_MEMORY_H_
#define BFCLX_CORE_SIMULATORS_APIS_MEMORY_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/simulators/engine/simulator.h"
#include "core/value/value.h"

namespace bfclx {

class MemoryApi : public Simulator {
 public:
  using Simulator::Simulator;

  // Errors are what the official class raises for such a snapshot or scenario: a JSONDecodeError of
  // a damaged file, a KeyError or TypeError of one of another form.
  Status load_scenario(const Value& scenario, bool long_context) final;

  // _dump_core_memory_to_context: an empty memory has a sentence of its own.
  virtual Result<std::string> context() const = 0;
  // Whether it is one text, with an instruction of its own, and no core and archive of entries.
  virtual bool is_one_text() const { return false; }
  // What _flush_memory_to_local_file writes: ASCII JSON, indented by four, no newline at the end.
  Result<std::string> snapshot() const;
  // Where it writes that, relative as model_result_dir is: the entry's own file, then the one that
  // the next entry of the scenario reads.
  std::vector<std::string> snapshot_files() const;

  // Public attributes; None in a memory of no entry.
  Value snapshot_folder_;
  Value test_id_;
  Value scenario_;
  Value latest_snapshot_file_;

 protected:
  virtual Status load_snapshot(const Value& snapshot) = 0;
  virtual Value snapshot_value() const = 0;
};

// The instance as a memory; nullptr when it is of another class.
MemoryApi* memory_of(Simulator& instance);
bool is_memory_class(std::string_view class_name);

}  // namespace bfclx

#endif  // BFCLX_CORE_SIMULATORS_APIS_MEMORY_H_
