import { z } from 'zod';
import { INTEGER, MS, TEXT } from '../../measure/scalars.ts';

/** The version of the sheet's shape; raised when a field changes its meaning or goes. */
export const SHEET_VERSION = 2;

const BehaviourRecordSchema = z.object({
  id: TEXT,
  topic: TEXT,
  question: TEXT,
  silence: TEXT.describe('what the interface does not say'),
  answer: TEXT.nullable().describe('what was observed; null when nothing was'),
  reason: TEXT.optional().describe('why it was not observed'),
  evidence: z
    .array(
      z.object({
        exchange: INTEGER.describe('number of the request in its run'),
        observed: TEXT,
        summary: TEXT.describe('request and status, on one line'),
        excerpt: TEXT.describe('start of the response body; binary bodies are omitted'),
      }),
    )
    .describe('for each different observation, the first request that shows it'),
});

export const BehaviourSheetSchema = z.object({
  sheetVersion: z.literal(SHEET_VERSION),
  assayVersion: TEXT,
  startedAt: z.iso.datetime(),
  durationMs: MS,
  seed: INTEGER,
  target: z.object({ kind: TEXT, address: TEXT, note: TEXT.optional() }),
  profile: TEXT,
  exitCode: z.union([z.literal(0), z.literal(2), z.literal(3), z.literal(130)]),
  partial: z.boolean().describe('the run was cut short'),
  reasons: z.array(TEXT).describe('why it was cut short, a sentence each'),
  behaviours: z.array(BehaviourRecordSchema),
});

export type BehaviourRecord = z.infer<typeof BehaviourRecordSchema>;
export type BehaviourSheet = z.infer<typeof BehaviourSheetSchema>;
