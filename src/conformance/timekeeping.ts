import type { Exchange } from '../exchange/exchange.ts';
import { greatest, least } from '../input/order-statistics.ts';
import type { Series } from './evidence.ts';

/** Knows when the sender itself was stalled: times measured then prove nothing. */
export interface Timekeeping {
  /**
   * Reports whether times in this span can be trusted: now, or once it is known.
   * @param bytes held until then
   */
  when(span: Span, bytes: number, tell: (kept: boolean) => void): void;
}

/** In ms since the origin of the run. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** From the first send to the last end of what a finding is made of. */
export function spanOf(piece: Exchange | Series): Span {
  const exchanges = exchangesIn(piece);
  return {
    fromMs: least(exchanges.map(({ timing }) => timing.sendMs)),
    toMs: greatest(exchanges.map(({ timing }) => timing.endMs)),
  };
}

export function bytesOf(piece: Exchange | Series): number {
  return exchangesIn(piece).reduce((sum, { answer }) => sum + (answer?.body?.byteLength ?? 0), 0);
}

function exchangesIn(piece: Exchange | Series): readonly Exchange[] {
  return 'exchanges' in piece ? piece.exchanges : [piece];
}
