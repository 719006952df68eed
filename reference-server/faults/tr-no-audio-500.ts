import type { Alteration } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

export const trNoAudio500: Alteration = {
  id: 'tr-no-audio-500',
  summary: 'A file that does not begin like a WAV file returns 500.',
  hooks: ({ digestFile }) => ({
    digestFile() {
      const digest = digestFile();
      let start = Buffer.alloc(0);
      return {
        update(bytes) {
          if (start.length < 4) start = Buffer.concat([start, bytes.subarray(0, 4)]);
          digest.update(bytes);
        },
        hex() {
          if (start.length > 0 && !start.toString('latin1').startsWith('RIFF')) {
            throw Refusal.failed();
          }
          return digest.hex();
        },
      };
    },
  }),
};
