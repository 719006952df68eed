import type { Body } from '../fields.ts';
import type { Alteration } from '../hooks.ts';

export const idemSpellingSecondEffect: Alteration = {
  id: 'idem-spelling-second-effect',
  summary: 'The same JSON in another spelling gives a second result.',
  hooks({ parseJson, nameRecord, fingerprintBody }) {
    const spellings = new Map<string, string>();
    const texts = new WeakMap<Body, string>();
    return {
      parseJson(bytes) {
        const body = parseJson(bytes);
        texts.set(body, bytes.toString());
        return body;
      },
      fingerprintBody(body) {
        const fingerprint = fingerprintBody(body);
        spellings.set(fingerprint, texts.get(body) ?? '');
        return fingerprint;
      },
      nameRecord(retryable) {
        const name = nameRecord(retryable);
        return name && `${name} ${spellings.get(retryable.fingerprint)}`;
      },
    };
  },
};
