import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { PlannedEvent } from '../http/answer.ts';
import type { Body } from '../http/fields.ts';
import type { JsonObject } from '../http/json.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Operation } from '../routes.ts';
import type { Tenant } from '../state/tenants.ts';
import type { EventReader } from './provider/event-reader.ts';
import type { ProviderAnswer, ProviderCall, SendOptions } from './provider/provider.ts';
import type { ProviderFailure } from './provider/provider-failure.ts';

/** Sends a call; it ends with the request of the caller. */
export type Send = (call: ProviderCall, options?: SendOptions) => Promise<ProviderAnswer>;

/** The body of an upload with its media type, which names the boundary. */
export interface UploadedForm {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** A video job at the provider; its state is the provider's. */
export interface RelayedJob {
  /** The id of the provider, which callers use too. */
  readonly id: string;
  readonly tenant: Tenant;
  /** The cancel, once one was requested; all later ones share it. */
  cancelled?: Promise<JsonObject> | undefined;
}

/** Takes the events that go to the caller. */
export interface EventSink {
  event(event: PlannedEvent): void;
  /** No event follows. */
  end(): void;
}

/** What the caller of a relayed request has when it disconnects. */
export type CallerPhase = 'waits for a body' | 'waits for a token' | 'reads a stream';

export interface BegunStream {
  readonly operation: Operation;
  /** The next sequence number. */
  readonly next: number;
  /** The data of the last event. */
  readonly last: JsonObject;
}

/** How a request is relayed to the provider: hooks that a fault or a variant may replace. */
export interface RelaySteps {
  /** The headers of a call. `caller` has those of the request that causes it. */
  providerHeaders(
    caller: IncomingHttpHeaders,
    call: Pick<ProviderCall, 'operation' | 'stream'>,
  ): Readonly<Record<string, string>>;
  /** The JSON body of a call. `bytes` are those that the caller sent. */
  providerBody(body: Body, bytes: Buffer, operation: Operation): Buffer;
  providerForm(form: UploadedForm): UploadedForm;
  /** Headers of the provider's answer that the caller gets. */
  answerHeaders(answer: ProviderAnswer): Readonly<Record<string, string>>;
  /** Resolves with the head of the provider's answer, of any status. */
  callProvider(call: ProviderCall, send: Send): Promise<ProviderAnswer>;
  /** A stored answer is about to be replayed, in place of this call. */
  onReplay(call: ProviderCall): void;
  /** A caller without an Idempotency-Key has disconnected. */
  onCallerGone(phase: CallerPhase): 'stop' | 'go-on';
  /** The longest time without progress, in ms. */
  relayDeadlineMs(): number;
  /** Texts that are removed from what the provider says. */
  secrets(): readonly string[];
  /** What the caller gets for a call without a result. */
  presentFailure(failure: ProviderFailure): Refusal | Promise<Refusal>;
  /** An answer in one body, as the caller gets it. */
  relayBody(body: JsonObject, operation: Operation, answer: ProviderAnswer): JsonObject;
  /** The state of a job. `ask` gets it from the provider. */
  readRelayedJob(job: RelayedJob, ask: () => Promise<JsonObject>): Promise<JsonObject>;
  /** Cancels a job. `ask` cancels it at the provider, and returns its state. */
  cancelRelayedJob(job: RelayedJob, ask: () => Promise<JsonObject>): Promise<JsonObject>;
  /** Decodes the bytes of one stream. */
  streamDecoder(): (bytes: Buffer) => string;
  eventReader(): EventReader;
  /** A sink before `sink`: it may change, drop, add and delay the events of one stream. */
  relaySink(sink: EventSink, call: ProviderCall): EventSink;
  /** Ends a stream that has begun and cannot be completed. */
  endFailedStream(sink: EventSink, failure: ProviderFailure, stream: BegunStream): void;
  /** The caller reads more slowly than the provider writes: the provider waits. */
  holdsBack(response: ServerResponse): boolean;
}
