import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { z } from 'zod';
import { CATALOGUE, type CatalogueEntry } from '../../conformance/catalogue.ts';
import { OFFER } from '../../conformance/expectations.ts';
import { OperationOverrideSchema } from '../../conformance/profiles/profile.ts';
import {
  ECHO_MODELS,
  FAILING_MID_STREAM_MODELS,
  FAILING_MODELS,
  MODEL,
  SLOW_MODELS,
} from '../../contract/models-by-operation.ts';
import { BILLABLE, type Billable, byModelKey, OPERATIONS } from '../../contract/operations.ts';
import { LIMITS } from '../../input/limits.ts';
import { parseYaml } from '../../input/parse-yaml.ts';
import { errorCode, readTextFile } from '../../input/read-text-file.ts';
import { firstProblem } from '../../input/schema-problem.ts';
import { UsageError } from '../../input/usage-error.ts';
import { mergeFlags } from '../../load/workload/arrival-plan.ts';
import { checkFiles } from '../../load/workload/check-files.ts';
import { WorkloadSchema } from '../../load/workload/workload.ts';
import { type AbortCondition, parseAbortCondition } from '../../measure/abort-watch.ts';
import type { BaselineFigure, RelativeObjective } from '../../measure/change/relative-objective.ts';
import type { Objective } from '../../measure/objective.ts';
import type { Overrides } from '../options/load-options.ts';
import { collectorProblem } from '../traces/collector.ts';
import { checkConnections } from './check-connections.ts';
import { configurationLines } from './configuration-lines.ts';
import { readSlo } from './read-slo.ts';
import { loadRules } from './rules.ts';

/** Read if it exists and no other file is named. */
const DEFAULT_FILE = 'assay.yaml';

/** A model with a purpose may be set per operation: `slow: {chat: a, video-create: b}`. */
const ModelsSchema = z.strictObject({
  ...byModelKey(() => MODEL.optional()),
  echo: ECHO_MODELS.optional().describe('returns the prompt as its text'),
  slow: SLOW_MODELS.optional().describe('takes long enough for requests to overlap'),
  failing: FAILING_MODELS.optional().describe('fails before its response begins'),
  failingMidStream: FAILING_MID_STREAM_MODELS.optional().describe(
    'fails in the middle of a stream',
  ),
  failingVideo: MODEL.optional().describe('its video jobs fail'),
});

/** YAML parses unquoted digits as a number. */
const HeaderValueSchema = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value) => String(value));

const FILE = z.string().min(1).optional();

/** Paths are relative to the file of the configuration. */
const TlsSchema = z
  .strictObject({
    ca: FILE.describe('file of authorities that are trusted beside the usual ones; PEM'),
    cert: FILE.describe('file of the client certificate; PEM'),
    key: FILE.describe('file of its private key; PEM'),
    serverName: z
      .string()
      .min(1)
      .optional()
      .describe('name that the certificate of the target must have, in place of its host'),
    insecure: z.boolean().optional().describe('true accepts any certificate of the target'),
  })
  .describe('how TLS to the target is made');

function isWebAddress(text: string): boolean {
  return z.url({ protocol: /^https?$/ }).safeParse(text).success;
}

function checkTraces(traces: string | boolean, context: z.RefinementCtx): void {
  const message = typeof traces === 'string' ? collectorProblem(traces) : undefined;
  if (message !== undefined) context.addIssue({ code: 'custom', message });
}

const PRICE = z.number().min(0).optional();

/** What one call to each operation costs, by the keys of `models`. */
const PricesSchema = z
  .strictObject({
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'needs three capital letters, such as USD')
      .describe('such as USD'),
    ...byModelKey(() => PRICE),
  })
  .describe('price of one call to each operation; plans and --budget are then sums of money');

export type Prices = z.output<typeof PricesSchema>;

const SettingsSchema = z.strictObject({
  target: z
    .string()
    .min(1)
    .default('embedded')
    .describe('an http(s) address with its path prefix, embedded, or container'),
  profile: z
    .string()
    .min(1)
    .optional()
    .describe('name of a bundled profile, or path of a profile file'),
  upstream: z
    .string()
    .min(1)
    .optional()
    .describe(
      'HOST:PORT where Assay is the provider of the gateway, such as 127.0.0.1:9000; absent where it has another provider. For gate, conform, load, capacity, overhead, describe and compare',
    ),
  headers: z
    .record(z.string(), HeaderValueSchema)
    .default({})
    .describe(`headers of every request; \${NAME} is an environment variable`),
  query: z
    .string()
    .optional()
    .describe(`query of every request, such as api-version=2024-10-21; \${NAME} as in headers`),
  proxy: z
    .string()
    .min(1)
    .optional()
    .describe(
      `address of an HTTP proxy, such as http://proxy.example:3128, or none; \${NAME} as in headers; absent: that of HTTPS_PROXY or HTTP_PROXY`,
    ),
  tls: TlsSchema.optional(),
  http2: z
    .boolean()
    .optional()
    .describe(
      'true sends over HTTP/2: to an https target by ALPN, to an http target by prior knowledge',
    ),
  traces: z
    .union([z.boolean(), z.string()], 'needs true or the address of a collector')
    .superRefine(checkTraces)
    .optional()
    .describe(
      'address of a collector, such as http://127.0.0.1:4318, that gets a span of each request by OTLP over HTTP; true for that of OTEL_EXPORTER_OTLP_ENDPOINT. Every request then carries traceparent',
    ),
  traceShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.1)
    .describe('share of the requests of a load whose traces are sampled'),
  resolve: z
    .array(z.string())
    .optional()
    .describe(
      'IP addresses of the target in place of what its name stands for, such as gateway.example:443:10.0.0.1,10.0.0.2; a load spreads its connections over all',
    ),
  unixSocket: FILE.describe('path of a unix socket that requests to the target are sent to'),
  traceLink: z
    .string()
    .refine(
      (link) => link.includes('{traceId}') && isWebAddress(link.replaceAll('{traceId}', '0')),
      'needs an http(s) address with {traceId}, such as https://jaeger.example/trace/{traceId}',
    )
    .optional()
    .describe(
      'address of the page of a trace, with {traceId} in it: findings and slow requests in reports then link to theirs',
    ),
  models: ModelsSchema.default({}).describe(
    'model ids that the target offers, by operation and by special purpose',
  ),
  prices: PricesSchema.optional(),
  idempotency: OFFER.optional().describe(
    'whether a retry with a used Idempotency-Key is the same request; the first probes find out when unknown',
  ),
  tenants: OFFER.optional().describe('whether API keys are of several tenants'),
  tools: OFFER.optional().describe('whether the models call tools'),
  structuredOutput: OFFER.optional().describe(
    'whether an answer has the form that a request wants',
  ),
  vision: OFFER.optional().describe('whether the models see images'),
  storedResponses: OFFER.optional().describe('whether previous_response_id continues a response'),
  operations: z
    .array(OperationOverrideSchema)
    .default([])
    .describe(
      'operations that the target offers or does not offer; discovery finds out about the others',
    ),
  workload: WorkloadSchema.prefault({}),
  slo: z
    .array(z.string())
    .default(['all errors <= 0%'])
    .describe(
      'objectives, such as "chat ttft p95 < 800ms", "all errors <= 1%" or, with --against, "chat ttft p95 <= 110% of baseline"',
    ),
  abortOn: z
    .array(z.string())
    .default([])
    .describe('conditions that abort a load early, such as "all errors > 20% over 10s after 30s"'),
  rules: z
    .array(z.string().min(1))
    .default([])
    .describe('modules that export custom rules: paths from the working directory'),
  judgedShare: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('minimum share of requests that must be judged under load'),
});

/** `assay.yaml`. Flags of the command line override it. */
export const ConfigurationSchema = SettingsSchema.superRefine(checkConnections);

export type Configuration = Omit<z.output<typeof ConfigurationSchema>, 'slo' | 'abortOn'> & {
  readonly slo: readonly Objective[];
  /** Objectives whose baseline is not known; `refuseUnresolved` before a load. */
  readonly unresolvedSlo: readonly RelativeObjective[];
  readonly abortOn: readonly AbortCondition[];
  /** The rules of Assay, and the custom ones that the modules of `rules` export. */
  readonly catalogue: readonly CatalogueEntry[];
  /** The values of the file and the flags together, without defaults. */
  readonly written: Readonly<Record<string, unknown>>;
  /** The folder of the file, for the paths in it; the working directory without one. */
  readonly folder: string;
  /** The file that was read; absent when there was none. */
  readonly source?: ConfigurationSource;
};

interface ConfigurationSource {
  readonly file: string;
  /** Hex. */
  readonly sha256: string;
  /** See `configurationLines`. */
  readonly lines: Readonly<Record<string, number>>;
}

/** What a file and the flags say together, before it is checked. */
interface WrittenConfiguration {
  /** The file, or `the command line` where there is none. */
  readonly name: string;
  /** The text of the file; absent where there is none. */
  readonly text?: string;
  readonly merged: Readonly<Record<string, unknown>>;
}

/**
 * @param file as named by the user; `assay.yaml` when absent, if it exists
 * @throws UsageError when it cannot be read, is not YAML, or not a mapping
 */
export async function readWritten(
  file: string | undefined,
  overrides: Overrides,
): Promise<WrittenConfiguration> {
  const text = await readText(file ?? DEFAULT_FILE, file === undefined);
  const name = file ?? (text === undefined ? 'the command line' : DEFAULT_FILE);
  const content = toRecord((text === undefined ? undefined : parseYaml(text, name)) ?? {}, name);
  const { headers, workload = {}, ...others } = overrides;
  const section = (key: string) => toRecord(content[key] ?? {}, name, key);
  const given = (value: unknown) => toRecord(value, 'the command line');
  const merged = {
    ...content,
    ...others,
    ...(headers !== undefined && { headers: withHeaders(section('headers'), given(headers)) }),
    workload: mergeFlags(section('workload'), given(workload)),
  };
  return { name, ...(text !== undefined && { text }), merged };
}

/**
 * @param file as named by the user; `assay.yaml` when absent, if it exists
 * @throws UsageError
 */
export async function readConfiguration(
  file: string | undefined,
  overrides: Overrides,
  baseline?: BaselineFigure,
): Promise<Configuration> {
  const { name, text, merged } = await readWritten(file, overrides);
  const source = text === undefined ? {} : { source: sourceOf(name, text) };
  const configuration = configurationOf(merged, name, baseline);
  const catalogue = [...CATALOGUE, ...(await loadRules(configuration.rules))];
  const lastsMs = await checkFiles(configuration.workload);
  if (lastsMs === undefined) return { ...configuration, catalogue, ...source };
  const lasting = { ...toRecord(merged.workload, name), duration: `${lastsMs}ms` };
  return {
    ...configurationOf({ ...merged, workload: lasting }, name, baseline),
    catalogue,
    ...source,
  };
}

function sourceOf(file: string, text: string): ConfigurationSource {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { file, sha256, lines: configurationLines(text) };
}

/** A header of the flags replaces that of the file; names are compared without case. */
function withHeaders(
  written: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const kept = Object.entries(written).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...given };
}

/**
 * The written values with all defaults. Modules of `rules` are not loaded: a recording must not name
 * code that runs.
 * @param name the file where they are written, or another place, for errors
 * @param baseline the figures of an earlier run; without them, relative objectives stay unresolved
 * @throws UsageError
 */
export function configurationOf(
  written: Readonly<Record<string, unknown>>,
  name: string,
  baseline?: BaselineFigure,
): Configuration {
  const parsed = ConfigurationSchema.safeParse(written);
  if (!parsed.success)
    throw new UsageError(
      `Configuration is malformed: ${name}. ${firstProblem(ConfigurationSchema, parsed.error, written)}`,
    );
  const { slo, abortOn, ...rest } = parsed.data;
  const { objectives, unresolved, absolute } = readSlo(slo, baseline);
  return {
    ...rest,
    folder: dirname(name),
    slo: objectives,
    unresolvedSlo: unresolved,
    abortOn: abortOn.map(parseAbortCondition),
    catalogue: CATALOGUE,
    written: written.slo === undefined ? written : { ...written, slo: absolute },
  };
}

/**
 * The value of a YAML file; undefined when it may be missing and does not exist.
 * @throws UsageError
 */
export async function readYaml(
  file: string,
  mayBeMissing = false,
  ifMissing?: string,
): Promise<unknown> {
  const text = await readText(file, mayBeMissing, ifMissing);
  return text === undefined ? undefined : parseYaml(text, file);
}

async function readText(
  file: string,
  mayBeMissing: boolean,
  ifMissing = '"assay init" writes an example',
): Promise<string | undefined> {
  try {
    return await readTextFile(file, LIMITS.settingsBytes.value);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' && mayBeMissing) return undefined;
    const problem =
      code === 'ENOENT'
        ? `The file does not exist; ${ifMissing}.`
        : (READ_PROBLEMS[code] ?? `Reading failed (${code}).`);
    throw new UsageError(`Cannot read ${file}. ${problem}`);
  }
}

const READ_PROBLEMS: Readonly<Record<string, string>> = {
  EISDIR: 'It is a folder: name the file in it.',
  EACCES: 'Permission denied: check its permissions.',
  EFBIG: `It has more than ${LIMITS.settingsBytes.value} bytes: check that it is the right file.`,
};

function toRecord(value: unknown, file: string, what = 'It'): Record<string, unknown> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `Configuration is malformed: ${file}. ${what} must be a mapping of keys to values.`,
  );
}

/** The price of one call; undefined where the configuration has none. */
export function priceOf(prices: Prices, operation: Billable): number | undefined {
  return prices[OPERATIONS[operation].model.key];
}

/** The operations that a configuration gives no price for. */
export function withoutPrice(prices: Prices): readonly Billable[] {
  return BILLABLE.filter((operation) => priceOf(prices, operation) === undefined);
}

/** @throws UsageError when an objective has no limit: it would never be judged */
export function refuseUnresolved(unresolved: readonly RelativeObjective[]): void {
  const [first] = unresolved;
  if (first === undefined) return;
  throw new UsageError(
    `Objective is relative to a baseline that is not known: ${JSON.stringify(first.text)}. Name the report.json of an earlier run with --against of gate or load, or set other objectives with --slo.`,
  );
}
