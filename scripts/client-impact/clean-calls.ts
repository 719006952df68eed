import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { table } from '../markdown.ts';
import { type Client, callsOf, type Outcome } from './clients.ts';
import type { RunningClient } from './measure.ts';

/** What each client is to get from a gateway without a fault. */

/** By call, what the JSON of its value shows; a call of another name is not made. */
const SHOWS: Readonly<Record<string, RegExp>> = {
  chat: /"[^"]*Grüße, 你好[^"]*"/,
  'chat-of-turns': /Which lakes/,
  'chat-stream': /(?=.*"text":"[^"])(?=.*"finish_?reason":"stop")/i,
  'tool-loop': /find_river.*list_rivers.*"text":"[^"]/,
  'tool-stream-loop': /find_river.*list_rivers.*"text":"[^"]/,
  'chat-with-image': /12 by 8 pixels, #000000/,
  'parsed-chat': /^\{"name":"[^"].*","length":\d/,
  responses: /Grüße, 你好/,
  'responses-stream': /"text":"[^"]/,
  'responses-tool-loop': /find_river.*list_rivers.*"text":"[^"]/,
  'response-with-image': /12 by 8 pixels, #000000/,
  'parsed-response': /^\{"name":"[^"].*","length":\d/,
  image: /iVBORw0KGgo/,
  transcription: /"text":"[^"]/,
  subtitles: /^"WEBVTT\\n\\n00:00:00\.000 --> /,
  'transcription-with-times': /"segments":\[\{[^\]]*"start":0/,
  video: /(?=.*"completed")(?=.*"bytes":\d)/,
};

const SERVE = join(import.meta.dirname, '..', '..', 'bin', 'assay.js');
const CALL_MS = 10_000;
/** What `assay serve` prints of its address and its first key. */
const READY = /^base address (.*)\nexport ASSAY_API_KEY=(.*)$/m;

/** The text of docs/evidence/clients.md: each client makes its calls against `assay serve`, one after the other. */
export async function cleanCalls(clients: readonly RunningClient[]): Promise<string> {
  const { gateway, to } = await serve();
  try {
    const columns: string[][] = [];
    for (const { client, driver } of clients) {
      const cells: string[] = [];
      for (const call of Object.keys(SHOWS)) {
        const isMade = callsOf(client).includes(call);
        cells.push(isMade ? seen(call, await driver.call(call, to, CALL_MS)) : '—');
      }
      columns.push(cells);
    }
    const rows = Object.keys(SHOWS).map((call, row) => [
      call,
      ...columns.map((of) => of[row] ?? ''),
    ]);
    return pageOf(table(headOf(clients.map(({ client }) => client)), rows));
  } finally {
    const ended = once(gateway, 'exit');
    gateway.kill();
    await ended;
  }
}

function pageOf(cells: string): string {
  return [
    '# Clients of the reference gateway',
    'What clients get from `assay serve` without a fault, as `npm run client-calls` writes it; it needs `python3`, `go` and the network once, for the clients. Each call is made as the documentation of the client writes it (`scripts/client-impact/drivers`): "yes" when its value shows what the call is for (`scripts/client-impact/clean-calls.ts`), "—" where the client has no such call.',
    cells,
    'The clients create videos with a form, which the gateway takes beside JSON. The second turn of a response repeats the items of the first.',
  ]
    .join('\n\n')
    .concat('\n');
}

/** `call`, and such as `openai-node 7.57.0`. */
export function headOf(clients: readonly Client[]): string[] {
  return ['call', ...clients.map(({ name, packages }) => `${name} ${Object.values(packages)[0]}`)];
}

function seen(call: string, outcome: Outcome | undefined): string {
  if (outcome === undefined) return 'hangs';
  const { value, error } = outcome;
  if (error !== undefined) return [error.name, error.message].filter(Boolean).join(': ');
  const text = JSON.stringify(value);
  return SHOWS[call]?.test(text) ? 'yes' : `shows ${text}`;
}

async function serve() {
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const gateway = spawn(process.execPath, [SERVE, 'serve'], { stdio: [...stdio] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: gateway.stdout })) {
    lines.push(line);
    const [, address, key] = READY.exec(lines.join('\n')) ?? [];
    if (address !== undefined && key !== undefined) return { gateway, to: { address, key } };
  }
  throw new Error('assay serve has ended.');
}
