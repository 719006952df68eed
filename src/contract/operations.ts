/**
 * The seven operations of the interface (§Endpoints), by the names that probes,
 * scenarios, rules and reports use.
 */
export const OPERATIONS = {
  chat: { method: 'POST', path: '/chat/completions', billable: true, streams: true },
  responses: { method: 'POST', path: '/responses', billable: true, streams: true },
  images: { method: 'POST', path: '/images/generations', billable: true, streams: false },
  transcription: { method: 'POST', path: '/audio/transcriptions', billable: true, streams: false },
  'video-create': { method: 'POST', path: '/videos', billable: true, streams: false },
  'video-read': { method: 'GET', path: '/videos/{id}', billable: false, streams: false },
  'video-cancel': { method: 'DELETE', path: '/videos/{id}', billable: false, streams: false },
} as const satisfies Record<string, OperationFacts>;

interface OperationFacts {
  readonly method: 'POST' | 'GET' | 'DELETE';
  /** Appended to the target's base address; `{id}` is a video job's id. */
  readonly path: string;
  /** Takes an Idempotency-Key. Which POSTs are billable is not shown: all five are assumed. */
  readonly billable: boolean;
  /** Can answer as one body or as a stream (interface §Endpoints, rule 1). */
  readonly streams: boolean;
}

export type Operation = keyof typeof OPERATIONS;

export const OPERATION_NAMES = Object.keys(OPERATIONS).filter(isOperation);

export function isOperation(name: string): name is Operation {
  return Object.hasOwn(OPERATIONS, name);
}
