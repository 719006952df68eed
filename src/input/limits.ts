/** A limit on what Assay takes in, keeps or waits for. `docs/reference/settings.md` lists them. */
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

const limitIn =
  (unit: Limit['unit']) =>
  (value: number, what: string, beyond: string, setting?: string): Limit => ({
    value,
    unit,
    what,
    beyond,
    ...(setting !== undefined && { setting }),
  });
const bytes = limitIn('bytes');
const milliseconds = limitIn('ms');
const count = limitIn('count');

/** Limits of one answer. */
const ANSWER_LIMITS = {
  headBytes: bytes(64 * KIB, 'status line and headers of an answer to a probe', CUT),
  textBytes: bytes(
    4 * MIB,
    'body of an answer that is text, JSON or an event stream, without images in it',
    CUT,
  ),
  answerBytes: bytes(
    16 * MIB,
    'body of any other answer, such as images or the content of a video',
    CUT,
  ),
  reads: count(65_536, 'pieces in which the body of an answer to a probe arrives', CUT),
  events: count(32_768, 'events of an event stream', CUT),
  jsonDepth: count(500, 'depth of the JSON in a body or an event', CUT),
  jsonValues: count(500_000, 'JSON values in a body or an event', CUT),
  interim: count(
    256,
    'interim responses (1xx) before an answer',
    'the request is cut: its response is not HTTP',
  ),
  decodedBytes: bytes(
    16 * MIB,
    'a body decoded from its content coding, as a check',
    'decoding stops, and the coding counts as correct',
  ),
  decodedImages: count(
    16,
    'images of an answer that are decoded as a check',
    'further ones are counted and not decoded',
  ),
  pngChunks: count(65_536, 'chunks of a PNG', 'reading stops, and the image is not checked'),
  inflatedImageBytes: bytes(
    32 * MIB,
    'pixels of a PNG, inflated as a check',
    'inflating stops, and further pixels are not checked',
  ),
};

/** Limits of the memory of one process. */
const MEMORY_LIMITS = {
  probeBodies: bytes(40 * MIB, 'bodies of all answers to probes that are not judged yet', CUT),
  upstreamBodies: bytes(
    64 * MIB,
    'requests and answers of the upstream that are not judged yet',
    'the oldest ones are counted and not judged',
  ),
  relayBodies: bytes(
    48 * MIB,
    'bodies of answers under load that wait for what the gateway sent upstream',
    'the oldest ones are counted and not judged by relay rules',
  ),
  keptBodyBytes: bytes(
    16 * KIB,
    'body that is kept of an answer that was cut, or that a finding shows',
    'the report shows the first part and the digest',
  ),
  findingsPerAnswer: count(
    50,
    'findings of one rule in one answer',
    'further ones are not counted',
  ),
  examples: count(
    3,
    'findings of one rule and operation that are kept with their evidence',
    'further ones are counted only',
  ),
  frameBytes: bytes(
    24 * MIB,
    'a frame of the tap',
    'the run ends with exit code 3: the engine sends none',
  ),
  groupBodies: bytes(
    48 * MIB,
    'bodies of open groups under load: retries with one key, requests to one video job',
    'the oldest groups are counted and not judged',
  ),
  openGroups: count(
    100_000,
    'open groups under load',
    'the oldest groups are counted and not judged',
  ),
  heldBackBodies: bytes(
    16 * MIB,
    'bodies of answers that broke off under load, until a later request is answered',
    'the oldest ones are counted and not judged',
  ),
  timedBodies: bytes(
    16 * MIB,
    'bodies whose findings wait until the load generator reports its health',
    'the oldest findings are set aside',
  ),
  ledgerBodies: bytes(
    16 * MIB,
    'bodies of groups that wait for the count of their effects',
    'further groups are judged without effects',
  ),
  watchedRequestBytes: bytes(
    27 * MIB,
    'body of a request that passes through `assay watch`',
    'it is passed on; only its size is recorded',
  ),
  watchedSecrets: bytes(
    64 * KIB,
    'different keys, cookies and other credentials of clients in `assay watch`, each counted as at least 256 bytes',
    'requests with further ones are passed on, counted and not recorded',
  ),
  watchedSecretBytes: bytes(
    4 * KIB,
    'one key, cookie or other credential of a client in `assay watch`',
    'the request is passed on, counted and not recorded',
  ),
  watchedPipelined: count(
    64,
    'requests on one connection of `assay watch` without a complete response',
    'further ones on the connection are passed on, counted and not recorded',
  ),
  watchedRequests: count(
    4096,
    'requests that pass through `assay watch` and are not judged yet',
    'further ones are passed on, counted and not recorded',
  ),
};

/** Limits of time. */
const TIME_LIMITS = {
  preflightMs: milliseconds(
    10_000,
    'answer to the first request of a run',
    'the target is unresponsive: exit code 2',
  ),
  connectMs: milliseconds(
    10_000,
    'a connection for a probe, TLS included',
    'the request is cut (outcome `timed-out`)',
  ),
  livenessMs: milliseconds(
    10_000,
    'answer to a check whether the target still responds',
    'the target counts as gone: no further probe is sent',
  ),
  answerMs: milliseconds(
    60_000,
    'a whole answer, unless its probe has a shorter limit',
    'the request is cut (outcome `timed-out`)',
    '`answerDeadlineMs` of a profile',
  ),
  stalls: count(
    4,
    'ordinary requests to one operation, in succession, without a whole answer in time',
    'the operation is unresponsive: further probes of it are not sent',
  ),
  probeMs: milliseconds(
    420_000,
    'a probe with all of its requests',
    'the probe is cut: its rules could not be verified',
    '`probeDeadlineMs` of a profile',
  ),
  probesMs: milliseconds(
    600_000,
    'all probes of `gate`, `conform`, `describe` and of each target of `compare`, or 5 s for each probe if that is more',
    `the run ${PARTIAL}`,
    '`--time-limit`',
  ),
  loadMs: milliseconds(
    60_000,
    'a load, beyond its duration and its graceful stop, or three times its duration if that is more',
    `the load ${PARTIAL}`,
    '`--time-limit`',
  ),
  restartMs: milliseconds(
    60_000,
    'the command of `explore --restart`, until the gateway is ready',
    `the exploration ${PARTIAL}`,
  ),
  sliceMs: milliseconds(
    50,
    'judging without a pause for timers, signals and the tap, except within one rule and answer',
    'judging pauses',
  ),
};

/** Limits of the files that a user names. */
const FILE_LIMITS = {
  settingsBytes: bytes(1_000_000, 'a configuration, a profile or a baseline', REFUSED),
  recordedReportBytes: bytes(
    256_000_000,
    'a report or a behaviour sheet that `assay compare` reads',
    REFUSED,
  ),
  traceBytes: bytes(4_000_000_000, 'a trace of arrivals', REFUSED),
  traceLineBytes: bytes(1_000_000, 'a line of a trace', REFUSED),
  promptFileBytes: bytes(
    256_000_000,
    'a file of prompts, which the engine holds in memory',
    REFUSED,
  ),
  harBytes: bytes(256_000_000, 'a HAR file, which is held in memory', REFUSED),
  promptBytes: bytes(8_000_000, 'a line of a file of prompts', REFUSED),
};

/** All limits of the Node process, by the heading under which they are documented. */
export const LIMITS_BY_TOPIC = {
  'One answer': ANSWER_LIMITS,
  Memory: MEMORY_LIMITS,
  Time: TIME_LIMITS,
  Files: FILE_LIMITS,
};

/** The limits of the Node process. */
export const LIMITS = { ...ANSWER_LIMITS, ...MEMORY_LIMITS, ...TIME_LIMITS, ...FILE_LIMITS };
