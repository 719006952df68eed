import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findBehaviour } from '../../reference-server/hostile/find-behaviour.ts';
import { startHostileServer } from '../../reference-server/hostile/server.ts';
import { assay } from '../support/assay-in-process.ts';

test.each([
  [
    'tls-self-signed',
    'DEPTH_ZERO_SELF_SIGNED_CERT). Check its certificate. To trust the authority that signed it, set NODE_EXTRA_CA_CERTS and SSL_CERT_FILE to its file.',
  ],
  ['tls-plain-text', 'ERR_SSL_WRONG_VERSION_NUMBER). Check whether it uses http or https.'],
])('TLS: %s is reported with its code and its remedy, and exit code 2', async (name, words) => {
  const server = await startHostileServer(findBehaviour(name), { onStrayed: () => {} });
  onTestFinished(() => server.close());
  const out = await mkdtemp(join(tmpdir(), 'assay-tls-'));
  onTestFinished(() => rm(out, { recursive: true }));
  const { code, stderr } = await assay(['conform', '--target', server.address, '--out', out], {
    env: { ASSAY_API_KEY: 'k_live_1234567' },
  });
  expect(stderr).toContain(`TLS to the target failed: ${server.address} (${words}\n`);
  expect(code).toBe(2);
});
