import type { Alteration } from '../hooks.ts';

export const relayAsciiJson: Alteration = {
  id: 'relay-ascii-json',
  summary: 'The provider gets characters outside of ASCII as escapes.',
  needsUpstream: true,
  hooks: ({ providerBody }) => ({
    providerBody(...request) {
      const text = providerBody(...request).toString('utf8');
      return Buffer.from(text.replaceAll(/[^\0-\x7f]/g, escaped));
    },
  }),
};

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
