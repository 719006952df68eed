import type { ExchangeRequest } from '../exchange/exchange.ts';
import { member, parseJson } from './json.ts';

/** The model that a request names; undefined when it names none. */
export function requestedModel({ body }: Pick<ExchangeRequest, 'body'>): string | undefined {
  if (body.kind === 'multipart') return body.fields.find(([name]) => name === 'model')?.[1];
  if (body.kind === 'none') return undefined;
  const model = member(parseJson(body.text), 'model');
  return typeof model === 'string' ? model : undefined;
}
