import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { certificate, type Defect } from '../../../reference-server/http/certificate.ts';
import { certificateProblem } from '../../../src/commands/target/certificate-problem.ts';
import { NO_ACCESS } from '../../../src/exchange/access.ts';
import { assay } from '../../support/assay-in-process.ts';
import { tlsFront } from '../../support/network/tls-front.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { closedOrigin } from '../../support/tcp-server.ts';
import { folderOfTest, reportIn, writerIn } from '../../support/test-folder.ts';
import { freePort } from '../../system/support/free-port.ts';

const AUTHORITY = certificate('self-signed');
const CLIENT = certificate('self-signed', AUTHORITY);

/** Runs one rule at a gateway with this certificate, with `tls` of assay.yaml. */
async function conformAt(front: Parameters<typeof tlsFront>[1], tls: string) {
  const gateway = await startReference();
  const address = await tlsFront(gateway.address, front);
  const folder = await folderOfTest('certificates');
  const write = writerIn(folder);
  await write('ca.pem', AUTHORITY.cert);
  await write('own.pem', CLIENT.cert);
  await write('own.key', CLIENT.key);
  const file = await write('assay.yaml', `target: ${address}\n${tls}\n`);
  const out = join(folder, 'out');
  const words = ['conform', '--config', file, '--rule', 'chat-choices-shape', '--out', out];
  const run = await assay(words, { env: gateway.env });
  return { ...run, address, out };
}

const day = (fromNow: number) =>
  new Date(Date.now() + fromNow * 86_400_000).toISOString().slice(0, 10);
const TRUST =
  'To trust it, set tls.ca in the configuration, or NODE_EXTRA_CA_CERTS, to the file of its certificate.';

test.each<readonly [Defect, string, string]>([
  ['expired', 'tls: {ca: ca.pem}', `expired on ${day(-1)}: ADDRESS. Renew it.`],
  [
    'not-yet-valid',
    'tls: {ca: ca.pem}',
    `is not valid yet, only from ${day(1)}: ADDRESS. Check the clock`,
  ],
  [
    'for-another-name',
    'tls: {ca: ca.pem}',
    'is for another.example, and not for 127.0.0.1: ADDRESS. Check the address, or set tls.serverName to a name of the certificate.',
  ],
  [
    'self-signed',
    'tls: {ca: ca.pem, serverName: gateway.example}',
    'is for localhost, 127.0.0.1, 0:0:0:0:0:0:0:1, and not for gateway.example: ADDRESS.',
  ],
  ['self-signed', '', `is from an unknown authority: ADDRESS (CN=assay hostile). ${TRUST}`],
])('certificate: %s with %j is a sentence, and exit code 2', async (defect, tls, sentence) => {
  const { code, stderr, address } = await conformAt(certificate(defect, AUTHORITY), tls);
  expect(stderr).toContain(`The certificate of the target ${sentence.replace('ADDRESS', address)}`);
  expect(code).toBe(2);
});

test.each([
  ['TLSv1.2', 'refused the handshake of TLS'],
  ['TLSv1.3', 'requires a client certificate'],
] as const)('certificate: a client needs its own with %s', async (version, problem) => {
  const front = {
    ...certificate('self-signed', AUTHORITY),
    ca: AUTHORITY.cert,
    requestCert: true,
    minVersion: version,
    maxVersion: version,
  };
  const without = await conformAt(front, 'tls: {ca: ca.pem}');
  expect(without.stderr).toContain(`The target ${problem}: ${without.address} (`);
  expect(without.code).toBe(2);
  const known = await conformAt(front, 'tls: {ca: ca.pem, cert: own.pem, key: own.key}');
  expect(known).toMatchObject({ code: 0 });
});

test('certificate: any is accepted with insecure, which the first line and the report say', async () => {
  const { code, stderr, address, out } = await conformAt(
    certificate('expired'),
    'tls: {insecure: true}',
  );
  expect(stderr.split('\n')[0]).toBe(
    `The certificate of ${address} is not verified (tls.insecure): anyone on the way can read the API key`,
  );
  expect((await reportIn(out)).target.note).toBe('The certificate of the target was not verified.');
  expect(code).toBe(0);
});

test.each([
  ['ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', 'The target refused the client certificate: ADDRESS (ERR'],
  [
    'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION',
    'The target has no version of TLS that Assay speaks: ADDRESS',
  ],
  ['CERT_REVOKED', 'TLS to the target failed: ADDRESS (CERT_REVOKED). Check its certificate,'],
])('certificate: %s in words', async (failure, sentence) => {
  const address = (await closedOrigin()).replace('http:', 'https:');
  const access = { ...NO_ACCESS, tls: CLIENT };
  const problem = await certificateProblem({ outcome: 'reset', failure }, { address, access });
  expect(problem).toContain(sentence.replace('ADDRESS', address));
});

test.each([
  [
    'https',
    '<center>No required SSL certificate was sent</center>',
    'requires a client certificate',
  ],
  [
    'http',
    '<center>The plain HTTP request was sent to HTTPS port</center>',
    'speaks TLS: http://g/v1. Use https://g/v1.',
  ],
])('certificate: what a server says with 400 over %s in words', async (scheme, page, words) => {
  const answer = {
    status: 400,
    headers: [],
    body: Buffer.from(page),
    sizeBytes: page.length,
    reads: [],
  };
  const target = { address: `${scheme}://g/v1`, access: NO_ACCESS };
  expect(await certificateProblem({ outcome: 'answered', answer }, target)).toContain(words);
});

test('certificate: watch takes one that tls accepts, and goes on when a client resets its connection', async () => {
  const gateway = await startReference();
  const address = await tlsFront(gateway.address, certificate('expired'));
  const folder = await folderOfTest('certificates');
  await writerIn(folder)('assay.yaml', `target: ${address}\ntls: {insecure: true}\n`);
  const port = await freePort();
  const watching = assay(`watch --port ${port} --for 3s --format text`, { cwd: folder });
  const answered = () => fetch(`http://127.0.0.1:${port}/v1/models`).then(({ status }) => status);
  await expect.poll(() => answered().catch(() => 0)).toBe(401);
  const client = connect(port, '127.0.0.1');
  client.write('POST /v1/models HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n');
  await sleep(200);
  client.resetAndDestroy();
  await sleep(200);
  expect(await answered()).toBe(401);
  expect((await watching).stderr).toContain(`The certificate of ${address} is not verified`);
});
