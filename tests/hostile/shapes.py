"""Shapes of hostile responses: each takes a size in bytes and gives a text of about that many.

A text may be smaller than it was asked to be, never larger by more than a fixed part. What a shape is
made of is what goes wrong in programs that read text: nesting, repetition, long tokens, values that
stand for more than they take, keys that collide, and searches that begin again and again.
"""

import json

MODULUS = 2**61 - 1  # of Python's hash of numbers


def times(unit, n, begin="", end=""):
    """begin, the unit as often as it fits, end. A `%d` in the unit counts."""
    if "%d" not in unit:
        return begin + unit * max(1, (n - len(begin) - len(end)) // len(unit)) + end
    parts, size, i = [], len(begin) + len(end), 0
    while size < n or not parts:
        parts.append(unit.replace("%d", str(i)))
        size += len(parts[-1])
        i += 1
    return begin + "".join(parts) + end


def nested(opening, closing, n, inner="1", most=None):
    depth = max(1, n // (len(opening) + len(closing)))
    depth = min(depth, most or depth)
    return opening * depth + inner + closing * depth


def keys_modulo(n, factor=MODULUS, offset=0):
    parts, size, i = [], 2, 0
    while size < n or not parts:
        parts.append(f"{i * factor + offset}:1")
        size += len(parts[-1]) + 1
        i += 1
    return "{" + ",".join(parts) + "}"


def set_modulo(n):
    return keys_modulo(n).replace(":1", "")


def repeat(unit, count):
    """A value that is small as text: the unit is an expression, the count may be anything."""
    return lambda n: f"{unit}*{count}"


def many(unit):
    """A list with the same expression again and again."""
    return lambda n: times(unit + ",", n, "[", "]")


def block(unit):
    return lambda n: times(unit, n)


# Python expressions, as the value of an argument.
PYTHON = {
    "letters": lambda n: "'" + "a" * n + "'",
    "deletes": lambda n: "'" + "\x7f" * n + "'",
    "astral": lambda n: "'" + "\U0001f600" * (n // 4) + "'",
    "surrogates": lambda n: times("\\ud800", n, "'", "'"),
    "escapes": lambda n: times("\\x00", n, "'", "'"),
    "quotes": lambda n: times("\\'\"", n, "'", "'"),
    "backslashes": lambda n: times("\\\\", n, "'", "'"),
    "unknown escapes": lambda n: times("\\q", n, "'", "'"),
    "bytes": lambda n: times("\\xff", n, "b'", "'"),
    "texts side by side": lambda n: times("'a' ", n),
    "f-strings side by side": lambda n: times("f'{1}' ", n),
    "digits": lambda n: "9" * min(n, 4300),
    "too many digits": lambda n: "9" * n,
    "hexadecimal": lambda n: "0x" + "f" * n,
    "binary": lambda n: "0b" + "1" * n,
    "float digits": lambda n: "1." + "9" * n,
    "float exponent": lambda n: "1e" + "9" * n,
    "underscores": lambda n: times("1_", n) + "1",
    "list": lambda n: times("1,", n, "[", "]"),
    "list of empty texts": lambda n: times("'',", n, "[", "]"),
    "list of lists": lambda n: times("[],", n, "[", "]"),
    "list of dicts": lambda n: times("{},", n, "[", "]"),
    "list of sets": lambda n: times("{1},", n, "[", "]"),
    "list of names": lambda n: times("a,", n, "[", "]"),
    "list of calls": lambda n: times("a(),", n, "[", "]"),
    "list of calls with an argument": lambda n: times("a(b=1),", n, "[", "]"),
    "list of subscripts": lambda n: times("a[1],", n, "[", "]"),
    "list of operations": lambda n: times("1+1,", n, "[", "]"),
    "list of lambdas": lambda n: times("lambda:1,", n, "[", "]"),
    "tuple": lambda n: times("1,", n, "(", ")"),
    "set": lambda n: times("%d,", n, "{", "}"),
    "dict": lambda n: times("%d:1,", n, "{", "}"),
    "dict of texts": lambda n: times("'k%d':1,", n, "{", "}"),
    "one key": lambda n: times("1:1,", n, "{", "}"),
    "colliding keys": keys_modulo,
    "colliding set": set_modulo,
    "colliding keys with an offset": lambda n: keys_modulo(n, MODULUS, 5),
    "keys of powers": lambda n: times("2**%d:1,", n, "{", "}"),
    "keys of 64 bits": lambda n: keys_modulo(n, 2**64),
    "keys of 32 bits": lambda n: keys_modulo(n, 2**32),
    "tuple keys": lambda n: times("(%d,):1,", n, "{", "}"),
    "float keys": lambda n: times("%d.5:1,", n, "{", "}"),
    "colliding tuple keys": lambda n: "{" + ",".join(
        f"({i * MODULUS},):1" for i in range(max(1, n // 26))) + "}",
    "nested lists": lambda n: nested("[", "]", n),
    "nested lists of 190": lambda n: times(nested("[", "]", 380) + ",", n, "[", "]"),
    "nested brackets": lambda n: nested("(", ")", n),
    "nested dicts": lambda n: nested("{1:", "}", n),
    "nested calls": lambda n: nested("f(x=", ")", n),
    "nested calls of 190": lambda n: times(nested("f(x=", ")", 900) + ",", n, "[", "]"),
    "open lists": lambda n: "[" * n,
    "open calls": lambda n: times("f(x=", n),
    "open texts": lambda n: times("'a", n),
    "signs": lambda n: "-" * n + "1",
    "nots": lambda n: times("not ", n) + "1",
    "tildes": lambda n: "~" * n + "1",
    "sum": lambda n: times("1+", n) + "1",
    "sum of texts": lambda n: times("'a'+", n) + "'a'",
    "sum of lists": lambda n: times("[1]+", n) + "[1]",
    "sum of long texts": lambda n: "'" + "a" * (n // 2) + "'+" + times("'a'+", n // 2) + "'a'",
    "product": lambda n: times("9*", n) + "9",
    "powers": lambda n: times("9**", n) + "9",
    "shifts": lambda n: times("1<<", n) + "1",
    "comparison": lambda n: times("1<", n) + "1",
    "and": lambda n: times("1 and ", n) + "1",
    "conditionals": lambda n: times("1 if 1 else ", n) + "1",
    "attributes": lambda n: "a" + ".b" * (n // 2),
    "subscripts": lambda n: "a" + "[1]" * (n // 3),
    "calls of calls": lambda n: "a" + "()" * (n // 2),
    "lambdas": lambda n: times("lambda:", n) + "1",
    "walrus": lambda n: nested("(a:=", ")", n),
    "comments": lambda n: times("#\n", n, "[", "1]"),
    "line ends": lambda n: "[" + "\n" * n + "1]",
    "spaces": lambda n: "[" + " " * n + "1]",
    "continuations": lambda n: times("\\\n", n, "[", "1]"),
    "stars": lambda n: times("*[],", n, "[", "]"),
    "mappings": lambda n: times("**{},", n, "{", "}"),
    "names": lambda n: "a" * n,
    "letters that NFKC changes": lambda n: "\ufdfa" * (n // 3),
    "combining marks": lambda n: "a" + "\u0301" * (n // 2),
    "unfolding f-string": lambda n: "f'" + "{1:{1}}" * (n // 7) + "'",
    "nested f-string": lambda n: nested("f'{", "}'", n, "1", 3),
    # What is more than it takes, once.
    "text times": repeat("'a'", 10**7),
    "delete times": repeat("'\\x7f'", 10**7),
    "astral times": repeat("'\\U0001f600'", 10**6),
    "bytes times": repeat("b'\\xff'", 10**7),
    "list times": repeat("[1]", 10**6),
    "tuple times": repeat("(1,)", 10**6),
    "list of a list times": repeat("[[1,2,3]*1000]", 10**5),
    "long texts times": lambda n: "['" + "a" * (n - 20) + "']*100000",
    "long tuple times": lambda n: times("1,", n - 20, "(", ")") + "*100000",
    "texts times times": lambda n: "['a'*10**6]*10**6",
    "times times": lambda n: "'a'" + "*2" * (n // 2),
    "list times times": lambda n: "[1]" + "*2" * (n // 2),
    "powers of powers": lambda n: "9**9**9",
    "one large integer": lambda n: "10**4000",
    "larger integers": lambda n: "1<<10**6",
    # And the same, as often as it fits.
    "many texts times": many("'a'*10**7"),
    "many texts of a thousand": many("'a'*1000"),
    "many texts of 99": many("'a'*99"),
    "many deletes times": many("'\\x7f'*10**5"),
    "many bytes times": many("b'a'*10**7"),
    "many lists times": many("[1]*10**6"),
    "many lists of 99": many("[1]*99"),
    "many lists of lists": many("[[]]*99"),
    "many tuples times": many("(1,)*10**6"),
    "many tuples of texts": many("('a'*10**6,)*10**6"),
    "many powers": many("9**4000"),
    "many shifts": many("1<<10**5"),
    "many large products": many("(1<<10**5)*(1<<10**5)"),
    "many quotients": many("(1<<10**5)//((1<<50000)+1)"),
    "many floats of large": many("1.0*(1<<1000)"),
    "many widths": many("'%99999d'%1"),
    "many precise numbers": many("'%.999f'%1"),
    "many formats": many("f'{1:99999}'"),
    "many joins": many("('a,'*10**5)+''"),
    "many slices": many("('a'*10**6)[::2]"),
    "many comparisons": many("('a'*10**6=='a'*10**6)+0"),
    "many memberships": many("('b' in 'a'*10**6)+0"),
    "many comprehensions": many("[i for i in range(10**6)]+[]"),
    "many ranges": many("[*range(10**6)]+[]"),
    "many dict unions": many("{1:1}|{2:2}"),
    "many set unions": many("{1}|{2}"),
    "growing union": lambda n: "{1:1}" + "".join(f"|{{{i}:1}}" for i in range(n // 10)),
    "growing set": lambda n: "{1}" + "".join(f"|{{{i}}}" for i in range(n // 8)),
    "growing list": lambda n: "[1]*1000" + "+[1]" * (n // 4),
    "growing text": lambda n: "'a'*100000" + "+'a'" * (n // 4),
    "growing tuple": lambda n: "(1,)*1000" + "+(1,)" * (n // 5),
    "growing integer": lambda n: "(1<<99999)" + "+1" * (n // 2),
    "fibonacci of lists": lambda n: "[" + "(a:=[])" + ",(a:=[a,a])+[]" * min(n // 14, 60) + "]",
    "shared list": lambda n: "([a:=[1]*9999]+[a]*9999)",
    "nested repetition": lambda n: "[[[[[[1]*9]*9]*9]*9]*9]*9",
    "deep repetition": lambda n: "[" * 30 + "1" + "]*9" * 30,
    "sorted": many("sorted('a'*10**5)+[]"),
    "reversed text": many("('a'*10**5)[::-1]+''"),
    "zero fill": many("'a'.zfill(10**7)+''"),
    "replace": many("('a'*10**3).replace('a','b'*10**4)+''"),
    "expandtabs": many("('\\t'*10**4).expandtabs(1000)+''"),
    "center": many("''.center(10**7)+''"),
    "join": many("('a'*10**3).join('b'*10**4)+''"),
    "split": many("('a '*10**5).split()+[]"),
    "translate": many("('a'*10**5).translate({97:'b'*1000})+''"),
    "repr of it": many("repr('\\x7f'*10**6)+''"),
    "text of it": many("str([1]*10**6)+''"),
    "sum of it": many("sum([[0]]*10**4,[])+[]"),
    "integer of it": many("int('9'*4300)+0"),
    "text of a large integer": many("str(10**4200)+''"),
    "hash of it": many("hash('a'*10**6)+0"),
    "format": many("'{:9999999}'.format(1)+''"),
    "format of fields": many("('{}'*1000).format(*range(1000))+''"),
    "count": many("('a'*10**6).count('aa')+0"),
    "late find": many("('a'*10**5).find('a'*10**4+'b')+0"),
    "late rfind": many("('a'*10**5).rfind('b'+'a'*10**4)+0"),
}


def json_text(value):
    return json.dumps(value, ensure_ascii=False)


# JSON texts, as the value of an argument.
JSON = {
    "letters": lambda n: json_text("a" * n),
    "deletes": lambda n: json_text("\x7f" * n),
    "escapes": lambda n: times("\\u0001", n, '"', '"'),
    "surrogates": lambda n: times("\\ud800", n, '"', '"'),
    "quotes": lambda n: times("\\\"'", n, '"', '"'),
    "backslashes": lambda n: times("\\\\", n, '"', '"'),
    "list": lambda n: times("1,", n, "[", "1]"),
    "floats": lambda n: times("1.5,", n, "[", "1]"),
    "nulls": lambda n: times("null,", n, "[", "1]"),
    "infinities": lambda n: times("Infinity,", n, "[", "1]"),
    "list of lists": lambda n: times("[],", n, "[", "1]"),
    "list of objects": lambda n: times("{},", n, "[", "1]"),
    "list of texts": lambda n: times('"",', n, "[", "1]"),
    "object": lambda n: times('"%d":1,', n, "{", '"x":1}'),
    "one key": lambda n: times('"a":1,', n, "{", '"x":1}'),
    "nested lists": lambda n: nested("[", "]", n),
    "nested lists of 900": lambda n: times(nested("[", "]", 1800) + ",", n, "[", "1]"),
    "nested objects": lambda n: nested('{"a":', "}", n),
    "nested objects of 900": lambda n: times(nested('{"a":', "}", 5400) + ",", n, "[", "1]"),
    "open lists": lambda n: "[" * n,
    "open objects": lambda n: times('{"a":', n),
    "open text": lambda n: '"' + "a" * n,
    "digits": lambda n: "9" * min(n, 4300),
    "many digits": lambda n: times("9" * 4300 + ",", n, "[", "1]"),
    "too many digits": lambda n: "9" * n,
    "fraction": lambda n: "1." + "9" * n,
    "exponent": lambda n: "1e" + "9" * n,
    "spaces": lambda n: "[" + " " * n + "1]",
    "python text in it": lambda n: json_text("'a'*10**7"),
    "python list in it": lambda n: json_text(times("'a'*10**7,", n, "[", "]")),
    "text as a list": lambda n: json_text("[" * n),
}

# Texts that are a whole response, for every decoder: what its tags and searches meet.
TAGS = ("```", "<tool_call>", "</tool_call>", "<TOOLCALL>", "</TOOLCALL>", "<think>", "</think>",
        "<function_call>", "<functions>", "</functions>", "<start_function_call>",
        "<end_function_call>", "<escape>", "<|tool_call_start|>", "<|tool_call_end|>",
        "<start_function_call>call:", "[TOOL_CALLS]", "tool_calls:", "; ", "\n", "{", "}", "[", "]",
        '"', "'", "`", "(", ")", ",", "\\", "<", "&", "&amp;", "<!--", "<![CDATA[", "]]>", "<?",
        "json\n", "python\n", "/*", "//", "${", "\u3000", "\r", "call:f{", '{"name":', '{"a":1}',
        "f(", "f()", "f(x=1)", "f(x=1);", "=", ":", "<a>", "</a>", "<a ", "<a b='", "a", " ", "\t",
        "\x0b", "\u00e9", "\U0001f600", "\ud800", "0", "-", "#", "\x00")
TEXTS = {f"only {tag!r}": block(tag) for tag in TAGS}
TEXTS |= {f"{first!r} and then {tag!r}": (lambda first, tag: lambda n: first + tag * (n // len(tag)))(
    first, tag) for first, tag in (
        ("<tool_call>", "\n"), ("<tool_call>", "<"), ("<think>", "<"), ("```", "`"),
        ("```python\n", "\n"), ("<TOOLCALL>", "["), ("<function_call>", "{"), ("call:f{", "a:"),
        ("<start_function_call>call:f{", "a:<escape>"), ("<functions>", "<a>"),
        ("<functions><function name='f'><params>", "<param name='x'>"), ("<tool_call>{", '"a":'),
        ("<|tool_call_start|>", "```"), ("[f(", "x=1,"), ("[", "f(),"), ("f", "\n{}"))}

JAVA_VALUES = {
    "letters": lambda n: '"' + "a" * n + '"',
    "quotes": lambda n: '"' * n,
    "comments": lambda n: times("/*", n),
    "closed comments": lambda n: times("/**/", n),
    "line comments": lambda n: times("//\n", n),
    "brackets": lambda n: "(" * n,
    "braces": lambda n: "{" * n,
    "closed braces": lambda n: nested("{", "}", n),
    "closed brackets": lambda n: nested("(", ")", n),
    "square": lambda n: "[" * n,
    "generics": lambda n: "new " + "A<" * (n // 2) + "B" + ">" * 10 + "()",
    "closed generics": lambda n: "new " + nested("A<", ">", n, "B") + "()",
    "less": lambda n: times("a<", n) + "b",
    "shift": lambda n: times("a>>", n) + "b",
    "sum": lambda n: times("1+", n) + "1",
    "texts": lambda n: times('"a"+', n) + '"a"',
    "list": lambda n: times("1,", n, "Arrays.asList(", "1)"),
    "array": lambda n: times("1,", n, "new int[]{", "1}"),
    "nested arrays": lambda n: nested("new int[]{", "}", n),
    "nested lists": lambda n: nested("Arrays.asList(", ")", n),
    "map": lambda n: times('put("k%d","v");', n, "new HashMap<String,String>(){{", "}}"),
    "lambdas": lambda n: times("x->", n) + "1",
    "casts": lambda n: times("(a)", n) + "b",
    "signs": lambda n: times("- ", n) + "1",
    "conditional": lambda n: times("a?b:", n) + "c",
    "dots": lambda n: "a" + ".b" * (n // 2),
    "calls": lambda n: "a" + ".b()" * (n // 4),
    "functions": lambda n: times("f(", n),
    "functions and comments": lambda n: times("f(/*", min(n, 8000)),
    "braces and functions": lambda n: times("{f(", n),
    "at": lambda n: "@" * n,
    "semicolons": lambda n: ";" * n,
    "words": lambda n: times("a ", n),
    "classes": lambda n: times("class A{", n),
    "digits": lambda n: "9" * n,
    "numbers": lambda n: times("9 ", n),
    "unknown": lambda n: "\\" * n,
    "other letters": lambda n: "\u00e9" * (n // 2),
    "templates": lambda n: times("`${", n),
    "closed templates": lambda n: nested("`${", "}`", n),
    "regular expressions": lambda n: times("/a", n),
    "objects": lambda n: times("k%d:1,", n, "{", "}"),
    "nested objects": lambda n: nested("{a:", "}", n),
    "nested list": lambda n: nested("[", "]", n),
    "wide list": lambda n: times("1,", n, "[", "1]"),
    "wide list of lists": lambda n: times("[],", n, "[", "1]"),
    "arrows": lambda n: times("()=>", n) + "1",
    "elements": lambda n: times("<a>", n),
    "spread": lambda n: times("...", n),
    "yields": lambda n: times("async ", n),
    "if": lambda n: times("if(a)", n),
    "else": lambda n: times("if(a)b;else ", n),
    "for": lambda n: times("for(", n),
    "try": lambda n: times("try{", n),
    "arguments": lambda n: times("x%d=1,", n),
}

XML = {
    "texts": lambda n: "a" * n,
    "elements": lambda n: times("<a/>", n),
    "nested": lambda n: nested("<a>", "</a>", n),
    "open": lambda n: times("<a>", n),
    "attributes": lambda n: "<a " + times("k%d='v' ", n) + "/>",
    "one attribute": lambda n: "<a " + times("k='v' ", n) + "/>",
    "namespaces": lambda n: times("<a xmlns:p%d='u'>", n),
    "namespaces in one": lambda n: "<a " + times("xmlns:p%d='u' ", n) + "/>",
    "nested with a namespace": lambda n: times("<a xmlns='u%d'>", n),
    "references": lambda n: times("&amp;", n),
    "unknown references": lambda n: times("&a;", n),
    "characters": lambda n: times("&#x41;", n),
    "long reference": lambda n: "&#" + "0" * n + "65;",
    "comments": lambda n: times("<!---->", n),
    "long comment": lambda n: "<!--" + "- " * (n // 2) + "-->",
    "cdata": lambda n: times("<![CDATA[]]>", n),
    "long cdata": lambda n: "<![CDATA[" + "]" * n + "]]>",
    "instructions": lambda n: times("<?a b?>", n),
    "doctype": lambda n: "<!DOCTYPE a [" + times("<!ENTITY e%d 'x'>", n) + "]>",
    "laughs": lambda n: "<!DOCTYPE a [<!ENTITY a0 'x'>" + "".join(
        f"<!ENTITY a{i + 1} '{f'&a{i};' * 10}'>" for i in range(min(20, n // 70))) + "]>&a9;",
    "parameters": lambda n: times("<param name='x%d' value='1' type='string'/>", n),
    "python texts": lambda n: times(
        "<param name='x%d' value='\"a\"*10**7' type='list'/>", n),
    "long value": lambda n: "<param name='x' value='" + "[" * n + "' type='list'/>",
    "wide value": lambda n: "<param name='x' value='[" + "1," * (n // 2) + "]' type='list'/>",
}
