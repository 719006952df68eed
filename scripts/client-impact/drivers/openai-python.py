"""The calls of openai-python, as its documentation writes them; the protocol is that of driver.mjs."""

import json
import ssl
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from openai import DefaultHttpx2Client, OpenAI
from pydantic import BaseModel

POLL_MS = 40
CALLS_AT_ONCE = 64
# Enough for the calls and the answer; a fault may call tools forever.
TURNS = 3
# Each client would read the certificates of the machine anew.
TLS = ssl.create_default_context()


class River(BaseModel):
    name: str
    length: float


def chat_of(system=None, prompt=None, image=None, messages=None, **more):
    head = [] if system is None else [{"role": "system", "content": system}]
    parts = [
        {"type": "text", "text": prompt},
        {"type": "image_url", "image_url": {"url": image}},
    ]
    content = prompt if image is None else parts
    return {**more, "messages": messages or [*head, {"role": "user", "content": content}]}


def response_of(system=None, prompt=None, image=None, **more):
    content = [
        {"type": "input_text", "text": prompt},
        {"type": "input_image", "image_url": image, "detail": "auto"},
    ]
    asked = prompt if image is None else [{"role": "user", "content": content}]
    return {**more, "input": asked, **({} if system is None else {"instructions": system})}


def chat_stream(client, body, how, arrived):
    result = {"text": "", "finish_reason": None, "usage": None}
    usage = {"include_usage": True}
    stream = client.chat.completions.create(**chat_of(**body), stream=True, stream_options=usage)
    with stream:
        for chunk in stream:
            if chunk.choices:
                choice = chunk.choices[0]
                if choice.delta.content:
                    if how.get("stop"):
                        break
                    arrived()
                    result["text"] += choice.delta.content
                result["finish_reason"] = choice.finish_reason or result["finish_reason"]
            result["usage"] = chunk.usage or result["usage"]
    return result


def response_stream(client, body, how, arrived):
    text, final = "", {}
    for event in client.responses.create(**response_of(**body), stream=True):
        if event.type == "response.output_text.delta":
            text += event.delta
            arrived()
        if event.type == "response.completed":
            final = read(event.response)
        if event.type == "response.failed":
            final = {"error": event.response.error}
    return {**final, "text": text}


def chat_helper(client, body, how, arrived):
    with client.chat.completions.stream(**chat_of(**body)) as stream:
        return stream.get_final_completion()


def tool_loop(client, body, how, arrived):
    return looped(body, lambda **asked: client.chat.completions.create(**asked))


def tool_stream_loop(client, body, how, arrived):
    def streamed(**asked):
        with client.chat.completions.stream(**asked) as stream:
            return stream.get_final_completion()

    return looped(body, streamed)


def looped(body, ask):
    """The program runs the functions that the answer calls, as the documentation writes it."""
    names = [each["name"] for each in body["functions"]]
    asked = {
        "model": body["model"],
        "messages": [{"role": "user", "content": body["prompt"]}],
        "tools": [
            {"type": "function", "function": {**each, "strict": True}} for each in body["functions"]
        ],
        "tool_choice": body.get("choice", "auto"),
        "parallel_tool_calls": body.get("parallel", True),
    }
    called = []
    while True:
        choice = ask(**asked).choices[0]
        if choice.finish_reason != "tool_calls":
            return {"called": called, "text": choice.message.content}
        asked["messages"].append(choice.message)
        for call in choice.message.tool_calls:
            args = json.loads(call.function.arguments)
            called.append({"name": names[names.index(call.function.name)], "args": args})
            result = {"role": "tool", "tool_call_id": call.id, "content": "It is long."}
            asked["messages"].append(result)


def parsed_chat(client, body, how, arrived):
    chat = client.chat.completions.parse(**chat_of(**body), response_format=River)
    return chat.choices[0].message.parsed.model_dump()


def parsed_response(client, body, how, arrived):
    response = client.responses.parse(**response_of(**body), text_format=River)
    return response.output_parsed.model_dump()


def response_tool_loop(client, body, how, arrived):
    """The program runs the functions that the answer calls, as the documentation writes it."""
    tools = [{"type": "function", **each, "strict": True} for each in body["functions"]]
    items = [{"role": "user", "content": body["prompt"]}]
    called = []
    for _ in range(TURNS):
        response = client.responses.create(model=body["model"], input=items, tools=tools)
        calls = [item for item in response.output if item.type == "function_call"]
        if not calls:
            return {"called": called, "text": response.output_text}
        items += response.output
        for call in calls:
            called.append({"name": call.name, "args": json.loads(call.arguments)})
            result = {"call_id": call.call_id, "output": "It is long."}
            items.append({"type": "function_call_output", **result})
    return {"called": called}


def response_helper(client, body, how, arrived):
    with client.responses.stream(**response_of(**body)) as stream:
        return read(stream.get_final_response())


def transcription(client, body, how, arrived):
    file = (body["name"], body["latin1"].encode("latin-1"))
    asked = {name: body[name] for name in ("model", "response_format") if name in body}
    return client.audio.transcriptions.create(file=file, **asked)


def finished(client, body):
    return client.videos.create_and_poll(**body, poll_interval_ms=POLL_MS)


def whole_video(client, body, how, arrived):
    job = finished(client, body)
    content = client.videos.download_content(job.id).read()
    deleted = client.videos.delete(job.id).status
    return {**plain(job), "bytes": len(content), "deletedStatus": deleted}


def video_progress(client, body, how, arrived):
    job = client.videos.create(**body)
    shown = []
    while job.status in ("queued", "in_progress"):
        time.sleep(POLL_MS / 1000)
        job = client.videos.retrieve(job.id)
        shown.append(job)
    progress = [each.progress for each in shown]
    statuses = [each.status for each in shown]
    started = statuses.index("in_progress") if "in_progress" in statuses else 0
    return {
        "status": job.status,
        "progressFalls": any(later < before for before, later in zip(progress, progress[1:])),
        "progressIsWhole": all(isinstance(each, int) for each in progress),
        "isQueuedAgain": "queued" in statuses[started:],
    }


def cancelled_video(client, body, how, arrived):
    job = client.videos.create(**body)
    return {
        "deletedStatus": client.videos.delete(job.id).status,
        "readStatus": [client.videos.retrieve(job.id).status for _ in range(5)],
        "deletedAgainStatus": client.videos.delete(job.id).status,
    }


VERBS = {
    "chat": lambda client, body, *_: client.chat.completions.create(**chat_of(**body)),
    "chat-stream": chat_stream,
    "chat-helper": chat_helper,
    "tool-loop": tool_loop,
    "tool-stream-loop": tool_stream_loop,
    "parsed-chat": parsed_chat,
    "response": lambda client, body, *_: read(client.responses.create(**response_of(**body))),
    "response-stream": response_stream,
    "response-helper": response_helper,
    "response-tool-loop": response_tool_loop,
    "parsed-response": parsed_response,
    "image": lambda client, body, *_: client.images.generate(**body),
    "transcription": transcription,
    "formatted-transcription": transcription,
    "embedding": lambda client, body, *_: client.embeddings.create(**body),
    "video": lambda client, body, *_: finished(client, body),
    "whole-video": whole_video,
    "video-progress": video_progress,
    "cancelled-video": cancelled_video,
    "video-read": lambda client, body, *_: client.videos.retrieve(body["id"]),
}


def read(response):
    """The client joins the text itself."""
    return {**plain(response), "output_text": response.output_text}


def plain(value):
    return value if isinstance(value, str) else value.to_dict(mode="json", warnings=False)


def made(client, verb, body, how):
    arrivals = []
    result = VERBS[verb](client, body, how, lambda: arrivals.append(time.monotonic()))
    if how.get("paced"):
        # The text of a slow model arrives within 600 ms, or all of it at the end.
        return {"text": result["text"], "late": not arrivals or arrivals[-1] - arrivals[0] < 0.2}
    return result


def result_of(client, steps):
    results = []
    for verb, body, *rest in steps:
        how = (rest and rest[0]) or {}
        wrong = {"api_key": mistyped(client.api_key)} if how.get("mistyped") else {}
        keyed = {"default_headers": {"Idempotency-Key": how["key"]}} if "key" in how else {}
        to = client.with_options(**wrong, **keyed)
        if "times" in how:
            with ThreadPoolExecutor(how["times"]) as pool:
                result = list(pool.map(lambda _: made(to, verb, body, how), range(how["times"])))
        else:
            result = made(to, verb, body, how)
        if not how.get("drop"):
            results.append(result)
    return results[0] if len(results) == 1 else results


def mistyped(key):
    return key[:-1] + ("1" if key.endswith("0") else "0")


def described(error):
    """The error that a program sees, with what it can read from it."""
    name = type(error).__name__
    status = getattr(error, "status_code", None)
    if status is None:
        return {"name": name}
    facts = {fact: getattr(error, fact, None) for fact in ("code", "param", "type")}
    return {"name": name, "status": status, **facts, "message": str(error)}


def answer(line):
    task = json.loads(line)
    requests = 0

    def count(request):
        nonlocal requests
        requests += request.method != "GET"

    client = OpenAI(
        api_key=task["key"],
        base_url=task["address"],
        max_retries=1,
        timeout=2,
        http_client=DefaultHttpx2Client(verify=TLS, event_hooks={"request": [count]}),
    )
    try:
        outcome = {"value": result_of(client, task["steps"])}
    except Exception as error:
        outcome = {"error": described(error)}
    say({"id": task["id"], "requests": requests, **outcome})


said = threading.Lock()


def say(message):
    text = json.dumps(message, default=plain)
    with said:
        print(text, flush=True)


with ThreadPoolExecutor(CALLS_AT_ONCE) as threads:
    for line in sys.stdin:
        threads.submit(answer, line)
