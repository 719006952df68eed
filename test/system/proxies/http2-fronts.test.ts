import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test } from 'vitest';
import { startReference } from '../../support/reference-gateway.ts';
import { folderOfTest, reportIn, writerIn } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';
import { startHttp2Front } from './http2-front.ts';

/** How each ends the connection for a header of 32 kB: the gateway behind it does not. */
const LONG_HEADER = { nginx: 'ENHANCE_YOUR_CALM', haproxy: 'INTERNAL_ERROR' } as const;

const run = promisify(execFile);

describe.each(['nginx', 'haproxy'] as const)('front of HTTP/2', (name) => {
  beforeEach(async ({ skip }) => {
    const missing = await run(name, ['-v']).then(
      () => undefined,
      () => `${name} is not installed.`,
    );
    if (missing !== undefined) skip(missing);
  });

  test(`HTTP/2: behind ${name} the reference gateway is judged by all rules but those of HTTP/1.1`, async () => {
    const gateway = await startReference({ ttftMs: 5, itlMs: 1 });
    const { target, ca } = await startHttp2Front(name, gateway.address);
    const folder = await folderOfTest('http2-front');
    const write = writerIn(folder);
    await write('ca.pem', ca);
    await write(
      'assay.yaml',
      `target: ${target}\nprofile: reference\nhttp2: true\ntls: {ca: ca.pem}\n`,
    );
    const { code, stderr } = await assay(['conform', '--no-thorough', '--yes', '--out', 'report'], {
      env: gateway.env,
      cwd: folder,
    });
    const { rules } = await reportIn(join(folder, 'report'));
    const withVerdict = (verdict: string) =>
      rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
    expect(withVerdict('fail'), stderr).toEqual([]);
    // On a busy machine a video job may end too early for some.
    const unverified = withVerdict('could-not-verify').filter((id) => !id.startsWith('video-'));
    expect(unverified).toEqual([]);
    expect(withVerdict('warn')).toEqual(['transport-http2-long-header']);
    const found = rules.flatMap(({ conformance }) => conformance?.examples ?? []);
    expect(found.map(({ actual }) => actual)).toEqual([
      `POST /chat/completions was reset (the target sent GOAWAY: ${LONG_HEADER[name]})`,
    ]);
    const unjudged = rules.filter(({ verdict }) => verdict === 'not-applicable');
    const others = unjudged.filter(({ id }) => !id.startsWith('video-'));
    const reasons = new Set(others.map(({ reason = '' }) => reason.split(/[,:]/)[0]));
    expect([...reasons].toSorted()).toEqual(['needs HTTP/1.1', 'needs the provider side']);
    expect([0, 2]).toContain(code);
  });

  test(`HTTP/2: every request of a load behind ${name} is answered and judged`, async () => {
    const gateway = await startReference({ ttftMs: 5, itlMs: 1 });
    const { target, ca } = await startHttp2Front(name, gateway.address);
    const folder = await folderOfTest('http2-front');
    const write = writerIn(folder);
    await write('ca.pem', ca);
    const settings = 'profile: reference\nhttp2: true\ntls: {ca: ca.pem}\n';
    await write('assay.yaml', `target: ${target}\n${settings}`);
    const words = 'load --arrival-rate 60/s --duration 5s --yes --out report'.split(' ');
    const { code, stderr } = await assay(words, { env: gateway.env, cwd: folder });
    // On a busy machine the load generator may be late, which makes a load inconclusive.
    expect([0, 2], stderr).toContain(code);
    const { load } = await reportIn(join(folder, 'report'));
    expect(load).toMatchObject({ judgedShare: 1, violations: [] });
    expect(load?.exchanges).toBeGreaterThan(250);
    // Each GOAWAY of nginx ends a connection.
    const [{ opened } = { opened: 0 }] = load?.connections ?? [];
    expect(opened).toBeGreaterThanOrEqual(name === 'nginx' ? 5 : 1);
  });
});
