import { contentDelta } from '../contract/content-delta.ts';
import type { Stream } from './narrow.ts';

/** How much of the text of a stream had arrived with one read. */
export interface TextArrival {
  /** Characters of the text so far, as in the length of a JavaScript string. */
  readonly characters: number;
  /** The read that brought the last of them. */
  readonly read: number;
  /** When it came, in ms since the request was sent. */
  readonly atMs: number;
}

/** How the text of a stream arrived: one entry for each event that adds to it. */
export function textArrivals({ exchange, events }: Stream): readonly TextArrival[] {
  let characters = 0;
  return events.flatMap(({ json, read, atMs }) => {
    const { length } = contentDelta(exchange.operation, json);
    characters += length;
    return length === 0 ? [] : [{ characters, read, atMs }];
  });
}
