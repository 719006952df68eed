import type { KeyCarriage } from '../../exchange/exchange.ts';
import type { Expectations } from '../expectations.ts';

type KeyExpectations = Pick<Expectations, 'keyHeader' | 'keyScheme'>;

/** How a target takes its key; null where it takes none. */
export function keyCarriage({ keyHeader, keyScheme }: KeyExpectations): KeyCarriage | null {
  if (keyHeader === null) return null;
  return { header: keyHeader, scheme: keyScheme ?? (keyHeader === BEARER.header ? 'Bearer' : '') };
}

/** As the interface states it. */
const BEARER = { header: 'authorization', scheme: 'Bearer' } as const;

export function isBearer(carriage: KeyCarriage | null): boolean {
  return carriage?.header === BEARER.header && carriage.scheme.toLowerCase() === 'bearer';
}

/** What rules about Bearer need; another form of the key is as good. */
export const BEARER_KEY =
  'a bearer token as key: keyHeader or keyScheme of the profile sets another form';

/** The whole value of the header that carries a key. */
export function keyValue(carriage: KeyCarriage | null, key: string): string {
  const scheme = carriage?.scheme ?? '';
  return scheme === '' ? key : `${scheme} ${key}`;
}
