import { parseArgs } from 'node:util';
import { didYouMean } from '../src/input/did-you-mean.ts';
import type { ReferenceOptions } from './settings.ts';

/** As `parseArgs` takes it, with what help shows. */
interface TextOption {
  readonly type: 'string';
  /** How the value is shown in help. */
  readonly value: string;
  readonly summary: string;
}

function optional(value: string, summary: string): TextOption {
  return { type: 'string', value, summary };
}

/** @param fallback the default, as in help */
function withDefault(value: string, fallback: string, summary: string) {
  return { ...optional(value, summary), default: fallback };
}

function flag(summary: string) {
  return { type: 'boolean', summary } as const;
}

function repeated(value: string, summary: string) {
  return { ...optional(value, summary), multiple: true } as const;
}

/** The options of the reference gateway, in the order of help. Durations are `50ms`, `2s` or ms. */
export const OPTIONS = {
  port: withDefault('N', '0', 'port to listen on; 0 chooses a free one'),
  host: withDefault('ADDRESS', '127.0.0.1', 'address to listen on'),
  ttft: withDefault('TIME', '20ms', 'time from a request to its first token'),
  itl: withDefault('TIME', '2ms', 'time from each token to the next'),
  tokens: withDefault('N', '16', 'content tokens in an answer'),
  slots: withDefault('N', '0', 'billable requests served at a time; 0 means no limit'),
  'service-time': withDefault(
    'TIME',
    '0ms',
    'time that a billable request holds its slot; capacity = slots / service time',
  ),
  'video-time': withDefault('TIME', '400ms', 'duration of a video job'),
  store: optional(
    'FOLDER',
    'keep keys, effects, jobs and stored responses in this folder: they survive a restart, and gateways may share it',
  ),
  upstream: optional(
    'URL',
    'relay requests to the provider at this address instead of generating answers',
  ),
  'relay-delay': withDefault('TIME', '0ms', 'delay of every piece of a relayed answer'),
  'relay-deadline': withDefault('TIME', '3s', 'longest time without progress of the provider'),
  fault: repeated('ID', 'plant a defect; may be repeated'),
  variant: repeated('ID', 'add an unusual but legal behaviour; may be repeated'),
  hostile: optional('NAME', 'start this hostile gateway, which attacks its clients, instead'),
  seed: withDefault('N', '1', 'seed of the words in the answers'),
  tls: flag('speak TLS, with a certificate made at the start, whose file is printed'),
  http2: flag('speak HTTP/2 beside HTTP/1.1: with --tls by ALPN, without it by prior knowledge'),
  'parent-pipe': flag('end when standard input closes'),
} as const;

/** A command line that the reference gateway cannot run. The message is one sentence. */
export class BadOptions extends Error {
  override name = 'BadOptions' as const;
}

export interface CommandLine {
  readonly port: number;
  readonly host: string;
  readonly parentPipe: boolean;
  readonly tls: boolean;
  readonly http2: boolean;
  /** The name of a hostile behaviour; `reference` is then without effect. */
  readonly hostile?: string;
  readonly reference: ReferenceOptions;
}

/** Reads `argv` without the program's name; throws `BadOptions`. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const values = parse(argv);
  return {
    port: count('port', values.port, [0, 65_535]),
    host: values.host,
    parentPipe: values['parent-pipe'] ?? false,
    tls: values.tls ?? false,
    http2: values.http2 ?? false,
    ...(values.hostile !== undefined && { hostile: hostileName(values) }),
    reference: {
      ttftMs: duration('ttft', values.ttft),
      itlMs: duration('itl', values.itl),
      tokens: count('tokens', values.tokens, [1, 10_000]),
      slots: count('slots', values.slots, [0, 1_000_000]),
      serviceTimeMs: duration('service-time', values['service-time']),
      videoMs: positive('video-time', values['video-time']),
      seed: count('seed', values.seed, [0, 0xffff_ffff]),
      ...(values.store !== undefined && { store: values.store }),
      ...(values.upstream !== undefined && { upstream: providerAddress(values.upstream) }),
      relayDelayMs: duration('relay-delay', values['relay-delay']),
      relayDeadlineMs: positive('relay-deadline', values['relay-deadline']),
      faults: values.fault ?? [],
      variants: values.variant ?? [],
    },
  };
}

function parse(argv: readonly string[]) {
  for (const argument of argv) {
    const name = /^--([^=]+)/.exec(argument)?.[1];
    if (name !== undefined && !Object.hasOwn(OPTIONS, name)) throw unknownOption(name);
  }
  try {
    return parseArgs({ args: [...argv], options: OPTIONS }).values;
  } catch (error) {
    const [reason = ''] = error instanceof Error ? error.message.split('. ', 1) : [];
    throw new BadOptions(`${reason}.`);
  }
}

function unknownOption(name: string): BadOptions {
  const known = Object.entries(OPTIONS).flatMap(([each, { type }]) =>
    type === 'boolean' ? [] : `--${each}`,
  );
  return unknown('option', `--${name}`, known, `Known: ${known.join(', ')}.`);
}

/** @param others the hint when no known name is close */
export function unknown(kind: string, name: string, known: Iterable<string>, others: string) {
  return new BadOptions(`Unknown ${kind}: ${name}.${didYouMean(name, known) || ` ${others}`}`);
}

/** A hostile gateway has no part that a fault or a variant could change. */
function hostileName(values: ReturnType<typeof parse>): string {
  const { hostile = '', fault, variant, upstream, tls, http2 } = values;
  const others = { fault, variant, upstream, tls, http2 };
  const other = Object.entries(others).find(([, value]) => value !== undefined)?.[0];
  if (other === undefined) return hostile;
  throw new BadOptions(
    `--hostile cannot be combined with --${other}: it replaces the reference gateway. Remove one of them.`,
  );
}

function count(name: string, text: string, [least, most]: readonly [number, number]): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new BadOptions(`--${name} needs an integer from ${least} to ${most}; got "${text}".`);
}

/** The base address of a provider, to which the paths of the operations are appended. */
function providerAddress(text: string): string {
  const url = URL.parse(text);
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  if (isPlain && url.username === '' && url.password === '') return url.href;
  const shown = url === null || url.username + url.password === '' ? `got "${text}"` : NO_KEY;
  throw new BadOptions(
    `--upstream needs an address such as http://127.0.0.1:9000, without a query; ${shown}.`,
  );
}

const NO_KEY = 'a key belongs in ASSAY_UPSTREAM_KEY';

const MS_PER_UNIT: Readonly<Record<string, number>> = { '': 1, ms: 1, s: 1000 };
const MAX_DURATION_MS = 3_600_000;

function duration(name: string, text: string): number {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)(ms|s)?$/.exec(text) ?? [];
  const ms = Number(digits === '' ? Number.NaN : digits) * (MS_PER_UNIT[unit] ?? 1);
  if (ms <= MAX_DURATION_MS) return ms;
  throw new BadOptions(
    `--${name} needs a duration of at most an hour, such as 50ms or 2s; got "${text}".`,
  );
}

function positive(name: string, text: string): number {
  const ms = duration(name, text);
  if (ms >= 1) return ms;
  throw new BadOptions(`--${name} needs a duration of at least 1 ms; got "${text}".`);
}
