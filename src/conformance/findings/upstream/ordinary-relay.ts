import { describeOutcome } from '../../../answers/narrow.ts';
import { isSuccess } from '../../../exchange/exchange.ts';
import type { Relay } from '../../evidence.ts';
import { need } from '../../rule.ts';

/**
 * A gateway that refuses the request whatever the upstream answers shows nothing of how it handles an
 * unusual answer. A relay of an ordinary upstream is one that was refused: see `afterPlain`.
 */
export function needOrdinaryRelay({ exchanges: [exchange], upstream }: Relay): void {
  if (exchange === undefined || upstream.some(({ failure }) => failure !== undefined)) return;
  need(
    isSuccess(exchange.answer),
    `an answer that the gateway relays when nothing is unusual: ${describeOutcome(exchange)}`,
    `${exchange.operation}-accepted`,
  );
}
