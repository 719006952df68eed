import { z } from 'zod';
import { INTEGER, MS, NUMBER, TEXT } from '../../measure/scalars.ts';

const PercentilesSchema = z
  .object({
    p50: MS,
    p90: MS,
    p95: MS,
    p99: MS,
    max: MS,
    mean: MS.optional(),
    count: INTEGER.optional().describe('number of durations'),
  })
  .describe(
    'Nearest-rank percentiles in ms, within 0.1 % of the exact value; max and mean are exact.',
  );

export type Percentiles = z.infer<typeof PercentilesSchema>;

const FiguresSchema = z.object({
  exchanges: INTEGER,
  throughput: NUMBER.optional().describe(
    'answers finished per second; rates are absent when no duration is known',
  ),
  errorRate: NUMBER.describe(
    'share that failed, without 429s, aborts and requests cut off by the end',
  ),
  errors: z
    .record(TEXT, INTEGER)
    .describe('by kind: an outcome such as `refused`, or `status 500`, or `error in a 2xx answer`'),
  throttled: INTEGER.describe('answers with status 429'),
  throttledShare: NUMBER.optional().describe(
    'share of good, failed and throttled answers that were throttled',
  ),
  inFlightRefusals: INTEGER.describe(
    'retries refused because the original request of their key was still running',
  ),
  jobOver: INTEGER.optional().describe(
    'cancels and reads refused, as is legal once the video job has ended or was cancelled',
  ),
  aborted: INTEGER.describe('aborted on purpose by the load generator'),
  cutByEnd: INTEGER.describe('cut off by the end of the run'),
  staleConnections: INTEGER.optional().describe(
    'lost on a stale connection that the gateway had closed; neither good nor errors',
  ),
  replayed: INTEGER.optional().describe(
    'good answers under an idempotency key that had been answered before the send; in `exchanges` and `modes.replay` only',
  ),
  waited: INTEGER.optional().describe(
    'good answers under an idempotency key of which an earlier request may still have been executing; in `exchanges` and `modes.waited` only',
  ),
  goodput: NUMBER.optional().describe('answers per second that met every objective of the SLO'),
  goodRatio: NUMBER.nullable().describe('share of answers that met every objective'),
  tokensPerSecond: NUMBER.optional(),
  goodTokensPerSecond: NUMBER.optional().describe(
    'tokens per second of the answers that met every objective of the SLO',
  ),
  coalesced: INTEGER.optional().describe(
    'tokens that arrived in the same read as the previous one',
  ),
  ttftMs: PercentilesSchema.optional(),
  itlMs: PercentilesSchema.optional(),
  tpotMs: PercentilesSchema.optional(),
  argsMs: PercentilesSchema.optional().describe(
    'to the last argument of a call; only where a stream called a function',
  ),
  e2eMs: PercentilesSchema.optional(),
  ttftFromIntendedMs: PercentilesSchema.optional(),
  argsFromIntendedMs: PercentilesSchema.optional(),
  e2eFromIntendedMs: PercentilesSchema.optional(),
  uploadBytesPerSecond: NUMBER.optional().describe(
    'uploaded bytes of requests with good responses, per second',
  ),
});

export const OperationLoadSchema = FiguresSchema.extend({
  modes: z
    .record(TEXT, FiguresSchema)
    .optional()
    .describe(
      'the same figures by mode: body, stream, call (streams that call a function), slow (slow readers), replay and waited (see `replayed`, `waited`)',
    ),
});

export const AddedSchema = z.object({
  ttftMs: PercentilesSchema.optional().describe(
    'added to the time to first token of the provider; streams only',
  ),
  e2eMs: PercentilesSchema.optional().describe('added to the request latency of the provider'),
  forwardMs: PercentilesSchema.optional().describe(
    'from the send of the request until its first byte reached the upstream; Linux only',
  ),
  relayMs: PercentilesSchema.optional().describe(
    'from the write of each token of a stream to the read that brought it; Linux only',
  ),
  tokensPerRead: NUMBER.optional().describe(
    'tokens of the upstream for each read of the caller that brought text',
  ),
});

export const JobsSchema = z
  .object({
    created: INTEGER,
    completed: INTEGER,
    failed: INTEGER,
    cancelled: INTEGER,
    notEnded: INTEGER.describe('whose end was not observed'),
    durationMs: PercentilesSchema.optional().describe(
      'send of the create to the answer that showed a completed or failed job',
    ),
    pollLagMs: PercentilesSchema.optional().describe(
      'upper limit of the time between the end of a job and the poll that showed it',
    ),
    statedPollLagMs: PercentilesSchema.optional().describe(
      'completed_at to the Date of the answer that showed it: the clock of the gateway, to the second',
    ),
    cancelLatencyMs: PercentilesSchema.optional().describe(
      'send of the first DELETE to the first answer that showed the job cancelled',
    ),
  })
  .describe('video jobs whose requests all completed');

export type Figures = z.infer<typeof FiguresSchema>;
export type OperationLoad = z.infer<typeof OperationLoadSchema>;
export type JobFigures = z.infer<typeof JobsSchema>;
