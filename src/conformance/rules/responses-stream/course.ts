import { failsInBand } from '../../../answers/failures/error-events.ts';
import { isJsonObject, member } from '../../../answers/json.ts';
import { OutputItemTracker } from '../../../answers/output-item-tracker.ts';
import { type ResponseEvent, responseEvents } from '../../../answers/response-events.ts';
import { requestsModel, requestsStream } from '../../../answers/sent-body.ts';
import { DONE, TERMINAL_RESPONSES_EVENTS } from '../../../contract/stream-events.ts';
import { begunRule, replyRule, streamRule } from '../../declare.ts';
import { refusedInBand } from '../../findings/reported-failure.ts';
import {
  failingResponseStream,
  pacedResponseStream,
  shortResponseStream,
} from '../../probes/answers.ts';
import { paced } from '../../rows/streams.ts';
import { type Finding, need } from '../../rule.ts';

export const responsesStreamIncremental = paced('responses-stream-incremental', {
  level: 'must',
  assumed: 'the purpose of streaming; dstack #4269; kekzl/imp #754',
  statement:
    'The gateway sends the deltas of a responses stream as the model produces them, not in one burst.',
  harm: 'If the gateway buffers a stream and sends it at once, the user sees an empty screen meanwhile.',
  provenBy: 'rst-buffer-all',
  probe: pacedResponseStream,
  arrivalsOf: (stream) =>
    responseEvents(stream)
      .filter(({ type, json }) => type === 'response.output_text.delta' && json.delta !== '')
      .map(({ event }) => event.atMs),
});

export const responsesStreamOffered = replyRule('responses-stream-offered', {
  level: 'must',
  stated:
    'interface §Endpoints rule 1: "POST /chat/completions and POST /responses can answer either as one synchronous body or as a stream."; §What the service does: "streaming events"',
  statement:
    'POST /responses returns a stream of typed events, without an error event, if the stream switch is on.',
  harm: 'A client that requested a stream reads events: with one JSON body it shows nothing, or fails after the user waited for the whole answer.',
  provenBy: 'rst-ignore-stream',
  settings: ['streamField'],
  probe: shortResponseStream,
  *judge(reply, expect) {
    need(requestsStream(reply.exchange, expect.streamField), 'a request with the stream switch on');
    if (reply.form === 'body') {
      yield { expected: 'text/event-stream', actual: reply.mediaType, where: 'content-type' };
      return;
    }
    yield* refusedInBand(reply);
    const [first] = reply.events;
    if (first === undefined) yield { expected: 'an event', actual: 'a stream without events' };
    for (const event of reply.events) {
      // transport-sse-framing judges later events that are not JSON.
      if (event !== first && !isJsonObject(event.json)) continue;
      const type = member(event.json, 'type');
      if (typeof type === 'string') continue;
      const { atMs } = event;
      const expected = 'a JSON object with a type';
      if (isJsonObject(event.json)) yield { expected, actual: type, where: 'type', atMs };
      else yield { expected, actual: `an event that is not one: ${event.data}`, atMs };
    }
  },
});

const UNFINISHED: ReadonlySet<unknown> = new Set(['queued', 'in_progress']);

const BEFORE_ITEMS = new Set(['response.created', 'response.queued', 'response.in_progress']);

export const responsesStreamStartsCreated = streamRule('responses-stream-starts-created', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ResponseCreatedEvent; Open Responses, state events',
  statement:
    'A responses stream starts with response.created for an unfinished response. Events that say queued or in progress come before any output item.',
  harm: 'Clients create their answer, with the id that cancels it, when response.created arrives.',
  provenBy: 'rst-no-created',
  probe: shortResponseStream,
  *judge(stream) {
    const events = responseEvents(stream).filter(({ type }) => type.startsWith('response.'));
    const [first] = events;
    need(first, 'a stream with response events');

    if (first.type === 'response.created') {
      const status = member(first.json.response, 'status');
      if (!UNFINISHED.has(status)) {
        yield at(first, {
          expected: 'queued or in_progress',
          actual: status,
          where: 'response.status',
        });
      }
    } else {
      yield at(first, { expected: 'response.created first', actual: first.type });
    }
    const item = events.findIndex(({ type }) => type === 'response.output_item.added');
    for (const late of item === -1 ? [] : events.slice(item)) {
      if (!BEFORE_ITEMS.has(late.type)) continue;
      yield at(late, { expected: 'no such event after an output item', actual: late.type });
    }
  },
});

function at({ event }: ResponseEvent, finding: Finding): Finding {
  return { ...finding, atMs: event.atMs };
}

export const responsesStreamTerminalOnceLast = streamRule('responses-stream-terminal-once-last', {
  level: 'must',
  assumed:
    'OpenAI OpenAPI 2.3.0, ResponseCompletedEvent, ResponseFailedEvent, ResponseIncompleteEvent',
  statement:
    'A responses stream has exactly one event response.completed, .failed or .incomplete, and only [DONE] may follow it.',
  harm: 'Only the terminal event shows whether an answer is whole, cut off or failed.',
  provenBy: 'rst-no-terminal',
  probe: shortResponseStream,
  *judge(stream) {
    const terminal = responseEvents(stream).find(({ type }) => TERMINAL_RESPONSES_EVENTS.has(type));
    if (terminal === undefined) {
      need(!failsInBand(stream), 'a stream that does not end with an error');
      const last = responseEvents(stream).at(-1);
      need(last, 'a stream with typed events');
      const { type, event } = last;
      yield {
        expected: 'response.completed, .failed or .incomplete',
        actual: `${type}, then the end`,
        atMs: event.atMs,
      };
      return;
    }
    const { events } = stream;
    for (const { data, atMs } of events.slice(events.indexOf(terminal.event) + 1)) {
      if (data === DONE) continue;
      yield {
        expected: `nothing after ${terminal.type}`,
        actual: `a further event: ${data}`,
        atMs,
      };
    }
  },
});

export const responsesStreamDoneSentinel = streamRule('responses-stream-done-sentinel', {
  level: 'may',
  assumed: 'Open Responses (the terminal event is [DONE]); OpenAI OpenAPI 2.3.0 (it has none)',
  statement: 'If a responses stream sends [DONE], it sends it once, as the last event.',
  harm: 'A client that stops at [DONE] loses what follows, and finds it in the next answer.',
  provenBy: 'rst-done-twice',
  settings: ['responsesDone'],
  probe: shortResponseStream,
  *judge({ events }, expect) {
    need(events.length > 0, 'a stream with events');
    const done = events.findIndex(({ data }) => data === DONE);
    if (done === -1) {
      if (expect.responsesDone === 'required') yield { expected: DONE, actual: 'absent' };
      return;
    }
    if (expect.responsesDone === 'forbidden') {
      yield { expected: `no ${DONE}`, actual: DONE, atMs: events[done]?.atMs ?? 0 };
    }
    for (const { data, atMs } of events.slice(done + 1)) {
      yield { expected: `end of stream after ${DONE}`, actual: `a further event: ${data}`, atMs };
    }
  },
});

export const responsesStreamNesting = streamRule('responses-stream-nesting', {
  level: 'must',
  assumed: 'Open Responses, "Items are streamable"; OpenAI OpenAPI 2.3.0, ResponseStreamEvent',
  statement:
    'Output items contain content parts, and parts contain deltas: each item and part is added before its content and done once after it.',
  harm: 'Clients build the answer by opening and closing items and parts. They drop an event outside an item or fail, and wait for a part that never closes.',
  provenBy: 'rst-missing-part-done',
  probe: shortResponseStream,
  *judge(stream) {
    const open = new OutputItemTracker();
    const events = responseEvents(stream).filter(({ type }) => OUTPUT.test(type));
    need(events.length > 0, 'a stream with output');

    for (const { event, type, json } of events) {
      const expected = open.take(type, json);
      if (expected === undefined) continue;
      const where = `output_index ${String(json.output_index)}`;
      yield { expected, actual: type, where, atMs: event.atMs };
    }
    // A response that fails or ends early may leave its items open.
    if (!responseEvents(stream).some(({ type }) => type === 'response.completed')) return;
    for (const expected of open.left()) yield { expected, actual: 'absent' };
  },
});

const OUTPUT = /^response\.(output_item|content_part|output_text)\.(added|delta|done)$/;

export const responsesStreamSequence = streamRule('responses-stream-sequence', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, sequence_number (required); Open Responses, streaming events',
  statement:
    'Each event of a responses stream has an integer sequence_number greater than the previous one.',
  harm: 'A client that resumes or reorders by sequence_number drops one of two events that share it.',
  provenBy: 'rst-seq-repeat',
  probe: shortResponseStream,
  *judge(stream) {
    const events = responseEvents(stream);
    need(events.length > 0, 'a stream with typed events');

    let before = Number.NEGATIVE_INFINITY;
    for (const { event, type, json } of events) {
      const actual = json.sequence_number;
      const where = `${type}, sequence_number`;
      if (typeof actual !== 'number' || !Number.isInteger(actual)) {
        yield { expected: 'integer', actual, where, atMs: event.atMs };
        continue;
      }
      if (actual <= before)
        yield { expected: `greater than ${before}`, actual, where, atMs: event.atMs };
      before = actual;
    }
  },
});

export const responsesStreamErrorEvent = begunRule('responses-stream-error-event', {
  level: 'must',
  assumed: 'OpenAI OpenAPI 2.3.0, ResponseErrorEvent, ResponseFailedEvent; Open Responses, errors',
  statement:
    'If the model fails, a responses stream sends an error event, or response.failed with its error, and never response.completed.',
  harm: 'If the stream does not report a failure, half an answer looks whole.',
  provenBy: 'rst-silent-truncate',
  needs: ['failure-trigger'],
  settings: ['failingMidStreamModel'],
  probe: failingResponseStream,
  *judge(reply, expect) {
    const { exchange } = reply;
    need(requestsModel(exchange, expect.failingMidStreamModel), 'a request to the failing model');
    need(reply.form === 'stream', 'a failure after the stream has begun');
    const events = responseEvents(reply);
    const failed = events.find(({ type }) => type === 'response.failed');
    if (failed === undefined && !failsInBand(reply)) {
      const actual = events.at(-1)?.type ?? 'nothing';
      yield { expected: 'an error event or response.failed', actual: `${actual}, then the end` };
    } else if (failed && !isJsonObject(member(failed.json.response, 'error'))) {
      const actual = member(failed.json.response, 'error');
      yield { expected: 'response.failed with its error', actual, where: 'response.error' };
    }
    const completed = events.find(({ type }) => type === 'response.completed');
    if (completed) {
      const { atMs } = completed.event;
      yield { expected: 'no response.completed after a failure', actual: completed.type, atMs };
    }
  },
});
