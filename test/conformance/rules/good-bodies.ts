import type { Operation } from '../../../src/contract/operations.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import { completion } from './chat/completions.ts';
import { answer, type ExchangeFacts } from './exchanges.ts';
import { PNG_ITEM } from './images/drawn.ts';
import { response } from './responses/bodies.ts';
import { JOB } from './video/jobs.ts';

const SENT = { model: 'some-model' };

const BODIES: Readonly<Record<Operation, object>> = {
  chat: completion(),
  responses: response(),
  images: { created: 1_760_000_000, data: [PNG_ITEM], usage: {} },
  transcription: { text: 'Hello.', usage: {} },
  'video-create': JOB,
  'video-read': JOB,
  'video-cancel': { ...JOB, status: 'cancelled' },
};

/** The answer of a good gateway to an operation, with these members in place of its own. */
export function good(operation: Operation, edit: object = {}, facts: ExchangeFacts = {}): Exchange {
  return answer({ ...BODIES[operation], ...edit }, { operation, sent: SENT, ...facts });
}
