import { existsSync } from 'node:fs';
import { exclusionOf } from '../../conformance/run/prerequisites.ts';
import type { ProbeGateways } from '../../conformance/sending/live-gateway.ts';
import { addExamples, type Examples, readExamples } from '../../explore/examples.ts';
import {
  type Explored,
  type ExploreProgress,
  explore,
  type Found,
  type Opponent,
} from '../../explore/explore.ts';
import { isForHistories } from '../../explore/jury.ts';
import { type Program, stepsOf } from '../../explore/program.ts';
import { Vocabulary } from '../../explore/vocabulary.ts';
import { present } from '../../input/defined.ts';
import type { ExploreFacts } from '../../report/assemble/explore-section.ts';
import { formatDuration, formatNumberOf } from '../../report/phrases/number-format.ts';
import type { ExploreOrder } from '../options/explore-options.ts';
import { withoutSecrets } from '../terminal/secrets.ts';
import type { Assessment } from './assessment.ts';
import { exampleListener } from './session.ts';

export async function exploreTarget(
  assessment: Assessment,
  { timeMs, replicas, examples: file, isReplay }: ExploreOrder,
): Promise<ExploreFacts> {
  const { connection, profile, capabilities, catalogue, configuration, progress, signal } =
    assessment;
  const { opponent } = assessment;
  const rules = catalogue
    .map(({ rule }) => rule)
    .filter((rule) => isForHistories(rule) && rule.measuresTime !== true)
    .filter((rule) => exclusionOf(rule, profile, capabilities) === undefined);
  const examples = await examplesOf(file);
  const playable = examples.found.filter(({ program }) => replicasIn(program) <= replicas.length);
  for (const problem of [...examples.problems, ...unplayable(examples.found, replicas.length)])
    progress.say(problem);
  const { gateways } = connection;
  const gateway = gateways.gatewayFor({ name: 'explore' });
  const vocabulary = new Vocabulary(gateway);
  const startMs = performance.now();
  const what = isReplay ? formatNumberOf(playable.length, 'sequence') : formatDuration(timeMs);
  progress.say(
    `Exploring: ${what}, ${formatNumberOf(rules.length, 'rule')}, profile ${profile.name}`,
  );
  const end = isReplay ? new AbortController().signal : AbortSignal.timeout(timeMs);
  const explored = await explore({
    stage: { gateway, vocabulary, replicas: replicas.length, accepted: new Set() },
    gateways,
    against: opponent && opponentOf(opponent.connection.gateways),
    rules,
    seed: configuration.workload.seed,
    examples: playable,
    isReplay,
    signal,
    end,
    onExample: exampleListener(assessment),
    onProgress: (running) => progress.show(runningLine(running)),
  });
  if (!isReplay) await keep(file, examples, explored);
  return {
    explored,
    durationMs: performance.now() - startMs,
    differences: new Map(vocabulary.forms.map((form) => [form.name, vocabulary.names(form)])),
    examples: file,
    against: opponent?.target.address,
  };
}

function opponentOf(gateways: ProbeGateways): Opponent {
  const gateway = gateways.gatewayFor({ name: 'explore' });
  return {
    gateways,
    stage: { gateway, vocabulary: new Vocabulary(gateway), replicas: 0, accepted: new Set() },
  };
}

/** None where there is no file. */
async function examplesOf(file: string): Promise<Examples> {
  return existsSync(file) ? await readExamples(file) : { found: [], problems: [] };
}

/** The sequences that need more replicas than there are, a sentence each. */
function unplayable(found: readonly Found[], replicas: number): readonly string[] {
  return found.flatMap(({ rule, program }, at) => {
    const needed = replicasIn(program);
    if (needed <= replicas) return [];
    return `Sequence ${at + 1} of the examples is not sent: ${rule} needs ${formatNumberOf(needed, 'replica')}. Give --replica for each.`;
  });
}

function replicasIn(program: Program): number {
  return Math.max(...stepsOf(program).map(({ at = 0 }) => at));
}

async function keep(file: string, { found }: Examples, { reproductions }: Explored): Promise<void> {
  await addExamples(
    file,
    found,
    withoutSecrets(reproductions.filter(({ shown }) => !shown.seen).map(keptOf)),
  );
}

function runningLine({ steps, programs, broken }: ExploreProgress): string {
  return present([
    formatNumberOf(steps, 'request'),
    formatNumberOf(programs, 'sequence'),
    broken > 0 && `${formatNumberOf(broken, 'rule')} broken`,
  ]).join(' · ');
}

function keptOf(reproduction: Explored['reproductions'][number]) {
  const { shown: _, ...kept } = reproduction;
  return kept;
}
