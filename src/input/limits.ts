/** A limit on what Assay takes in, keeps or waits for. `docs/settings.md` lists them. */
export interface Limit {
  readonly value: number;
  readonly unit: 'bytes' | 'ms' | 'count';
  /** What is limited. */
  readonly what: string;
  /** What happens beyond it. */
  readonly beyond: string;
  /** The flag or setting that changes it; none when absent. */
  readonly setting?: string;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/** What happens beyond a limit of an answer. */
export const CUT = 'the answer is cut, counted and not judged (outcome `oversize`)';

const PARTIAL = 'ends with a partial report and exit code 2, or 1 if a required rule has failed';
const REFUSED = 'exit code 3 before anything is sent';

/** Limits of one answer. */
const ANSWER_LIMITS = {
  headBytes: {
    value: 64 * KIB,
    unit: 'bytes',
    what: 'status line and headers of an answer to a probe',
    beyond: CUT,
  },
  textBytes: {
    value: 4 * MIB,
    unit: 'bytes',
    what: 'body of an answer that is text, JSON or an event stream, without images in it',
    beyond: CUT,
  },
  answerBytes: {
    value: 16 * MIB,
    unit: 'bytes',
    what: 'body of any other answer, such as images or the content of a video',
    beyond: CUT,
  },
  reads: {
    value: 65_536,
    unit: 'count',
    what: 'pieces in which the body of an answer to a probe arrives',
    beyond: CUT,
  },
  events: { value: 32_768, unit: 'count', what: 'events of an event stream', beyond: CUT },
  jsonDepth: {
    value: 500,
    unit: 'count',
    what: 'depth of the JSON in a body or an event',
    beyond: CUT,
  },
  jsonValues: {
    value: 500_000,
    unit: 'count',
    what: 'JSON values in a body or an event',
    beyond: CUT,
  },
  interim: {
    value: 256,
    unit: 'count',
    what: 'interim responses (1xx) before an answer',
    beyond: 'the request is cut: its response is not HTTP',
  },
  decodedBytes: {
    value: 16 * MIB,
    unit: 'bytes',
    what: 'a body decoded from its content coding, as a check',
    beyond: 'decoding stops, and the coding counts as correct',
  },
  decodedImages: {
    value: 16,
    unit: 'count',
    what: 'images of an answer that are decoded as a check',
    beyond: 'further ones are counted and not decoded',
  },
  pngChunks: {
    value: 65_536,
    unit: 'count',
    what: 'chunks of a PNG',
    beyond: 'reading stops, and the image is not checked',
  },
  inflatedImageBytes: {
    value: 32 * MIB,
    unit: 'bytes',
    what: 'pixels of a PNG, inflated as a check',
    beyond: 'inflating stops, and further pixels are not checked',
  },
} as const satisfies Record<string, Limit>;

/** Limits of the memory of one process. */
const MEMORY_LIMITS = {
  probeBodies: {
    value: 40 * MIB,
    unit: 'bytes',
    what: 'bodies of all answers to probes that are not judged yet',
    beyond: CUT,
  },
  upstreamBodies: {
    value: 64 * MIB,
    unit: 'bytes',
    what: 'requests and answers of the upstream that are not judged yet',
    beyond: 'the oldest ones are counted and not judged',
  },
  relayBodies: {
    value: 48 * MIB,
    unit: 'bytes',
    what: 'bodies of answers under load that wait for what the gateway sent upstream',
    beyond: 'the oldest ones are counted and not judged by relay rules',
  },
  keptBodyBytes: {
    value: 16 * KIB,
    unit: 'bytes',
    what: 'body that is kept of an answer that was cut, or that a finding shows',
    beyond: 'the report shows the first part and the digest',
  },
  findingsPerAnswer: {
    value: 50,
    unit: 'count',
    what: 'findings of one rule in one answer',
    beyond: 'further ones are not counted',
  },
  examples: {
    value: 3,
    unit: 'count',
    what: 'findings of one rule and operation that are kept with their evidence',
    beyond: 'further ones are counted only',
  },
  frameBytes: {
    value: 24 * MIB,
    unit: 'bytes',
    what: 'a frame of the tap',
    beyond: 'the run ends with exit code 3: the engine sends none',
  },
  groupBodies: {
    value: 48 * MIB,
    unit: 'bytes',
    what: 'bodies of open groups under load: retries with one key, requests to one video job',
    beyond: 'the oldest groups are counted and not judged',
  },
  openGroups: {
    value: 100_000,
    unit: 'count',
    what: 'open groups under load',
    beyond: 'the oldest groups are counted and not judged',
  },
  heldBackBodies: {
    value: 16 * MIB,
    unit: 'bytes',
    what: 'bodies of answers that broke off under load, until a later request is answered',
    beyond: 'the oldest ones are counted and not judged',
  },
  timedBodies: {
    value: 16 * MIB,
    unit: 'bytes',
    what: 'bodies whose findings wait until the load generator reports its health',
    beyond: 'the oldest findings are set aside',
  },
  ledgerBodies: {
    value: 16 * MIB,
    unit: 'bytes',
    what: 'bodies of groups that wait for the count of their effects',
    beyond: 'further groups are judged without effects',
  },
  watchedRequestBytes: {
    value: 27 * MIB,
    unit: 'bytes',
    what: 'body of a request that passes through `assay watch`',
    beyond: 'it is passed on; only its size is recorded',
  },
  watchedSecrets: {
    value: 64 * KIB,
    unit: 'bytes',
    what: 'different keys, cookies and other credentials of clients in `assay watch`, each counted as at least 256 bytes',
    beyond: 'requests with further ones are passed on, counted and not recorded',
  },
  watchedSecretBytes: {
    value: 4 * KIB,
    unit: 'bytes',
    what: 'one key, cookie or other credential of a client in `assay watch`',
    beyond: 'the request is passed on, counted and not recorded',
  },
  watchedPipelined: {
    value: 64,
    unit: 'count',
    what: 'requests on one connection of `assay watch` without a complete response',
    beyond: 'further ones on the connection are passed on, counted and not recorded',
  },
  watchedRequests: {
    value: 4096,
    unit: 'count',
    what: 'requests that pass through `assay watch` and are not judged yet',
    beyond: 'further ones are passed on, counted and not recorded',
  },
} as const satisfies Record<string, Limit>;

/** Limits of time. */
const TIME_LIMITS = {
  preflightMs: {
    value: 10_000,
    unit: 'ms',
    what: 'answer to the first request of a run',
    beyond: 'the target is unresponsive: exit code 2',
  },
  connectMs: {
    value: 10_000,
    unit: 'ms',
    what: 'a connection for a probe, TLS included',
    beyond: 'the request is cut (outcome `timed-out`)',
  },
  livenessMs: {
    value: 10_000,
    unit: 'ms',
    what: 'answer to a check whether the target still responds',
    beyond: 'the target counts as gone: no further probe is sent',
  },
  answerMs: {
    value: 60_000,
    unit: 'ms',
    what: 'a whole answer, unless its probe has a shorter limit',
    beyond: 'the request is cut (outcome `timed-out`)',
    setting: '`answerDeadlineMs` of a profile',
  },
  stalls: {
    value: 4,
    unit: 'count',
    what: 'ordinary requests to one operation, in succession, without a whole answer in time',
    beyond: 'the operation is unresponsive: further probes of it are not sent',
  },
  probeMs: {
    value: 420_000,
    unit: 'ms',
    what: 'a probe with all of its requests',
    beyond: 'the probe is cut: its rules could not be verified',
    setting: '`probeDeadlineMs` of a profile',
  },
  probesMs: {
    value: 600_000,
    unit: 'ms',
    what: 'all probes of `gate`, `conform`, `describe` and of each target of `compare`, or 5 s for each probe if that is more',
    beyond: `the run ${PARTIAL}`,
    setting: '`--time-limit`',
  },
  loadMs: {
    value: 60_000,
    unit: 'ms',
    what: 'a load, beyond its duration and its graceful stop, or three times its duration if that is more',
    beyond: `the load ${PARTIAL}`,
    setting: '`--time-limit`',
  },
  sliceMs: {
    value: 50,
    unit: 'ms',
    what: 'judging without a pause for timers, signals and the tap, except within one rule and answer',
    beyond: 'judging pauses',
  },
} as const satisfies Record<string, Limit>;

/** Limits of the files that a user names. */
const FILE_LIMITS = {
  settingsBytes: {
    value: 1_000_000,
    unit: 'bytes',
    what: 'a configuration, a profile or a baseline',
    beyond: REFUSED,
  },
  recordedReportBytes: {
    value: 256_000_000,
    unit: 'bytes',
    what: 'a report or a behaviour sheet that `assay compare` reads',
    beyond: REFUSED,
  },
  traceBytes: {
    value: 4_000_000_000,
    unit: 'bytes',
    what: 'a trace of arrivals',
    beyond: REFUSED,
  },
  traceLineBytes: {
    value: 1_000_000,
    unit: 'bytes',
    what: 'a line of a trace',
    beyond: REFUSED,
  },
  promptFileBytes: {
    value: 256_000_000,
    unit: 'bytes',
    what: 'a file of prompts, which the engine holds in memory',
    beyond: REFUSED,
  },
  harBytes: {
    value: 256_000_000,
    unit: 'bytes',
    what: 'a HAR file, which is held in memory',
    beyond: REFUSED,
  },
  promptBytes: {
    value: 8_000_000,
    unit: 'bytes',
    what: 'a line of a file of prompts',
    beyond: REFUSED,
  },
} as const satisfies Record<string, Limit>;

/** All limits of the Node process, by the heading under which they are documented. */
export const LIMITS_BY_TOPIC = {
  'One answer': ANSWER_LIMITS,
  Memory: MEMORY_LIMITS,
  Time: TIME_LIMITS,
  Files: FILE_LIMITS,
} as const satisfies Record<string, Record<string, Limit>>;

/** The limits of the Node process. */
export const LIMITS = { ...ANSWER_LIMITS, ...MEMORY_LIMITS, ...TIME_LIMITS, ...FILE_LIMITS };
