import type { Exchange } from '../../exchange/exchange.ts';
import type { Dropped, End, GroupEnd, Health, Hello, TapFrame } from './tap-frame.ts';

/**
 * Whatever wants to know what a load run brings: judges, measures, progress. Calls come in the
 * order of the frames, synchronously; while one runs, the tap waits.
 */
export interface FrameObserver {
  hello?(hello: Hello): void;
  exchange?(exchange: Exchange): void;
  groupEnd?(groupEnd: GroupEnd): void;
  dropped?(dropped: Dropped): void;
  health?(health: Health): void;
  end?(end: End): void;
}

/** Hands one frame to an observer. */
export function tell(observer: FrameObserver, frame: TapFrame): void {
  if (frame.type === 'exchange') observer.exchange?.(frame.exchange);
  else if (frame.type === 'group-end') observer.groupEnd?.(frame.groupEnd);
  else if (frame.type === 'health') observer.health?.(frame.health);
  else if (frame.type === 'dropped') observer.dropped?.(frame.dropped);
  else if (frame.type === 'hello') observer.hello?.(frame.hello);
  else if (frame.type === 'end') observer.end?.(frame.end);
}
