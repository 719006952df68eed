import { keptExchange } from '../exchange/kept-exchange.ts';
import type { Finding } from './rule.ts';

/** A report shows fewer characters of a value. */
const VALUE_CHARACTERS = 4096;

/** The finding as it is kept, with the beginning of a large value and of a large body. */
export function keptFinding({ actual, exchange, ...finding }: Finding): Finding {
  return {
    ...finding,
    actual: keptValue(actual),
    ...(exchange && { exchange: keptExchange(exchange) }),
  };
}

/** The value, or the beginning of its JSON text if that is large; `absent` for a missing member. */
function keptValue(actual: unknown): unknown {
  if (actual === undefined) return 'absent';
  if (typeof actual === 'string') return actual.slice(0, VALUE_CHARACTERS);
  const text = jsonOf(actual);
  if (text === undefined || text.length <= VALUE_CHARACTERS) return actual;
  return text.slice(0, VALUE_CHARACTERS);
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
