import { z } from 'zod';

const SINCE_FIRST_MS = z.number().describe('ms since the first of the requests was sent');

/** A request of the gateway to its provider, shortened and without keys. */
const UpstreamEvidenceSchema = z.object({
  exchange: z.number().int().describe('number of the upstream request in the run'),
  attempt: z
    .number()
    .int()
    .describe('counted from 1 over the upstream requests for the same prompt'),
  connection: z.number().int().describe('number of the connection that it came on'),
  operation: z.string(),
  method: z.string(),
  path: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string().describe('at most 4 KiB; binary as size and digest'),
  sizeBytes: z.number().int().describe('size of the whole request body'),
  script: z.string().optional().describe('what the upstream was to do'),
  status: z.number().int().optional().describe('absent when no status line was written'),
  answer: z.string().describe('what was written, at most 4 KiB; binary as size and digest'),
  answerSizeBytes: z.number().int(),
  outcome: z.string(),
  receivedMs: SINCE_FIRST_MS,
  endMs: SINCE_FIRST_MS,
  disconnectedMs: SINCE_FIRST_MS.optional().describe('when the gateway disconnected'),
});

/** One moment at one of both ends. */
const MomentSchema = z.object({
  atMs: SINCE_FIRST_MS,
  end: z.enum(['caller', 'upstream']),
  what: z.string(),
});

export type UpstreamEvidence = z.infer<typeof UpstreamEvidenceSchema>;
export type Moment = z.infer<typeof MomentSchema>;

const MS = z.number().describe('ms');

/** A wire log: the request and the response, shortened and without keys. */
export const EvidenceSchema = z.object({
  exchange: z.number().int().describe('number of the request in its run'),
  sender: z.string().describe('the probe or scenario that sent it'),
  operation: z.string(),
  attempt: z.number().int().describe('counted from 1; above 1 for a retry or a later poll'),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.string().describe('at most 4 KiB; binary as size and digest'),
  }),
  outcome: z.string(),
  failure: z.string().optional().describe('error of the transport, such as ECONNREFUSED'),
  firstByteMs: MS.optional().describe('from the send to the status line'),
  status: z.number().int().optional(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  sizeBytes: z.number().int().describe('size of the whole response body'),
  body: z.array(z.object({ atMs: MS, text: z.string() })).describe('each read with its arrival'),
  bodyCut: z.boolean().describe('the body is longer than shown'),
  endMs: MS.describe('since the request was sent'),
  curl: z
    .string()
    .optional()
    .describe(
      'a line of bash that sends the request again; the key is $ASSAY_API_KEY; absent where the body is long, binary, a form or known in part',
    ),
});

const SeriesEntrySchema = z.object({
  exchange: z.number().int().describe('number of the request in its run'),
  attempt: z.number().int(),
  method: z.string(),
  path: z.string(),
  key: z.string().optional().describe('idempotency key'),
  startMs: MS.describe('since the first of them was sent'),
  endMs: MS.describe('since the first of them was sent'),
  outcome: z.string(),
  status: z.number().int().optional(),
  id: z.string().optional().describe('first `id` in the response'),
});

export const FindingSchema = z.object({
  label: z.string().optional().describe('what the probe tried'),
  expected: z.string(),
  actual: z.string(),
  where: z.string().optional(),
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
      assay: z.string().describe('the command that reproduces it'),
      shell: z
        .string()
        .optional()
        .describe(
          'a line of curl for each request that was judged together; absent for a single one, and where no line can',
        ),
    })
    .optional(),
});

export type Evidence = z.infer<typeof EvidenceSchema>;
export type SeriesEntry = z.infer<typeof SeriesEntrySchema>;
export type FindingRecord = z.infer<typeof FindingSchema>;
