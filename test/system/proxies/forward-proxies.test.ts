import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { certificate } from '../../../reference-server/http/certificate.ts';
import { tlsFront } from '../../support/network/tls-front.ts';
import { startReference } from '../../support/reference-gateway.ts';
import { folderOfTest, reportIn, writerIn } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';
import { PASSWORD, startForwardProxy, USER } from './forward-proxy.ts';

const run = promisify(execFile);
const VERSION = { squid: '-v', tinyproxy: '-v' } as const;
const CREDENTIALS = Buffer.from(`${USER}:${PASSWORD}`).toString('base64');

describe.each(['squid', 'tinyproxy'] as const)('forward proxy', (name) => {
  beforeEach(async ({ skip }) => {
    const missing = await run(name, [VERSION[name]]).then(
      () => undefined,
      () => `${name} is not installed.`,
    );
    if (missing !== undefined) skip(missing);
  });

  test.each(['http', 'https'])(
    `${name}: conform and load reach an %s target through it`,
    async (scheme) => {
      const gateway = await startReference({ ttftMs: 5, itlMs: 1 });
      const folder = await folderOfTest('forward');
      const write = writerIn(folder);
      const authority = certificate('self-signed');
      const target =
        scheme === 'http' ? gateway.address : await tlsFront(gateway.address, authority);
      const host = await startForwardProxy(name);
      await write(
        'assay.yaml',
        `target: ${target}\nproxy: http://${USER}:\${PROXY_PASSWORD}@${host}\n`,
      );
      const trusted = await write('ca.pem', authority.cert);
      const env = {
        ...gateway.env,
        PROXY_PASSWORD: PASSWORD,
        NODE_EXTRA_CA_CERTS: trusted,
        SSL_CERT_FILE: trusted,
      };
      const options = { env, cwd: folder };
      const conform = await assay('conform --area transport --out conform'.split(' '), options);
      expect(conform).toMatchObject({ code: 0 });
      const { rules, target: facts } = await reportIn(join(folder, 'conform'));
      const unjudged = rules.filter(({ reason }) =>
        reason?.startsWith('needs a connection to the target: '),
      );
      expect(unjudged.length > 0).toBe(scheme === 'http');
      expect(facts.note).toContain(`the proxy http://${host}`);
      const processes: string[] = [];
      const watching = setInterval(() => {
        void commandLines().then((all) => processes.push(...all));
      }, 200);
      const words = 'load --arrival-rate 15/s --duration 3s --record run.rec --out load'.split(' ');
      const load = await assay(words, options).finally(() => clearInterval(watching));
      expect(load).toMatchObject({ code: 0 });
      expect(load.stderr).toMatch(new RegExp(`^Proxy: http://${host} `));
      expect((await reportIn(join(folder, 'load'))).load?.exchanges).toBeGreaterThan(30);
      expect(processes.some((line) => line.includes('--no-usage-report'))).toBe(true);
      const files = ['conform/report.json', 'load/report.json', 'run.rec'];
      const written = await Promise.all(
        files.map((file) => readFile(join(folder, file), 'latin1')),
      );
      const printed = [conform, load].flatMap(({ stdout, stderr }) => [stdout, stderr]);
      const all = [...written, ...printed, ...processes];
      expect(all.filter((text) => text.includes(PASSWORD) || text.includes(CREDENTIALS))).toEqual(
        [],
      );
    },
  );

  test(`${name}: a load does not begin without its credentials`, async () => {
    const gateway = await startReference();
    const folder = await folderOfTest('forward');
    const host = await startForwardProxy(name);
    await writerIn(folder)('assay.yaml', `target: ${gateway.address}\nproxy: ${host}\n`);
    const { code, stderr } = await assay(['load', '--duration', '1s'], {
      env: gateway.env,
      cwd: folder,
    });
    expect(stderr).toContain(`The proxy asks for credentials: http://${host} (407).`);
    expect(code).toBe(3);
  });
});

/** What any user of this machine sees of the processes. */
async function commandLines(): Promise<readonly string[]> {
  const ids = (await readdir('/proc')).filter((id) => /^\d+$/.test(id));
  return Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'latin1').catch(() => '')));
}
