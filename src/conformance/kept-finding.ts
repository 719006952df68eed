import { keptExchange } from '../exchange/kept-exchange.ts';
import type { Finding } from './rule.ts';

/** A report shows fewer characters of a value. */
const VALUE_CHARACTERS = 4096;

/** The finding as it is kept: what a gateway sent does not stay in memory because a part of it is shown. */
export function keptFinding({ actual, exchange, ...finding }: Finding): Finding {
  return {
    ...finding,
    actual: keptValue(actual),
    ...(exchange && { exchange: keptExchange(exchange) }),
  };
}

/** A copy of the value, or the beginning of its JSON text if that is large; `absent` for a missing member. */
function keptValue(actual: unknown): unknown {
  if (actual === undefined) return 'absent';
  if (typeof actual === 'string') return copyOf(actual.slice(0, VALUE_CHARACTERS));
  const text = jsonOf(actual);
  if (text === undefined || text.length <= VALUE_CHARACTERS) return actual;
  return copyOf(text.slice(0, VALUE_CHARACTERS));
}

/** A part of a string keeps the whole of it in memory, and so does an object that has such a part. */
function copyOf(text: string): string {
  return structuredClone(text);
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
