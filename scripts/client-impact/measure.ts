import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { listen } from '../../reference-server/http/listen.ts';
import { createReferenceServer } from '../../reference-server/server.ts';
import type { ReferenceOptions } from '../../reference-server/settings.ts';
import { type ClientEffect, effectWords } from '../../src/conformance/client-impact.ts';
import { requestedOperation } from '../../src/load/watching/request-reader.ts';
import { edited, type MemberEdit } from '../../test/conformance/member-impact/member-edit.ts';
import { type Client, callsOf, type Driver } from './clients.ts';
import { type Effect, effectsOf, groupedEffects, type Measured } from './effects.ts';

/** A client that is running. */
export interface RunningClient {
  readonly client: Client;
  readonly driver: Driver;
}

/** What is wrong with a gateway; nothing when empty. */
interface Defect {
  /** Id of a fault of the reference gateway. */
  readonly fault?: string;
  readonly edit?: MemberEdit;
}

/** What each call of each client gives at a gateway without a fault. */
export type CleanRun = ReadonlyMap<RunningClient, ReadonlyMap<string, Measured>>;

/** A call that lasts longer hangs: the timeouts and retries of the clients end before. */
const CALL_MS = 5000;
const CALLS_AT_ONCE = 6;
/** A machine that is busy for a moment changes calls without a fault too. */
const ATTEMPTS = 4;

/** The streams that a client stops fill the slots. */
const GATEWAY: ReferenceOptions = {
  ttftMs: 10,
  itlMs: 6,
  tokens: 12,
  slots: 8,
  videoMs: 120,
};

/** @throws Error when two runs without a fault differ: then no difference means anything */
export async function measureClean(clients: readonly RunningClient[]): Promise<CleanRun> {
  // The first call of a kind takes long, because its client loads what it needs.
  await runCalls(clients);
  const clean = await runCalls(clients);
  const effects = await measureDefect({}, clean);
  if (effects.length === 0) return clean;
  const names = effects.map(
    (each) => `${each.client} ${effectWords(each)} in ${each.calls.join(', ')}`,
  );
  throw new Error(`Two runs without a fault differ: ${names.join('; ')}. Run it again.`);
}

async function runCalls(clients: readonly RunningClient[]): Promise<CleanRun> {
  return new Map(
    await Promise.all(
      clients.map(async (running) => {
        const calls = await inTurns(callsOf(running.client), CALLS_AT_ONCE, async (call) => {
          return [call, await measureCall(running, call)] as const;
        });
        return [running, new Map(calls)] as const;
      }),
    ),
  );
}

/**
 * What a defect changes for the clients, each call at a gateway of its own. A call that it changes is made
 * without the defect, and with it again: only what happens both times, and not in between, counts.
 *
 * @param made names of the calls; all when absent
 */
export async function measureDefect(
  defect: Defect,
  clean: CleanRun,
  made?: readonly string[],
): Promise<ClientEffect[]> {
  const effects = await Promise.all(
    [...clean].map(async ([running, calls]) => {
      const chosen = [...calls].filter(([call]) => made?.includes(call) ?? true);
      const seen = await inTurns(chosen, CALLS_AT_ONCE, async ([call, before]) => {
        return { call, effects: await callEffects(running, call, before, defect) };
      });
      return groupedEffects(running.client.name, seen);
    }),
  );
  return effects.flat();
}

async function callEffects(
  running: RunningClient,
  call: string,
  before: Measured,
  defect: Defect,
): Promise<readonly Effect[]> {
  const member = defect.edit?.member;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = effectsOf(before, await measureCall(running, call, defect), member);
    if (first.length === 0) return [];
    const control = effectsOf(before, await measureCall(running, call));
    const second = effectsOf(before, await measureCall(running, call, defect), member);
    if (control.length === 0) return first.filter((effect) => second.some(equals(effect)));
  }
  throw new Error(
    `${running.client.name} ${call}: differs without a fault too. The machine is too busy to measure; run it again.`,
  );
}

async function measureCall(
  { driver }: RunningClient,
  call: string,
  { fault, edit }: Defect = {},
): Promise<Measured> {
  const server = createReferenceServer({ ...GATEWAY, faults: fault === undefined ? [] : [fault] });
  const { address } = await server.listen();
  const proxy = edit && (await startEditingProxy(address, edit));
  const [key] = server.keys;
  try {
    return {
      outcome: await driver.call(call, { address: proxy?.address ?? address, key }, CALL_MS),
      billed: await billedAt(address),
    };
  } finally {
    proxy?.server.close();
    proxy?.server.closeAllConnections();
    await server.close(0);
  }
}

const Effects = z.object({ effects: z.number() });

async function billedAt(address: string): Promise<number> {
  // A fault may compress what accepts a compression.
  const headers = { 'accept-encoding': 'identity' };
  const answer = await fetch(`${address}/__effects`, { headers });
  return Effects.parse(await answer.json()).effects;
}

/** Whether two runs show the same effect; members may differ, as a number of polls does. */
const equals = (one: Effect) => (other: Effect) => one.effect === other.effect;

/** Runs a task for each item, some at a time; results in the order of the items. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of queue) results[index] = await task(item);
    }),
  );
  return results;
}

/** A gateway on loopback that passes everything to another one, and edits its good answers. */
async function startEditingProxy(gateway: string, edit: MemberEdit) {
  const server = createServer((request, response) => {
    relay(gateway, edit, request, response).catch(() => response.destroy());
  });
  const address = `http://${await listen(server, 0, '127.0.0.1')}`;
  return { server, address };
}

async function relay(
  gateway: string,
  edit: MemberEdit,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request;
  const { authorization = '', 'content-type': type = '' } = request.headers;
  const sent = await buffer(request);
  const answer = await fetch(`${gateway}${url}`, {
    method,
    headers: { authorization, ...(type !== '' && { 'content-type': type }) },
    ...(sent.length > 0 && { body: new Uint8Array(sent) }),
  });
  const { operation } = requestedOperation({ method, path: url }, '');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isEdited = answer.ok && operation === edit.operation;
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(isEdited ? edited(bytes.toString('utf8'), edit) : bytes);
}
