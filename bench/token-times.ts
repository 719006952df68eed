import { Buffer } from 'node:buffer';
import { z } from 'zod';
import type { Exchange } from '../src/exchange/exchange.ts';

/** When a server says that it received a request and wrote its tokens, in ms of its own clock. */
export interface TokenTimes {
  readonly receivedMs: number;
  readonly writtenMs: readonly number[];
}

const CLOCK = Buffer.from(': clock ');
const ID = /"id":"([^"]+)"/;
const ID_WITHIN_BYTES = 200;

/** What the mock server says at the end of the stream. */
export function timesInStream({ answer }: Exchange): TokenTimes | undefined {
  const body = Buffer.from(answer?.body ?? []);
  const start = body.lastIndexOf(CLOCK);
  if (start === -1) return undefined;
  const line = body.toString('latin1', start + CLOCK.length, body.indexOf('\n', start));
  // A difference of two times since 1970 in ns would not be exact as a number.
  const [received = 0n, ...written] = line.split(' ').map(BigInt);
  return { receivedMs: 0, writtenMs: written.map((ns) => Number(ns - received) / 1e6) };
}

/** The id by which the reference gateway knows a stream. */
export function streamId({ answer }: Exchange): string | undefined {
  const head = Buffer.from(answer?.body ?? []).toString('latin1', 0, ID_WITHIN_BYTES);
  return ID.exec(head)?.[1];
}

const ClockSchema = z.object({ receivedNs: z.number(), emittedNs: z.array(z.number()) });

/** What the reference gateway says of a stream. */
export async function timesOf(address: string, id: string): Promise<TokenTimes> {
  const response = await fetch(`${address}/__clock?id=${encodeURIComponent(id)}`);
  const { receivedNs, emittedNs } = ClockSchema.parse(await response.json());
  return { receivedMs: receivedNs / 1e6, writtenMs: emittedNs.map((ns) => ns / 1e6) };
}
