import { z } from 'zod';

const MS = z.number().describe('ms since the first of the requests was sent');

/** A request of the gateway to its provider, shortened and without keys. */
export const UpstreamEvidenceSchema = z.object({
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
  receivedMs: MS,
  endMs: MS,
  disconnectedMs: MS.optional().describe('when the gateway disconnected'),
});

/** One moment at one of both ends. */
export const MomentSchema = z.object({
  atMs: MS,
  end: z.enum(['caller', 'upstream']),
  what: z.string(),
});

export type UpstreamEvidence = z.infer<typeof UpstreamEvidenceSchema>;
export type Moment = z.infer<typeof MomentSchema>;
