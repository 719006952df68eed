import type { IncomingMessage, ServerResponse } from 'node:http';
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
import type { JsonObject, JsonValue } from './http/json.ts';
import type { Range } from './http/range.ts';
import type { Refusal } from './http/refusal.ts';
import type { Completion } from './models/completion.ts';
import type { ImageFormat, Images } from './models/images.ts';
import type { Behaviour } from './models/models.ts';
import type { Size } from './models/png.ts';
import type { TextPrompt } from './models/text.ts';
import type { ToolRequest, ToolUse } from './models/tools.ts';
import type { Transcript, TranscriptFormat } from './models/transcript.ts';
import type { DelayLine } from './relay/delay-line.ts';
import type { Provider } from './relay/provider/provider.ts';
import type { RelayedJob, RelaySteps } from './relay/relay-steps.ts';
import type { Operation, PostOperation, Route } from './routes.ts';
import type { Settings } from './settings.ts';
import type { Capacity } from './state/capacity.ts';
import type { Claimed, ClaimSteps, Records, Retryable } from './state/idempotency.ts';
import type { Ledger } from './state/ledger.ts';
import type { Owned } from './state/owned.ts';
import type { PreciseTimer } from './state/precise-timer.ts';
import type { StoredResponse } from './state/stored-response.ts';
import type { Caller, Tenant, Tenants } from './state/tenants.ts';
import type { TokenClock } from './state/token-clock.ts';
import type { Job, JobView } from './state/video-jobs.ts';

/** A valid request to a text model. */
export interface CheckedText extends Omit<TextPrompt, 'stream'> {
  readonly model: string;
  readonly includeUsage: boolean;
  /** Limit of the answer; infinite when the request sets none. */
  readonly mostTokens: number;
  readonly tools: ToolRequest;
  /** How many answers a chat wants; 1 when absent. */
  readonly count?: number;
  /** Beside each token of a chat that wants logprobs. */
  readonly alternatives?: number | undefined;
  /** The text ends before the first of these. */
  readonly stop?: readonly string[];
  /** The text is JSON that fits this JSON schema. */
  readonly schema?: unknown;
  /** What a response has for one that continues it, as items of an input; undefined: it is not stored. */
  readonly dialog?: readonly JsonValue[] | undefined;
  /** Members that a response repeats. */
  readonly requested?: JsonObject;
}

export interface CheckedImages {
  readonly behaviour: Behaviour;
  readonly prompt: string;
  readonly n: number;
  readonly size: Size;
  readonly format: ImageFormat;
}

export interface CheckedForm {
  readonly behaviour: Behaviour;
  /** SHA-256 of the file, in hex. */
  readonly digest: string;
  readonly format: TranscriptFormat;
  /** `segment`, `word` or both. */
  readonly timed: readonly string[];
}

export interface CheckedVideo {
  readonly model: string;
  readonly behaviour: Behaviour;
}

/** What an alteration may use in addition to the hooks. Gateways share none of it. */
export interface Parts {
  readonly settings: Settings;
  readonly tenants: Tenants;
  readonly records: Records;
  readonly ledger: Ledger;
  readonly timer: PreciseTimer;
  readonly clock: TokenClock;
  readonly capacity: Capacity;
  readonly jobs: Owned<Job>;
  readonly responses: Owned<StoredResponse>;
  /** The gateway relays the models that have no behaviour of their own to it; undefined: it answers all. */
  readonly provider: Provider | undefined;
  readonly delayLine: DelayLine;
  readonly relayedJobs: Owned<RelayedJob>;
}

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
  checkChat(body: JsonObject): CheckedText;
  checkResponses(body: JsonObject): CheckedText;
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
  /** None: the answer is the text. */
  callTools(request: ToolRequest, text: string): readonly ToolUse[];
  presentChat(completion: Completion): JsonObject;
  planChat(completion: Completion): readonly PlannedEvent[];
  findResponse(tenant: Tenant, id: string): StoredResponse | undefined;
  presentResponse(completion: Completion): JsonObject;
  planResponse(completion: Completion): readonly PlannedEvent[];
  /** The bytes of an image. */
  draw(size: Size, format: ImageFormat): Buffer;
  presentImages(images: Images): JsonObject;
  presentTranscript(transcript: Transcript): JsonObject;
  /** Undefined where the transcript is wanted in JSON. */
  writeTranscript(transcript: Transcript): string | undefined;
  // Video jobs.
  findJob(tenant: Tenant, id: string): Job | undefined;
  /** The job at a time of `performance.now()`. */
  viewJob(job: Job, nowMs: number): JobView;
  presentJob(view: JobView): JsonObject;
  /** Returns the job after the cancel. */
  cancelJob(job: Job, nowMs: number): JobView | Promise<JobView>;
  /** The range of a content that a header wants; undefined: all of it. Throws a refusal. */
  readRange(header: string | undefined, sizeBytes: number): Range | undefined;
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
