import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { childrenOf } from '../support/child-processes.ts';
import { assay, type CommandOptions, type CommandRun } from '../support/run-assay.ts';

const KEYS = ['assay_live_key-of-one-tenant', 'assay_live_key-of-another'] as const;
const ENV = { ASSAY_API_KEY: KEYS[0], ASSAY_API_KEY_2: KEYS[1] };

/** Checks one rule about both ends, with reports in a folder of its own. */
async function conform(args: readonly string[], options: CommandOptions = {}): Promise<CommandRun> {
  const out = await mkdtemp(join(tmpdir(), 'assay-upstream-test-'));
  onTestFinished(() => rm(out, { recursive: true }));
  return assay(['conform', '--area', 'relay', '--no-thorough', '--out', out, ...args], options);
}

/** A gateway that makes its answers up, or relays to a provider. */
async function gateway(upstream?: string): Promise<string> {
  const server = createReferenceServer({ keys: KEYS, ...(upstream !== undefined && { upstream }) });
  const { address } = await server.listen();
  onTestFinished(() => server.close(0));
  return address;
}

async function takenPort(): Promise<{ port: number; free: () => Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const free = async () => {
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  onTestFinished(free);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a port');
  return { port: address.port, free };
}

describe('upstream: trouble', () => {
  test('upstream: a port that is in use ends the run in one sentence, with exit code 3', async () => {
    const { port } = await takenPort();
    const { code, stderr } = await conform(['--upstream', `127.0.0.1:${port}`]);
    expect(code).toBe(3);
    expect(stderr).toContain(
      `The upstream did not start: the port of 127.0.0.1:${port} is in use. Choose another one, or port 0 for any free port.\n`,
    );
  });

  test('upstream: a gateway that does not call it is reported after one request, with the remedy', async () => {
    const target = await gateway();
    const args = ['--target', target, '--profile', 'reference', '--upstream', '127.0.0.1:0'];
    const { code, stdout, stderr } = await conform([...args, '--json'], { env: ENV });
    expect(code, stderr).toBe(2);
    expect(stderr).toMatch(
      /The gateway did not call the upstream: http:\S+ answered a valid request to chat without a request to (http:\S+)\. Configure \1\/v1 as the base address of its provider, with any key\./,
    );
    const { rules } = JSON.parse(stdout);
    const verdicts = rules.map(({ verdict }: { verdict: string }) => verdict);
    expect(new Set(verdicts)).toEqual(new Set(['could-not-verify']));
  });

  test('upstream: a key of the gateway that comes back to a caller is in no report', async () => {
    const taken = await takenPort();
    const upstreamKey = 'sk-provider-5f3a9c2b7e1d0846';
    const server = createReferenceServer({
      keys: KEYS,
      faults: ['relay-leak-upstream-key'],
      upstream: `http://127.0.0.1:${taken.port}`,
      upstreamKey,
    });
    const { address } = await server.listen();
    onTestFinished(() => server.close(0));
    await taken.free();
    const flags = ['--target', address, '--profile', 'reference', '--json'];
    const upstream = ['--upstream', `127.0.0.1:${taken.port}`];
    const rule = ['--rule', 'relay-upstream-key-withheld'];
    const { code, stdout, stderr } = await conform([...flags, ...upstream, ...rule], { env: ENV });
    expect(code, stderr).toBe(1);
    expect(stdout).toContain('[upstream key]');
    expect(stdout).not.toContain(upstreamKey);
  });

  test('upstream: an address that other machines can reach is reported', async () => {
    const { code, stderr } = await conform(
      ['--upstream', '0.0.0.0:0', '--rule', 'relay-usage-unchanged'],
      {},
    );
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(
      'The upstream can be reached from other machines: it listens on 0.0.0.0',
    );
  });

  test('upstream: one that is killed during a run leaves a partial report with the reason', async () => {
    let isKilled = false;
    const { code, stdout } = await conform(['--upstream', '127.0.0.1:0', '--json'], {
      onStderr: (text, _signal, pid) => {
        if (isKilled || pid === undefined || !text.includes('Conformance: ')) return;
        isKilled = true;
        void killUpstream(pid);
      },
    });
    const report = JSON.parse(stdout);
    expect({ code, partial: report.partial }).toEqual({ code: 2, partial: true });
    expect(report.reasons.join('\n')).toContain('The upstream is gone: it ended with SIGKILL.');
  });
});

async function killUpstream(assayPid: number): Promise<void> {
  const [upstream] = (await childrenOf(assayPid)).filter(({ kind }) => kind === 'other');
  if (upstream !== undefined) process.kill(upstream.pid, 'SIGKILL');
}
