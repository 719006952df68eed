import type { Exchange, Group, Outcome, Timing } from '../../src/exchange/exchange.ts';

interface Wish {
  readonly operation?: Exchange['operation'];
  readonly status?: number;
  readonly outcome?: Outcome;
  readonly group?: Group;
  readonly timing?: Partial<Timing>;
  readonly contentType?: string;
  /** The JSON text of the request. */
  readonly asked?: string;
}

/** An exchange of 100 ms with scheduled start 0, with the changes that a test wishes. */
export function exchange(wish: Wish = {}): Exchange {
  const outcome = wish.outcome ?? 'answered';
  const answer = {
    status: wish.status ?? 200,
    headers: [['content-type', wish.contentType ?? 'application/json']] as const,
    sizeBytes: 2,
    reads: [],
  };
  return {
    id: 1,
    operation: wish.operation ?? 'chat',
    sender: 'test',
    ...(wish.group && { group: wish.group }),
    attempt: 1,
    request: {
      method: 'POST',
      url: 'http://127.0.0.1/chat/completions',
      headers: [],
      credential: 'first',
      body:
        wish.asked === undefined
          ? { kind: 'none' }
          : { kind: 'text', text: wish.asked, sizeBytes: wish.asked.length },
    },
    timing: { intendedMs: 0, sendMs: 0, endMs: 100, ...wish.timing },
    outcome,
    ...(outcome === 'answered' && { answer }),
  };
}
