import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CATALOGUE } from '../src/conformance/catalogue.ts';
import {
  type ClientImpact,
  clientImpact,
  effectWords,
  type MemberEffects,
} from '../src/conformance/client-impact.ts';
import { GoodAnswers, rulesAbout } from '../test/conformance/member-impact/good-answers.ts';
import type { MemberEdit } from '../test/conformance/member-impact/member-edit.ts';
import { CLIENTS, callsOf, Driver, install } from './client-impact/clients.ts';
import { type CleanRun, inTurns, measureClean, measureDefect } from './client-impact/measure.ts';

/**
 * What official clients do on each fault of the reference gateway.
 *
 * `npm run client-impact -- [--update] [--members] [RULE…]`
 *
 * Without rules it measures all whose faults need no provider, and each member of the good answers, taken
 * away and made null; that takes some minutes, and it writes the table. `--members` measures the members
 * alone. With rules it only shows what it measures, unless `--update` adds that to the table.
 */

const ROOT = join(import.meta.dirname, '..');
const TABLE = join(ROOT, 'src', 'conformance', 'client-impact.json');
/** The calls mostly wait: for tokens, and before a retry. */
const AT_ONCE = 2;

/** The calls that read the answer to an operation. */
const BODY_CALLS: Readonly<Record<MemberEdit['operation'], readonly string[]>> = {
  chat: ['chat'],
  responses: ['responses'],
  images: ['image'],
  transcription: ['transcription'],
  'video-create': ['video'],
  'video-read': ['video'],
  'video-cancel': ['video'],
};
const STREAM_CALLS: Readonly<Record<string, readonly string[]>> = {
  chat: ['chat-stream', 'chat-stream-helper'],
  responses: ['responses-stream', 'responses-stream-helper'],
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    update: { type: 'boolean', default: false },
    members: { type: 'boolean', default: false },
  },
});

const isWhole = positionals.length === 0;
const chosen = CATALOGUE.map(({ rule }) => rule).filter(({ id, needs = [] }) =>
  isWhole ? !values.members && !needs.includes('upstream') : positionals.includes(id),
);
if (chosen.length === 0 && !values.members)
  throw new Error(`Unknown rule: ${positionals.join(', ')}.`);

const programOf = await install();
const running = CLIENTS.map((client) => ({ client, driver: new Driver(programOf(client)) }));
try {
  const start = performance.now();
  const clean = await measureClean(running);
  const found = await inTurns(chosen, AT_ONCE, async ({ id, provenBy }) => {
    const effects = await measureDefect({ fault: provenBy }, clean);
    const lines = effects.map(
      (effect) => `    ${effect.client}: ${effectWords(effect)} [${effect.calls.join(', ')}]`,
    );
    say([`${id} (${provenBy})`, ...lines].join('\n'));
    return [id, effects] as const;
  });
  say(`${found.length} faults in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  const table = clientImpact();
  const before = isWhole && !values.members ? {} : table.rules;
  const members = isWhole ? await measureMembers(clean) : table.members;
  if (isWhole || values.update) {
    const rules = { ...before, ...Object.fromEntries(found) };
    await writeFile(TABLE, tableText({ ...facts(), rules, members }));
  }
} finally {
  await Promise.all(running.map(({ driver }) => driver.stop()));
}

/** Members of good answers of which clients notice that they are missing or null, and the rules that name them. */
async function measureMembers(clean: CleanRun): Promise<MemberEffects[]> {
  const good = await GoodAnswers.record();
  const measured = await inTurns(good.edits(), AT_ONCE, async (edit) => {
    const { operation, event } = edit;
    const made = event === undefined ? BODY_CALLS[operation] : STREAM_CALLS[operation];
    const effects = await measureDefect({ edit }, clean, made);
    return { ...edit, rules: effects.length === 0 ? [] : rulesAbout(good.findings(edit)), effects };
  });
  return measured.filter(({ effects }) => effects.length > 0);
}

function facts(): Pick<ClientImpact, 'measured' | 'clients'> {
  return {
    measured: new Date().toISOString().slice(0, 10),
    clients: CLIENTS.map((client) => ({
      name: client.name,
      version: Object.values(client.packages)[0] ?? '',
      packages: client.packages,
      runtime: programOf(client).runtime,
      // A call that is gone still has effects in rows that are not measured again.
      calls: [...new Set([...(isWhole ? [] : earlierCalls(client.name)), ...callsOf(client)])],
      without: [...client.without],
    })),
  };
}

function earlierCalls(name: string): readonly string[] {
  return clientImpact().clients.find((client) => client.name === name)?.calls ?? [];
}

/** One line for each client, each rule and each member. */
function tableText({ measured, clients, rules, members }: ClientImpact): string {
  const rows = (all: readonly unknown[]) =>
    all.map((row) => `  ${JSON.stringify(row)}`).join(',\n');
  const ofRules = Object.entries(rules).map((entry) => entry.map((each) => JSON.stringify(each)));
  const ruleRows = ofRules.map((entry) => `  ${entry.join(': ')}`).join(',\n');
  return `{\n "measured": "${measured}",\n "clients": [\n${rows(clients)}\n ],\n "rules": {\n${ruleRows}\n },\n "members": [\n${rows(members)}\n ]\n}\n`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
