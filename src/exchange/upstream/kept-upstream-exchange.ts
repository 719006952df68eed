import { LIMITS } from '../../input/limits.ts';
import type { UpstreamExchange } from './upstream-exchange.ts';

/** A report shows fewer. */
const WRITES_KEPT = 128;

/** The exchange as it is kept when it has been judged: with the beginnings of large bodies. */
export function keptUpstreamExchange(exchange: UpstreamExchange): UpstreamExchange {
  const { request, answer } = exchange;
  const { text } = answer;
  return {
    ...exchange,
    request: { ...request, body: beginningOf(request.body) },
    answer: {
      ...answer,
      body: beginningOf(answer.body),
      writes: answer.writes.slice(0, WRITES_KEPT),
      tokens: answer.tokens.slice(0, WRITES_KEPT),
      // A slice would keep the whole text in memory.
      ...(text !== undefined && {
        text: text.slice(0, LIMITS.keptBodyBytes.value),
      }),
    },
  };
}

function beginningOf(body: Uint8Array): Uint8Array {
  return body.slice(0, LIMITS.keptBodyBytes.value);
}
