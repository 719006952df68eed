import { expect, test } from 'vitest';
import { certificate } from '../../reference-server/http/certificate.ts';
import { readTls } from '../../src/target/read-tls.ts';
import { folderOfTest, writerIn } from '../support/test-folder.ts';

test('tls: files are found from the folder of the configuration', async () => {
  const folder = await folderOfTest('tls');
  const write = writerIn(folder);
  const [authority, client] = [certificate('self-signed'), certificate('self-signed')];
  await write('ca.pem', `A comment.\n${authority.cert}${client.cert}`);
  await write('own.pem', client.cert);
  await write('own.key', client.key);
  const written = { ca: 'ca.pem', cert: 'own.pem', key: 'own.key', serverName: 'gateway.example' };
  expect(readTls(written, folder)).toEqual({
    ca: expect.stringContaining(authority.cert),
    ...client,
    serverName: 'gateway.example',
  });
});

test.each([
  [
    { ca: 'none.pem' },
    /^Cannot read tls\.ca: \S+none\.pem \(ENOENT\)\. Check its path, which begins/,
  ],
  [{ ca: 'text' }, /^tls\.ca is not a certificate in PEM: \S+text\. Name another file\.$/],
  [{ ca: 'cut.pem' }, /^tls\.ca is not a certificate in PEM/],
  [{ cert: 'own.pem', key: 'text' }, /^tls\.key is not a private key without a passphrase in PEM/],
  [{ cert: 'own.pem' }, /^tls\.cert and tls\.key belong together/],
  [
    { cert: 'own.pem', key: 'other.key' },
    /^tls\.key is not the key of the certificate in tls\.cert/,
  ],
])('tls: %j is refused without the contents of a file', async (files, sentence) => {
  const folder = await folderOfTest('tls');
  const write = writerIn(folder);
  const [own, other] = [certificate('self-signed'), certificate('self-signed')];
  await write('text', 'secret words');
  await write('own.pem', own.cert);
  await write('cut.pem', own.cert.replace(/\n[^-]{64}\n/, '\nAAAA\n'));
  await write('other.key', other.key);
  const reading = () => readTls(files, folder);
  expect(reading).toThrow(sentence);
  expect(reading).not.toThrow(/secret|BEGIN/);
});
