import type { Completion } from './completion.ts';
import type { Body } from './fields.ts';
import type { Claimed, Retryable } from './idempotency.ts';
import type { JsonObject } from './json.ts';
import type { CheckedText } from './produce-text.ts';
import type { Refusal } from './refusal.ts';
import type { Answer, PlannedEvent, WireAnswer } from './result.ts';
import type { PostOperation, Route } from './routes.ts';
import type { Caller, Tenant } from './tenants.ts';
import type { TextPrompt } from './text.ts';

/** Which request an answer is for. */
export interface AnswerContext {
  /** Absent before the route is known. */
  readonly operation: Route['operation'] | undefined;
  readonly method: string;
  readonly path: string;
}

/**
 * The places where a fault or a variant can take part in what the gateway does. The clean ones
 * are in `clean.ts`; handlers know only these.
 */
export interface Hooks {
  // Admission.
  authorize(caller: Caller): Tenant;
  findRoute(method: string, path: string): Route;
  /** The key that a request is retried under; undefined when it asks for no protection. */
  readKey(header: string | undefined, operation: PostOperation): string | undefined;
  // Bodies.
  parseJson(bytes: Buffer): Body;
  checkChat(body: Body): CheckedText;
  // Idempotency.
  nameRecord(retryable: Retryable): string | undefined;
  lookUp(name: string, retryable: Retryable): Claimed | undefined;
  begin(name: string, retryable: Retryable): Claimed;
  claim(retryable: Retryable): Claimed | Promise<Claimed>;
  /** Counts one billable effect. */
  charge(key: string | undefined): void;
  /** What becomes of the work when the caller leaves. `hold` stops it and frees nothing. */
  whenCallerLeaves(keyed: boolean): 'stop' | 'go-on' | 'hold';
  // Results.
  wantsStream(body: Body, operation: PostOperation): boolean;
  newId(prefix: string): string;
  /** Unix time in seconds. */
  timestamp(): number;
  generate(prompt: TextPrompt): readonly string[];
  presentChat(completion: Completion): JsonObject;
  planChat(completion: Completion): readonly PlannedEvent[];
  // Answers.
  presentRefusal(refusal: Refusal, context: AnswerContext): Answer;
  answer(answer: Answer, context: AnswerContext): Answer | Promise<Answer>;
  encode(answer: Answer, context: AnswerContext): WireAnswer;
  streamHeaders(operation: PostOperation): Readonly<Record<string, string>>;
  /** The wire text of one event. */
  frame(event: PlannedEvent, place: { readonly first: boolean; readonly last: boolean }): string;
}

/** A fault or a variant: it replaces hooks, mostly one, and may call the ones that it replaces. */
export interface Alteration {
  readonly id: string;
  /** One sentence. */
  readonly summary: string;
  /** Called once for each gateway: its state lives in the closure. */
  hooks(base: Hooks): Partial<Hooks>;
}
