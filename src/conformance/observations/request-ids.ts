import type { Exchange } from '../../exchange/exchange.ts';
import { matchingHeaders } from './observation-words.ts';

const NAMES = /request-?id|trace|correlation|call-?id/;

/**
 * The headers of an answer that contain a request id, or `none`. A header that is empty, or the
 * same in all answers, does not identify a request.
 */
export function requestIdWords(exchange: Exchange, all: readonly Exchange[]): string {
  const headers = matchingHeaders(exchange, NAMES);
  const useless = headers.flatMap(([name, value]) => {
    if (value.trim() === '') return [`${name} is empty`];
    return isConstant(name, all) ? [`${name} never changes`] : [];
  });
  const said = new Set(useless.map((words) => words.split(' ', 1)[0]));
  const ids = headers.map(([name]) => name).filter((name) => !said.has(name));
  const found = ids.length === 0 ? 'none' : [...new Set(ids)].toSorted().join(', ');
  return useless.length === 0 ? found : `${found} (${useless.toSorted().join(', ')})`;
}

function isConstant(name: string, all: readonly Exchange[]): boolean {
  const values = all.flatMap(({ answer }) =>
    (answer?.headers ?? []).filter(([other]) => other === name).map(([, value]) => value),
  );
  return values.length > 1 && new Set(values).size === 1;
}
