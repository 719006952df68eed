/**
 * How many requests the reference gateway serves on one core: it must never be the bottleneck of
 * a measurement. It runs in a process of its own with no delays; this process asks over raw
 * sockets, each with one request at a time, for a bounded time.
 *
 * The rate per second of the gateway's CPU time is what one core of it can do, whatever else the
 * machine is busy with; it is read from /proc, so on Linux only.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { arch, cpus, platform } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { cpuSeconds } from './processes/process-usage.ts';

const MAIN = fileURLToPath(new URL('../reference-server/main.ts', import.meta.url));
const CONNECTIONS = 16;
const WARM_UP_MS = 1000;
const MEASURED_MS = 4000;

interface Load {
  readonly name: string;
  readonly stream: boolean;
  readonly leastPerSecond: number;
  /** What ends an answer on the wire. */
  readonly ending: string;
}

const LOADS: readonly Load[] = [
  { name: 'sync chats', stream: false, leastPerSecond: 3000, ending: '}}' },
  {
    name: 'streams of 32 events',
    stream: true,
    leastPerSecond: 1200,
    ending: 'data: [DONE]\n\n\r\n0\r\n\r\n',
  },
];

/** Asks the same again on every connection as soon as it is answered. */
class Asking {
  answers = 0;
  readonly #address: URL;
  readonly #request: string;
  readonly #ending: Buffer;
  readonly #sockets: Socket[] = [];

  constructor(base: string, text: string, ending: Buffer) {
    this.#address = new URL(base);
    this.#request = text;
    this.#ending = ending;
  }

  async start(): Promise<void> {
    const { hostname, port } = this.#address;
    for (let count = 0; count < CONNECTIONS; count += 1) {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      this.#sockets.push(socket);
      await once(socket, 'connect');
      socket.on('data', (bytes: Buffer) => {
        if (!bytes.subarray(-this.#ending.length).equals(this.#ending)) return;
        this.answers += 1;
        socket.write(this.#request);
      });
      socket.write(this.#request);
    }
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

const gateway = spawn(
  process.execPath,
  [MAIN, '--parent-pipe', '--ttft', '0', '--itl', '0', '--tokens', '32'],
  { stdio: ['pipe', 'pipe', 'inherit'] },
);
const { pid = 0 } = gateway;
const { address, key } = await started();
console.log(`${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores, ${platform()} ${arch()}`);
console.log(`node ${process.version}, ${CONNECTIONS} connections, ${MEASURED_MS} ms`);
for (const load of LOADS) await measure(load);
gateway.kill('SIGTERM');
await once(gateway, 'exit');

async function measure({ name, stream, leastPerSecond, ending }: Load): Promise<void> {
  const asking = new Asking(address, request(stream), Buffer.from(ending));
  await asking.start();
  await sleep(WARM_UP_MS);
  const before = { answers: asking.answers, cpuSeconds: cpuSeconds(pid), atMs: performance.now() };
  await sleep(MEASURED_MS);
  const seconds = (performance.now() - before.atMs) / 1000;
  const answers = asking.answers - before.answers;
  const perCpuSecond = answers / (cpuSeconds(pid) - before.cpuSeconds);
  asking.stop();
  const rates = `${Math.round(answers / seconds)}/s, ${Math.round(perCpuSecond)} per CPU second`;
  console.log(`${name}: ${rates} (wanted: ${leastPerSecond} per core)`);
  if (perCpuSecond < leastPerSecond) process.exitCode = 1;
}

function request(stream: boolean): string {
  const messages = [{ role: 'user', content: 'Tell me about rivers.' }];
  const body = JSON.stringify({ model: 'ref-chat', messages, stream });
  return [
    'POST /chat/completions HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

async function started(): Promise<{ address: string; key: string }> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: gateway.stdout })) {
    lines.push(line);
    if (lines.length === 3) break;
  }
  const [listening = '', first = ''] = lines;
  return {
    address: listening.replace('listening ', ''),
    key: first.replace('export ASSAY_API_KEY=', ''),
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
