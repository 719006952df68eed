import { randomInt } from 'node:crypto';
import type { Alteration } from '../hooks.ts';

const LEAST = 10 ** 14;
const MOST = 2 ** 47;

export const numericIds: Alteration = {
  id: 'numeric-ids',
  summary: 'Ids are strings of digits, without a prefix.',
  hooks: () => ({ newId: () => String(randomInt(LEAST, LEAST + MOST)) }),
};
