import { readFile } from 'node:fs/promises';
import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { OperationOverrideSchema } from '../conformance/profile-file.ts';
import { overridden } from '../load/workload/override.ts';
import { readFiles } from '../load/workload/read-files.ts';
import { WorkloadSchema } from '../load/workload.ts';
import { type AbortCondition, parseAbortCondition } from '../measure/abort-condition.ts';
import { type Objective, parseObjective } from '../measure/objective.ts';
import { firstProblem } from '../words/first-problem.ts';
import { UsageError } from '../words/usage-error.ts';

/** Taken when it is there and no other is named. */
const DEFAULT_FILE = 'assay.yaml';

const ModelsSchema = z.strictObject({
  chat: z.string().min(1).optional(),
  responses: z.string().min(1).optional(),
  images: z.string().min(1).optional(),
  transcription: z.string().min(1).optional(),
  video: z.string().min(1).optional(),
});

/** `assay.yaml`. Flags of the command line override it. */
export const ConfigurationSchema = z.strictObject({
  target: z
    .string()
    .min(1)
    .default('embedded')
    .describe('an http(s) address with whatever path prefix it has, embedded, or container'),
  profile: z.string().min(1).optional().describe('name of a bundled profile, or path of your own'),
  models: ModelsSchema.default({}).describe('model ids that the target offers, by operation'),
  operations: z
    .array(OperationOverrideSchema)
    .default([])
    .describe('operations that the target offers or not; of the others it is asked'),
  workload: WorkloadSchema.prefault({}),
  slo: z
    .array(z.string())
    .default(['all errors <= 0%'])
    .describe('objectives, such as "chat ttft p95 < 800ms" or "all errors <= 1%"'),
  abortOn: z
    .array(z.string())
    .default([])
    .describe(
      'conditions that end a hopeless load early, such as "all errors > 20% over 10s after 30s"',
    ),
  judgedShare: z
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('least share of exchanges that must be judged under load'),
});

export type Configuration = Omit<z.output<typeof ConfigurationSchema>, 'slo' | 'abortOn'> & {
  readonly slo: readonly Objective[];
  readonly abortOn: readonly AbortCondition[];
  /** What the file and the flags say together, before any default. */
  readonly written: Readonly<Record<string, unknown>>;
};

/** What flags override, by the keys of the file. */
export interface Overrides {
  readonly target?: string | undefined;
  readonly profile?: string | undefined;
  readonly workload?: Readonly<Record<string, unknown>>;
  readonly slo?: readonly string[] | undefined;
}

/**
 * @param file as named by the user; `assay.yaml` when absent, if there is one
 * @throws UsageError
 */
export async function readConfiguration(
  file: string | undefined,
  overrides: Overrides,
): Promise<Configuration> {
  const written = await readYaml(file ?? DEFAULT_FILE, file === undefined);
  const name = file ?? (written === undefined ? 'the flags' : DEFAULT_FILE);
  const content = toRecord(written ?? {}, name);
  const { target, profile, workload, slo } = overrides;
  const merged = {
    ...content,
    ...(target !== undefined && { target }),
    ...(profile !== undefined && { profile }),
    ...(slo !== undefined && { slo }),
    ...(workload !== undefined && {
      workload: overridden(toRecord(content.workload ?? {}, name, 'workload'), workload),
    }),
  };
  const configuration = configurationOf(merged, name);
  const lastsMs = await readFiles(configuration.workload);
  if (lastsMs === undefined) return configuration;
  const lasting = { ...toRecord(merged.workload, name), duration: `${lastsMs}ms` };
  return configurationOf({ ...merged, workload: lasting }, name);
}

/**
 * What was written, with every default.
 * @param name of where it is written, for errors
 * @throws UsageError
 */
export function configurationOf(
  written: Readonly<Record<string, unknown>>,
  name: string,
): Configuration {
  const parsed = ConfigurationSchema.safeParse(written);
  if (!parsed.success)
    throw new UsageError(
      `Configuration is malformed: ${name}. ${firstProblem(ConfigurationSchema, parsed.error, written)}`,
    );
  const { slo, abortOn, ...rest } = parsed.data;
  return {
    ...rest,
    slo: slo.map(parseObjective),
    abortOn: abortOn.map(parseAbortCondition),
    written,
  };
}

/**
 * A YAML file as a value; undefined when it may be missing and is.
 * @throws UsageError
 */
export async function readYaml(
  file: string,
  mayBeMissing = false,
  ifMissing = '"assay init" writes an example',
): Promise<unknown> {
  try {
    return parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof YAMLParseError) {
      const [first] = error.message.split('\n');
      throw new UsageError(`File is no YAML: ${file} (${first}).`);
    }
    const code = errorCode(error);
    if (code === 'ENOENT' && mayBeMissing) return undefined;
    const problem =
      code === 'ENOENT'
        ? `There is no such file; ${ifMissing}.`
        : (READ_PROBLEMS[code] ?? `It cannot be read (${code}).`);
    throw new UsageError(`Cannot read the file: ${file}. ${problem}`);
  }
}

const READ_PROBLEMS: Readonly<Record<string, string>> = {
  EISDIR: 'It is a directory; name the file in it.',
  EACCES: 'It may not be read; check its permissions.',
};

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function toRecord(value: unknown, file: string, what = 'It'): Record<string, unknown> {
  const parsed = z.record(z.string(), z.unknown()).safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `Configuration is malformed: ${file}. ${what} must be a mapping of keys to values.`,
  );
}
