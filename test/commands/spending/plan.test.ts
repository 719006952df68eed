import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { configurationOf, type Prices } from '../../../src/commands/configuration/configuration.ts';
import {
  approvePlan,
  approver,
  PlanDeclined,
} from '../../../src/commands/spending/approve-plan.ts';
import { allowanceOf, effortFor } from '../../../src/commands/spending/spending.ts';
import { planSentence, type SpendingPlan } from '../../../src/commands/spending/spending-plan.ts';
import { isFree } from '../../../src/commands/target/choose-profile.ts';
import { askOnTerminal } from '../../../src/commands/terminal/ask-on-terminal.ts';
import { bundledProfile } from '../../../src/conformance/profiles/profile-file.ts';
import { resolveProfile } from '../../../src/conformance/profiles/resolved-profile.ts';
import { Budget } from '../../../src/conformance/sending/budget.ts';
import { plannedCalls } from '../../../src/load/scenarios/supported-mix.ts';
import { WorkloadSchema } from '../../../src/load/workload/workload.ts';
import { loopbackServer } from '../../support/loopback-server.ts';
import { startReference } from '../../support/reference-gateway.ts';

const PRICES = { currency: 'USD', chat: 0.01, images: 0.5 };
const PLAN: SpendingPlan = {
  effort: 'modest',

  conformance: new Map([
    ['chat', 20],
    ['images', 4],
  ]),
  load: new Map([['chat', 100]]),
};

describe('the effort', () => {
  test.each([
    ['free and not said', true, undefined, 'thorough'],
    ['not free and not said', false, undefined, 'modest'],
    ['not free and --thorough', false, true, 'thorough'],
    ['free and --no-thorough', true, false, 'modest'],
  ])('where it is %s', (_, free, thorough, effort) => {
    expect(effortFor(free, thorough)).toBe(effort);
  });

  test('is that of a free target for the reference gateway only, wherever it is', async () => {
    const { address } = await startReference();
    const paid = await loopbackServer((_, response) => void response.writeHead(404).end());
    const dead = 'http://127.0.0.1:9/v1';
    const free = [address, `${address}/v1/`, 'embedded', 'container', `http://${paid}`, dead];
    // A busy gateway answers after the time that Assay waits for it.
    await expect
      .poll(() => Promise.all(free.map((text) => isFree(text, { environment: {} }))))
      .toEqual([true, true, true, true, false, false]);
  });
});

describe('the plan', () => {
  test('names the calls of each operation, of each part, and what has a price', () => {
    expect(planSentence(PLAN, PRICES)).toBe(
      'Plan: about 124 billable calls: 120 chats, 4 image calls (24 of conformance and 100 of load); about 3.20 USD. Probes send less, because calls may cost money; --thorough sends everything.',
    );
    const video = { ...PLAN, load: new Map([['video-create', 1]] as const) };
    expect(planSentence(video, PRICES)).toContain(
      'about 2.20 USD without video-create, which has no price',
    );
  });

  test('says that the load of a closed model is not known before', () => {
    expect(planSentence({ effort: 'thorough', load: 'unknown' }, undefined)).toBe(
      'Plan: as many calls under load as the gateway answers, which is not known before.',
    );
  });

  test('follows, for a load, the mix, its rates and the turns of a conversation', () => {
    const calls = (workload: object) => plannedCalls(WorkloadSchema.parse(workload));
    const minute = { arrivalRate: '10/s', duration: '1m' };
    expect(calls({ ...minute, scenario: 'images' })).toEqual(new Map([['images', 600]]));
    expect(calls({ ...minute, mix: { chat: 3, images: 1 } })).toEqual(
      new Map([
        ['chat', 450],
        ['images', 150],
      ]),
    );
    expect(calls({ ...minute, scenario: 'chat-session', sessions: { turns: 3 } })).toEqual(
      new Map([['chat', 1800]]),
    );
    expect(calls({ ...minute, scenario: 'idempotent-retry' })?.get('video-create')).toBe(150);
    expect(calls({ scenario: 'chat', closed: { users: 2 } })).toBeUndefined();
    expect(calls({ ...minute, scenario: './mine.js' })).toBeUndefined();
  });
});

describe('--budget', () => {
  test.each([
    ['5.00', PRICES, '5.00 USD'],
    ['5', PRICES, '5.00 USD'],
    ['0.005', PRICES, '0.0050 USD'],
    ['5.00 USD', PRICES, '5.00 USD'],
    ['150', undefined, '150 calls'],
    ['150 calls', PRICES, '150 calls'],
    ['1 call', PRICES, '1 call'],
  ])('%s with prices %j is %s', (text, prices, meaning) => {
    expect(allowanceOf(text, prices).text).toBe(meaning);
  });

  test.each([
    ['5.50', undefined, /^--budget 5\.5 is a sum, and the configuration has no prices/],
    ['1.5 calls', PRICES, /^--budget 1\.5/],
    ['5 EUR', PRICES, /^--budget is in EUR, and the configuration has prices in USD/],
    ['5 EUR', undefined, /^--budget is in EUR, and the configuration has no prices/],
  ])('%s with prices %j is refused', (text, prices, problem) => {
    expect(() => allowanceOf(text, prices)).toThrow(problem);
  });

  test.each(['', 'few', '-1', '5,00', 'USD', '1e3', '5 dollars'])('"%s" is refused', (text) => {
    expect(() => allowanceOf(text, undefined)).toThrow(
      /^--budget needs a sum or a number of calls/,
    );
  });

  const approve = async (budget: string, prices: Prices | undefined, answer?: boolean) => {
    const said: string[] = [];
    await approvePlan(PLAN, {
      allowance: allowanceOf(budget, prices),
      prices,
      ...(answer !== undefined && { ask: async () => answer }),
      say: (line) => said.push(line),
    });
    return said;
  };

  test('refuses a plan beyond it, with what the plan costs and what to do', async () => {
    await expect(approve('3.19', PRICES)).rejects.toThrow(
      'Plan exceeds the budget of 3.19 USD: about 124 billable calls: 120 chats, 4 image calls (24 of conformance and 100 of load); about 3.20 USD. Nothing was sent that costs money. Raise --budget, or choose fewer rules with --area or --rule, or shorten the load.',
    );
    await expect(approve('123', undefined)).rejects.toThrow(
      /^Plan exceeds the budget of 123 calls/,
    );
    expect(await approve('3.20', PRICES)).toHaveLength(2);
    expect(await approve('124', undefined)).toHaveLength(2);
  });

  test('refuses a sum where an operation of the plan has no price', async () => {
    await expect(approve('9.00 USD', { currency: 'USD', chat: 0.01 })).rejects.toThrow(
      /no price for images\. Add it under prices, or name a number of calls\.$/,
    );
  });

  test('goes on after a yes, and not after a no', async () => {
    await expect(approve('124', undefined, false)).rejects.toThrow(PlanDeclined);
    expect(await approve('124', undefined, true)).toHaveLength(2);
  });
});

describe('the question on a terminal', () => {
  test.each([
    ['a gateway that may cost money', [false], {}, 1],
    ['one of two that may', [true, false], {}, 1],
    ['the reference gateway', [true], {}, 0],
    ['a gateway that may, with --yes', [false], { yes: true as const }, 0],
  ])('for %s comes as often as it should', async (_, areFree, options, times) => {
    let asked = 0;
    const approve = async () => {
      asked += 1;
      return true;
    };
    const configuration = configurationOf({}, 'a test');
    const profile = resolveProfile(bundledProfile('default'), []);
    const say = () => {};
    const ask = approver({
      configuration,
      catalogue: [],
      areFree,
      options,
      session: { approve, progress: { say } },
      parts: { conformance: false, measurement: { isPlanned: true } },
      budget: new Budget(allowanceOf(undefined, undefined)),
    });
    await ask(profile, { secondKey: false });
    await ask(profile, { secondKey: false });
    expect(asked).toBe(times);
  });

  const answer = async (text: string | undefined, signal = new AbortController().signal) => {
    const input = new PassThrough();
    const asked: string[] = [];
    const output = { write: (line: string) => asked.push(line) };
    const answered = askOnTerminal('Send these requests?', input, output, signal);
    if (text === undefined) input.end();
    else input.write(`${text}\n`);
    expect(asked).toEqual(['Send these requests? [y/N] ']);
    return answered;
  };

  test.each([
    ['y', true],
    ['Yes', true],
    [' y ', true],
    ['', false],
    ['n', false],
    ['yellow', false],
  ])('"%s" is %s', async (text, goes) => {
    expect(await answer(text)).toBe(goes);
  });

  test('is answered with a no by the end of the input, and by an interruption', async () => {
    expect(await answer(undefined)).toBe(false);
    const ending = new AbortController();
    const input = new PassThrough();
    const answered = askOnTerminal('Go on?', input, { write: () => true }, ending.signal);
    ending.abort();
    expect(await answered).toBe(false);
  });
});
