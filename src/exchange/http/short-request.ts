import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Access, NO_ACCESS, pathWithQuery, queryWithSecrets, withSecrets } from '../access.ts';
import { BodyBudget } from '../body-budget.ts';
import { Http2Connection } from '../http2/http2-connection.ts';
import { NO_PAYLOAD, textPayload } from '../payload.ts';
import { Redactor } from '../redaction/redact.ts';
import { connectTo, http } from './connect-to.ts';
import { relayedTo } from './request-bytes.ts';

const JSON_TYPE = 'application/json';

interface ShortRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Sent as JSON; nothing when absent. */
  readonly json?: unknown;
  readonly access?: Access | undefined;
  /** A longer body is an error. */
  readonly largestBytes: number;
  readonly deadlineMs: number;
  /** Ends it early; over HTTP/1.1. */
  readonly signal?: AbortSignal;
}

interface ShortAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * One request outside of a run, on a connection of its own: it follows no redirect and decompresses
 * nothing. `fetch` would take 30 ms of processor time to load.
 * @throws Error without a complete answer of that size within the deadline
 */
export async function requestShort(url: string, order: ShortRequest): Promise<ShortAnswer> {
  return order.access?.http2
    ? await requestOverHttp2(url, order.access, order)
    : await requestOverHttp1(url, order);
}

async function requestOverHttp2(
  url: string,
  access: Access,
  { method = 'GET', json, largestBytes, deadlineMs }: ShortRequest,
): Promise<ShortAnswer> {
  const { origin, pathname, search } = new URL(url);
  const connection = new Http2Connection(origin, access);
  const { answer, outcome, failure } = await connection
    .exchange(
      {
        operation: 'other',
        sender: 'assay',
        attempt: 1,
        method,
        origin,
        path: `${pathname}${search}`,
        headers: [],
        credential: 'none',
        access,
        payload: json === undefined ? NO_PAYLOAD : textPayload(JSON.stringify(json), JSON_TYPE),
        deadlineMs,
      },
      {
        now: () => performance.now(),
        nextId: () => 1,
        redactor: new Redactor([]),
        bodies: new BodyBudget(largestBytes),
      },
    )
    .finally(() => connection.destroy());
  if (outcome !== 'answered' || answer === undefined) throw new Error(failure ?? outcome);
  const { status, headers, body = Buffer.alloc(0) } = answer;
  const text = Buffer.from(body).toString('utf8');
  return { status, headers: Object.fromEntries(headers), text };
}

async function requestOverHttp1(
  url: string,
  { method = 'GET', json, access = NO_ACCESS, largestBytes, deadlineMs, signal: end }: ShortRequest,
): Promise<ShortAnswer> {
  const { origin, host, pathname, search } = new URL(url);
  const relayed = relayedTo(origin, access);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = Object.fromEntries([
      ['host', host],
      ...relayed.lines.map((line) => line.split(': ')),
      ...(json === undefined ? [] : [['content-type', JSON_TYPE]]),
      ...access.headers.map(([name, value]) => [name, withSecrets(value, access)]),
    ]);
    const deadline = AbortSignal.timeout(deadlineMs);
    const signal = end === undefined ? deadline : AbortSignal.any([end, deadline]);
    const path = `${relayed.start}${pathWithQuery(`${pathname}${search}`, queryWithSecrets(access))}`;
    const createConnection = () => connectTo(origin, access);
    http
      .request({ method, path, headers, signal, createConnection }, resolve)
      .on('error', reject)
      // A connection that changes its protocol ends without an error.
      .on('close', () => reject(new Error('closed without an answer')))
      .end(json === undefined ? undefined : JSON.stringify(json));
  });
  const { statusCode: status = 0, headers } = answer;
  return { status, headers, text: await textOf(answer, largestBytes) };
}

async function textOf(answer: AsyncIterable<Uint8Array>, largestBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes > largestBytes) throw new Error(`longer than ${largestBytes} bytes`);
  }
  return Buffer.concat(chunks).toString('utf8');
}
