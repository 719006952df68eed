import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CATALOGUE } from '../../src/conformance/catalogue.ts';
import type { Probe } from '../../src/conformance/rule.ts';
import { integer, list } from '../../src/contract/json.ts';
import { judgeReference } from '../support/judge-reference.ts';
import { findingsIn, judgeChanged } from './contract-mutants/judge-mutant.ts';
import type { Mutant } from './contract-mutants/mutant.ts';
import { changesBy, contractMutants } from './contract-mutants/mutants.ts';
import { membersOf } from './contract-mutants/schema-members.ts';
import { recordTape, type Tape } from './contract-mutants/tape.ts';
import { judgeMutants, killersOf, unexplained } from './contract-mutants/verdict.ts';

/** One mutant in this many is tried here; `npm run test:deep` tries all. */
const SAMPLE = 64;
/** One in this many of the sample is also tried against a live gateway that answers like it. */
const LIVE = 8;

describe('contract mutants', () => {
  let tape: Tape;
  let all: readonly Mutant[];
  let sample: readonly Mutant[];

  beforeAll(async () => {
    tape = await recordTape();
    all = contractMutants(tape);
    sample = every(SAMPLE, all);
  });

  test('contract mutants: the recording itself shows no finding', async () => {
    const same = new Map(tape.exchanges.map((exchange) => [exchange, { ...exchange }]));
    expect(await judgeChanged(tape, same)).toEqual([]);
  });

  test('contract mutants: each of a sample is found by a rule that names it, or explained', async () => {
    expect(sample.length).toBeGreaterThan(50);
    expect(unexplained(await judgeMutants(tape, sample))).toEqual([]);
  });

  test('contract mutants: the same rules find a live gateway that answers like the mutant', async () => {
    const tried: string[] = [];
    for (const mutant of every(LIVE, sample.filter(isOfFirstAnswers))) {
      const shown = await shownBy(tape, mutant);
      if (shown === undefined) continue;
      const { probe, killer } = shown;
      expect(await killersLive(mutant, probe, killer), nameOf(mutant)).toContain(killer);
      tried.push(nameOf(mutant));
    }
    expect(tried.length).toBeGreaterThan(2);
  });

  test('contract mutants: a mutant changes what it says and nothing else', () => {
    const mutant = all.find(
      ({ place, member, mutation }) =>
        place === 'chat body' && member === 'choices[].index' && mutation === 'one more',
    );
    const changes = [...(mutant === undefined ? [] : changesBy(mutant, tape))];
    expect(changes.length).toBeGreaterThan(0);
    for (const [before, after] of changes) {
      const text = Buffer.from(before.answer?.body ?? []).toString();
      expect(Buffer.from(after.answer?.body ?? []).toString()).toBe(
        text.replaceAll(/"index":(\d)/g, (_, index) => `"index":${Number(index) + 1}`),
      );
    }
  });
});

test('contract mutants: members are found in objects, lists and arrays of a schema', () => {
  const schema = z.looseObject({
    a: z.string().nullish(),
    b: list(z.looseObject({ c: integer, d: z.array(z.looseObject({ e: z.unknown() })) })),
  });
  expect(membersOf(schema).map(({ path, type }) => `${path} ${type}`)).toEqual([
    'a string',
    'b array',
    'b[].c integer',
    'b[].d array',
    'b[].d[].e unknown',
  ]);
});

function every<T>(step: number, items: readonly T[]): readonly T[] {
  return items.filter((_, index) => index % step === 0);
}

/** Only the tape shows which answers are replays, and what variants add. */
function isOfFirstAnswers({ place }: Mutant): boolean {
  return !place.endsWith(', replayed') && place !== 'responses response.queued';
}

function nameOf({ place, member, mutation }: Mutant): string {
  return `${place}: ${member} ${mutation}`;
}

interface Shown {
  readonly probe: Probe;
  /** The id of the rule that finds the mutant in what this probe brings. */
  readonly killer: string;
}

/** The probe of fewest requests whose answers alone show the mutant; undefined when none does. */
async function shownBy(tape: Tape, mutant: Mutant): Promise<Shown | undefined> {
  const probes = [...tape.sent].toSorted(([, one], [, other]) => one.length - other.length);
  for (const [probe, sent] of probes) {
    const changes = [...changesBy(mutant, tape)].filter(([exchange]) => sent.includes(exchange));
    const found = changes.length === 0 ? [] : await judgeChanged(tape, new Map(changes));
    const [killer] = killersOf(mutant, found);
    if (killer !== undefined) return { probe, killer };
  }
  return undefined;
}

async function killersLive(
  mutant: Mutant,
  probe: Probe,
  killer: string,
): Promise<readonly string[]> {
  const rules = CATALOGUE.map(({ rule }) => rule);
  const outcomes = await judgeReference(
    rules.filter((rule) => rule.probe === probe || rule.id === killer),
    { change: (exchange) => mutant.change(exchange) ?? exchange },
  );
  return killersOf(mutant, findingsIn(outcomes));
}
