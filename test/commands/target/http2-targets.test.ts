import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { certificate } from '../../../reference-server/http/certificate.ts';
import { assay } from '../../support/assay-in-process.ts';
import { http2Server } from '../../support/network/http2-server.ts';
import { tlsFront } from '../../support/network/tls-front.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { serveInTest } from '../../support/tcp-server.ts';
import { folderOfTest, writerIn } from '../../support/test-folder.ts';

const env = { ASSAY_API_KEY: 'test_live_0123456789abcdef' };

async function doctor(target: string, settings = '') {
  const folder = await folderOfTest('http2');
  const config = await writerIn(folder)(
    'assay.yaml',
    `target: ${target}\nhttp2: true\n${settings}`,
  );
  return await assay(['doctor', '--config', config], { env });
}

test.each(['http', 'https'])(
  'HTTP/2: an %s target that speaks HTTP/1.1 alone is named, with exit code 2',
  async (scheme) => {
    const { address } = await startReference();
    const authority = certificate('self-signed');
    const write = writerIn(await folderOfTest('http2-ca'));
    const ca = await write('ca.pem', authority.cert);
    const target = scheme === 'http' ? address : await tlsFront(address, authority);
    const { code, stdout } = await doctor(target, `tls: {ca: ${ca}}\n`);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      `The target speaks HTTP/1.1, and no HTTP/2 by ${scheme === 'http' ? 'prior knowledge' : 'ALPN'}: ${target}. Turn HTTP/2 on there, or remove --http2`,
    );
    expect(code).toBe(2);
  },
);

const SETTINGS = Buffer.from('000000040000000000', 'hex');
/** ENHANCE_YOUR_CALM, with no stream before. */
const GOAWAY = Buffer.from('000008070000000000000000000000000b', 'hex');

test.each<[string, string, (socket: Socket) => unknown]>([
  ['other bytes', 'not HTTP/2', (socket) => socket.write('220 mail.example ready\r\n'.repeat(9))],
  [
    'GOAWAY at once',
    'the target sent GOAWAY: ENHANCE_YOUR_CALM',
    (socket) => socket.write(Buffer.concat([SETTINGS, GOAWAY])),
  ],
  ['its end after SETTINGS', 'closed by the other side', (socket) => socket.end(SETTINGS)],
])('HTTP/2: %s is reported in a sentence, with exit code 2', async (_, words, serve) => {
  const { origin } = await serveInTest(serve);
  const { code, stdout, stderr } = await doctor(origin);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    `Target closed the connection without a response: ${origin} (${words}).`,
  );
  expect([code, stderr]).toEqual([2, '']);
});

test('HTTP/2: a target that answers over it is reached, and the first line and the report say so', async () => {
  const { origin } = await http2Server((stream) => {
    stream.respond({ ':status': 401, 'content-type': 'application/json' });
    stream.end('{}');
  });
  const { stderr } = await assay(['conform', '--http2', '--target', origin], { env });
  expect(stderr).toContain(`HTTP/2, for the requests to ${origin}\n`);
  expect(stderr).toContain(`Target refused the API key: ${origin} returned 401.`);
});
