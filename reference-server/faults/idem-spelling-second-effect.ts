import type { Alteration } from '../hooks.ts';
import type { Body } from '../http/fields.ts';

export const idemSpellingSecondEffect: Alteration = {
  id: 'idem-spelling-second-effect',
  summary: 'The same JSON in another spelling creates a second result.',
  hooks({ parseJson, nameRecord, fingerprintBody }) {
    const firsts = new Map<string, string>();
    const latest = new Map<string, string>();
    const texts = new WeakMap<Body, string>();
    return {
      parseJson(bytes) {
        const body = parseJson(bytes);
        texts.set(body, bytes.toString());
        return body;
      },
      fingerprintBody(body) {
        const fingerprint = fingerprintBody(body);
        const text = texts.get(body) ?? '';
        latest.set(fingerprint, text);
        if (!firsts.has(fingerprint)) firsts.set(fingerprint, text);
        return fingerprint;
      },
      nameRecord(retryable) {
        const name = nameRecord(retryable);
        const text = latest.get(retryable.fingerprint);
        return name && (text === firsts.get(retryable.fingerprint) ? name : `${name} ${text}`);
      },
    };
  },
};
