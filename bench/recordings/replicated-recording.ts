import { closeSync, openSync, writeSync } from 'node:fs';
import { encodeFrame } from '../../src/exchange/frames.ts';
import { FrameChecksum } from '../../src/load/recording/frame-reader.ts';
import { Recording } from '../../src/load/recording/recording.ts';
import { endOfTraffic } from '../../src/load/watching/watched-groups.ts';

const EXCHANGE = 2;
const FLUSH_BYTES = 8 * 1024 * 1024;

interface Template {
  readonly type: number;
  readonly header: Record<string, unknown>;
  readonly body: Buffer;
  /** Where the last digits of the answer's own id stand in the body. */
  readonly ids: readonly number[];
}

/**
 * Writes a recording with this number of exchanges, each with its own id, like that of a long run: it
 * repeats the exchanges of a real run, each round later.
 */
export function replicate(source: string, path: string, count: number): void {
  const { hello, templates, roundNs } = templatesOf(source);
  const file = openSync(path, 'w');
  const checksum = new FrameChecksum();
  let pending: Buffer[] = [checksum.seal(encodeFrame(1, hello))];
  let pendingBytes = 0;
  let exchanges = 0;
  for (let round = 0; exchanges < count; round += 1) {
    for (const template of templates) {
      if (template.type === EXCHANGE && exchanges === count) break;
      if (template.type === EXCHANGE) exchanges += 1;
      const frame = checksum.seal(frameOf(template, exchanges, round * roundNs));
      pending.push(frame);
      pendingBytes += frame.length;
    }
    if (pendingBytes > FLUSH_BYTES) {
      writeSync(file, Buffer.concat(pending));
      pending = [];
      pendingBytes = 0;
    }
  }
  pending.push(checksum.seal(encodeFrame(6, endOf(exchanges))));
  writeSync(file, Buffer.concat(pending));
  closeSync(file);
}

function templatesOf(source: string) {
  const recording = new Recording(source);
  const templates: Template[] = [];
  let roundNs = 0;
  for (let read = recording.next(); read !== undefined; read = recording.next()) {
    const { raw } = read;
    const header = JSON.parse(raw.header.toString());
    if (raw.type === EXCHANGE) {
      const body = Buffer.from(raw.body);
      templates.push({ type: EXCHANGE, header, body, ids: idsIn(body) });
      roundNs = Math.max(roundNs, header.endNs);
    }
  }
  recording.close();
  const { version, engine, k6, runId, pid, originUnixMs, segment } = recording.hello;
  return {
    hello: { version, engine, k6, runId, pid, originUnixNs: originUnixMs * 1e6, segment },
    templates,
    roundNs,
  };
}

/** The last eight digits of the first `"id":"…"`, wherever that id stands. */
function idsIn(body: Buffer): number[] {
  const text = body.toString('latin1');
  const id = /"id":"([^"]{8,})"/.exec(text)?.[1];
  if (id === undefined) return [];
  const found: number[] = [];
  for (let at = text.indexOf(id); at !== -1; at = text.indexOf(id, at + 1)) {
    found.push(at + id.length - 8);
  }
  return found;
}

function frameOf(template: Template, id: number, shiftNs: number): Buffer {
  const { header, body, ids } = template;
  const fresh = Buffer.from(body);
  const digits = id.toString(16).padStart(8, '0');
  for (const at of ids) fresh.write(digits, at, 'latin1');
  return encodeFrame(EXCHANGE, { ...header, ...later(header, shiftNs), id }, fresh);
}

function later(header: Record<string, unknown>, shiftNs: number): Record<string, unknown> {
  const moved: Record<string, unknown> = {};
  for (const name of ['intendedNs', 'sendNs', 'firstByteNs', 'endNs']) {
    const value = header[name];
    if (typeof value === 'number') moved[name] = value + shiftNs;
  }
  const { tokensNs, reads } = header;
  if (Array.isArray(tokensNs)) moved.tokensNs = tokensNs.map((ns: number) => ns + shiftNs);
  if (Array.isArray(reads)) {
    moved.reads = reads.map((value: number, index) => (index % 2 === 1 ? value + shiftNs : value));
  }
  return moved;
}

function endOf(exchanges: number) {
  const { endMs, ...totals } = endOfTraffic(1000, exchanges);
  return { ...totals, endNs: endMs * 1e6 };
}
