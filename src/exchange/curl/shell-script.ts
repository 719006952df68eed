import type { Exchange } from '../exchange.ts';
import { curl, type Replacements } from './curl.ts';
import { idsIn, type JobVariable, jobVariables, lastSegment, takeId } from './job-variables.ts';
import { newIdempotencyKeys } from './new-idempotency-keys.ts';

/** A longer script can hardly be read: `assay conform --rule` is shown in its place. */
const SCRIPT_MAXIMUM = 64_000;
const LINES_MAXIMUM = 80;
/** A shorter wait between two requests is processing time of the sender. */
const WAIT_MINIMUM_MS = 40;

/** More than a socket accepts before the response arrives. */
const REFUSED_BYTES = 64 * 1024;
/** Rounds of a race. */
const ROUNDS = 5;

/** Exchanges that one command of the script sends: side by side, or over one connection. */
type Step = readonly Exchange[];

/**
 * A script of bash that sends the requests of these exchanges as they were sent: one after the
 * other, concurrently where they were in flight together, over one connection where they shared it. The
 * id of a job comes from the response that created it, and idempotency keys are new each time.
 * Undefined when no script can send them.
 */
export function shellScript(exchanges: readonly Exchange[]): string | undefined {
  // curl drops what comes after a response.
  if (exchanges.some(({ surplus }) => surplus !== undefined)) return undefined;
  const sent = inOrder(exchanges);
  const steps = stepsOf(sent);
  return new Script(sent, steps).text() ?? new Script(sent, steps.flatMap(readsInTurn)).text();
}

/** The exchanges with those that created the jobs of others, in the order sent. */
function inOrder(exchanges: readonly Exchange[]): readonly Exchange[] {
  const ids = new Set(exchanges.map(({ id }) => id));
  const makers = exchanges.flatMap(({ madeBy }) => madeBy ?? []);
  const missing = makers.filter(({ id }, index) => {
    return !ids.has(id) && makers.findIndex((maker) => maker.id === id) === index;
  });
  return [...missing, ...exchanges].toSorted(
    (one, other) => one.timing.sendMs - other.timing.sendMs,
  );
}

class Script {
  readonly #steps: readonly Step[];
  readonly #jobs: ReadonlyMap<string, JobVariable>;
  readonly #definitions: readonly string[];
  readonly #replacements: Replacements;

  constructor(exchanges: readonly Exchange[], steps: readonly Step[]) {
    const keys = newIdempotencyKeys(exchanges);
    this.#steps = steps;
    this.#jobs = jobVariables(exchanges);
    this.#definitions = keys.definition;
    const ids = new Map([...this.#jobs].map(([id, { name }]) => [id, name]));
    this.#replacements = { ids, header: keys.header };
  }

  text(): string | undefined {
    const runs: Run[] = [];
    for (const [index, step] of this.#steps.entries()) {
      const command = needsItself(step) ? undefined : this.#command(step);
      if (command === undefined) return undefined;
      const wait = waitBetween(this.#steps[index - 1], step);
      const last = runs.at(-1);
      const repeats =
        command === last?.command && (isRead(step) || (wait === '') === (last.wait === ''));
      if (repeats)
        runs[runs.length - 1] = { command, times: last.times + 1, wait: last.wait || wait };
      else runs.push({ command, times: 1, wait });
    }
    return bounded([...this.#definitions, ...runs.map(runLine)], this.#isRace());
  }

  /** Whether equal requests are sent together: one round is rarely enough to reproduce a race. */
  #isRace(): boolean {
    return this.#steps.some((step) => {
      const lines = new Set(step.map((exchange) => curl(exchange, this.#replacements)));
      return step.length > 2 && lines.size === 1 && !isRead(step);
    });
  }

  #command(step: Step): string | undefined {
    const connections = byConnection(step);
    const lines = connections.map((exchanges) => this.#line(exchanges));
    const takes = connections.flatMap((exchanges, index) => this.#takes(exchanges, index));
    const [first] = lines;
    const isComplete = first !== undefined && !lines.includes(undefined);
    if (!isComplete || connections.some(outlivesRefusal)) return undefined;
    if (lines.length === 1 && takes.length === 0) return first;
    const sent =
      lines.length === 1
        ? [`${first} | tee "$d/${fileOf(0)}"`]
        : [
            '(',
            ...lines.map((line, index) => aside(line, index, connections)),
            '  wait',
            ')',
            'cat "$d"/*',
          ];
    return ['d=$(mktemp -d)', ...sent, ...takes].join('\n');
  }

  /** One curl for all that goes over one connection. */
  #line(exchanges: Step): string | undefined {
    const lines = exchanges.map((exchange) => curl(exchange, this.#replacements));
    const [first, ...others] = lines;
    if (lines.includes(undefined)) return undefined;
    return [first, ...others.map((line) => line?.replace(/^curl/, '--next'))].join(' ');
  }

  /** Lines that take the ids of jobs from the answers on a connection. */
  #takes(exchanges: Step, index: number): readonly string[] {
    const made = exchanges.filter(({ operation }) => operation === 'video-create');
    return made.flatMap(idsIn).flatMap((id) => {
      const variable = this.#jobs.get(id);
      return variable === undefined ? [] : [takeId(variable, `"$d/${fileOf(index)}"`)];
    });
  }
}

interface Run {
  readonly command: string;
  readonly times: number;
  readonly wait: string;
}

function runLine({ command, times, wait }: Run): string {
  const line = `${wait}${command}`;
  return times === 1 ? line : `for n in $(seq ${times}); do ${line}; done`;
}

/** Whether curl would close a connection that is used again: it does when a body is refused. */
function outlivesRefusal(exchanges: Step): boolean {
  return exchanges
    .slice(0, -1)
    .some(({ request: { body } }) => body.kind !== 'none' && body.sizeBytes > REFUSED_BYTES);
}

/** A line that runs in the background, with the delay with which it was sent. */
function aside(line: string | undefined, index: number, connections: readonly Step[]): string {
  const startMs = connections[0]?.[0]?.timing.sendMs ?? 0;
  const lateMs = (connections[index]?.[0]?.timing.sendMs ?? startMs) - startMs;
  const late = lateMs < WAIT_MINIMUM_MS ? line : `(${sleep(lateMs)}${line})`;
  return `  ${late} > "$d/${fileOf(index)}" &`;
}

/** Whether a request needs a job that another one of the same step creates. */
function needsItself(step: Step): boolean {
  const made = step.filter(({ operation }) => operation === 'video-create').flatMap(idsIn);
  return step.some(({ request }) => made.includes(lastSegment(request.url)));
}

/** Exchanges that were in flight at the same time, or shared a connection, make one step. */
function stepsOf(exchanges: readonly Exchange[]): readonly Step[] {
  const steps: Exchange[][] = [];
  let endMs = Number.NEGATIVE_INFINITY;
  for (const exchange of exchanges) {
    const { sendMs } = exchange.timing;
    const last = steps.at(-1);
    if (last && (sendMs < endMs || exchange.onSameConnection)) last.push(exchange);
    else steps.push([exchange]);
    endMs = Math.max(endMs, exchange.timing.endMs);
  }
  return steps;
}

function byConnection(step: Step): readonly Step[] {
  const connections: Exchange[][] = [];
  for (const exchange of step) {
    const last = connections.at(-1);
    if (last && exchange.onSameConnection) last.push(exchange);
    else connections.push([exchange]);
  }
  return connections;
}

function isRead(step: Step): boolean {
  return step.every(({ request }) => request.method === 'GET');
}

/** The wait before a step that uses a job or a key of the previous one. */
function waitBetween(before: Step | undefined, step: Step): string {
  const [first] = step;
  if (before === undefined || first === undefined) return '';
  const isSame = before.some(
    (each) => first.madeBy?.id === each.id || (first.group && each.group?.id === first.group.id),
  );
  const waitedMs = first.timing.sendMs - Math.max(...before.map(({ timing }) => timing.endMs));
  return isSame && waitedMs >= WAIT_MINIMUM_MS ? sleep(waitedMs) : '';
}

function sleep(ms: number): string {
  return `sleep ${(ms / 1000).toFixed(2)}; `;
}

function fileOf(index: number): string {
  return String(index).padStart(2, '0');
}

function bounded(lines: readonly string[], isRace: boolean): string | undefined {
  const once = lines.join('\n');
  const text = isRace ? `for round in $(seq ${ROUNDS}); do\n${once}\ndone` : once;
  const isLong = text.length > SCRIPT_MAXIMUM || text.split('\n').length > LINES_MAXIMUM;
  return isLong || lines.length === 0 ? undefined : text;
}

/** Reads one after the other that were concurrent: a shorter script, but not quite the same. */
function readsInTurn(step: Step): readonly Step[] {
  return isRead(step) ? step.map((exchange) => [exchange]) : [step];
}
