import type { Exchange, RequestBody } from '../../../../src/exchange/exchange.ts';
import { answer, type ExchangeFacts } from '../exchanges.ts';

export const SHA_256 = 'c0ffee00'.repeat(8);

/** What was sent: a model, further fields, and one file with the digest above. */
export function form(
  model: string,
  fields: readonly (readonly [name: string, value: string])[] = [],
): RequestBody {
  const file = { field: 'file', filename: 'tone.wav', sizeBytes: 16_044, sha256: SHA_256 };
  return {
    kind: 'multipart',
    fields: [['model', model], ...fields],
    files: [file],
    sizeBytes: 16_400,
  };
}

/** A transcript as a good gateway answers it. */
export function heard(text: string, facts: ExchangeFacts = {}): Exchange {
  return answer({ text, usage: {} }, { operation: 'transcription', ...facts });
}

/** A refusal, or a failure, with this status. */
export function notHeard(status: number): Exchange {
  const error = { message: 'No.', type: 'some_error', param: 'file', code: null };
  return answer({ error }, { operation: 'transcription', status });
}

/** A request that came to no answer. */
export function unheard(outcome: 'timed-out' | 'reset' | 'refused'): Exchange {
  return answer('', { operation: 'transcription', outcome, unanswered: true });
}
