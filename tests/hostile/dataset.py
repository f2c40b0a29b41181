"""A dataset of the smallest entries that hostile responses can be responses to."""

import json

UNUSED = "unused_datasets"
TYPES = ("any", "string", "array", "dict", "tuple")


PROMPTS = {"ADDITIONAL_SYSTEM_PROMPT_FOR_AGENTIC_RESPONSE_FORMAT": "Answer."}


def function(kind, name="f"):
    parameter = {"type": kind, "description": "Anything."}
    if kind in ("array", "tuple"):
        parameter["items"] = {"type": "array", "items": {"type": "integer"}}
    if kind == "dict":
        parameter["properties"] = {"a": {"type": "string", "description": "A."}}
    return {"name": name, "description": "Takes it.", "parameters": {
        "type": "dict", "properties": {"x": parameter}, "required": ["x"]}}


def question(name, functions, **more):
    return {"id": name, "question": [[{"role": "user", "content": "Go."}]], "function": functions,
            **more}


ANSWERS = {"any": ["a"], "string": ["a" * 40, "b"], "array": [[[1, 2]], [[3]]],
           "dict": [{"a": ["b", "c"]}], "tuple": [[1, 2]]}
SCENARIOS = ("customer", "finance", "healthcare", "notetaker", "student")
CLASSES = ("GorillaFileSystem", "MathAPI", "MessageAPI", "TwitterAPI", "TicketAPI", "TradingBot",
           "TravelAPI", "VehicleControlAPI")


def files():
    """Name of each file, its lines."""
    simple = [question(f"simple_python_{i}", [function(kind)]) for i, kind in enumerate(TYPES)]
    answers = [{"id": f"simple_python_{i}", "ground_truth": [{"f": {"x": ANSWERS[kind]}}]}
               for i, kind in enumerate(TYPES)]
    eight = [{"f": {"x": [f"text {i}", i]}} for i in range(8)]
    java = [question("simple_java_0", [function("HashMap")]),
            question("simple_java_1", [function("ArrayList")])]
    script = [question("simple_javascript_0", [function("array")])]
    episode = question("multi_turn_base_0", [], initial_config={
        "GorillaFileSystem": {"root": {"home": {"type": "directory", "contents": {
            "f": {"type": "file", "content": "a"}}}}}},
        path=["MathAPI.mean"], involved_classes=list(CLASSES))
    episode.pop("function")
    executed = {"exec_simple_0": ["math_factorial(n=5)"],
                "exec_parallel_0": [f"calculate_mean(numbers=[{i},1])" for i in range(3)]}
    search = question("web_search_0", [], num_hops=1, involved_classes=["WebSearchAPI"])
    memory = question("memory_0-customer-0", [], scenario="customer",
                      involved_classes=["MemoryAPI"])
    sensitive = ["simple_python_0"]
    return {
        "BFCL_v4_simple_python.json": simple,
        "possible_answer/BFCL_v4_simple_python.json": answers,
        "BFCL_v4_parallel.json": [question("parallel_0", [function("any")])],
        "possible_answer/BFCL_v4_parallel.json": [{"id": "parallel_0", "ground_truth": eight}],
        "BFCL_v4_irrelevance.json": [question("irrelevance_0", [function("any")])],
        "BFCL_v4_simple_java.json": java,
        "possible_answer/BFCL_v4_simple_java.json": [
            {"id": "simple_java_0", "ground_truth": [{"f": {"x": [{"a": "b"}]}}]},
            {"id": "simple_java_1", "ground_truth": [{"f": {"x": [["a"]]}}]}],
        "BFCL_v4_simple_javascript.json": script,
        "possible_answer/BFCL_v4_simple_javascript.json": [
            {"id": "simple_javascript_0", "ground_truth": [{"f": {"x": [["a"]]}}]}],
        "BFCL_v4_multi_turn_base.json": [episode],
        "possible_answer/BFCL_v4_multi_turn_base.json": [
            {"id": "multi_turn_base_0", "ground_truth": [["mean(numbers=[1,2])"]]}],
        "BFCL_v4_web_search.json": [search],
        "possible_answer/BFCL_v4_web_search.json": [
            {"id": "web_search_0", "ground_truth": ["a" * 1000 + "b", "c"], "source": "x"}],
        "BFCL_v4_memory.json": [memory],
        "possible_answer/BFCL_v4_memory.json": [
            {"id": "memory_0-customer-0", "ground_truth": ["a" * 1000 + "b", "c"], "source": "x"}],
        "BFCL_v4_live_relevance.json": [question("live_relevance_0-0-0", [function("any")])],
        **{f"{UNUSED}/question/BFCL_v4_{name[:-2]}.json": [question(name, [function("any")])]
           for name in (*executed, "rest_0")},
        **{f"{UNUSED}/possible_answer/BFCL_v4_{name[:-2]}.json": [
            {"id": name, "ground_truth": calls,
             "execution_result_type": ["exact_match"] * len(calls)}]
           for name, calls in executed.items()},
        f"{UNUSED}/possible_answer/BFCL_v4_rest.json": [
            {"id": "rest_0", "ground_truth": json.dumps({"a": 1})}],
        f"{UNUSED}/executable_eval_sanity_check/api_status_check_ground_truth_rest.json": [
            {"idx": 0, "ground_truth": "requests.get(url='http://a.example/')"}],
        "BFCL_v4_format_sensitivity.json": {"simple_python": sensitive},
    }


def write(folder, sample, contents=None):
    """Writes the dataset, or other `contents` of the same files; what else it needs is the sample's."""
    data = folder / "data"
    for name, entries in (contents or files()).items():
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        text = (json.dumps(entries) if isinstance(entries, dict)
                else "".join(json.dumps(entry) + "\n" for entry in entries))
        (data / name).write_text(text)
    (data / "memory_prereq_conversation").mkdir()
    for name in SCENARIOS:
        entry = question(f"memory_prereq_0-{name}-0", [], involved_classes=["MemoryAPI"],
                         scenario=name)
        path = data / "memory_prereq_conversation" / f"memory_{name}.json"
        path.write_text(json.dumps(entry) + "\n")
    (folder / "prompts.json").write_text(json.dumps(PROMPTS))
    docs = data / "multi_turn_func_doc"
    docs.mkdir()
    for path in (sample / "data" / "multi_turn_func_doc").iterdir():
        (docs / path.name).write_bytes(path.read_bytes())
    return folder
