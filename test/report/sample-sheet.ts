import type { BehaviourSheet } from '../../src/report/schema/sheet.ts';

/** A fabricated behaviour sheet with these answers, by the id of their question. */
export function sheetOf(answers: Readonly<Record<string, string | null>>): BehaviourSheet {
  return {
    sheetVersion: 2,
    assayVersion: '0.1.0',
    exitCode: 0,
    partial: false,
    reasons: [],
    startedAt: '2026-11-20T11:00:00.000Z',
    durationMs: 3000,
    seed: 1,
    target: { kind: 'remote', address: 'http://127.0.0.1:8080' },
    profile: 'default',
    behaviours: Object.entries(answers).map(([id, answer]) => ({
      id,
      topic: 'answers',
      question: `What about ${id}?`,
      silence: 'Not shown.',
      answer,
      evidence: [],
    })),
  };
}
