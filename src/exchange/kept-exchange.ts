import { createHash } from 'node:crypto';
import { LIMITS } from '../input/limits.ts';
import type { Exchange, ExchangeAnswer } from './exchange.ts';

/** A report shows fewer reads of an answer. */
const READS_KEPT = 128;

const kept = new WeakMap<Exchange, Exchange>();

/**
 * The exchange as it is kept when it has been judged: with the beginning of a large body, and without
 * the times of its tokens. The same for the same exchange.
 */
export function keptExchange(exchange: Exchange): Exchange {
  const known = kept.get(exchange);
  if (known !== undefined) return known;
  const short = shortened(exchange);
  kept.set(exchange, short);
  kept.set(short, short);
  return short;
}

function shortened(exchange: Exchange): Exchange {
  const { answer, madeBy } = exchange;
  const made = madeBy && keptExchange(madeBy);
  const isLong = answer !== undefined && isLongAnswer(answer);
  if (!isLong) return made === madeBy ? exchange : { ...exchange, ...(made && { madeBy: made }) };
  const { tokensMs: _, ...timing } = exchange.timing;
  const { reads, ...beginning } = beginningOf(answer);
  return {
    ...exchange,
    timing,
    answer: { ...beginning, reads: reads.slice(0, READS_KEPT) },
    ...(made && { madeBy: made }),
  };
}

function isLongAnswer({ body, reads }: ExchangeAnswer): boolean {
  return (body?.length ?? 0) > LIMITS.keptBodyBytes.value || reads.length > READS_KEPT;
}

/** The answer with the beginning of a large body, in memory of its own, and the digest of all of it. */
export function beginningOf(answer: ExchangeAnswer): ExchangeAnswer {
  const { body, reads } = answer;
  if (body === undefined || body.length <= LIMITS.keptBodyBytes.value) return answer;
  return {
    ...answer,
    body: Uint8Array.prototype.slice.call(body, 0, LIMITS.keptBodyBytes.value),
    sha256: answer.sha256 ?? createHash('sha256').update(body).digest('hex'),
    reads: reads.slice(0, READS_KEPT),
  };
}
