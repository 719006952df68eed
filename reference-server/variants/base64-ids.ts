import { randomBytes } from 'node:crypto';
import type { Alteration } from '../hooks.ts';

/** With these lengths a base64 text ends with two equals signs, one, and none. */
const LENGTHS = [148, 149, 150];

/** In base64 the first characters are + and /, which a URL treats specially. */
const BEGINNING = 0xfb_ff;

export const base64Ids: Alteration = {
  id: 'base64-ids',
  summary: 'Ids are 200 characters of base64, with +, / and =.',
  hooks() {
    let made = 0;
    return {
      newId() {
        const bytes = randomBytes(LENGTHS[made++ % LENGTHS.length] ?? 150);
        bytes.writeUInt16BE(BEGINNING, 0);
        return bytes.toString('base64');
      },
    };
  },
};
