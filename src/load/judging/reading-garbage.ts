import { getHeapStatistics } from 'node:v8';
import type { Exchange } from '../../exchange/exchange.ts';
import { Garbage } from '../../exchange/garbage.ts';
import { LIMITS } from '../../input/limits.ts';

/**
 * Runs the garbage collector for what large bodies were read as: a parsed JSON text takes up to
 * thirty times its size, and without it some 500 MB pile up before V8 collects them.
 */
export class ReadingGarbage {
  readonly #garbage = new Garbage('major');

  /** Call before the bodies are read; undefined when all of them are small. */
  startReading(exchanges: readonly Exchange[]): { readonly end: () => void } | undefined {
    let bytes = 0;
    for (const { answer } of exchanges) bytes += answer?.body?.length ?? 0;
    if (bytes <= LIMITS.keptBodyBytes.value) return undefined;
    const before = heapBytes();
    return { end: () => this.#garbage.add(Math.max(bytes, heapBytes() - before)) };
  }
}

function heapBytes(): number {
  return getHeapStatistics().used_heap_size;
}
