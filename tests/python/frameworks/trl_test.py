"""bfclx.rewards.trl with the real TRL: environments, their tools as schemas, and a training step on the CPU."""

import os
import sys
import tempfile
import unittest

os.environ.update(TRL_EXPERIMENTAL_SILENCE="1", HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1",
                  TOKENIZERS_PARALLELISM="false")

import bfclx
from bfclx.rewards import trl as rewards

assert "torch" not in sys.modules and "trl" not in sys.modules
EPISODE = "multi_turn_base_90000"


def tiny(folder):
    """A model and a tokenizer of a few thousand parameters, made here: nothing is fetched."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast, Qwen3Config, Qwen3ForCausalLM
    from trl.chat_template_utils import qwen3_chat_template

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    special = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<tool_call>", "</tool_call>", "<think>",
               "</think>", "<tool_response>", "</tool_response>"]
    words = Tokenizer(models.BPE(vocab={one: at for at, one in enumerate(special + alphabet)}, merges=[]))
    words.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    words.decoder = decoders.ByteLevel()
    words.add_special_tokens(special)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, eos_token="<|im_end|>",
                                        pad_token="<|endoftext|>")
    tokenizer.chat_template = qwen3_chat_template
    model = Qwen3ForCausalLM(Qwen3Config(
        vocab_size=len(tokenizer), hidden_size=16, intermediate_size=16, num_hidden_layers=1,
        num_attention_heads=2, num_key_value_heads=1, head_dim=8, max_position_embeddings=16384,
        eos_token_id=tokenizer.eos_token_id, pad_token_id=tokenizer.pad_token_id))
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


class Trl(unittest.TestCase):
    def setUp(self):
        self.dataset = bfclx.Dataset.sample()
        self.ids = self.dataset.ids("multi_turn_base")

    def test_tools_are_schemas(self):
        import inspect

        from transformers.utils import get_json_schema

        for name, make in rewards.environments("sample", self.ids).items():
            environment = make()
            tools = [getattr(environment, member) for member, _ in
                     inspect.getmembers(type(environment), predicate=inspect.isfunction)
                     if not member.startswith("_") and member not in ("reset", "get_reward")]
            schemas = {tool.__name__: get_json_schema(tool)["function"] for tool in tools}
            self.assertIn("bfclx_end_turn", schemas)
            for entry_id in self.ids:
                for doc in self.dataset.episode(entry_id).tools():
                    schema = schemas.get(doc["name"])
                    if schema is None:
                        continue
                    self.assertEqual(set(schema["parameters"]["properties"]),
                                     set(doc["parameters"]["properties"]))
                    self.assertEqual(schema["parameters"].get("required", []),
                                     doc["parameters"]["required"])
            self.assertGreater(len(schemas), 3, name)

    def test_a_training_step(self):
        import trl
        from datasets import Dataset

        with tempfile.TemporaryDirectory() as folder:
            trainer = trl.GRPOTrainer(
                model=tiny(f"{folder}/model"),
                args=trl.GRPOConfig(
                    output_dir=f"{folder}/out", max_steps=1, per_device_train_batch_size=2,
                    num_generations=2, max_completion_length=8, use_cpu=True, bf16=False,
                    report_to=[], logging_steps=1, save_strategy="no"),
                train_dataset=Dataset.from_list(rewards.rows("sample", self.ids)),
                environment_factory=rewards.environments("sample", self.ids),
                reward_funcs=[rewards.Reward("sample", credit="by_call")])
            trainer.train()
            logged = {key: value for row in trainer.state.log_history for key, value in row.items()
                      if key.startswith("rewards/") and key.endswith("/mean")}
        self.assertIn("rewards/bfclx_by_call/mean", logged)
        # An environment each; those whose rows are not in the step have none.
        of_environments = [value for name, value in logged.items() if "by_call" not in name]
        self.assertEqual(sorted(map(str, set(of_environments))), ["0.0", "None"], logged)
        self.assertEqual(logged["rewards/bfclx_by_call/mean"], 0.0)


if __name__ == "__main__":
    unittest.main()
