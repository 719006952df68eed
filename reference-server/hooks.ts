import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  CheckedForm,
  CheckedImages,
  CheckedText,
  CheckedVideo,
  Transcript,
} from './checked-requests.ts';
import type {
  Answer,
  AnswerContext,
  PlannedEvent,
  StreamSteps,
  WireAnswer,
} from './http/answer.ts';
import type { BodySteps } from './http/body.ts';
import type { Body } from './http/fields.ts';
import type { Form, UploadSteps } from './http/form.ts';
import type { JsonObject } from './http/json.ts';
import type { Refusal } from './http/refusal.ts';
import type { Completion } from './models/completion.ts';
import type { Images } from './models/images.ts';
import type { Size } from './models/png.ts';
import type { TextPrompt } from './models/text.ts';
import type { Parts } from './parts.ts';
import type { RelaySteps } from './relay/relay-steps.ts';
import type { Operation, PostOperation, Route } from './routes.ts';
import type { Claimed, ClaimSteps, Retryable } from './state/idempotency.ts';
import type { Caller, Tenant } from './state/tenants.ts';
import type { Job, JobView } from './state/video-jobs.ts';

/**
 * The places where a fault or a variant can change the gateway. `clean-hooks.ts` has the defaults;
 * handlers use only these.
 */
export interface Hooks extends BodySteps, ClaimSteps, RelaySteps, StreamSteps, UploadSteps {
  /** May write before the request is read. */
  greet(response: ServerResponse): void;
  // Admission.
  authorize(caller: Caller): Tenant | Promise<Tenant>;
  findRoute(method: string, path: string): Route;
  /** Throws a refusal if the client sends too many requests. */
  limit(operation: PostOperation): void;
  /** The Idempotency-Key of a request; undefined if it has none. */
  readKey(header: string | undefined, operation: PostOperation): string | undefined;
  // Bodies.
  checkChat(body: Body): CheckedText;
  checkResponses(body: Body): CheckedText;
  checkImages(body: Body): CheckedImages;
  checkVideo(body: Body): CheckedVideo;
  /** `steps` are those of the altered gateway. */
  receiveForm(request: IncomingMessage, steps: UploadSteps): Promise<Form>;
  checkForm(form: Form): CheckedForm;
  /** Equal for two bodies that mean the same. */
  fingerprintBody(body: Body): string;
  fingerprintForm(form: Form): string;
  // Idempotency.
  /** `steps` are those of the altered gateway. */
  claim(retryable: Retryable, steps: ClaimSteps): Claimed | Promise<Claimed>;
  /** Counts one billable effect. */
  charge(key: string | undefined): void;
  /** What happens to the work when the client disconnects. `hold` stops it and frees nothing. */
  onClientDisconnect(keyed: boolean): 'stop' | 'go-on' | 'hold';
  // Results.
  wantsStream(body: Body, operation: PostOperation): boolean;
  newId(prefix: string): string;
  /** Unix time in seconds. */
  timestamp(): number;
  generate(prompt: TextPrompt): readonly string[];
  presentChat(completion: Completion): JsonObject;
  planChat(completion: Completion): readonly PlannedEvent[];
  presentResponse(completion: Completion): JsonObject;
  planResponse(completion: Completion): readonly PlannedEvent[];
  /** The bytes of an image. */
  draw(size: Size): Buffer;
  presentImages(images: Images): JsonObject;
  presentTranscript(transcript: Transcript): JsonObject;
  // Video jobs.
  findJob(tenant: Tenant, id: string): Job | undefined;
  /** The job at a time of `performance.now()`. */
  viewJob(job: Job, nowMs: number): JobView;
  presentJob(view: JobView): JsonObject;
  /** Returns the job after the cancel. */
  cancelJob(job: Job, nowMs: number): JobView | Promise<JobView>;
  // Answers.
  presentRefusal(refusal: Refusal, context: AnswerContext): Answer;
  answer(answer: Answer, context: AnswerContext): Answer | Promise<Answer>;
  encode(answer: Answer, context: AnswerContext): WireAnswer;
  streamHeaders(operation: Operation): Readonly<Record<string, string>>;
  /** Writes an answer in one body. */
  send(response: ServerResponse, answer: WireAnswer): void;
}

/** A fault or a variant: it replaces one or more hooks, and may call the replaced ones. */
export interface Alteration {
  /** One sentence. */
  readonly summary: string;
  /** It changes how requests are relayed: the gateway needs a provider. */
  readonly needsUpstream?: boolean;
  /** Called once for each gateway: its state lives in the closure. */
  hooks(base: Hooks, parts: Parts): Partial<Hooks>;
}

/** Faults or variants of one area, by id. */
export type Alterations = Readonly<Record<string, Alteration>>;

/** All parts of one reference gateway. */
export interface Gateway extends Parts {
  readonly hooks: Hooks;
}
