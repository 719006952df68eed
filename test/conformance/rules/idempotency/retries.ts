import type { Exchange } from '../../../../src/exchange/exchange.ts';
import { answer, type ExchangeFacts, event, stream } from '../exchanges.ts';

/** A chat completion as a good gateway answers it. */
export function chat(id: string, facts: ExchangeFacts = {}, content = 'Hello.'): Exchange {
  const message = { role: 'assistant', content };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  return answer(
    { id, object: 'chat.completion', created: 1_760_000_000, model: 'm', choices, usage: {} },
    facts,
  );
}

/** A chat stream of one chunk, as a good gateway answers it. */
export function chatStream(id: string, facts: ExchangeFacts = {}, content = 'Hello.'): Exchange {
  return stream([event(chunk(id, { content })), event(chunk(id, {}, 'stop')), DONE], facts);
}

/** A chat stream that says that it failed. */
export function failedStream(id: string, facts: ExchangeFacts = {}): Exchange {
  return stream([event(chunk(id, { content: 'Hel' })), event({ error: { message: 'no' } })], facts);
}

const DONE = event('[DONE]');

function chunk(id: string, delta: object, finish: string | null = null): object {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return { id, object: 'chat.completion.chunk', created: 1_760_000_000, model: 'm', choices };
}

/** A responses stream of one delta. */
export function responseStream(id: string, facts: ExchangeFacts = {}, delta = 'Hello.'): Exchange {
  const response = { id, object: 'response', status: 'in_progress' };
  return stream(
    [
      event({ type: 'response.created', sequence_number: 0, response }),
      event({ type: 'response.output_text.delta', sequence_number: 1, delta }),
      event({
        type: 'response.completed',
        sequence_number: 2,
        response: { ...response, status: 'completed' },
      }),
    ],
    { operation: 'responses', ...facts },
  );
}

/** A refusal, or a failure, with this status. */
export function refused(status: number, facts: ExchangeFacts = {}): Exchange {
  const error = { message: 'No.', type: 'some_error', param: null, code: null };
  return answer({ error }, { status, ...facts });
}

/** A request that never came to an answer. */
export function unanswered(facts: ExchangeFacts = {}): Exchange {
  return answer('', { outcome: 'timed-out', unanswered: true, ...facts });
}

/** What was sent with this Idempotency-Key. */
export function withKey(key: string): Pick<ExchangeFacts, 'request'> {
  return { request: { headers: [['idempotency-key', key]] } };
}
