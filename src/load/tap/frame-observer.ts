import type { Exchange } from '../../exchange/exchange.ts';
import type { Dropped, End, GroupEnd, Health, Hello, TapFrame } from './tap-frame.ts';

/**
 * Receives the frames of a load run, decoded: for judging, measuring, progress. Calls are synchronous
 * and in the order of the frames; while one runs, the tap waits.
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
export function notify(observer: FrameObserver, frame: TapFrame): void {
  if (frame.type === 'exchange') observer.exchange?.(frame.exchange);
  else if (frame.type === 'group-end') observer.groupEnd?.(frame.groupEnd);
  else if (frame.type === 'health') observer.health?.(frame.health);
  else if (frame.type === 'dropped') observer.dropped?.(frame.dropped);
  else if (frame.type === 'hello') observer.hello?.(frame.hello);
  else if (frame.type === 'end') observer.end?.(frame.end);
}
