import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Gateway } from './gateway.ts';
import type { CheckedImages } from './handlers/images.ts';
import type { CheckedText } from './handlers/text.ts';
import type { CheckedForm, Transcript } from './handlers/transcription.ts';
import type { CheckedVideo } from './handlers/videos.ts';
import type { Answer, PlannedEvent, WireAnswer } from './http/answer.ts';
import type { Body } from './http/fields.ts';
import type { Form, UploadSteps } from './http/form.ts';
import type { JsonObject } from './http/json.ts';
import type { Refusal } from './http/refusal.ts';
import type { Completion } from './models/completion.ts';
import type { Images } from './models/images.ts';
import type { Size } from './models/png.ts';
import type { TextPrompt } from './models/text.ts';
import type { PostOperation, Route } from './routes.ts';
import type { Claimed, ClaimSteps, Retryable } from './state/idempotency.ts';
import type { Caller, Tenant } from './state/tenants.ts';
import type { Job, JobView } from './state/video-jobs.ts';

export type Piece = string | Buffer;

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
export interface Hooks extends ClaimSteps, UploadSteps {
  /** May write before anything of the request is looked at. */
  greet(response: ServerResponse): void;
  // Admission.
  authorize(caller: Caller): Tenant;
  findRoute(method: string, path: string): Route;
  /** Throws a refusal when the caller asks too often. */
  limit(operation: PostOperation): void;
  /** The key that a request is retried under; undefined when it asks for no protection. */
  readKey(header: string | undefined, operation: PostOperation): string | undefined;
  // Bodies.
  checkMediaType(contentType: string | undefined, request: IncomingMessage): void;
  readBody(request: IncomingMessage): Promise<Buffer>;
  parseJson(bytes: Buffer): Body;
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
  presentResponse(completion: Completion): JsonObject;
  planResponse(completion: Completion): readonly PlannedEvent[];
  /** The bytes of an image. */
  draw(size: Size): Buffer;
  presentImages(images: Images): JsonObject;
  presentTranscript(transcript: Transcript): JsonObject;
  // Video jobs.
  findJob(tenant: Tenant, id: string): Job | undefined;
  /** How a job stands at a time of `performance.now()`. */
  viewJob(job: Job, nowMs: number): JobView;
  presentJob(view: JobView): JsonObject;
  /** Answers how the job stands after the cancel. */
  cancelJob(job: Job, nowMs: number): JobView | Promise<JobView>;
  // Answers.
  presentRefusal(refusal: Refusal, context: AnswerContext): Answer;
  answer(answer: Answer, context: AnswerContext): Answer | Promise<Answer>;
  encode(answer: Answer, context: AnswerContext): WireAnswer;
  streamHeaders(operation: PostOperation): Readonly<Record<string, string>>;
  /** Writes the head of a stream. */
  startStream(response: ServerResponse, headers: Readonly<Record<string, string>>): void;
  /** The wire text of one event. */
  frame(event: PlannedEvent, place: { readonly first: boolean; readonly last: boolean }): string;
  /** What is written, one piece after the other, for some frames together. */
  pack(text: string): readonly Piece[];
  /** Ends a stream with what `pack` made of its last frames. */
  endStream(response: ServerResponse, pieces: readonly Piece[]): void;
  /** Writes an answer of one body. */
  send(response: ServerResponse, answer: WireAnswer): void;
}

/** What an alteration may reach beside the hooks. */
export type Parts = Omit<Gateway, 'hooks'>;

/** A fault or a variant: it replaces hooks, mostly one, and may call the ones that it replaces. */
export interface Alteration {
  readonly id: string;
  /** One sentence. */
  readonly summary: string;
  /** Called once for each gateway: its state lives in the closure. */
  hooks(base: Hooks, parts: Parts): Partial<Hooks>;
}
