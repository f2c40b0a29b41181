#include "core/dataset/loader.h"

#include "core/dataset/entry_builder.h"
#include "core/dataset/entry_id.h"
#include "core/dataset/own_turns.h"

namespace bfclx {

namespace {

Result<std::string> read_data(const ReadDatasetFile& read, std::string_view file) {
  return read("data/" + std::string(file));
}

Status load_function_docs(Dataset& dataset, const ReadDatasetFile& read) {
  for (const FunctionDocFile& row : function_doc_files()) {
    if (dataset.function_docs(row.class_name) != nullptr) continue;
    BFCLX_ASSIGN_OR_RETURN(const std::string docs, read_data(read, row.file));
    BFCLX_RETURN_IF_ERROR(from_root(dataset.add_function_docs(row.class_name, docs)));
  }
  return {};
}

Status load_agentic_supplements(Dataset& dataset, const Category& category,
                                const ReadDatasetFile& read) {
  if (dataset.prompts().is_none()) {
    BFCLX_ASSIGN_OR_RETURN(const std::string prompts, read("prompts.json"));
    BFCLX_RETURN_IF_ERROR(dataset.add_prompts(prompts));
  }
  if (!is_memory(category)) return {};
  for (const MemoryScenario& row : memory_scenarios()) {
    if (dataset.memory_prerequisites(row.name) != nullptr) continue;
    BFCLX_ASSIGN_OR_RETURN(const std::string conversations, read_data(read, row.file));
    BFCLX_RETURN_IF_ERROR(from_root(dataset.add_memory_prerequisites(row.name, conversations)));
  }
  return {};
}

}  // namespace

Status from_root(Status status) {
  if (status.ok() || status.error().file().empty()) return status;
  constexpr std::string_view kFolder = "data/";
  Error error = status.error();
  const std::uint32_t begin = error.place.file_begin;
  error.message.insert(begin, kFolder);
  error.place.file_size += static_cast<std::uint32_t>(kFolder.size());
  if (error.place.id_begin > begin) {
    error.place.id_begin += static_cast<std::uint32_t>(kFolder.size());
  }
  return error;
}

Status load_category(Dataset& dataset, const Category& category, const ReadDatasetFile& read) {
  if (dataset.has(category)) return {};
  BFCLX_ASSIGN_OR_RETURN(const std::string questions, read_data(read, category.questions));
  if (category.varies_prompts) {
    const Result<std::vector<const Category*>> sources = format_sensitivity_sources(questions);
    if (!sources.ok()) return from_root(sources.error());
    for (const Category* source : *sources) {
      BFCLX_RETURN_IF_ERROR(load_category(dataset, *source, read));
    }
  }
  if (is_simulated(category) || category.judging == Judging::kAgentic) {
    BFCLX_RETURN_IF_ERROR(load_function_docs(dataset, read));
  }
  if (category.judging == Judging::kAgentic) {
    BFCLX_RETURN_IF_ERROR(load_agentic_supplements(dataset, category, read));
  }
  std::string answers;
  if (!category.answers.empty()) {
    BFCLX_ASSIGN_OR_RETURN(answers, read_data(read, category.answers));
  }
  BFCLX_RETURN_IF_ERROR(from_root(dataset.add(category, questions, answers)));
  if (category.judging != Judging::kExecutable || !is_rest(category)) return {};
  // Without it every refusal of a service counts against the model, as officially.
  const Result<std::string> requests = read(std::string(kRestRequestsFile));
  return requests.ok() ? dataset.add_rest_requests(*requests) : Status();
}

Status load_prompts(Dataset& dataset, const ReadDatasetFile& read) {
  if (dataset.prompts().is_none()) {
    BFCLX_ASSIGN_OR_RETURN(const std::string prompts, read("prompts.json"));
    BFCLX_RETURN_IF_ERROR(dataset.add_prompts(prompts));
  }
  const Result<std::string> texts = read("prompt_texts.json");
  return texts.ok() ? dataset.add_prompt_texts(*texts) : Status();
}

}  // namespace bfclx
