import type { Exchange } from '../../exchange/exchange.ts';
import { ownTexts } from './own-texts.ts';

/** A text that the gateway shows and that no caller should see. */
interface Leak {
  readonly found: string;
  /** Such as `header x-route`. */
  readonly where: string;
}

/**
 * The first match of a pattern in what the gateway wrote itself, except for what the caller sent.
 * @param isExempt whether a text at this place may show a match
 */
export function leakIn(
  exchange: Exchange,
  pattern: RegExp,
  isExempt: (where: string, found: string) => boolean = () => false,
): Leak | undefined {
  for (const [where, text] of ownTexts(exchange)) {
    for (const [found] of text.matchAll(pattern)) {
      if (!isExempt(where, found) && !wasSent(exchange, found)) return { found, where };
    }
  }
  return undefined;
}

function wasSent({ request: { body, headers, url } }: Exchange, text: string): boolean {
  const sent = body.kind === 'text' ? body.text : '';
  return (
    sent.includes(text) || url.includes(text) || headers.some(([, value]) => value.includes(text))
  );
}
