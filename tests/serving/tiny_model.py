"""Writes a model file (GGUF, a few megabytes) that answers fixed texts, for tests against a real server.

    write_model(path, {"<|assistant|>": "[f(x=1)]", "<|done|>": "Done."})

The next token depends on the last one alone: every token has an embedding of its own, attention and
feed-forward are zero, so that the embedding passes through all layers, and the output matrix has for
each token the one that follows it. A prompt that ends with one of the markers is answered with its
text, anything else with an end of text at once. The chat template shows tools and messages, and ends
a prompt with <|done|> where the last message is a tool's result, with <|assistant|> otherwise: so an
episode's turns end. Needs the packages gguf and numpy.
"""

import gguf
import numpy

END = "<|end|>"
ROLES = ["<|system|>", "<|user|>", "<|assistant|>", "<|tool|>", "<|done|>"]
CONTROL = ["<unk>", "<s>", END, *ROLES]
LAYERS, HEADS, INNER = 1, 4, 64

TEMPLATE = """\
{%- if tools -%}<|system|>Tools:
{%- for tool in tools %} {{ tool | tojson }}{%- endfor -%}
Call one as <tool_call>{"name": ..., "arguments": {...}}</tool_call>.<|end|>{%- endif -%}
{%- for message in messages -%}
<|{{ message['role'] }}|>{{ message['content'] or '' }}
{%- for call in message['tool_calls'] or [] -%}
<tool_call>{"name": "{{ call['function']['name'] }}", "arguments": {{ call['function']['arguments'] | tojson }}}</tool_call>
{%- endfor -%}<|end|>
{%- endfor -%}
{%- if add_generation_prompt -%}
{%- if messages[-1]['role'] == 'tool' -%}<|done|>{%- else -%}<|assistant|>{%- endif -%}
{%- endif -%}"""


def printable_bytes():
    """Byte-level vocabularies write each byte as a printable character: itself where it is one, else
    the next free code point from 256 on."""
    own = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = [byte for byte in range(256) if byte not in own]
    return {byte: chr(byte) if byte in own else chr(256 + others.index(byte)) for byte in range(256)}


def pieces_of(text, taken):
    """Cuts a text into pieces that are not in `taken` yet, and adds them: each place of the text must
    be a token of its own, or two successors would be wanted of one."""
    pieces, at = [], 0
    while at < len(text):
        size = 2
        while at + size < len(text) and text[at:at + size] in taken:
            size += 1
        piece = text[at:at + size]
        if piece in taken:  # what is left is there already: it joins the piece before
            last = pieces.pop()
            taken.discard(last)
            piece = last + piece
        pieces.append(piece)
        taken.add(piece)
        at += size
    return pieces


def write_model(path, answers, *, context=4096, after="\n> ]:"):
    """`answers` by marker. `after`: characters that are followed by the answer of <|assistant|> as
    well, for prompts in other chat formats."""
    shown = printable_bytes()
    singles = [shown[byte] for byte in range(256)]
    taken = {*CONTROL, *singles}
    chains = {}
    for marker, answer in answers.items():
        chains[marker] = pieces_of("".join(shown[byte] for byte in answer.encode()), taken)
    tokens = [*CONTROL, *singles, *(piece for chain in chains.values() for piece in chain)]
    number = {token: index for index, token in enumerate(tokens)}
    follows = [number[END]] * len(tokens)
    for marker, chain in chains.items():
        way = [number[marker], *(number[piece] for piece in chain), number[END]]
        for here, there in zip(way, way[1:]):
            follows[here] = there
    for character in after:
        follows[number[shown[ord(character)]]] = follows[number["<|assistant|>"]]
    _write(path, tokens, follows, context)


def _write(path, tokens, follows, context):
    size = len(tokens)
    width = -(-size // 64) * 64
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_name("tiny")
    writer.add_context_length(context)
    writer.add_embedding_length(width)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(width // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(size)
    writer.add_file_type(gguf.LlamaFileType.ALL_F32)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    kinds = [gguf.TokenType.CONTROL] * len(CONTROL) + [gguf.TokenType.NORMAL] * (size - len(CONTROL))
    kinds[0] = gguf.TokenType.UNKNOWN
    writer.add_token_types(kinds)
    writer.add_token_merges(["\u0120 a"])  # none would be refused
    writer.add_unk_token_id(0)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(tokens.index(END))
    writer.add_eot_token_id(tokens.index(END))
    writer.add_add_bos_token(False)
    writer.add_chat_template(TEMPLATE)

    def zeros(*shape):
        return numpy.zeros(shape, numpy.float32)

    embedding, output = zeros(size, width), zeros(size, width)
    embedding[range(size), range(size)] = 1.0
    output[follows, range(size)] = 2.0
    writer.add_tensor("token_embd.weight", embedding)
    for layer in range(LAYERS):
        block = f"blk.{layer}."
        for name in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"{block}{name}.weight", numpy.ones(width, numpy.float32))
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            writer.add_tensor(f"{block}{name}.weight", zeros(width, width))
        for name in ("ffn_gate", "ffn_up"):
            writer.add_tensor(f"{block}{name}.weight", zeros(INNER, width))
        writer.add_tensor(f"{block}ffn_down.weight", zeros(width, INNER))
    writer.add_tensor("output_norm.weight", numpy.ones(width, numpy.float32))
    writer.add_tensor("output.weight", output)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
