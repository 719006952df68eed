import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingFacts } from '../../src/conformance/settings.ts';
import { CUT, LIMITS_BY_TOPIC, type Limit } from '../../src/input/limits.ts';
import { cell, table } from '../markdown.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A limit of the load engine: its value is the constant in the Go source. */
interface EngineLimit extends Omit<Limit, 'value'> {
  /** Below `engine`. */
  readonly file: string;
  readonly constant: string;
}

const ENGINE_LIMITS: readonly EngineLimit[] = [
  {
    file: 'gateway/read_body.go',
    constant: 'maxTextBytes',
    unit: 'bytes',
    what: 'text of an answer',
    beyond: CUT,
  },
  {
    file: 'gateway/read_body.go',
    constant: 'maxBodyBytes',
    unit: 'bytes',
    what: 'image or file of an answer',
    beyond: CUT,
  },
  {
    file: 'gateway/read_body.go',
    constant: 'maxEvents',
    unit: 'count',
    what: 'events of an event stream',
    beyond: CUT,
  },
  {
    file: 'gateway/read_body.go',
    constant: 'maxReads',
    unit: 'count',
    what: 'pieces in which the body of an answer arrives',
    beyond: CUT,
  },
  {
    file: 'transport/pools.go',
    constant: 'maxHeaderBytes',
    unit: 'bytes',
    what: 'headers of an answer',
    beyond: CUT,
  },
  {
    file: 'body/budget.go',
    constant: 'DefaultBytes',
    unit: 'bytes',
    what: 'all answers in memory: those that are received, and frames that wait for the judging process',
    beyond: 'bodies, then times are dropped and counted',
    setting: '`ASSAY_BODY_BYTES`',
  },
  {
    file: 'framing/spooled_sink.go',
    constant: 'DefaultSpoolBytes',
    unit: 'bytes',
    what: 'frames that wait for the judging process, in a file without a name in the temporary folder',
    beyond: 'they wait in memory',
    setting: '`ASSAY_TAP_SPOOL_BYTES`',
  },
  {
    file: 'tap/encode.go',
    constant: 'maxRequestText',
    unit: 'bytes',
    what: 'request body in a frame',
    beyond: 'the text is cut',
  },
  {
    file: 'tap/listener.go',
    constant: 'maxCommandBytes',
    unit: 'bytes',
    what: 'a frame to the engine',
    beyond: 'the engine ends',
  },
  {
    file: 'arrivals/schedule/trace.go',
    constant: 'maxLineBytes',
    unit: 'bytes',
    what: 'a line of a trace',
    beyond: 'the run ends with exit code 3',
  },
];

/** All settings of a profile, each with the rules that read it, and all limits. */
export async function settingsPage(): Promise<string> {
  const settings = settingFacts().map(({ name, type, default: value, source, rules }) => [
    `\`${name}\``,
    cell(type),
    `\`${cell(value)}\``,
    cell(source),
    cell(rules.join(', ') || 'none: probes or the load use it'),
  ]);
  const topics = Object.entries<Readonly<Record<string, Limit>>>(LIMITS_BY_TOPIC);
  const engine = await Promise.all(
    ENGINE_LIMITS.map(async (limit) => ({ ...limit, value: await goConstant(limit) })),
  );
  return [
    '# Settings and limits',
    '## Settings of a profile',
    'A profile sets one with `{setting, value, reason}`; `assay list settings --json` prints the same. Rules that judge by a setting are named; probes read settings too, such as the models.',
    'A model with a purpose is one for all operations, or a mapping of those that have one: `slowModel: {chat: gpt-slow, video-create: sora-slow}`. Rules that need it at another operation say that it is missing there.',
    table(['setting', 'type', 'default', 'source of the default', 'rules'], settings),
    '## Limits',
    'What a gateway sends is cut at these limits, so that a hostile gateway can exhaust neither the memory nor the time of a run. An answer that Assay cut is never judged as the malformed answer of the gateway: its rules could not be verified, and the report counts it.',
    '1 MiB is 1 048 576 bytes, 1 MB is 1 000 000 bytes. A limit without a setting is fixed.',
    ...topics.map(([topic, limits]) => section(topic, Object.values(limits))),
    section('Load engine', engine),
  ]
    .join('\n\n')
    .concat('\n');
}

function section(topic: string, limits: readonly Limit[]): string {
  const rows = limits.map(({ what, beyond, setting = 'none', ...limit }) =>
    [what, shown(limit), beyond, setting].map(cell),
  );
  return `### ${topic}\n\n${table(['limit of', 'value', 'beyond it', 'setting'], rows)}`;
}

const SIZES = [
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
  ['MB', 1000 ** 2],
  ['KiB', 1024],
] as const;

function shown({ value, unit }: Pick<Limit, 'value' | 'unit'>): string {
  if (unit === 'ms') return value < 1000 ? `${value} ms` : `${value / 1000} s`;
  const [name, size] = SIZES.find(([, bytes]) => value % bytes === 0) ?? ['bytes', 1];
  if (unit === 'bytes') return `${grouped(value / size)} ${name}`;
  return grouped(value);
}

function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** The value of `name = 16 << 20` or the like. */
async function goConstant({ file, constant }: EngineLimit): Promise<number> {
  const source = await readFile(join(ROOT, 'engine', file), 'utf8');
  const [, digits, shift = '0'] =
    new RegExp(`\\b${constant}\\s*=\\s*([\\d_]+)(?:\\s*<<\\s*(\\d+))?\\s*(?://.*)?$`, 'm').exec(
      source,
    ) ?? [];
  if (digits === undefined) throw new Error(`engine/${file} has no constant ${constant}`);
  return Number(digits.replaceAll('_', '')) * 2 ** Number(shift);
}
