import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { startReference } from '../../support/reference-gateway.ts';
import { folderOfTest, reportIn } from '../../support/test-folder.ts';
import { freePort } from '../support/free-port.ts';
import { assay } from '../support/run-assay.ts';

/** A plan in this currency is shown, and what was spent is the number of videos. */
const PRICE_OF_A_VIDEO = 'prices: { currency: USD, video: 1 }\n';
const PLANNED = /^Plan: about (\d+) billable calls: .*; about (\d+)\.00 USD/m;

test.each(['without', 'with'])(
  'modest run %s an upstream: what the gateway executes is not more than the plan, and videos are at most 5',
  { timeout: 300_000 },
  async (upstream) => {
    const host = `127.0.0.1:${await freePort()}`;
    const relays = upstream === 'with';
    const gateway = await startReference(relays ? { upstream: `http://${host}` } : {});
    const folder = await folderOfTest('modest-run');
    const config = join(folder, 'assay.yaml');
    await writeFile(config, PRICE_OF_A_VIDEO);
    const where = ['--target', gateway.address, '--config', config, '--out', folder];
    const both = relays ? ['--upstream', host] : [];
    const run = await assay(['conform', '--no-thorough', '--yes', ...where, ...both], {
      env: gateway.env,
    });
    const [, calls, videos] = PLANNED.exec(run.stderr) ?? [];
    const headers = { authorization: `Bearer ${gateway.keys.first}` };
    const ledger = await fetch(`${gateway.address}/__effects`, { headers });
    const { effects } = z.object({ effects: z.number() }).parse(await ledger.json());
    const { spending } = await reportIn(folder);
    expect(effects).toBeGreaterThan(60);
    expect(effects).toBeLessThanOrEqual(Number(calls));
    expect(Number(calls)).toBeLessThanOrEqual(150);
    expect(spending?.spent).toBeLessThanOrEqual(Number(videos));
    expect(Number(videos)).toBeLessThanOrEqual(5);
  },
);
