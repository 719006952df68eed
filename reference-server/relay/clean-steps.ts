import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Settings } from '../settings.ts';
import { SseReader } from './provider/event-reader.ts';
import type { Provider } from './provider/provider.ts';
import { errorMembers, type ProviderFailure, refusalOf } from './provider/provider-failure.ts';
import type { BegunStream, EventSink, RelaySteps } from './relay-steps.ts';

/** How a gateway without faults and variants relays a request. */
export function cleanRelaySteps(provider: Provider | undefined, settings: Settings): RelaySteps {
  return {
    providerHeaders: ({ traceparent }, { stream }) => ({
      authorization: `Bearer ${provider?.key ?? ''}`,
      accept: stream ? 'text/event-stream' : 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'assay-reference',
      ...continuedTrace(traceparent),
    }),
    providerBody: (_, bytes) => bytes,
    providerForm: (form) => form,
    answerHeaders: () => ({}),
    callProvider: (call, send) => send(call),
    onReplay() {},
    onCallerGone: () => 'stop',
    relayDeadlineMs: () => settings.relayDeadlineMs,
    secrets: () => (provider === undefined ? [] : [provider.key]),
    presentFailure: refusalOf,
    relayBody: (body) => body,
    readRelayedJob: (_, ask) => ask(),
    cancelRelayedJob: (_, ask) => ask(),
    streamDecoder,
    eventReader: () => new SseReader(),
    relaySink: (sink) => sink,
    endFailedStream,
    holdsBack: (response: ServerResponse) => response.writableNeedDrain && !response.destroyed,
  };
}

/** The trace of the caller with a span of the gateway; none where it has no trace. */
function continuedTrace(traceparent: string | string[] | undefined): Record<string, string> {
  const [, trace, flags] =
    /^(00-[\da-f]{32})-[\da-f]{16}-([\da-f]{2})$/.exec(String(traceparent)) ?? [];
  if (trace === undefined) return {};
  return { traceparent: `${trace}-${randomBytes(8).toString('hex')}-${flags}` };
}

/** Keeps the bytes of a character that is not complete until the rest of it comes. */
function streamDecoder(): (bytes: Buffer) => string {
  const utf8 = new TextDecoder();
  return (bytes) => utf8.decode(bytes, { stream: true });
}

function endFailedStream(
  sink: EventSink,
  failure: ProviderFailure,
  { operation, next }: BegunStream,
): void {
  const error = errorMembers(failure);
  if (operation === 'responses') {
    const { message, param, code } = error;
    const data = { type: 'error', sequence_number: next, code, message, param };
    sink.event({ name: 'error', data, dueMs: 0 });
  } else {
    sink.event({ data: { error }, dueMs: 0 });
  }
  sink.end();
}
