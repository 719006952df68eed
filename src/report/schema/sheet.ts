import { z } from 'zod';

/** The version of the sheet's shape; raised when a field changes its meaning or goes. */
export const SHEET_VERSION = 2;

const BehaviourRecordSchema = z.object({
  id: z.string(),
  topic: z.string(),
  question: z.string(),
  silence: z.string().describe('what the interface does not say'),
  answer: z.string().nullable().describe('what was observed; null when nothing was'),
  reason: z.string().optional().describe('why it was not observed'),
  evidence: z
    .array(
      z.object({
        exchange: z.number().int().describe('number of the request in its run'),
        observed: z.string(),
        summary: z.string().describe('request and status, on one line'),
        excerpt: z.string().describe('start of the response body; binary bodies are omitted'),
      }),
    )
    .describe('for each different observation, the first request that shows it'),
});

export const BehaviourSheetSchema = z.object({
  sheetVersion: z.literal(SHEET_VERSION),
  assayVersion: z.string(),
  startedAt: z.iso.datetime(),
  durationMs: z.number().describe('ms'),
  seed: z.number().int(),
  target: z.object({ kind: z.string(), address: z.string(), note: z.string().optional() }),
  profile: z.string(),
  exitCode: z.union([z.literal(0), z.literal(2), z.literal(3), z.literal(130)]),
  partial: z.boolean().describe('the run was cut short'),
  reasons: z.array(z.string()).describe('why it was cut short, a sentence each'),
  behaviours: z.array(BehaviourRecordSchema),
});

export type BehaviourRecord = z.infer<typeof BehaviourRecordSchema>;
export type BehaviourSheet = z.infer<typeof BehaviourSheetSchema>;
