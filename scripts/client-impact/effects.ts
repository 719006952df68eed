import type { ClientEffect } from '../../src/conformance/client-impact.ts';
import type { ClientError, Json, Outcome } from './clients.ts';

/** One call against one gateway: what the program saw, and what it cost. */
export interface Measured {
  /** Undefined when the call did not end in time. */
  readonly outcome: Outcome | undefined;
  /** Billable effects that the gateway charged. */
  readonly billed: number;
}

/** What a fault changes for one call. */
export interface Effect {
  readonly effect: ClientEffect['effect'];
  /** Members that differ, or one text about the effect. */
  readonly details: readonly string[];
}

const TIMEOUT = /timed?-?out/i;
/** Members of a value that hold generated text. */
const TEXT_MEMBER = /(?:^|\.)(?:text|content|output_text)$/;
/** Members that say how a text ended. */
const ENDING_MEMBER = /(?:^|\.)(?:finish_reason|finishReason|status)$/;
const FAILURE = /error|fail|incomplete/;
/** Whether a text arrived at once and not piece by piece. */
const LATE = 'late';

/**
 * What a defect changes for a program that makes this call.
 *
 * @param member that the defect edits: a program that only reads it as it was sent is not affected
 */
export function effectsOf(clean: Measured, faulty: Measured, member?: string): Effect[] {
  if (hangs(faulty.outcome)) return hangs(clean.outcome) ? [] : [{ effect: 'hangs', details: [] }];
  if (clean.outcome === undefined || faulty.outcome === undefined) return [];
  const effects = resultEffects(clean.outcome, faulty.outcome, member);
  return clean.outcome.error === undefined ? [...effects, ...cost(clean, faulty)] : effects;
}

function cost(clean: Measured, faulty: Measured): Effect[] {
  if (faulty.billed <= clean.billed) return [];
  const calls = faulty.billed === 1 ? '1 call' : `${faulty.billed} calls`;
  return [{ effect: 'costs-more', details: [`${calls} instead of ${clean.billed}`] }];
}

function hangs(outcome: Outcome | undefined): boolean {
  return outcome === undefined || TIMEOUT.test(outcome.error?.name ?? '');
}

function resultEffects(clean: Outcome, faulty: Outcome, member?: string): Effect[] {
  if (clean.error !== undefined) {
    return faulty.error === undefined
      ? [{ effect: 'hides-error', details: [clean.error.name] }]
      : errorEffects(clean.error, faulty.error);
  }
  if (faulty.error !== undefined) return [{ effect: 'throws', details: [faulty.error.name] }];
  const values = valueEffects(clean, faulty, member);
  if (values.length > 0) return values;
  return faulty.requests > clean.requests ? [{ effect: 'retries', details: [] }] : [];
}

const DETAILS = ['status', 'code', 'param', 'type', 'message'] as const;

function errorEffects(clean: ClientError, faulty: ClientError): Effect[] {
  if (clean.name !== faulty.name) {
    return [{ effect: 'other-error', details: [`${faulty.name} instead of ${clean.name}`] }];
  }
  const differing = DETAILS.filter((name) => (clean[name] ?? null) !== (faulty[name] ?? null));
  return differing.length === 0 ? [] : [{ effect: 'other-details', details: differing }];
}

interface Difference {
  readonly path: string;
  readonly clean: unknown;
  readonly faulty: unknown;
}

function valueEffects(clean: Outcome, faulty: Outcome, member?: string): Effect[] {
  const [before, after] = [comparable(clean.value ?? null), comparable(faulty.value ?? null)];
  const all = differences(before, after, '').filter((each) => !isPassedOn(each, member));
  const [late, values] = [all.filter(isLate), all.filter((each) => !isLate(each))];
  if (values.length === 0) return late.length === 0 ? [] : [{ effect: 'late-text', details: [] }];
  if (values.some(isLostText) && !values.some(reportsFailure)) {
    return [{ effect: 'loses-text', details: [] }];
  }
  const members = [...new Set(values.map(memberOf))].filter((name) => name !== '');
  return [{ effect: 'wrong-value', details: members }];
}

/** Names under which the AI SDK passes a member on. */
const PASSED_ON_AS: Readonly<Record<string, string>> = {
  model: 'modelId',
  created: 'timestamp',
  created_at: 'timestamp',
};

/** Whether a program only reads the edited member itself as the gateway sent it. */
function isPassedOn(difference: Difference, member: string | undefined): boolean {
  const name = member?.split('.').at(-1) ?? '';
  const shown = memberOf(difference).split('.').at(-1);
  return member !== undefined && (shown === name || shown === PASSED_ON_AS[name]);
}

/** Such as `data[].b64_json`; empty for the whole value, which may be an item of a list. */
function memberOf({ path }: Difference): string {
  return path.replaceAll(/\[\d+\]/g, '[]').replace(/^(?:\[\])?\.?/, '');
}

/** Whether a program can read from the value that something failed. */
function reportsFailure({ path, faulty }: Difference): boolean {
  return ENDING_MEMBER.test(path) && typeof faulty === 'string' && FAILURE.test(faulty);
}

function isLate({ path }: Difference): boolean {
  return path.split('.').at(-1) === LATE;
}

/** A text of which pieces are missing. */
function isLostText({ path, clean, faulty }: Difference): boolean {
  if (!TEXT_MEMBER.test(path) || typeof clean !== 'string') return false;
  const rest = faulty ?? '';
  return typeof rest === 'string' && rest.length < clean.length && isWithin(rest, clean);
}

/** Whether the characters of a text stand in another one, in the same order. */
function isWithin(part: string, whole: string): boolean {
  let found = 0;
  for (const character of whole) if (character === part[found]) found += 1;
  return found === part.length;
}

function differences(clean: unknown, faulty: unknown, path: string): Difference[] {
  if (!isContainer(clean) || !isContainer(faulty) || Array.isArray(clean) !== Array.isArray(faulty))
    return Object.is(clean, faulty) ? [] : [{ path, clean, faulty }];
  const keys = new Set([...Object.keys(clean), ...Object.keys(faulty)]);
  return [...keys].flatMap((key) =>
    differences(
      Reflect.get(clean, key),
      Reflect.get(faulty, key),
      Array.isArray(clean) ? `${path}[${key}]` : `${path}.${key}`,
    ),
  );
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const TIMES = new Set(['created', 'created_at', 'completed_at', 'timestamp']);
const RECENT_S = 600;

/**
 * A value in the form in which those of two runs are compared: ids become numbers in the order in
 * which they appear, so that equal ids stay equal, and present times become a word.
 */
export function comparable(value: Json): Json {
  const ids = [...new Set(idsIn(value))];
  return simplified(value, undefined, (text) =>
    ids.reduce((shown, id, index) => shown.replaceAll(id, `#${index + 1}`), text),
  );
}

function idsIn(value: Json, name = ''): string[] {
  if (typeof value === 'string') return /(?:^|_)id$/.test(name) && value !== '' ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value)
    .toSorted()
    .flatMap((key) => idsIn(memberAt(value, key), Array.isArray(value) ? name : key));
}

function simplified(
  value: Json,
  name: string | undefined,
  withoutIds: (text: string) => string,
): Json {
  if (name !== undefined && TIMES.has(name) && isRecent(value)) return 'now';
  if (typeof value === 'string') return withoutIds(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => simplified(item, undefined, withoutIds));
  return Object.fromEntries(
    Object.keys(value).map((key) => [key, simplified(memberAt(value, key), key, withoutIds)]),
  );
}

function memberAt(value: Json & object, key: string): Json {
  const member: Json | undefined = Array.isArray(value) ? value[Number(key)] : value[key];
  return member ?? null;
}

/** A whole number of seconds, or a date as the AI SDK gives it. */
function isRecent(value: Json): boolean {
  const seconds = typeof value === 'string' ? Date.parse(value) / 1000 : value;
  if (typeof seconds !== 'number' || !Number.isInteger(seconds)) return false;
  return Math.abs(Date.now() / 1000 - seconds) < RECENT_S;
}

/** Effects of which the details are members: those of all calls stand together. */
const OF_MEMBERS: ReadonlySet<Effect['effect']> = new Set(['wrong-value', 'other-details']);
const MEMBERS_SHOWN = 3;

/** The effects that one call of a client has. */
interface CallEffects {
  readonly call: string;
  readonly effects: readonly Effect[];
}

/** One entry for each effect on a client, with all calls that show it. */
export function groupedEffects(client: string, seen: readonly CallEffects[]): ClientEffect[] {
  const all = seen.flatMap(({ call, effects }) => effects.map((effect) => ({ call, ...effect })));
  const groups = Map.groupBy(all, ({ effect, details }) =>
    [effect, ...(OF_MEMBERS.has(effect) ? [] : details)].join(' '),
  );
  return [...groups.values()].flatMap((same) =>
    same.slice(0, 1).map(({ effect }) => ({
      client,
      effect,
      detail: inWords([...new Set(same.flatMap(({ details }) => details))]),
      calls: [...new Set(same.map(({ call }) => call))],
    })),
  );
}

function inWords(names: readonly string[]): string {
  const shown = names.slice(0, MEMBERS_SHOWN);
  return `${shown.join(', ')}${names.length > shown.length ? ' and more' : ''}`;
}
