import type { Exchange, Group, Outcome, Timing } from '../../src/exchange/exchange.ts';

interface Changes {
  readonly operation?: Exchange['operation'];
  readonly status?: number;
  readonly outcome?: Outcome;
  readonly group?: Group;
  readonly timing?: Partial<Timing>;
  readonly contentType?: string;
  /** The JSON text of the request. */
  readonly asked?: string;
}

/** An exchange of 100 ms with scheduled start 0, with the changes of a test. */
export function exchange(changes: Changes = {}): Exchange {
  const outcome = changes.outcome ?? 'answered';
  const answer = {
    status: changes.status ?? 200,
    headers: [['content-type', changes.contentType ?? 'application/json']] as const,
    sizeBytes: 2,
    reads: [],
  };
  return {
    id: 1,
    operation: changes.operation ?? 'chat',
    sender: 'test',
    ...(changes.group && { group: changes.group }),
    attempt: 1,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1/chat/completions',
      headers: [],
      credential: 'first',
      body:
        changes.asked === undefined
          ? { kind: 'none' }
          : { kind: 'text', text: changes.asked, sizeBytes: changes.asked.length },
    },
    timing: { intendedMs: 0, sendMs: 0, endMs: 100, ...changes.timing },
    outcome,
    ...(outcome === 'answered' && { answer }),
  };
}
