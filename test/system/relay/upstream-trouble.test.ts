import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createReferenceServer } from '../../../reference-server/server.ts';
import { loopbackServer } from '../../support/loopback-server.ts';
import { childrenOf } from '../support/child-processes.ts';
import { freePort } from '../support/free-port.ts';
import { assay, type CommandOptions, type CommandRun } from '../support/run-assay.ts';

const KEYS = ['assay_live_key-of-one-tenant', 'assay_live_key-of-another'] as const;
const ENV = { ASSAY_API_KEY: KEYS[0], ASSAY_API_KEY_2: KEYS[1] };

/** Runs a command with reports in a folder of its own. */
async function run(args: readonly string[], options: CommandOptions = {}): Promise<CommandRun> {
  const out = await mkdtemp(join(tmpdir(), 'assay-upstream-test-'));
  try {
    return await assay([...args, '--out', out], options);
  } finally {
    await rm(out, { recursive: true });
  }
}

/** Checks rules about both ends. */
function conform(args: readonly string[], options: CommandOptions = {}): Promise<CommandRun> {
  return run(['conform', '--area', 'relay', '--no-thorough', ...args], options);
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
      /The gateway did not call the upstream: http:\S+ answered a valid request to chat without a request to (http:\S+)\. Configure \1\/v1 as the base address of its provider, with any key: docs\/guides\/gateways\/README\.md shows how\./,
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

  test('upstream: a gateway that changes the word of a prompt is reported', async () => {
    const target = await gatewayThat((body) => body.replaceAll(/n[0-9a-f]{8}/g, 'something'));
    const { code, stderr, stdout } = await conform([...target, '--json'], { env: ENV });
    expect(code, stderr).toBe(2);
    expect(stderr).toMatch(
      /The gateway changed the prompt: \S+ received a request without the word that identifies it, n[0-9a-f]{8}\. Turn off what rewrites prompts/,
    );
    const { rules } = JSON.parse(stdout);
    expect(new Set(rules.map(({ verdict }: Verdict) => verdict))).toEqual(
      new Set(['could-not-verify']),
    );
  });

  test('upstream: a gateway that answers from a cache of its own is reported', async () => {
    const cache = new Map<string, Promise<Answer>>();
    const target = await gatewayThat(undefined, (path, forward) => {
      const known = cache.get(path) ?? forward();
      cache.set(path, known);
      return known;
    });
    const { code, stderr } = await conform([...target, '--json'], { env: ENV });
    expect(code, stderr).toBe(2);
    expect(stderr).toMatch(
      /The gateway did not call the upstream for each request: .* which received others\. Turn off its cache/,
    );
  });

  test('upstream: under load too, a gateway that does not call it is reported before the load', async () => {
    const target = await gateway();
    const flags = ['--target', target, '--profile', 'reference', '--upstream', '127.0.0.1:0'];
    const { code, stderr } = await run(['load', ...flags, '--duration', '1s'], { env: ENV });
    expect(code, stderr).toBe(2);
    expect(stderr.indexOf('did not call the upstream')).toBeGreaterThan(0);
    expect(stderr.indexOf('did not call the upstream')).toBeLessThan(stderr.indexOf('Load: '));
  });

  test.concurrent.each([
    ['conform', ['--area', 'relay', '--no-thorough'], 'Conformance: '],
    ['load', ['--duration', '6s'], 'Load: '],
    ['overhead', ['--duration', '5s', '--blocks', '5', '--rates', '20/s'], 'Overhead at 1 request'],
  ])(
    'upstream: one that is killed during %s leaves a partial report with the reason',
    async (command, flags, begun) => {
      let isKilled = false;
      const args = [command, ...flags, '--upstream', '127.0.0.1:0', '--json'];
      const { code, stdout } = await run(args, {
        onStderr: (text, _signal, pid) => {
          if (isKilled || pid === undefined || !text.includes(begun)) return;
          isKilled = true;
          void wait(1500).then(() => killUpstream(pid));
        },
      });
      const report = JSON.parse(stdout);
      expect({ code, partial: report.partial }).toEqual({ code: 2, partial: true });
      expect(report.reasons.join('\n')).toContain('The upstream is gone: it ended with SIGKILL.');
    },
  );
});

interface Verdict {
  readonly verdict: string;
}

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** A request of its run may come when the run has ended its provider. */
const UNREACHABLE: Answer = { status: 502, type: 'application/json', body: '{}' };

/**
 * A gateway with an upstream.
 * @param change of each request body
 * @param answer of a request, which may be sent on
 * @returns the flags that name both
 */
async function gatewayThat(
  change = (body: string): string => body,
  answer = (_path: string, forward: () => Promise<Answer>): Promise<Answer> => forward(),
): Promise<readonly string[]> {
  const upstream = `127.0.0.1:${await freePort()}`;
  const host = await loopbackServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const type = incoming.headers['content-type'] ?? 'application/json';
    const sent = await buffer(incoming);
    const forward = async (): Promise<Answer> => {
      const body = type.startsWith('application/json') ? change(sent.toString()) : sent;
      const got = await fetch(`http://${upstream}${url}`, {
        method,
        headers: { 'content-type': type },
        ...(method === 'POST' && { body }),
      });
      const contentType = got.headers.get('content-type') ?? '';
      return { status: got.status, type: contentType, body: await got.text() };
    };
    const { status, type: answered, body } = await answer(url, forward).catch(() => UNREACHABLE);
    outgoing.writeHead(status, { 'content-type': answered }).end(body);
  });
  return ['--target', `http://${host}`, '--upstream', upstream, '--rule', 'relay-usage-unchanged'];
}

async function killUpstream(assayPid: number): Promise<void> {
  const [upstream] = (await childrenOf(assayPid)).filter(({ kind }) => kind === 'other');
  if (upstream !== undefined) process.kill(upstream.pid, 'SIGKILL');
}
