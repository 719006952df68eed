/**
 * The time that `assay watch` adds: one request at a time, in turn straight to a gateway without
 * delays and through `assay watch`, each over its own kept connection.
 *
 * `node bench/watching/added-time.ts [pairs]`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { MockServer } from '../mock-server.ts';

const ASSAY = fileURLToPath(new URL('../../bin/assay.js', import.meta.url));
const PAIRS = Number(process.argv[2] ?? 2000);
const WARM_UP = 200;
const READY = /Set the base address of the client to (\S+)\. /;

interface Timed {
  readonly firstByteMs: number;
  readonly endMs: number;
}

const mock = await MockServer.start([]);
const watch = spawn(process.execPath, [ASSAY, 'watch', '--target', mock.address, '--port', '0'], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
try {
  const through = await readyAddress();
  for (const stream of [false, true]) {
    const direct: Timed[] = [];
    const passed: Timed[] = [];
    const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })] as const;
    for (let pair = -WARM_UP; pair < PAIRS; pair += 1) {
      const one = await timed(mock.address, stream, agents[0]);
      const other = await timed(through, stream, agents[1]);
      if (pair < 0) continue;
      direct.push(one);
      passed.push(other);
    }
    for (const agent of agents) agent.destroy();
    for (const what of ['firstByteMs', 'endMs'] as const) {
      const added = [0.5, 0.99].map((share) => {
        const [a, b] = [direct, passed].map((all) => percentile(all, what, share));
        const addedMs = (b ?? 0) - (a ?? 0);
        return `p${share * 100} ${a?.toFixed(3)} → ${b?.toFixed(3)} (${addedMs < 0 ? '' : '+'}${addedMs.toFixed(3)})`;
      });
      console.log(`${stream ? 'stream' : 'body'} ${what}: ${added.join(', ')} ms`);
    }
  }
} finally {
  watch.kill('SIGTERM');
  await once(watch, 'exit');
  await mock.stop();
}

async function readyAddress(): Promise<string> {
  let text = '';
  for await (const piece of watch.stderr.setEncoding('utf8')) {
    text += String(piece);
    const address = READY.exec(text)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`assay watch did not start: ${text}`);
}

function timed(base: string, stream: boolean, agent: Agent): Promise<Timed> {
  const messages = [{ role: 'user', content: 'Tell me about rivers.' }];
  const body = JSON.stringify({ model: 'ref-chat', messages, stream });
  return new Promise((resolve, reject) => {
    const startMs = performance.now();
    const headers = { 'content-type': 'application/json', authorization: 'Bearer bench-key-0123' };
    const sent = request(`${base}/chat/completions`, { method: 'POST', agent, headers });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const firstByteMs = performance.now() - startMs;
      response.resume();
      response.on('end', () => resolve({ firstByteMs, endMs: performance.now() - startMs }));
    });
    sent.end(body);
  });
}

function percentile(all: readonly Timed[], what: keyof Timed, share: number): number {
  const sorted = all.map((each) => each[what]).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
