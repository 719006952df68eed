import { z } from 'zod';
import { OPERATION_NAMES, OPERATIONS } from '../../contract/operations.ts';
import { excessOf } from '../../exchange/excess.ts';
import type { Exchange, Headers, KeyCarriage, RequestBody } from '../../exchange/exchange.ts';
import { MOST_MS } from '../../exchange/frames.ts';
import type { Redactor } from '../../exchange/redaction/redact.ts';
import { defined } from '../../input/defined.ts';
import { least } from '../../input/order-statistics.ts';
import { firstProblem } from '../../input/schema-problem.ts';
import { Turns } from '../../input/turns.ts';
import { UsageError } from '../../input/usage-error.ts';
import { LoadCollector, type LoadCriteria } from '../judging/load-collector.ts';
import type { LoadResult } from '../load-result.ts';
import { redactTraffic } from './redact-traffic.ts';
import { type RequestedOperation, requestedOperation } from './request-reader.ts';
import { SeenSecrets } from './seen-secrets.ts';
import { CLIENT } from './traffic-recorder.ts';
import { endOfTraffic, helloOfTraffic, WatchedGroups } from './watched-groups.ts';

const HeadersSchema = z.array(z.object({ name: z.string(), value: z.string() }));

const RequestSchema = z.object({
  method: z.string(),
  url: z.url(),
  headers: HeadersSchema,
  postData: z
    .object({
      text: z.string().optional(),
      params: z
        .array(
          z.object({
            name: z.string(),
            value: z.string().optional(),
            fileName: z.string().optional(),
          }),
        )
        .optional(),
    })
    .optional(),
});

const ResponseSchema = z.object({
  status: z.int(),
  headers: HeadersSchema,
  content: z.object({ text: z.string().optional(), encoding: z.string().optional() }),
});

/** HTTP Archive 1.2, as far as Assay reads it. */
const HarSchema = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        startedDateTime: z.iso.datetime({ offset: true }),
        time: z.number().max(MOST_MS),
        timings: z.object({ wait: z.number(), receive: z.number() }).partial().optional(),
        request: RequestSchema,
        response: ResponseSchema,
      }),
    ),
  }),
});

type Entry = z.infer<typeof HarSchema>['log']['entries'][number];

/** A request of a HAR file with what it asks for. */
export interface HarExchange {
  readonly exchange: Exchange;
  readonly requested: RequestedOperation;
}

/** The traffic to a gateway, as a HAR file has it. */
export interface Har {
  /** Base address to which most requests of the interface went. */
  readonly address: string;
  /** Wall clock at the origin of the times. */
  readonly originUnixMs: number;
  /** Those to the base address, in the order of their ends. */
  readonly exchanges: readonly HarExchange[];
  /** Those in the requests. */
  readonly secrets: SeenSecrets;
}

/** A body in a HAR file is decoded already, so these do not describe it. */
const OF_TRANSFER: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
]);

/**
 * Reads the traffic to a gateway from a HAR file. Such a file has no times within a response: a
 * response is one read, at its end, and no token has a time.
 * @throws UsageError
 */
export function readHar(text: string, file: string, key: KeyCarriage | null): Har {
  const entries = entriesOf(text, file);
  const address = addressOf(entries);
  if (address === undefined) {
    throw new UsageError(
      `The HAR file has no request to an operation of the interface: ${file}. Record the traffic to the gateway with its responses.`,
    );
  }
  const { origin, pathname } = new URL(address);
  const own = entries.filter(({ request }) => {
    const url = webUrl(request.url);
    return url !== undefined && `${url.origin}${url.pathname}`.startsWith(`${address}/`);
  });
  const secrets = new SeenSecrets(key);
  const originUnixMs = least(own.map(({ startedDateTime }) => Date.parse(startedDateTime)));
  const basePath = pathname.replace(/\/+$/, '');
  const exchanges = own.flatMap((entry, index) => {
    const path = pathOf(entry.request.url);
    const carried = secrets.learn(lowered(entry.request.headers), path);
    const body = requestBody(entry.request);
    if (carried === undefined || !secrets.learnBody(body)) return [];
    const requested = requestedOperation({ method: entry.request.method, path }, basePath);
    const exchange: Exchange = {
      id: index + 1,
      operation: requested.operation,
      sender: CLIENT,
      attempt: 1,
      request: {
        method: entry.request.method,
        url: `${origin}${path}`,
        headers: lowered(entry.request.headers).filter(([name]) => !secrets.isWithheld(name)),
        credential: carried.credential,
        body,
      },
      ...settled(entry, Date.parse(entry.startedDateTime) - originUnixMs, carried.redactor),
    };
    return [{ exchange, requested }];
  });
  const byEnd = exchanges.toSorted((a, b) => a.exchange.timing.endMs - b.exchange.timing.endMs);
  const shownAddress = `${origin}${secrets.redactor.text(basePath)}`;
  return { address: shownAddress, originUnixMs, exchanges: byEnd, secrets };
}

function entriesOf(text: string, file: string): readonly Entry[] {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new UsageError(`The HAR file is not JSON: ${file}. Export the traffic again.`);
  }
  const parsed = HarSchema.safeParse(json);
  if (parsed.success) return parsed.data.log.entries;
  throw new UsageError(
    `The HAR file is malformed: ${file}. ${firstProblem(HarSchema, parsed.error, json)}`,
  );
}

/** The base address below which most paths are operations of the interface. */
function addressOf(entries: readonly Entry[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { request } of entries) {
    const url = webUrl(request.url);
    const base = url && basePathOf(request.method, url.pathname);
    if (base === undefined) continue;
    counts.set(`${url?.origin}${base}`, (counts.get(`${url?.origin}${base}`) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}

/** An address that a gateway can have; undefined for others, such as those of extensions and blobs. */
function webUrl(address: string): URL | undefined {
  const url = new URL(address);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

function basePathOf(method: string, pathname: string): string | undefined {
  for (const operation of OPERATION_NAMES) {
    const facts = OPERATIONS[operation];
    if (facts.method === method && pathname.endsWith(facts.path)) {
      return pathname.slice(0, -facts.path.length);
    }
  }
  return undefined;
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** Without the pseudo-headers of HTTP/2. */
function lowered(headers: Entry['request']['headers']): Headers {
  return headers
    .filter(({ name }) => !name.startsWith(':'))
    .map(({ name, value }) => [name.toLowerCase(), value] as const);
}

function requestBody({ postData }: Entry['request']): RequestBody {
  const { text, params = [] } = postData ?? {};
  if (text !== undefined && text !== '') {
    return { kind: 'text', text, sizeBytes: Buffer.byteLength(text) };
  }
  if (params.length === 0) return { kind: 'none' };
  return {
    kind: 'multipart',
    fields: params.filter(({ fileName }) => !fileName).map(({ name, value = '' }) => [name, value]),
    // The content of files is not in a HAR file.
    files: params.flatMap(({ name, fileName: filename }) =>
      !filename ? [] : [{ field: name, filename, sizeBytes: 0, sha256: '' }],
    ),
    sizeBytes: 0,
  };
}

function settled(
  { time, timings, response }: Entry,
  sendMs: number,
  redactor: Redactor,
): Pick<Exchange, 'timing' | 'outcome' | 'answer' | 'failure'> {
  const durationMs = Math.max(0, time);
  const endMs = sendMs + durationMs;
  const timing = { intendedMs: sendMs, sendMs, endMs };
  // Browsers write status 0 for a request that failed.
  if (response.status < 100) return { timing, outcome: 'reset', failure: 'no response recorded' };
  const { text, encoding } = response.content;
  const headers = lowered(response.headers).filter(([name]) => !OF_TRANSFER.has(name));
  const whole =
    text === undefined
      ? undefined
      : redactor.body(Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'), []).body;
  const excess = whole && excessOf(headers, whole, []);
  const body = excess === undefined ? whole : undefined;
  const firstByteMs = endMs - Math.min(durationMs, Math.max(0, timings?.receive ?? 0));
  return {
    timing: { ...timing, firstByteMs },
    outcome: excess === undefined ? 'answered' : 'oversize',
    answer: {
      status: response.status,
      headers: redactor.headers(headers),
      ...defined({ body }),
      sizeBytes: whole?.length ?? 0,
      reads: body === undefined ? [] : [{ endOffset: body.length, atMs: durationMs }],
    },
    ...defined({ failure: excess }),
  };
}

/** Measures and judges the traffic of a HAR file, except by rules that need the times in a response. */
export async function judgeHar(har: Har, criteria: LoadCriteria): Promise<LoadResult> {
  const rules = criteria.rules.filter(({ measuresTime }) => measuresTime !== true);
  const collector = new LoadCollector({ ...criteria, rules }, { engines: 1 });
  const [observer = {}] = collector.observers;
  const groups = new WatchedGroups(criteria.profile.expect.videoStates);
  observer.hello?.(helloOfTraffic(har.originUnixMs));
  const turns = new Turns();
  let endMs = 0;
  for (const { exchange, requested } of har.exchanges) {
    endMs = exchange.timing.endMs;
    observer.exchange?.(groups.join(exchange, requested.jobId));
    if (turns.isOver(exchange.answer?.sizeBytes)) await turns.next();
  }
  for (const groupEnd of groups.finish()) observer.groupEnd?.(groupEnd);
  observer.end?.(endOfTraffic(endMs, har.exchanges.length));
  return redactTraffic(await collector.finish([]), har.secrets.redactor);
}
