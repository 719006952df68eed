import { existsSync } from 'node:fs';
import { exclusionOf } from '../../conformance/run/prerequisites.ts';
import type { ProbeGateways } from '../../conformance/sending/live-gateway.ts';
import { checkLiveness } from '../../conformance/sending/liveness.ts';
import { requestShort } from '../../exchange/http/short-request.ts';
import { addExamples, type Examples, readExamples } from '../../explore/examples.ts';
import {
  type Explored,
  type ExploreProgress,
  explore,
  type Found,
  type Opponent,
} from '../../explore/explore.ts';
import { isForHistories } from '../../explore/jury.ts';
import type { Stage } from '../../explore/play.ts';
import { hasRestart, type Program, stepsOf } from '../../explore/program.ts';
import { Restarts } from '../../explore/restarts.ts';
import { Vocabulary } from '../../explore/vocabulary.ts';
import { present } from '../../input/defined.ts';
import type { ExploreFacts } from '../../report/assemble/explore-section.ts';
import { formatDuration, formatNumberOf } from '../../report/phrases/number-format.ts';
import { RestartCommand } from '../../target/restart-command.ts';
import type { ExploreOrder } from '../options/explore-options.ts';
import { withoutSecrets } from '../terminal/secrets.ts';
import type { Assessment } from './assessment.ts';
import { exampleListener } from './session.ts';

export async function exploreTarget(
  assessment: Assessment,
  order: ExploreOrder,
): Promise<ExploreFacts> {
  const { signal } = assessment;
  const command = order.restart && restartCommand(assessment, order.restart, order.replicas);
  const restarts = command && new Restarts(() => command.run(signal));
  try {
    return await exploreWith(assessment, order, restarts);
  } finally {
    command?.stop();
  }
}

async function exploreWith(
  assessment: Assessment,
  { timeMs, replicas, examples: file, isReplay }: ExploreOrder,
  restarts: Restarts | undefined,
): Promise<ExploreFacts> {
  const { connection, profile, capabilities, catalogue, configuration, progress, signal } =
    assessment;
  const { opponent } = assessment;
  const rules = catalogue
    .map(({ rule }) => rule)
    .filter((rule) => isForHistories(rule) && rule.measuresTime !== true)
    .filter((rule) => exclusionOf(rule, profile, capabilities) === undefined);
  const examples = await examplesOf(file);
  const means = { replicas: replicas.length, restarts };
  const playable = examples.found.filter(({ program }) => lackOf(program, means) === undefined);
  for (const problem of [...examples.problems, ...unplayable(examples.found, means)])
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
    stage: { gateway, vocabulary, ...means, accepted: new Set() },
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
  const { endedBy, trouble } = explored;
  if (endedBy === 'target-gone' && trouble !== undefined) progress.say(trouble);
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

type Means = Pick<Stage, 'replicas' | 'restarts'>;

/** The sequences that need what there is not, a sentence each. */
function unplayable(found: readonly Found[], means: Means): readonly string[] {
  return found.flatMap(({ rule, program }, at) => {
    const lack = lackOf(program, means);
    return lack === undefined
      ? []
      : `Sequence ${at + 1} of the examples is not sent: ${rule} needs ${lack}.`;
  });
}

function lackOf(program: Program, { replicas, restarts }: Means): string | undefined {
  const needed = Math.max(...stepsOf(program).map(({ at = 0 }) => at));
  if (needed > replicas) return `${formatNumberOf(needed, 'replica')} (--replica)`;
  return restarts === undefined && hasRestart(program) ? 'restarts (--restart)' : undefined;
}

/** The command, which is over when the target and its replicas respond, or the address that says so. */
function restartCommand(
  { target: { address, keys, access } }: Assessment,
  { command, readyUrl }: NonNullable<ExploreOrder['restart']>,
  replicas: readonly string[],
): RestartCommand {
  const key = keys.first;
  const isAlive = async (each: string) =>
    (await checkLiveness({ address: each, key, access })) === 'alive';
  return new RestartCommand(command, async () =>
    readyUrl === undefined
      ? (await Promise.all([address, ...replicas].map(isAlive))).every(Boolean)
      : await answersWell(readyUrl),
  );
}

const READY_MS = 2000;
const READY_BYTES = 1024 * 1024;

async function answersWell(url: string): Promise<boolean> {
  try {
    const { status } = await requestShort(url, { largestBytes: READY_BYTES, deadlineMs: READY_MS });
    return status >= 200 && status < 300;
  } catch {
    return false;
  }
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
