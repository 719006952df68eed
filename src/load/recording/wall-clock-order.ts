import type { Recording } from './recording.ts';
import { RecordingReader } from './recording-reader.ts';

interface Entry {
  readonly reader: RecordingReader;
  /** Wall clock of its next frame. */
  atUnixMs: number;
}

/**
 * Reads several recordings in the order of the wall clock. A binary heap: with a hundred recordings, each
 * frame would otherwise be compared with a hundred others.
 */
export class WallClockOrder {
  /** Each entry comes before those at twice its place and one or two more. */
  readonly #heap: Entry[] = [];

  constructor(recordings: readonly Recording[]) {
    for (const [place, recording] of recordings.entries()) {
      const reader = new RecordingReader(recording, place, recordings.length === 1);
      const atUnixMs = reader.nextAtUnixMs;
      if (atUnixMs !== undefined) this.#heap.push({ reader, atUnixMs });
    }
    for (let place = this.#heap.length >> 1; place >= 0; place -= 1) this.#sink(place);
  }

  /**
   * The reader whose next frame was sent first, and of equal ones that of the first recording; undefined
   * at the end. Take its frame before the next call.
   */
  earliest(): RecordingReader | undefined {
    const [first] = this.#heap;
    if (first === undefined) return undefined;
    const atUnixMs = first.reader.nextAtUnixMs;
    if (atUnixMs === undefined) {
      this.#removeFirst();
      return this.#heap[0]?.reader;
    }
    first.atUnixMs = atUnixMs;
    this.#sink(0);
    return this.#heap[0]?.reader;
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink(0);
  }

  #sink(from: number): void {
    let place = from;
    for (;;) {
      const earlier = this.#earlierChild(place);
      const [entry, child] = [this.#heap[place], this.#heap[earlier]];
      if (entry === undefined || child === undefined || !isEarlier(child, entry)) return;
      this.#heap[place] = child;
      this.#heap[earlier] = entry;
      place = earlier;
    }
  }

  #earlierChild(place: number): number {
    const left = 2 * place + 1;
    const [a, b] = [this.#heap[left], this.#heap[left + 1]];
    return a !== undefined && b !== undefined && isEarlier(b, a) ? left + 1 : left;
  }
}

function isEarlier(a: Entry, b: Entry): boolean {
  return a.atUnixMs < b.atUnixMs || (a.atUnixMs === b.atUnixMs && a.reader.place < b.reader.place);
}
