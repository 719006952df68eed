import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { encodeFrame, FrameDecoder } from '../src/exchange/frames.ts';
import { findEngine } from '../src/load/engine/find-engine.ts';
import { freshKeys } from '../src/target/keys.ts';
import { progress } from './load-once.ts';
import { cpuSeconds } from './processes/process-usage.ts';
import { atLeast, atMost, type Bars, figure, type Row, repeated, rowTable } from './row.ts';

/**
 * How fast the upstream is on one core, with every exchange reported, and how far its writes are from
 * their schedule. Linux only: the upstream is confined to a core with `taskset`, and its CPU time is
 * read from /proc.
 *
 * The client opens 64 connections and sends the next request as soon as the answer is whole. For the
 * schedule, streams start at a fixed rate, TTFT 50 ms and 32 tokens 5 ms apart; the error of a write is
 * its time in the report less the time at which it was due.
 */

const SECONDS = 4;
const CONNECTIONS = 64;
const TOKENS = 32;
const STREAMS_PER_SECOND = 400;
const TTFT_NS = 50_000_000;
const ITL_NS = 5_000_000;
const EXCHANGE = 33;
const KEYS = 160;

/** Medians over the repeats. */
export async function measureUpstream(): Promise<Row[]> {
  return await repeated('upstream', BARS, async () => [
    ...(await throughput('chats', chat(false))),
    ...(await throughput('streams of 32 tokens', chat(true))),
    ...(await schedule()),
  ]);
}

const BARS: Bars = {
  'chats on one core': (row) => atLeast(8000, row),
  'streams of 32 tokens on one core': (row) => atLeast(3000, row),
  'write after its schedule, p99': (row) => atMost(0.3, row),
};

async function throughput(name: string, request: string): Promise<Row[]> {
  const upstream = await Upstream.start(
    ['--ttft', '0s', '--itl', '0s', '--tokens', `${TOKENS}`],
    0,
  );
  try {
    const clients = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => Client.open(upstream.port)),
    );
    const from = { ms: performance.now(), cpu: upstream.cpuSeconds() };
    for (const client of clients) client.repeat(request);
    await sleep(SECONDS * 1000);
    const answers = clients.reduce((sum, client) => sum + client.answers, 0);
    const took = (performance.now() - from.ms) / 1000;
    const cpu = upstream.cpuSeconds() - from.cpu;
    for (const client of clients) client.close();
    return [
      figure(`${name} on one core`, answers / took, '/s'),
      figure(`${name}, CPU each`, (cpu / answers) * 1e6, 'µs'),
    ];
  } finally {
    await upstream.stop();
  }
}

async function schedule(): Promise<Row[]> {
  const clock = ['--ttft', `${TTFT_NS}ns`, '--itl', `${ITL_NS}ns`];
  const upstream = await Upstream.start([...clock, '--tokens', `${TOKENS}`]);
  const errorsMs: number[] = [];
  upstream.onExchange = ({ receivedNs, tokens = [] }) => {
    for (let at = 1; at < tokens.length; at += 2) {
      const dueNs = receivedNs + TTFT_NS + ((at - 1) / 2) * ITL_NS;
      errorsMs.push(((tokens[at] ?? Number.NaN) - dueNs) / 1e6);
    }
  };
  try {
    const clients = await Promise.all(
      Array.from({ length: 2 * CONNECTIONS }, () => Client.open(upstream.port)),
    );
    const startMs = performance.now();
    const all = STREAMS_PER_SECOND * SECONDS;
    for (let sent = 0; sent < all; ) {
      const due = Math.min(all, ((performance.now() - startMs) / 1000) * STREAMS_PER_SECOND);
      for (; sent < due; sent += 1) clients[sent % clients.length]?.send(chat(true));
      await sleep(1);
    }
    await sleep(500);
    for (const client of clients) client.close();
    const sorted = Float64Array.from(errorsMs).toSorted();
    const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
    return [
      figure('write after its schedule, p50', at(0.5), 'ms'),
      figure('write after its schedule, p99', at(0.99), 'ms'),
      figure('write after its schedule, p99.9', at(0.999), 'ms'),
      figure('writes measured', sorted.length, ''),
    ];
  } finally {
    await upstream.stop();
  }
}

function chat(stream: boolean): string {
  const body = JSON.stringify({
    model: 'm',
    ...(stream && { stream }),
    messages: [{ role: 'user', content: 'Write a sentence about n3f9c2a71 and the sea.' }],
  });
  const lines = [
    'POST /v1/chat/completions HTTP/1.1',
    'host: upstream.example',
    'authorization: Bearer key-of-the-gateway-0123456789',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** One connection that counts the answers on it: each ends with its last bytes in a read. */
class Client {
  answers = 0;
  readonly #socket: Socket;
  #request = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (data) => {
      if (!endsAnswer(data)) return;
      this.answers += 1;
      if (this.#request !== '') socket.write(this.#request, 'latin1');
    });
  }

  static async open(port: number): Promise<Client> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    return new Client(socket);
  }

  send(request: string): void {
    this.#socket.write(request, 'latin1');
  }

  repeat(request: string): void {
    this.#request = request;
    this.send(request);
  }

  close(): void {
    this.#socket.destroy();
  }
}

const END_OF_CHUNKS = Buffer.from('\r\n0\r\n\r\n');
const CLOSING_BRACE = 0x7d;

/** A chat ends with a brace, a stream with its last chunk. */
function endsAnswer(data: Buffer): boolean {
  return (
    data.at(-1) === CLOSING_BRACE || data.subarray(-END_OF_CHUNKS.length).equals(END_OF_CHUNKS)
  );
}

interface Reported {
  readonly receivedNs: number;
  readonly tokens?: readonly number[];
}

class Upstream {
  readonly port: number;
  readonly #child: ChildProcess;
  onExchange: ((exchange: Reported) => void) | undefined;

  private constructor(child: ChildProcess, address: string) {
    this.#child = child;
    this.port = Number(new URL(address).port);
  }

  /** @param core the only one that it may use */
  static async start(parameters: readonly string[], core?: number): Promise<Upstream> {
    const binary = await findEngine({ progress });
    const folder = mkdtempSync(join(tmpdir(), 'assay-upstream-'));
    const path = join(folder, 'socket');
    const server = createServer();
    server.listen(path);
    await once(server, 'listening');
    const command = [binary, 'upstream', ...parameters];
    const [program = '', ...rest] =
      core === undefined ? command : ['taskset', '-c', `${core}`, ...command];
    const child = spawn(program, rest, {
      env: { ...process.env, ASSAY_UPSTREAM: path },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [socket] = await once(server, 'connection');
      const secrets = [{ name: 'API key 1', value: freshKeys().first }];
      socket.write(encodeFrame(KEYS, { secrets }));
      const [line] = await once(createInterface({ input: child.stdout }), 'line');
      const upstream = new Upstream(child, String(line).replace('listening ', ''));
      upstream.#read(socket);
      return upstream;
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  }

  #read(socket: Socket): void {
    const decoder = new FrameDecoder();
    socket.on('data', (chunk) => {
      if (this.onExchange === undefined) return;
      for (const { type, header } of decoder.push(chunk)) {
        if (type === EXCHANGE) this.onExchange(JSON.parse(header.toString()));
      }
    });
  }

  cpuSeconds(): number {
    return cpuSeconds(this.#child.pid ?? 0);
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await once(this.#child, 'close');
  }
}

if (import.meta.main) {
  const rows = await measureUpstream();
  console.log(`cores ${availableParallelism()}, ${CONNECTIONS} connections, medians`);
  console.log(rowTable(rows));
}
