import type { Exchange } from '../exchange.ts';
import { shellWord } from './shell-word.ts';

const HEADER = 'idempotency-key';
/** How many characters of a key are drawn anew. */
const DRAWN = 12;
const DRAW = `run=$(LC_ALL=C tr -dc 0-9 < /dev/urandom | head -c ${DRAWN})`;

interface NewIdempotencyKeys {
  /** The line that draws what the keys begin with; none where no key is drawn. */
  readonly definition: readonly string[];
  /** The word of a header that carries a drawn key. */
  readonly header: (name: string, value: string) => string | undefined;
}

/**
 * Idempotency keys of the same length that a gateway has not seen yet: it would answer those of
 * the first run from memory. Keys that would become equal stay as they were.
 */
export function newIdempotencyKeys(exchanges: readonly Exchange[]): NewIdempotencyKeys {
  const keys = new Set(exchanges.flatMap(({ request }) => request.headers.flatMap(keyOf)));
  const ends = new Set([...keys].map((key) => key.slice(DRAWN)));
  const canDraw = keys.size > 0 && ends.size === keys.size && [...keys].every(isDrawable);
  if (!canDraw) return { definition: [], header: () => undefined };
  return {
    definition: [DRAW],
    header(name, value) {
      const [key] = keyOf([name, value]);
      const end = key === undefined ? undefined : shellWord(key.slice(DRAWN));
      return end && `"${name}: $run"${end}`;
    },
  };
}

function keyOf([name, value]: readonly [string, string]): readonly string[] {
  return name.toLowerCase() === HEADER ? [value] : [];
}

/** A key that begins like one of ours, and goes on long enough to be told from others. */
function isDrawable(key: string): boolean {
  return key.length >= 2 * DRAWN && /^[\w-]*$/.test(key.slice(0, DRAWN));
}
