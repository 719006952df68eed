import { type Command, Option } from 'commander';
import { defined } from '../../input/defined.ts';
import { parseDuration, readDuration } from '../../input/duration.ts';
import { UsageError } from '../../input/usage-error.ts';
import { ARRIVALS } from '../../load/workload/arrival-models.ts';
import { RAMP_NEEDS, readRamp } from '../../load/workload/units.ts';
import { count } from './option-values.ts';

/** The flags of the arrivals, as commander gives them. */
export interface ArrivalOptions {
  readonly arrivals?: string;
  readonly stages?: readonly { readonly arrivalRate: string; readonly duration: string }[];
  readonly bursts?: { readonly size: number; readonly every: string };
  readonly users?: number;
  readonly think?: string;
  readonly trace?: string;
  readonly speed?: number;
}

export function withArrivalOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--arrivals <process>', 'arrival process (default: poisson)').choices(ARRIVALS),
    )
    .addOption(
      new Option('--stages <list>', 'consecutive stages, such as 0/s..50/s:30s,50/s:1m').argParser(
        parseStages,
      ),
    )
    .addOption(
      new Option('--bursts <n/time>', 'bursts of simultaneous arrivals, such as 20/5s').argParser(
        parseBursts,
      ),
    )
    .addOption(
      new Option(
        '--users <n>',
        'closed model: number of users, each with one request at a time',
      ).argParser(count('--users', 1, 20_000)),
    )
    .addOption(
      new Option(
        '--think <time>',
        'time that each of --users waits after a response (default: 0s)',
      ).argParser(parseThink),
    )
    .option('--trace <file>', 'replay the arrivals and lengths of a JSONL file')
    .addOption(
      new Option(
        '--speed <factor>',
        'speed of the --trace replay; 2 is twice as fast (default: 1)',
      ).argParser(parseSpeed),
    );
}

/**
 * The arrivals of the flags, by the keys of the configuration.
 * @throws UsageError
 */
export function arrivalOverrides(options: ArrivalOptions): Readonly<Record<string, unknown>> {
  const { arrivals, stages, bursts, users, think, trace, speed } = options;
  if (think !== undefined && users === undefined)
    throw new UsageError('--think needs --users. Add --users, or remove --think.');
  if (speed !== undefined && trace === undefined)
    throw new UsageError('--speed needs --trace. Add --trace, or remove --speed.');
  return {
    arrivals,
    stages,
    bursts,
    closed: users === undefined ? undefined : defined({ users, think }),
    trace: trace === undefined ? undefined : defined({ file: trace, speed }),
  };
}

function parseStages(text: string): NonNullable<ArrivalOptions['stages']> {
  return text.split(',').map((part) => {
    const [arrivalRate = '', duration = '', ...more] = part.split(':');
    const isWhole = more.length === 0 && readRamp(arrivalRate) !== undefined;
    if (!isWhole || readDuration(duration) === undefined) {
      throw new UsageError(
        `--stages needs ${RAMP_NEEDS} and a duration in each stage, such as 0/s..50/s:30s,50/s:1m; got ${JSON.stringify(part)}.`,
      );
    }
    if (parseDuration('--stages', duration) === 0) {
      throw new UsageError(
        `--stages needs a duration above 0 in each stage; got ${JSON.stringify(part)}.`,
      );
    }
    return { arrivalRate, duration };
  });
}

function parseBursts(text: string): NonNullable<ArrivalOptions['bursts']> {
  const [, size, every = ''] = /^(\d{1,7})\/(.+)$/.exec(text) ?? [];
  if (Number(size) > 0 && parseDuration('--bursts', every) > 0)
    return { size: Number(size), every };
  throw new UsageError(
    `--bursts needs a number of arrivals and an interval above 0, such as 20/5s; got ${JSON.stringify(text)}.`,
  );
}

/** Returns the text: the configuration parses it again. */
function parseThink(text: string): string {
  parseDuration('--think', text);
  return text;
}

function parseSpeed(text: string): number {
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (speed > 0) return speed;
  throw new UsageError(`--speed needs a factor above 0, such as 2; got ${JSON.stringify(text)}.`);
}
