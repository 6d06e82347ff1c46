"""Cache store, images, JSON schemas, code texts, results, model families."""
import asyncio
import json
from pathlib import Path
from typing import get_args

from autogen_core import AgentInstantiationContext, AgentType, Image, InMemoryStore, MessageHandlerContext
from autogen_core.code_executor import (
    Alias, CodeBlock, CodeResult, FunctionWithRequirements, FunctionWithRequirementsStr, ImportFromModule, with_requirements,
)
from autogen_core.models import CreateResult, ModelFamily, RequestUsage, UserMessage, validate_model_info
from autogen_core.utils import extract_json_from_str, schema_to_pydantic_model
from PIL import Image as PILImage
from program_transcript import attempt, model, plain

SCHEMA = {
    "title": "Person", "type": "object", "description": "A person",
    "properties": {
        "name": {"type": "string", "minLength": 2, "description": "full"},
        "age": {"type": "integer", "minimum": 0, "default": 3},
        "mood": {"enum": ["a", "b"]},
        "tags": {"type": "array", "items": {"type": "string"}},
        "home": {"$ref": "#/$defs/Home"},
        "either": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        "more": {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]},
    },
    "required": ["name", "home"],
    "$defs": {"Home": {"type": "object", "properties": {"street": {"type": "string"}, "next": {"$ref": "#/$defs/Home"}}, "required": ["street"]}},
}


async def main() -> None:
    store = InMemoryStore()
    store.set("a", 1)
    print(store.get("a"), store.get("b"), store.get("b", 2), type(InMemoryStore.load_component(store.dump_component())).__name__)

    image = Image.from_pil(PILImage.new("RGB", (3, 2), (255, 0, 0)))
    again = Image.from_base64(image.to_base64())
    print(image.image.size, again.image.size, image.data_uri[:22], image.to_openai_format("high")["image_url"]["detail"], Image.from_uri(image.data_uri).image.getpixel((0, 0)))
    message = UserMessage(content=["look", image], source="u")
    data = json.loads(message.model_dump_json())
    print(sorted(data["content"][1]), UserMessage.model_validate(data).content[1].image.size)
    await attempt("bad uri", lambda: Image.from_uri("http://x"))

    Person = schema_to_pydantic_model(SCHEMA)
    person = Person(name="Ann", home={"street": "s", "next": {"street": "t"}}, more={"x": 1})
    print(Person.__name__, sorted(Person.model_fields), person.age, person.mood, person.home.next.street, type(person.more).__name__, person.either)
    for wrong in ({"name": "A", "home": {"street": "s"}}, {"name": "Ann"}, {"name": "Ann", "home": {"street": "s"}, "age": -1}, {"name": "Ann", "home": {"street": "s"}, "mood": "c"}):
        await attempt("wrong", lambda: Person(**wrong))
    for schema in ({"type": "object", "properties": {"x": {"type": "zzz"}}}, {"type": "object", "properties": {"x": {"$ref": "#/$defs/none"}}}, {"type": "object", "properties": {"x": {"type": "string", "format": "zzz"}}}):
        error = await attempt("schema", lambda: schema_to_pydantic_model(schema))
        print(type(error).__name__)

    print(extract_json_from_str('{"a": 1}'), extract_json_from_str('text\n```json\n{"b": [1]}\n```\nmore\n```\n{"c": 2}\n```'))
    await attempt("no json", lambda: extract_json_from_str("nothing"))
    await attempt("other language", lambda: extract_json_from_str("```python\n{}\n```"))

    @with_requirements(python_packages=["pandas"], global_imports=["math", ImportFromModule("os", ["path"]), Alias("json", "j")])
    def work(x: int) -> int:
        return x * 2

    print(type(work).__name__, work.python_packages, len(work.global_imports), work(4), work.func.__name__)
    text = FunctionWithRequirements.from_str("def f(a: int) -> int:\n    return a + 1\n", ["p"])
    print(type(text).__name__, text._func_name, text.compiled_func(1))
    await attempt("call text", lambda: text(1))
    await attempt("two functions", lambda: FunctionWithRequirementsStr("def f(): pass\ndef g(): pass"))
    print(CodeBlock("x", "python"), CodeResult(1, "o"))

    print([ModelFamily.is_claude("claude-3-opus"), ModelFamily.is_gemini("gemini-1.5-pro"), ModelFamily.is_openai("gpt-4o"), ModelFamily.is_llama("llama-3.3-8b"), ModelFamily.is_mistral("codestral"), ModelFamily.is_openai("unknown")])
    print(ModelFamily.GPT_4O, ModelFamily.UNKNOWN, ModelFamily.CLAUDE_3_5_SONNET, len(get_args(ModelFamily.ANY)) > 20)
    await attempt("family", lambda: ModelFamily())
    await attempt("info", lambda: validate_model_info({"vision": True}))
    print(RequestUsage(1, 2) == RequestUsage(1, 2))
    client = model("a b", "c")
    print(await client.create([UserMessage(content="one two three", source="u")]), client.total_usage(), client.actual_usage(), client.count_tokens([UserMessage(content="x y", source="u")]))
    print([c async for c in client.create_stream([])], client.remaining_tokens([]))
    await attempt("exhausted", lambda: client.create([]))
    client.reset()
    print((await client.create([])).content)
    await attempt("outside", lambda: AgentInstantiationContext.current_agent_id())
    await attempt("outside", lambda: MessageHandlerContext.agent_id())
    print(AgentInstantiationContext.is_in_factory_call(), AgentType("t"))


asyncio.run(main())
