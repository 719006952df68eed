import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { dig } from './support/dig.ts';
import { CHAT } from './support/start.ts';

const MAIN = fileURLToPath(new URL('../../reference-server/main.ts', import.meta.url));

interface Running {
  readonly child: ChildProcess;
  /** The four lines. */
  readonly lines: readonly string[];
  readonly address: string;
  readonly key: string;
}

test('main: it prints its address, its keys and its models, and nothing else', async () => {
  const { lines, address, key } = await run();
  expect(lines).toEqual([
    expect.stringMatching(/^base address http:\/\/127\.0\.0\.1:\d+\/v1$/),
    expect.stringMatching(/^export ASSAY_API_KEY=ref_live_[0-9a-f]{32}$/),
    expect.stringMatching(/^export ASSAY_API_KEY_2=ref_live_[0-9a-f]{32}$/),
    expect.stringMatching(
      /^models ref-chat, ref-responses, ref-image, .*ref-fail-video, ref-limited$/,
    ),
  ]);
  expect((await chat(address, key)).status).toBe(200);
});

test('main: the keys of the environment are used', async () => {
  const { lines } = await run([], { ASSAY_API_KEY: 'my_live_1', ASSAY_API_KEY_2: 'my_live_2' });
  expect(lines.slice(1, 3)).toEqual([
    'export ASSAY_API_KEY=my_live_1',
    'export ASSAY_API_KEY_2=my_live_2',
  ]);
});

test('main: the export lines set the keys in a shell, for keys of any characters', async () => {
  const keys = { ASSAY_API_KEY: `a'b"$c;#1`, ASSAY_API_KEY_2: 'my_live_2' };
  const { lines } = await run([], keys);
  const script = [...lines.slice(1, 3), 'printf "%s\\n" "$ASSAY_API_KEY" "$ASSAY_API_KEY_2"'];
  const { stdout } = spawnSync('sh', ['-c', script.join('\n')], { encoding: 'utf8', env: {} });
  expect(stdout).toBe(`${keys.ASSAY_API_KEY}\n${keys.ASSAY_API_KEY_2}\n`);
});

test('main: a hostile behaviour is announced, and a request to another origin is reported', async () => {
  const { child, lines, address } = await run(['--hostile', 'redirect-307-elsewhere']);
  expect(lines[3]).toBe(
    'hostile redirect-307-elsewhere: 307 to another origin, which asks for the body again.',
  );
  const stderr = child.stderr?.toArray() ?? [];
  expect((await chat(address, 'k')).status).toBe(204);
  child.kill('SIGTERM');
  expect(await exitCode(child)).toBe(0);
  expect(Buffer.concat(await stderr).toString()).toBe(
    'request to another origin: POST /chat/completions HTTP/1.1\n',
  );
});

test('main: a stray connection cannot act on the terminal', async () => {
  const { child, address } = await run(['--hostile', 'redirect-307-elsewhere']);
  const stderr = child.stderr?.toArray() ?? [];
  const redirect = await chat(address, 'k', 'manual');
  const { hostname, port } = new URL(redirect.headers.get('location') ?? '');
  const socket = connect(Number(port), hostname);
  socket.resume().write('\u001b]0;owned\u0007 GET /\r\n');
  await once(socket, 'close');
  child.kill('SIGTERM');
  await exitCode(child);
  expect(Buffer.concat(await stderr).toString()).toBe(
    'request to another origin: <U+1b>]0;owned<U+7> GET /\n',
  );
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  'main: %s waits for requests in flight and exits with 0',
  async (signal) => {
    const { child, address, key } = await run(['--ttft', '2s']);
    const asked = chat(address, key);
    await expect.poll(() => inFlight(address)).toBe(1);
    const stoppedMs = performance.now();
    child.kill(signal);
    expect((await asked).status).toBe(200);
    expect(await exitCode(child)).toBe(0);
    expect(performance.now() - stoppedMs).toBeLessThan(30_000);
  },
);

test('main: with --parent-pipe it ends when its standard input closes', async () => {
  const { child } = await run(['--parent-pipe']);
  child.stdin?.end();
  expect(await exitCode(child)).toBe(0);
});

test.each([
  [
    ['--fault', 'cs-chunk-after-don'],
    'Unknown fault: cs-chunk-after-don. Did you mean cs-chunk-after-done?',
  ],
  [
    ['--variant', 'unknown-member'],
    'Unknown variant: unknown-member. Did you mean unknown-members?',
  ],
  [['--fault', 'unheard-of'], 'Unknown fault: unheard-of. "assay list faults" shows all.'],
  [['--variant', 'unheard-of'], 'Unknown variant: unheard-of. "assay list variants" shows all.'],
  [
    ['--hostile', 'redirect-lop'],
    'Unknown hostile behaviour: redirect-lop. Did you mean redirect-loop?',
  ],
  [['--fault', '\u{1b}[31m'], 'Unknown fault: <U+1b>[31m. "assay list faults" shows all.'],
])('main: %j is reported in one sentence on stderr with exit code 3', async (argv, message) => {
  const child = start(argv);
  const stderr = child.stderr?.toArray() ?? [];
  expect(await exitCode(child)).toBe(3);
  expect(Buffer.concat(await stderr).toString()).toBe(`${message}\n`);
});

test.each([[[]], [['--parent-pipe']]])(
  'main: a port in use is reported in one sentence on stderr with exit code 3, %j',
  async (also) => {
    const { address } = await run();
    const { port } = new URL(address);
    const child = start(['--port', port, ...also]);
    const stderr = child.stderr?.toArray() ?? [];
    expect(await exitCode(child)).toBe(3);
    expect(Buffer.concat(await stderr).toString()).toBe(
      `The port is already in use: 127.0.0.1:${port}. Choose another one with --port.\n`,
    );
  },
);

test.each([['203.0.113.7'], ['no-such-host.invalid']])(
  'main: the foreign host %s is reported in one sentence on stderr with exit code 3',
  async (host) => {
    const child = start(['--host', host, '--parent-pipe']);
    const stderr = child.stderr?.toArray() ?? [];
    expect(await exitCode(child)).toBe(3);
    expect(Buffer.concat(await stderr).toString()).toMatch(
      new RegExp(
        `^The gateway cannot listen: ${host}:0 \\(E\\w+\\)\\. Choose others with --host and --port\\.\n$`,
      ),
    );
  },
);

function start(argv: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const { ASSAY_API_KEY: _, ASSAY_API_KEY_2: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [MAIN, ...argv], { env: { ...inherited, ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function run(
  argv: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = start(argv, env);
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  await expect.poll(() => text.split('\n').length).toBe(5);
  const lines = text.trimEnd().split('\n');
  const [base = '', first = ''] = lines;
  const address = base.replace('base address ', '');
  return { child, lines, address, key: first.replace('export ASSAY_API_KEY=', '') };
}

async function exitCode(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

async function inFlight(address: string): Promise<unknown> {
  return dig(await (await fetch(`${address}/__in-flight`)).json(), 'inFlight');
}

function chat(
  address: string,
  key: string,
  redirect: 'follow' | 'manual' = 'follow',
): Promise<Response> {
  return fetch(`${address}/chat/completions`, {
    method: 'POST',
    redirect,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(CHAT),
  });
}
