"""The calls of openai-python, as its documentation writes them.

The names of the calls are read from standard input, one JSON object a line; the result of each goes to
standard output.
"""

import json
import ssl
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from openai import DefaultHttpx2Client, OpenAI

TEXT = json.loads(Path(__file__).with_name("example-input.json").read_text())
ATTEMPT_S = 2
POLL_MS = 40
CALLS_AT_ONCE = 64
# Each client would read the certificates of the machine anew.
TLS = ssl.create_default_context()

QUESTION = [
    {"role": "system", "content": TEXT["system"]},
    {"role": "user", "content": TEXT["question"]},
]


class Arrivals:
    """Notes whether a text arrives piece by piece, or all of it at the end."""

    def __init__(self):
        self.first = None
        self.last = None

    def note(self):
        self.last = time.monotonic()
        self.first = self.first or self.last

    def are_late(self):
        return self.first is None or (self.last - self.first) * 1000 < TEXT["leastSpreadMs"]


def echo(client, content, **options):
    messages = [{"role": "user", "content": content}]
    return client.chat.completions.create(model="ref-echo", messages=messages, **options)


def streamed_chat(client, model, messages, arrivals=None, **options):
    result = {"text": "", "finish_reason": None, "usage": None}
    stream = client.chat.completions.create(
        model=model,
        messages=messages,
        stream=True,
        stream_options={"include_usage": True},
        **options,
    )
    for chunk in stream:
        if chunk.choices:
            choice = chunk.choices[0]
            result["text"] += choice.delta.content or ""
            if choice.delta.content and arrivals:
                arrivals.note()
            result["finish_reason"] = choice.finish_reason or result["finish_reason"]
        result["usage"] = chunk.usage or result["usage"]
    return result


def streamed_response(client, model, arrivals=None, **options):
    text = ""
    final = {}
    stream = client.responses.create(
        model=model, instructions=TEXT["system"], input=TEXT["question"], stream=True, **options
    )
    for event in stream:
        if event.type == "response.output_text.delta":
            text += event.delta
            if arrivals:
                arrivals.note()
        if event.type == "response.completed":
            final = read(event.response)
        if event.type == "response.failed":
            final = {"error": event.response.error}
    return {**final, "text": text}


def paced(stream):
    """The stream of a slow model: whether its text arrives piece by piece."""
    arrivals = Arrivals()
    text = stream(arrivals)["text"]
    return {"text": text, "late": arrivals.are_late()}


def read(response):
    """The client joins the text itself."""
    return {**plain(response), "output_text": response.output_text}


def stop_stream(client, **options):
    stream = client.chat.completions.create(
        model="ref-slow",
        messages=QUESTION,
        stream=True,
        stream_options={"include_usage": True},
        **options,
    )
    with stream:
        for chunk in stream:
            if chunk.choices and chunk.choices[0].delta.content:
                break


def finished(client, model):
    return client.videos.create_and_poll(
        model=model, prompt=TEXT["question"], seconds="4", poll_interval_ms=POLL_MS
    )


def at_once(count, call):
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(call, range(count)))


def with_key(key):
    return {"extra_headers": {"Idempotency-Key": key}}


def speech(name, text):
    return (name, text.encode("latin-1"))


def chat(client):
    return [
        client.chat.completions.create(model="ref-chat", messages=QUESTION, temperature=0.7),
        client.chat.completions.create(model="ref-chat", messages=QUESTION, n=1),
        echo(client, TEXT["unicode"]),
    ]


def chat_of_turns(client):
    return client.chat.completions.create(
        model="ref-echo",
        messages=[
            {"role": "user", "content": TEXT["question"]},
            {"role": "assistant", "content": "The Limmat and the Sihl."},
            {"role": "user", "content": TEXT["other"]},
        ],
    )


def chat_stream_helper(client):
    with client.chat.completions.stream(model="ref-chat", messages=QUESTION) as stream:
        return stream.get_final_completion()


def chat_after_stopped_streams(client):
    at_once(TEXT["streamsStopped"], lambda _: stop_stream(client))
    return echo(client, TEXT["other"])


def chat_after_refusal(client):
    try:
        echo(client, 5)
    except Exception:
        pass
    time.sleep(POLL_MS / 1000)
    return echo(client, TEXT["other"])


def responses(client):
    return [
        read(client.responses.create(model=model, instructions=TEXT["system"], input=text))
        for model, text in (("ref-responses", TEXT["question"]), ("ref-echo", TEXT["unicode"]))
    ]


def responses_stream_helper(client):
    with client.responses.stream(model="ref-responses", input=TEXT["question"]) as stream:
        return read(stream.get_final_response())


def image(client, **options):
    return client.images.generate(
        model="ref-image", prompt=TEXT["question"], **{"size": "96x64", **options}
    )


def transcription(client, **options):
    return client.audio.transcriptions.create(
        file=speech("speech.wav", TEXT["wav"]), model="ref-echo", **options
    )


def transcription_of(client, file):
    return client.audio.transcriptions.create(file=file, model="ref-transcription")


def video(client):
    job = finished(client, "ref-video")
    return {
        **plain(job),
        "bytes": len(client.videos.download_content(job.id).read()),
        "deletedStatus": client.videos.delete(job.id).status,
    }


def video_progress(client):
    job = client.videos.create(model="ref-slow", prompt=TEXT["question"], seconds="4")
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


def cancelled_video(client):
    job = client.videos.create(model="ref-slow", prompt=TEXT["question"], seconds="4")
    return {
        "deletedStatus": client.videos.delete(job.id).status,
        "readStatus": [client.videos.retrieve(job.id).status for _ in range(5)],
        "deletedAgainStatus": client.videos.delete(job.id).status,
    }


def twice(call):
    return [call(), call()]


def second(call):
    return twice(call)[1]


def retry_after_stop_with_key(client):
    key = with_key("order-4711/stopped")
    stop_stream(client, **key)
    return streamed_chat(client, "ref-slow", QUESTION, **key)


def same_key_for_another_chat(client):
    echo(client, TEXT["question"], **with_key("order-4711/same"))
    return echo(client, TEXT["other"], **with_key("order-4711/same"))


def same_key_for_another_operation(client):
    echo(client, TEXT["question"], **with_key("order-4711/one"))
    response = client.responses.create(
        model="ref-echo", input=TEXT["question"], **with_key("order-4711/one")
    )
    return read(response)


def mistyped(key):
    return key[:-1] + ("1" if key.endswith("0") else "0")


CALLS = {
    "chat": chat,
    "chat-of-turns": chat_of_turns,
    "chat-of-long-prompt": lambda client: echo(client, TEXT["word"] * TEXT["words"]),
    "chat-stream": lambda client: streamed_chat(client, "ref-chat", QUESTION),
    "chat-stream-unicode": lambda client: streamed_chat(
        client, "ref-echo", [{"role": "user", "content": TEXT["unicode"]}]
    ),
    "slow-chat-stream": lambda client: paced(
        lambda arrivals: streamed_chat(client, "ref-slow", QUESTION, arrivals)
    ),
    "chat-stream-helper": chat_stream_helper,
    "chats-at-once": lambda client: at_once(
        TEXT["crowd"], lambda index: echo(client, f"echo {index}")
    ),
    "chat-after-stopped-streams": chat_after_stopped_streams,
    "chat-after-refusal": chat_after_refusal,
    "responses": responses,
    "responses-stream": lambda client: streamed_response(client, "ref-responses"),
    "slow-responses-stream": lambda client: paced(
        lambda arrivals: streamed_response(client, "ref-slow", arrivals)
    ),
    "responses-stream-helper": responses_stream_helper,
    "image": image,
    "two-images": lambda client: image(client, n=2),
    "transcription": transcription,
    "transcription-of-mp3": lambda client: transcription_of(
        client, speech("speech.mp3", TEXT["mp3"])
    ),
    "video": video,
    "video-progress": video_progress,
    "two-videos": lambda client: twice(lambda: finished(client, "ref-video")),
    "failed-video": lambda client: finished(client, "ref-fail-video"),
    "cancelled-video": cancelled_video,
    "unknown-video": lambda client: client.videos.retrieve("video_unknown"),
    "retry-with-key": lambda client: twice(
        lambda: echo(client, TEXT["question"], **with_key("order-4711/chat"))
    ),
    "image-retry-with-key": lambda client: second(
        lambda: image(client, **with_key("order-4711/image"))
    ),
    "transcription-retry-with-key": lambda client: second(
        lambda: transcription(client, **with_key("order-4711/speech"))
    ),
    "stream-retry-with-key": lambda client: twice(
        lambda: streamed_chat(client, "ref-chat", QUESTION, **with_key("order-4711/stream"))
    ),
    "responses-stream-retry-with-key": lambda client: twice(
        lambda: streamed_response(client, "ref-responses", **with_key("order-4711/responses"))
    ),
    "retry-at-once-with-key": lambda client: at_once(
        2, lambda _: echo(client, TEXT["question"], **with_key("order-4711/twice"))
    ),
    "retry-after-stop-with-key": retry_after_stop_with_key,
    "same-key-for-another-chat": same_key_for_another_chat,
    "same-key-for-another-operation": same_key_for_another_operation,
    "wrong-key": lambda client: echo(
        client.with_options(api_key=mistyped(client.api_key)), TEXT["question"]
    ),
    "unknown-model": lambda client: client.chat.completions.create(
        model="gpt-none", messages=QUESTION
    ),
    "stream-of-unknown-model": lambda client: streamed_chat(client, "gpt-none", QUESTION),
    "refused-chat": lambda client: echo(client, 5),
    "refused-response": lambda client: client.responses.create(model="ref-responses", input=5),
    "refused-image": lambda client: image(client, size="large"),
    "too-many-images": lambda client: image(client, n=11),
    "empty-file": lambda client: transcription_of(client, speech("speech.wav", "")),
    "failing-model": lambda client: client.chat.completions.create(
        model="ref-fail", messages=QUESTION, **with_key("order-5")
    ),
    "failing-chat-stream": lambda client: streamed_chat(client, "ref-fail-mid", QUESTION),
    "failing-responses-stream": lambda client: streamed_response(client, "ref-fail-mid"),
    "rate-limited": lambda client: client.chat.completions.create(
        model="ref-limited", messages=QUESTION
    ),
    "unsupported-operation": lambda client: client.embeddings.create(
        model="ref-chat", input=TEXT["question"]
    ),
}


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
        timeout=ATTEMPT_S,
        http_client=DefaultHttpx2Client(verify=TLS, event_hooks={"request": [count]}),
    )
    try:
        outcome = {"value": CALLS[task["call"]](client)}
    except Exception as error:
        outcome = {"error": described(error)}
    say({"id": task["id"], "requests": requests, **outcome})


def plain(value):
    return value.to_dict(mode="json", warnings=False)


said = threading.Lock()


def say(message):
    text = json.dumps(message, default=plain)
    with said:
        print(text, flush=True)


say({"calls": list(CALLS)})
with ThreadPoolExecutor(CALLS_AT_ONCE) as threads:
    for line in sys.stdin:
        threads.submit(answer, line)
