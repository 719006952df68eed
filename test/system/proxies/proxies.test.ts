import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { folderOfTest, reportIn } from '../../support/test-folder.ts';
import { assay } from '../support/run-assay.ts';
import { startProxy } from './proxy.ts';

/** Rules that a proxy without any knowledge of the API cannot keep, as docs/guides/gateways says. */
const EXPECTED = {
  fail: [
    'relay-bad-answer',
    'relay-concurrent-key-one-call',
    'relay-hop-headers',
    'relay-replay-makes-no-call',
    'relay-upstream-key-withheld',
  ],
  warn: ['relay-stale-connection', 'relay-upstream-401-masked'],
};

const run = promisify(execFile);

describe.each(['nginx', 'haproxy'] as const)('proxy', (name) => {
  beforeEach(async ({ skip }) => {
    const missing = await run(name, ['-v']).then(
      () => undefined,
      () => `${name} is not installed.`,
    );
    if (missing !== undefined) skip(missing);
  });

  test(`proxies: ${name} keeps every relay rule that a plain proxy can keep`, async () => {
    const proxy = await startProxy(name);
    onTestFinished(() => proxy.end());
    const out = await folderOfTest('proxies');
    const flags = [
      '--area',
      'relay',
      '--no-thorough',
      '--upstream',
      proxy.upstream,
      '--target',
      proxy.address,
    ];
    const { code, stderr } = await assay(['conform', ...flags, '--out', out], {
      env: { ASSAY_API_KEY: proxy.key },
    });
    expect(code, stderr).toBe(1);
    const report = await reportIn(out);
    const withVerdict = (verdict: string) =>
      report.rules
        .filter((rule) => rule.verdict === verdict)
        .map(({ id }) => id)
        .toSorted();
    const known: readonly string[] = [...EXPECTED.fail, ...EXPECTED.warn];
    const others = report.rules.filter(
      ({ id, verdict }) => verdict === 'fail' && !known.includes(id),
    );
    const why = JSON.stringify(others.map(({ conformance }) => conformance?.examples));
    expect({ fail: withVerdict('fail'), warn: withVerdict('warn') }, why).toEqual(EXPECTED);
    const unverified = report.rules.filter(({ verdict }) => verdict === 'could-not-verify');
    expect(unverified.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    expect(withVerdict('pass').length).toBeGreaterThan(10);
  });
});
