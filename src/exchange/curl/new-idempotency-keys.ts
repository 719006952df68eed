import type { Exchange } from '../exchange.ts';
import { shellWord } from './shell-word.ts';

const HEADER = 'idempotency-key';
/** The number of characters of a key that are drawn again. */
const DRAWN = 12;
const DRAW = `run=$(LC_ALL=C tr -dc 0-9 < /dev/urandom | head -c ${DRAWN})`;

interface NewIdempotencyKeys {
  /** The line that draws the first characters of the keys; none where no key is drawn. */
  readonly definition: readonly string[];
  /** The word of a header that carries a drawn key. */
  readonly header: (name: string, value: string) => string | undefined;
}

/**
 * Idempotency keys of the same length that a gateway has not seen yet: it would return the stored
 * responses for those of the first run. Keys that would become equal stay as they were.
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

/** Whether a key begins like one of Assay's, and its other characters distinguish it. */
function isDrawable(key: string): boolean {
  return key.length >= 2 * DRAWN && /^[\w-]*$/.test(key.slice(0, DRAWN));
}
