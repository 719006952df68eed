import type { IncomingHttpHeaders } from 'node:http';
import type { Alteration, Alterations } from '../hooks.ts';
import type { PlannedEvent } from '../http/answer.ts';
import type { Body } from '../http/fields.ts';
import { isObject, type JsonObject, parseObject } from '../http/json.ts';
import type { Refusal } from '../http/refusal.ts';
import type { ProviderAnswer } from '../relay/provider/provider.ts';
import type { FailureReason } from '../relay/provider/provider-failure.ts';
import type { BegunStream, EventSink, RelaySteps } from '../relay/relay-steps.ts';
import { editItems } from './json.ts';
import { after, alters } from './steps.ts';

type Edit = (json: JsonObject) => JsonObject;

/** Faults or variants of how requests are relayed: each needs a provider. */
export function relayed(rows: Alterations): Alterations {
  return Object.fromEntries(
    Object.entries(rows).map(([id, row]) => [id, { ...row, needsUpstream: true }]),
  );
}

/** Another refusal for a failure of the provider. */
export function editsFailure(summary: string) {
  return (edit: (refusal: Refusal, reason: FailureReason) => Refusal): Alteration =>
    after('presentFailure')(summary)(async (refusal, { reason }) => edit(await refusal, reason));
}

/** The status with which the provider refused; 0 for every other reason. */
export function refusedStatus(reason: FailureReason): number {
  return reason.kind === 'refused' ? reason.status : 0;
}

/** Another answer of the provider in one body. */
export function editsBody(summary: string) {
  return (edit: Edit): Alteration => after('relayBody')(summary)(edit);
}

/** Other events of a stream of the provider, some of them dropped; `[DONE]` stays. */
export function editsRelayed(summary: string) {
  return (edit: (data: JsonObject, event: PlannedEvent) => JsonObject | undefined): Alteration =>
    after('relaySink')(summary)((sink) => editSink(sink, edit));
}

/** Another answer of the provider in either form: its body, and each event. */
export function editsAnswer(summary: string) {
  return (edit: Edit): Alteration =>
    alters(summary)(({ relayBody, relaySink }) => ({
      relayBody: (...answer) => edit(relayBody(...answer)),
      relaySink: (...given) => editSink(relaySink(...given), edit),
    }));
}

/** A sink before `sink`, which changes the data of each event, or drops it; `[DONE]` stays. */
export function editSink(
  sink: EventSink,
  edit: (data: JsonObject, event: PlannedEvent) => JsonObject | undefined,
): EventSink {
  return {
    event(event) {
      const data = typeof event.data === 'string' ? event.data : edit(event.data, event);
      if (data !== undefined) sink.event({ ...event, data });
    },
    end: () => sink.end(),
  };
}

/** Some streams that fail after they have begun end with these data. */
export function endsFailed(
  isEdited: (reason: FailureReason['kind'], stream: BegunStream) => boolean,
  end: (stream: BegunStream) => readonly PlannedEvent['data'][],
) {
  return (summary: string): Alteration =>
    alters(summary)(({ endFailedStream }) => ({
      endFailedStream(sink, failure, stream) {
        if (!isEdited(failure.reason.kind, stream)) {
          endFailedStream(sink, failure, stream);
          return;
        }
        for (const data of end(stream)) sink.event({ data, dueMs: 0 });
        sink.end();
      },
    }));
}

/** Other JSON for the provider. */
export function editsRequest(summary: string) {
  return (edit: (body: JsonObject) => Body): Alteration =>
    after('providerBody')(summary)((bytes) => toBytes(edit(parseObject(bytes))));
}

/** Another file of an upload for the provider: its form, with each byte as one character. */
export function editsForm(summary: string) {
  return (edit: (form: string) => string): Alteration =>
    after('providerForm')(summary)(({ contentType, bytes }) => ({
      contentType,
      bytes: Buffer.from(edit(bytes.toString('latin1')), 'latin1'),
    }));
}

/** Headers that the provider gets in addition. */
export function addsHeaders(summary: string) {
  return (added: (caller: IncomingHttpHeaders) => Readonly<Record<string, string>>): Alteration =>
    after('providerHeaders')(summary)((headers, caller) => ({ ...headers, ...added(caller) }));
}

/** Another way to call the provider. `send` is the way before. */
export function calls(summary: string) {
  return (call: RelaySteps['callProvider']): Alteration =>
    alters(summary)(({ callProvider }) => ({
      callProvider: (given, send) =>
        call(given, (sent, options) =>
          callProvider(sent, (again, others) => send(again, { ...options, ...others })),
        ),
    }));
}

/** Waits for an answer that is not needed, so that its connection can be reused. */
export function discard(answer: Promise<ProviderAnswer>): void {
  answer.then(
    ({ body }) => body.resume(),
    () => {},
  );
}

/** A call is sent again while its answer is one of these statuses, up to `most` times in all. */
export function sendsAgain(statuses: (status: number) => boolean, most: number) {
  return (summary: string): Alteration =>
    calls(summary)(async (call, send) => {
      let answer = await send(call);
      for (let sent = 1; sent < most && statuses(answer.status); sent += 1) {
        answer.body.resume();
        answer = await send(call);
      }
      return answer;
    });
}

/** The body of a call with other members. */
export function toBytes(body: Body): Buffer {
  return Buffer.from(JSON.stringify(body));
}

/** The same request with other messages, or items. */
export function editTurns(body: JsonObject, edit: Edit): JsonObject {
  return editItems(editItems(body, 'messages', edit), 'input', edit);
}

/** The same request with other texts in its messages, its input and its prompt. */
export function editTexts(body: Body, edit: (text: string) => string): Body {
  const { input, prompt } = body;
  return {
    ...editMessageTexts(body, edit),
    ...(typeof input === 'string' && { input: edit(input) }),
    ...(typeof prompt === 'string' && { prompt: edit(prompt) }),
  };
}

/** The same request with another content of each message that is a text. */
export function editMessageTexts(body: Body, edit: (text: string) => unknown): Body {
  const { messages } = body;
  if (!Array.isArray(messages)) return body;
  const edited = messages.map((message) =>
    isObject(message) && typeof message.content === 'string'
      ? { ...message, content: edit(message.content) }
      : message,
  );
  return { ...body, messages: edited };
}
