import { expect, test } from 'vitest';
import { inheritedSettings } from '../../../src/load/engine/process.ts';

test.each([
  ['nothing', {}, {}],
  ['an empty authority', { NODE_EXTRA_CA_CERTS: '' }, {}],
  ['an authority for Node', { NODE_EXTRA_CA_CERTS: '/ca.pem' }, { SSL_CERT_FILE: '/ca.pem' }],
  [
    'an authority of its own',
    { NODE_EXTRA_CA_CERTS: '/ca.pem', SSL_CERT_FILE: '/own.pem' },
    { SSL_CERT_FILE: '/own.pem' },
  ],
  [
    'a key',
    { ASSAY_API_KEY: 'k', K6_OUT: 'json=x', PATH: '/bin' },
    { K6_OUT: 'json=x', PATH: '/bin' },
  ],
])('engine: it inherits what it needs of an environment with %s', (_, environment, inherited) => {
  expect(inheritedSettings(environment)).toEqual(inherited);
});
