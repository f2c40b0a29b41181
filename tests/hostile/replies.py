"""Hostile replies: shapes (shapes.py) in the form that a decoder, a language or an episode reads."""

import json

import shapes

# What each decoder takes a call f(x=VALUE) from, by the syntax of the value. A reply is text, or
# JSON where the official handlers store it so.
CALL = "f(x=%s)"
PYTHON_FORMS = {
    "prompting": "[" + CALL + "]",
    "gemini_prompting": "```tool_code\n[" + CALL + "]\n```",
    "phi": "```python\n[" + CALL + "]\n```",
    "nemotron": "<TOOLCALL>[" + CALL + "]</TOOLCALL>",
    "gorilla": CALL,
    "nexus": CALL + ";",
    "minicpm_fc": "<|tool_call_start|>\n```python\n" + CALL + "\n```\n<|tool_call_end|>",
    "llama_3_1": '{"name":"f","parameters":{"x":%s}}',
    "qwen_fc": '<tool_call>\n{"name":"f","arguments":{"x":%s}}\n</tool_call>',
    "functiongemma": "<start_function_call>call:f{x:%s}<end_function_call>",
}
JSON_CALL = '{"name":"f","arguments":{"x":%s}}'
JSON_FORMS = {
    "qwen_fc": "<tool_call>\n" + JSON_CALL + "\n</tool_call>",
    "salesforce_llama": "[" + JSON_CALL + "]",
    "hammer": "```[" + JSON_CALL + "]```",
    "bitagent": "[" + JSON_CALL + "]",
    "think_agent": "<think>a</think>[" + JSON_CALL + "]",
    "falcon_fc": "<tool_call>[" + JSON_CALL + "]</tool_call>",
    "granite": "<function_call> " + JSON_CALL,
    "glm": 'f\n{"x":%s}',
    "llama_3_1": '{"name":"f","parameters":{"x":%s}};',
    "minicpm_fc": "<|tool_call_start|>\n```json\n" + JSON_CALL + "\n```\n<|tool_call_end|>",
    "functiongemma": "<start_function_call>call:f{x:%s}<end_function_call>",
}
# Replies that are JSON themselves.
JSON_REPLIES = {
    "openai_fc": lambda text: [{"f": '{"x":%s}' % text}],
    "gemini_fc": lambda text: [{"f": {"x": text}}],
    "nova_fc": lambda text: [{"f": {"x": text}}],
    "cohere_fc": lambda text: [{"tool_name": "f", "parameters": {"x": text}}],
    "mining": lambda text: [{"name": "f", "arguments": {"x": text}}],
    "arch": lambda text: [{"f": {"x": text}}],
}
XML_CALL = "<functions><function name='f'>%s</function></functions>"


def sensitive(number, form):
    """The id of a format-sensitivity entry whose configuration has this number."""
    return (f"format_sensitivity_{number}:ret_fmt={form}&tool_call_tag=False&func_doc_fmt=python"
            "&prompt_fmt=plaintext&style=classic:simple_python_0")


def turns(text):
    """The reply of an episode of one turn, and of an agentic entry: one step."""
    return [[text]]


# Calls of an episode, each repeated as often as the reply holds it.
CALLS = {
    "mean of many": "mean(numbers='a'*10**7)",
    "mean of a list": "mean(numbers=[1]*10**6)",
    "standard deviation": "standard_deviation(numbers=[1]*10**5)",
    "text": "echo(content='a'*10**7)",
    "file": "echo(content='a'*10**6,file_name='f')",
    "a small file": "echo(content='a',file_name='f%d')",
    "folder": "mkdir(dir_name='d%d')",
    "folder and in": "mkdir(dir_name='d')\", \"cd(folder='d')",
    "list": "ls(a=True)",
    "find": "find(path='.',name='')",
    "sort": "sort(file_name='f')",
    "grep": "grep(file_name='f',pattern='a')",
    "difference": "diff(file_name1='f',file_name2='f')",
    "copy": "cp(source='.',destination='d%d')",
    "copy of copies": "cp(source='d',destination='e%d')",
    "tweet": "post_tweet(content='a'*10**6)",
    "tweet of mentions": "post_tweet(content='a',mentions=['a']*10**5)",
    "retweet": "retweet(tweet_id=0)",
    "comment": "comment(tweet_id=0,comment_content='a'*10**5)",
    "search": "search_tweets(keyword='a')",
    "message": "send_message(receiver_id='a',message='a'*10**6)",
    "message search": "search_messages(keyword='a')",
    "ticket": "create_ticket(title='a'*10**6)",
    "ticket search": "get_user_tickets()",
    "logarithm": "logarithm(value=2,base=3,precision=10**6)",
    "root": "square_root(number=2,precision=10**6)",
    "root of many digits": "square_root(number=10**300,precision=999)",
    "power": "power(base=9**999,exponent=9**9)",
    "sum": "sum_values(numbers=[1]*10**6)",
    "watchlist": "add_to_watchlist(stock='a'*10**6)",
    "order": "place_order(order_type='a'*10**6,symbol='a',price=1,amount=1)",
    "doors": "lockDoors(unlock=True,door=['driver']*10**6)",
    "distance": "estimate_distance(cityA='a'*10**7,cityB='b'*10**7)",
    "self": "(a:=[],a.append(a),mean(numbers=a))",
    "comprehension": "[mean(numbers=[1]) for i in range(10**6)]",
    "comprehension of texts": "[echo(content='a'*10**6) for i in range(10**6)]",
    "generator": "sum(i for i in range(10**6))",
    "lambda": "(lambda f:f(f))(lambda f:f(f))",
    "nested comprehension": "[0 for a in range(999) for b in range(999) for c in range(999)]",
    "dict of collisions": "mean(numbers={i*(2**61-1):1 for i in range(10**5)})",
    "set of collisions": "mean(numbers={i*(2**61-1) for i in range(10**5)})",
    "dict of texts": "mean(numbers={str(i):1 for i in range(10**5)})",
    "sorted": "sorted(range(10**6))",
    "sorted texts": "sorted(['a'*10**5]*1000)",
    "growing text": "f'{\"a\"*10**6}{\"a\"*10**6}'",
    "json": "json.dumps('\\x7f'*10**6)",
    "nested json": "json.loads('['*900+']'*900)",
    "no call": "a",
    "no function": "nothing(a='a'*10**7)",
    "an unfinished call": "mean(numbers=[",
    "wrong arguments": "mean(a='a'*10**7)",
    "all locals": "[initial_config]*10**6",
    "the call itself": "func_call*10**5",
    "the plain one": "pwd()",
}


def episode(call, n):
    body = "[" + shapes.times(call.replace('", "', ",") + ",", n) + "]"
    return turns(body)


def episode_of_steps(call, n):
    """The same calls, one in each step."""
    return [[f"[{call.replace('%d', str(i)).replace(chr(34) + ', ' + chr(34), ',')}]"
             for i in range(max(1, n // (len(call) + 6)))]]


def calls_as_json(call, n):
    """As an API with tool calls gives them; the argument is the text of the value."""
    name, _, rest = call.partition("(")
    value = rest.partition("=")[2][:-1] or "1"
    one = {name: json.dumps({rest.partition("=")[0] or "a": value})}
    return [[[one] * max(1, n // (len(call) + 20))]]


def python_cases():
    for shape, make in shapes.PYTHON.items():
        for decoder, form in PYTHON_FORMS.items():
            yield f"python {shape}", decoder, "simple_python_0", lambda n, f=form, m=make: (
                f.replace("%s", m(n)))
        form = PYTHON_FORMS["prompting"]
        for entry in ("simple_python_1", "simple_python_2", "simple_python_3", "simple_python_4",
                      "irrelevance_0", "parallel_0", "simple_java_0", "simple_javascript_0"):
            yield f"python {shape}", "prompting", entry, lambda n, f=form, m=make: (
                f.replace("%s", m(n)))
        yield f"python {shape} in calls", "prompting", "parallel_0", lambda n, m=make: (
            "[" + ",".join([CALL.replace("%s", m(n // 8))] * 8) + "]")
        yield f"python {shape} in one episode", "prompting", "multi_turn_base_0", lambda n, m=make: (
            turns("[mean(numbers=" + m(n) + ")]"))
        yield f"python {shape} as a reply", "prompting", "simple_python_0", lambda n, m=make: m(n)
        yield f"python {shape} as an answer", "prompting", "web_search_base_0", lambda n, m=make: (
            turns("[f(x=" + m(n) + ")]"))


def json_cases():
    for shape, make in shapes.JSON.items():
        for decoder, form in JSON_FORMS.items():
            for entry in ("simple_python_0", "simple_python_2"):
                yield f"json {shape}", decoder, entry, lambda n, f=form, m=make: (
                    f.replace("%s", m(n)))
        for decoder, form in JSON_REPLIES.items():
            yield f"json {shape}", decoder, "simple_python_0", lambda n, f=form, m=make: f(m(n))
        yield f"json {shape}", "prompting", sensitive(9, "json"), lambda n, m=make: (
            "[" + JSON_CALL.replace("%s", m(n)) + "]")
        yield f"json {shape} in an episode", "openai_fc", "multi_turn_base_0", lambda n, m=make: (
            [[[{"mean": '{"numbers":%s}' % m(n)}]]])


def text_cases(decoders):
    for shape, make in shapes.TEXTS.items():
        for decoder in decoders:
            yield f"text {shape}", decoder, "simple_python_0", make
        yield f"text {shape}", "prompting", "multi_turn_base_0", lambda n, m=make: turns(m(n))
        yield f"text {shape}", "prompting", "web_search_base_0", lambda n, m=make: turns(m(n))
        yield f"text {shape}", "prompting", "simple_java_0", make
        yield f"text {shape}", "prompting", "simple_javascript_0", make
        yield f"text {shape} as JSON", "openai_fc", "simple_python_0", lambda n, m=make: (
            [{m(n): "{}"}])


def language_cases():
    for shape, make in shapes.JAVA_VALUES.items():
        for entry in ("simple_java_0", "simple_java_1", "simple_javascript_0"):
            yield f"source {shape}", "prompting", entry, lambda n, m=make: f"f(x={m(n)})"
            yield f"source {shape} as a text", "openai_fc", entry, lambda n, m=make: (
                [{"f": json.dumps({"x": m(n)})}])
            yield f"source {shape} in a call", "prompting", entry, lambda n, m=make: f"f({m(n)}"
    for shape, make in shapes.XML.items():
        for number, form in ((15, "verbose"), (21, "concise")):
            entry = sensitive(number, f"{form}_xml")
            yield f"xml {shape}", "prompting", entry, lambda n, m=make: (
                XML_CALL.replace("%s", m(n)))
            yield f"xml {shape} alone", "prompting", entry, lambda n, m=make: (
                "<functions>" + m(n) + "</functions>")


def episode_cases():
    for shape, call in CALLS.items():
        yield f"episode {shape}", "prompting", "multi_turn_base_0", lambda n, c=call: episode(c, n)
        yield f"episode of steps {shape}", "prompting", "multi_turn_base_0", lambda n, c=call: (
            episode_of_steps(c, n))
        yield f"calls {shape}", "openai_fc", "multi_turn_base_0", lambda n, c=call: (
            calls_as_json(c, n))
        yield f"agentic steps {shape}", "prompting", "web_search_base_0", lambda n, c=call: (
            episode_of_steps(c, n))


def all_cases(decoders):
    """(name, decoder, id, reply of a size) of every case."""
    yield from python_cases()
    yield from json_cases()
    yield from text_cases(decoders)
    yield from language_cases()
    yield from episode_cases()
