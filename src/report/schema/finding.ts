import { z } from 'zod';
import { INTEGER, MS, NUMBER, TEXT } from '../../measure/scalars.ts';

const SINCE_FIRST_MS = NUMBER.describe('ms since the first of the requests was sent');

export const TraceSchema = z.object({
  id: TEXT.describe('trace id of the header traceparent, in hex'),
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('as traceLink says it; absent where the trace is not sampled'),
});

/** A request of the gateway to its provider, shortened and without keys. */
const UpstreamEvidenceSchema = z.object({
  exchange: INTEGER.describe('number of the upstream request in the run'),
  attempt: INTEGER.describe('counted from 1 over the upstream requests for the same prompt'),
  connection: INTEGER.describe('number of the connection that it came on'),
  operation: TEXT,
  method: TEXT,
  path: TEXT,
  headers: z.array(z.tuple([TEXT, TEXT])),
  body: TEXT.describe('at most 4 KiB; binary as size and digest'),
  sizeBytes: INTEGER.describe('size of the whole request body'),
  script: TEXT.optional().describe('what the upstream was to do'),
  status: INTEGER.optional().describe('absent when no status line was written'),
  answer: TEXT.describe('what was written, at most 4 KiB; binary as size and digest'),
  answerSizeBytes: INTEGER,
  outcome: TEXT,
  receivedMs: SINCE_FIRST_MS,
  endMs: SINCE_FIRST_MS,
  disconnectedMs: SINCE_FIRST_MS.optional().describe('when the gateway disconnected'),
});

/** One moment at one of both ends. */
const MomentSchema = z.object({
  atMs: SINCE_FIRST_MS,
  end: z.enum(['caller', 'upstream']),
  what: TEXT,
});

export type UpstreamEvidence = z.infer<typeof UpstreamEvidenceSchema>;
export type Moment = z.infer<typeof MomentSchema>;

/** A wire log: the request and the response, shortened and without keys. */
export const EvidenceSchema = z.object({
  exchange: INTEGER.describe('number of the request in its run'),
  sender: TEXT.describe('the probe or scenario that sent it'),
  operation: TEXT,
  attempt: INTEGER.describe('counted from 1; above 1 for a retry or a later poll'),
  request: z.object({
    method: TEXT,
    url: TEXT,
    headers: z.array(z.tuple([TEXT, TEXT])),
    body: TEXT.describe('at most 4 KiB; binary as size and digest'),
  }),
  trace: TraceSchema.optional().describe('absent where the request carries no traceparent'),
  outcome: TEXT,
  failure: TEXT.optional().describe('error of the transport, such as ECONNREFUSED'),
  firstByteMs: MS.optional().describe('from the send to the status line'),
  status: INTEGER.optional(),
  headers: z.array(z.tuple([TEXT, TEXT])),
  sizeBytes: INTEGER.describe('size of the whole response body'),
  body: z.array(z.object({ atMs: MS, text: TEXT })).describe('each read with its arrival'),
  bodyCut: z.boolean().describe('the body is longer than shown'),
  endMs: MS.describe('since the request was sent'),
  curl: TEXT.optional().describe(
    'a line of bash that sends the request again; the key is $ASSAY_API_KEY; absent where the body is long, binary, a form or known in part',
  ),
});

const SeriesEntrySchema = z.object({
  exchange: INTEGER.describe('number of the request in its run'),
  attempt: INTEGER,
  method: TEXT,
  path: TEXT,
  key: TEXT.optional().describe('idempotency key'),
  startMs: MS.describe('since the first of them was sent'),
  endMs: MS.describe('since the first of them was sent'),
  outcome: TEXT,
  status: INTEGER.optional(),
  id: TEXT.optional().describe('first `id` in the response'),
});

export const FindingSchema = z.object({
  label: TEXT.optional().describe('what the probe tried'),
  expected: TEXT,
  actual: TEXT,
  where: TEXT.optional(),
  atMs: MS.optional(),
  evidence: EvidenceSchema.optional(),
  series: z
    .array(SeriesEntrySchema)
    .optional()
    .describe('requests that were judged together, in the order sent; absent for a single one'),
  upstream: z
    .array(UpstreamEvidenceSchema)
    .optional()
    .describe(
      'what the gateway sent to its provider for these requests; absent without --upstream',
    ),
  timeline: z.array(MomentSchema).optional().describe('both ends, in the order of their times'),
  reproduce: z
    .object({
      assay: TEXT.describe('the command that reproduces it'),
      shell: TEXT.optional().describe(
        'a line of curl for each request that was judged together; absent for a single one, and where no line can',
      ),
    })
    .optional(),
});

export type TraceRecord = z.infer<typeof TraceSchema>;
export type Evidence = z.infer<typeof EvidenceSchema>;
export type SeriesEntry = z.infer<typeof SeriesEntrySchema>;
export type FindingRecord = z.infer<typeof FindingSchema>;
