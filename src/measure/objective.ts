import {
  isOperation,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
} from '../contract/operations.ts';
import { RATE_NEEDS, readArrivalRate } from '../input/arrival-rate.ts';
import { didYouMean } from '../input/did-you-mean.ts';
import { parseDuration } from '../input/duration.ts';
import { UsageError } from '../input/usage-error.ts';

/** One limit of an SLO, such as `chat ttft p95 < 800ms` or `all errors <= 1%`. */
export type Objective = LatencyObjective | ShareObjective | RateObjective | FindingsObjective;

export interface LatencyObjective extends Scope {
  readonly kind: 'latency';
  /** TTFT, the time to the last argument and request latency, also that of replays, run from the scheduled start. */
  readonly metric: LatencyMetric;
  /** 100 is the maximum. */
  readonly percent: number;
  readonly limitMs: number;
}

export interface ShareObjective extends Scope {
  readonly kind: 'share';
  readonly metric: (typeof SHARE_METRICS)[number];
  /** 0.01 for 1 %. */
  readonly limitShare: number;
}

/** The more, the better: its limit is a minimum. */
export interface RateObjective extends Scope {
  readonly kind: 'rate';
  readonly metric: (typeof RATE_METRICS)[number];
  readonly limitPerSecond: number;
}

export interface FindingsObjective extends Scope {
  readonly kind: 'findings';
  readonly metric: 'findings';
  /** Only rules of this level. */
  readonly level?: FindingLevel;
  readonly limitCount: number;
}

interface Scope {
  /** As written. */
  readonly text: string;
  readonly operation: Operation | 'all';
  /** Answers of this mode only. */
  readonly mode?: Mode;
  readonly comparator: Comparator;
}

/** Answer modes that a sender chooses; that of a replay is a metric, since only its latency counts. */
export const CHOSEN_MODES = ['body', 'stream', 'call', 'slow'] as const;
type Mode = (typeof CHOSEN_MODES)[number];
const LATENCY_METRICS = ['ttft', 'itl', 'tpot', 'e2e', 'args', 'replay'] as const;
export type LatencyMetric = (typeof LATENCY_METRICS)[number];
const SHARE_METRICS = ['errors', 'throttled'] as const;
const RATE_METRICS = ['throughput', 'goodput', 'tokens'] as const;
const METRICS = [...LATENCY_METRICS, ...SHARE_METRICS, ...RATE_METRICS, 'findings'] as const;
type Metric = (typeof METRICS)[number];

const LEVELS = ['must', 'should', 'may'] as const;
export type FindingLevel = (typeof LEVELS)[number];

/**
 * `[operation] [mode] metric [statistic] comparator limit`; docs/reference/metrics.md lists the values of each.
 * @throws UsageError that says which word is wrong
 */
export function parseObjective(text: string): Objective {
  return objectiveOf(wordsOf('Objective', text));
}

/**
 * An objective whose limit was filled in.
 * @param written the text as its author knows it, for messages
 * @throws UsageError that says which word is wrong
 */
export function parseCompletedObjective(text: string, written: string): Objective {
  return objectiveOf(wordsOf('Objective', text, written));
}

/**
 * The objective that is met as long as a condition such as `all errors > 20%` is false: the same
 * words with the opposite comparator.
 * @throws UsageError that says which word is wrong
 */
export function parseCondition(text: string): Objective {
  const words = wordsOf('Condition', text);
  return objectiveOf({ ...words, comparator: OPPOSITE[words.comparator] });
}

/** The parts of an objective; the metric determines how to read the others. */
interface Words {
  readonly subject: Subject;
  readonly text: string;
  readonly operation: Operation | 'all';
  readonly mode?: Mode;
  readonly metric: Metric;
  readonly statistic: string | undefined;
  readonly comparator: Comparator;
  readonly limit: string;
}

type Subject = 'Objective' | 'Condition';

const EXAMPLES = {
  Objective: 'such as "chat ttft p95 < 800ms" or "all errors <= 1%"',
  Condition: 'such as "all errors > 20%" or "chat ttft p95 > 5s"',
} as const;

const SIDES = /^([^<>]+?)\s*(<=|>=|<|>)\s*([^\s<>=]+)$/;

function wordsOf(subject: Subject, read: string, text: string = read): Words {
  const [, left, comparator, limit] = SIDES.exec(read.trim()) ?? [];
  const [first = '', ...rest] = left?.split(/\s+/) ?? [];
  if (!isComparator(comparator) || limit === undefined) throw notUnderstood(subject, text);
  const operation = isOneOf(METRICS, first) ? 'all' : readOperation(subject, first);
  const words = isOneOf(METRICS, first) ? [first, ...rest] : rest;
  const mode = isOneOf(CHOSEN_MODES, words[0]) ? words[0] : undefined;
  const [metric, statistic, ...more] = mode === undefined ? words : words.slice(1);
  if (metric === undefined || more.length > 0) throw notUnderstood(subject, text);
  if (!isOneOf(METRICS, metric)) {
    const meant = didYouMean(metric, [...METRICS, ...CHOSEN_MODES]);
    throw new UsageError(
      `${subject} names an unknown metric: ${metric}.${meant} Known metrics: ${METRICS.join(', ')}.`,
    );
  }
  const scope = { operation, ...(mode !== undefined && { mode }), comparator };
  return { subject, text, ...scope, metric, statistic, limit };
}

function notUnderstood(subject: Subject, text: string): UsageError {
  return new UsageError(
    `${subject} is not understood: ${JSON.stringify(text)}. Write it ${EXAMPLES[subject]}.`,
  );
}

function readOperation(subject: Subject, word: string): Operation | 'all' {
  if (word === 'all' || isOperation(word)) return word;
  const meant = didYouMean(word, [...OPERATION_NAMES, 'all', ...METRICS]);
  const known = [...OPERATION_NAMES, 'all'].join(', ');
  throw new UsageError(
    `${subject} names an unknown operation: ${word}.${meant} Known operations: ${known}.`,
  );
}

function objectiveOf(words: Words): Objective {
  const { metric } = words;
  refuseUnmeasurable(words);
  if (isOneOf(LATENCY_METRICS, metric)) return latencyObjective(words, metric);
  if (metric === 'findings') return findingsObjective(words);
  withoutStatistic(words);
  if (isOneOf(SHARE_METRICS, metric)) {
    const limitShare = readShare(words);
    return { ...scopeOf(words, '<'), kind: 'share', metric, limitShare };
  }
  const limitPerSecond = readArrivalRate(words.limit) ?? refuse(words, RATE_NEEDS);
  return { ...scopeOf(words, '>'), kind: 'rate', metric, limitPerSecond };
}

/** Metrics of tokens, which only a stream has. */
const OF_STREAMS: readonly Metric[] = ['ttft', 'itl', 'tpot', 'args'];

/** @throws UsageError for a metric of streams where there is none: no run could judge it */
function refuseUnmeasurable({ subject, text, operation, mode, metric }: Words): void {
  const ofStream = mode === 'stream' || mode === 'call' || OF_STREAMS.includes(metric);
  if (ofStream && operation !== 'all' && !OPERATIONS[operation].streams) {
    throw new UsageError(
      `${subject} can never be measured: ${text}. ${operation} has no stream. Use e2e, without stream.`,
    );
  }
  if (mode !== undefined && metric === 'replay') {
    throw new UsageError(
      `${subject} can never be measured: ${text}. Replays are not divided by mode. Remove ${mode}.`,
    );
  }
  if (mode === 'stream' && metric === 'args') {
    throw new UsageError(
      `${subject} can never be measured: ${text}. Only a stream with a call has arguments. Use call instead of stream.`,
    );
  }
  if (mode === 'body' && OF_STREAMS.includes(metric)) {
    throw new UsageError(
      `${subject} can never be measured: ${text}. A body has no tokens. Use stream, or e2e.`,
    );
  }
}

function latencyObjective(words: Words, metric: LatencyMetric): Objective {
  const [, digits] = /^p(\d{1,2}(?:\.\d+)?)$/.exec(words.statistic ?? '') ?? [];
  const percent = words.statistic === 'max' ? 100 : Number(digits);
  if (!(percent > 0)) refuse(words, 'a percentile or max');
  const limitMs = parseDuration(`${words.subject} ${JSON.stringify(words.text)}`, words.limit);
  return { ...scopeOf(words, '<'), kind: 'latency', metric, percent, limitMs };
}

function findingsObjective(words: Words): Objective {
  const { statistic: level, limit } = words;
  if (level !== undefined && !isOneOf(LEVELS, level))
    refuse(words, 'must, should, may or nothing before the limit');
  if (words.mode !== undefined) refuse(words, 'no mode, because findings are counted by operation');
  if (!/^\d+$/.test(limit)) refuse(words, 'a whole number such as 0');
  return {
    ...scopeOf(words, '<'),
    kind: 'findings',
    metric: 'findings',
    ...(level !== undefined && { level }),
    limitCount: Number(limit),
  };
}

/** @param side the good side of the limit */
function scopeOf(words: Words, side: '<' | '>'): Scope {
  const { subject, text, operation, mode, comparator } = words;
  if (!comparator.startsWith(side)) {
    const needed = (subject === 'Objective') === (side === '<') ? '< or <=' : '> or >=';
    refuse(words, needed);
  }
  return { text, operation, ...(mode !== undefined && { mode }), comparator };
}

function withoutStatistic(words: Words): void {
  if (words.statistic !== undefined) refuse(words, `only a limit after ${words.metric}`);
}

function readShare(words: Words): number {
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(words.limit) ?? [];
  if (percent === undefined) refuse(words, 'a share such as 1%');
  return Number(percent) / 100;
}

function refuse({ subject, text }: Words, needs: string): never {
  throw new UsageError(
    `${subject} needs ${needs}: ${JSON.stringify(text)}. Write it ${EXAMPLES[subject]}.`,
  );
}

function isComparator(text: string | undefined): text is Comparator {
  return text !== undefined && Object.hasOwn(OPPOSITE, text);
}

function isOneOf<T extends string>(names: readonly T[], text: string | undefined): text is T {
  return names.some((name) => name === text);
}

/** How a measured value is compared with a limit. */
export type Comparator = '<' | '<=' | '>' | '>=';

export function satisfies(measured: number, comparator: Comparator, limit: number): boolean {
  switch (comparator) {
    case '<':
      return measured < limit;
    case '<=':
      return measured <= limit;
    case '>':
      return measured > limit;
    case '>=':
      return measured >= limit;
  }
}

/** True exactly when the other is not. */
const OPPOSITE: Readonly<Record<Comparator, Comparator>> = {
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};
