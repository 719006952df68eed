import { member, objectsIn, parseJsonBytes } from '../../answers/json.ts';
import { refusalWords } from '../../answers/refusal.ts';
import type { Expectations } from '../../conformance/expectations.ts';
import { isAbsent } from '../../conformance/run/absent-operations.ts';
import {
  type DiscoveredOperations,
  discoverOperations,
  withAbsent,
} from '../../conformance/run/discover-operations.ts';
import {
  BILLABLE,
  type Billable,
  byModelKey,
  type ModelKey,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
} from '../../contract/operations.ts';
import type { Exchange, Headers } from '../../exchange/exchange.ts';
import { defined } from '../../input/defined.ts';
import { UsageError } from '../../input/usage-error.ts';
import { printable } from '../../report/phrases/printable.ts';
import type { Target } from '../../target/target.ts';
import { TargetMisaddressed } from '../../target/target-unreachable.ts';
import { type Configuration, configurationOf } from '../configuration/configuration.ts';
import { chooseProfile } from '../target/choose-profile.ts';
import { causeOf, pathHint, refusedLines } from '../target/discover-operations.ts';
import { openTarget, routeLines, wayTo } from '../target/open-target.ts';
import { preflight } from '../target/preflight.ts';
import { TargetConnection } from '../target/target-connection.ts';
import { askIdempotency } from './ask-idempotency.ts';

const LIST_DEADLINE_MS = 5000;

/** What `assay init` found out about a target. */
export interface FoundTarget {
  /** Name of a bundled profile. */
  readonly profile: string;
  /** Absent where the profile knows the models. */
  readonly models?: Partial<Record<ModelKey, string>>;
  /** Ids of `GET /models`. */
  readonly listed: readonly string[];
  readonly absent: readonly { readonly operation: Operation; readonly reason: string }[];
  /** Operations that refused an ordinary request, with the target's words. */
  readonly refused: readonly { readonly operation: Billable; readonly words: string }[];
  /** What a retry with its key showed; absent where the profile knows it. */
  readonly idempotency?: Expectations['idempotency'];
}

interface AskOptions {
  /** The values of the flags, as in assay.yaml. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  readonly say: (line: string) => void;
  /** Asks the user for a yes; absent where there is no terminal. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
}

/**
 * Asks for the list of models, then sends one ordinary request to each operation, and one with its retry under
 * a key, which cost what calls cost.
 * @throws UsageError, SetupError, TargetUnreachable
 */
export async function askTarget({
  written,
  environment,
  say,
  confirm,
}: AskOptions): Promise<FoundTarget> {
  const configuration = configurationOf(written, 'the command line');
  const way = await wayTo(configuration, environment);
  for (const line of routeLines([configuration.target], way)) say(line);
  const target = await openTarget({ ...way, text: configuration.target, progress: say });
  try {
    const recognized = await withConnection(target, configuration, (connection) =>
      recognize(connection, configuration, say),
    );
    const { profile, models, listed } = recognized;
    const known = configurationOf(
      { ...written, ...defined({ profile, models }) },
      'the command line',
    );
    const tried = await withConnection(target, known, (connection) =>
      tryOperations(connection, listed, { say, confirm }),
    );
    return { ...recognized, ...tried };
  } finally {
    await target.stop();
  }
}

/** Asks by a connection of its own: unlike in a run, the profile of the second follows from the first. */
async function withConnection<T>(
  target: Target,
  configuration: Configuration,
  ask: (connection: TargetConnection) => Promise<T>,
): Promise<T> {
  const profile = await chooseProfile(target, configuration);
  const { seed } = configuration.workload;
  const connection = new TargetConnection(target, { profile, seed, signal: AbortSignal.any([]) });
  return await ask(connection).finally(() => connection.close());
}

/** The profile and the models that fit, which costs nothing. */
async function recognize(
  connection: TargetConnection,
  configuration: Configuration,
  say: (line: string) => void,
): Promise<Pick<FoundTarget, 'profile' | 'models' | 'listed'>> {
  const { gateways, target } = connection;
  const { name, expect } = connection.profile;
  const retried =
    expect.idempotency === 'unknown' ? ', and 2 of chat under one Idempotency-Key' : '';
  say(
    `Asking ${target.address}: GET /models, then one request to each operation. Billable: ${BILLABLE.join(', ')}, 1 each${retried}; the video job is cancelled.`,
  );
  const read = await preflight(connection, say, false);
  const list = await gateways
    .gatewayFor({ name: 'models' }, () => {})
    .send({ operation: 'other', path: '/models', retries: 0, deadlineMs: LIST_DEADLINE_MS });
  const { ids, owners } = listedModels(list);
  const headers = [...(read.answer?.headers ?? []), ...(list.answer?.headers ?? [])];
  const guessed = guessProfile({ address: target.address, headers, owners });
  const profile = configuration.profile ?? (name === 'default' ? (guessed ?? name) : name);
  if (profile === 'reference') return { profile, listed: ids };
  const assumed = byModelKey((operation) => expect[OPERATIONS[operation].model.setting]);
  return { profile, models: { ...assumed, ...guessModels(ids, assumed) }, listed: ids };
}

/** @throws UsageError, TargetMisaddressed when the key is refused or no operation is offered */
async function tryOperations(
  connection: TargetConnection,
  listed: readonly string[],
  { say, confirm }: Pick<AskOptions, 'say' | 'confirm'>,
): Promise<Pick<FoundTarget, 'absent' | 'refused' | 'idempotency'>> {
  connection.forgetPromises();
  const { gateways, profile, target } = connection;
  const read = await preflight(connection, say, false);
  const gateway = gateways.gatewayFor({ name: 'operations' }, () => {});
  const found = await discoverOperations(gateway, profile, { read });
  requireKey(found, target);
  const known = withAbsent(profile, found.absent);
  if (OPERATION_NAMES.every((operation) => isAbsent(operation, known))) {
    throw new TargetMisaddressed(
      `Target offers no operation: ${target.address}. ${pathHint(target.address)}`,
    );
  }
  for (const line of refusedLines(found.refused, listed)) say(`Valid request refused: ${line}`);
  const idempotency = await askIdempotency(gateway, found.accepted, { say, confirm });
  return {
    ...defined({ idempotency }),
    absent: found.absent.map(({ operation, reason }) => ({ operation, reason: printable(reason) })),
    refused: found.refused.map(({ operation, exchange }) => ({
      operation,
      words: refusalWords(exchange),
    })),
  };
}

function requireKey({ refused, accepted }: DiscoveredOperations, target: Target): void {
  const [first] = refused;
  if (first === undefined || accepted.length > 0) return;
  if (!refused.every((each) => causeOf(each) === 'key')) return;
  throw new UsageError(
    `Target refused the API key: ${target.address} returned ${first.exchange.answer?.status}. ${target.keyRemedy ?? 'Check ASSAY_API_KEY.'}`,
  );
}

/** Words in the ids of models that are made for one operation. */
const SPECIAL: readonly (readonly [key: ModelKey, words: RegExp])[] = [
  ['transcription', /whisper|transcri|speech-to-text|\bstt\b|voxtral/i],
  ['video', /sora|\bveo\b|video|kling|runway|hailuo|\bwan\b/i],
  ['images', /image|dall-?e|flux|diffusion|imagen|\bsdxl?\b|recraft|ideogram/i],
];
/** Models that answer neither a chat nor any other operation. */
const OTHER = /embed|moderation|rerank|\btts\b|text-to-speech|realtime|guard/i;

/**
 * The model for each operation, of those that a target lists: the one that is assumed if it is
 * listed, else the first whose id fits it. A key without a fitting model is absent.
 * @param assumed the models of the profile
 */
function guessModels(
  listed: readonly string[],
  assumed: Readonly<Record<ModelKey, string>>,
): Partial<Record<ModelKey, string>> {
  const special = (id: string) => SPECIAL.find(([, words]) => words.test(id))?.[0];
  const chats = listed.filter((id) => special(id) === undefined && !OTHER.test(id));
  const [chat] = chats.includes(assumed.chat) ? [assumed.chat] : chats;
  const keys = BILLABLE.map((operation) => OPERATIONS[operation].model.key);
  return Object.fromEntries(
    keys.flatMap((key) => {
      const spoken = listed.find((id) => special(id) === key);
      const guessed = key === 'chat' || key === 'responses' ? chat : spoken;
      const model = listed.includes(assumed[key]) ? assumed[key] : guessed;
      return model === undefined ? [] : [[key, model]];
    }),
  );
}

/** The shape of an id that can stand in a file and in a sentence. */
const MODEL_ID = /^[\w./:@+-]{1,100}$/;

/** The ids of `GET /models`, and `owned_by` where it is there; none where the target has no such list. */
function listedModels({ answer }: Exchange) {
  if (answer?.status !== 200) return { ids: [], owners: [] };
  const models = objectsIn(member(parseJsonBytes(answer.body), 'data'));
  return { ids: textsOf(models, 'id'), owners: textsOf(models, 'owned_by') };
}

function textsOf(models: readonly object[], name: string): readonly string[] {
  return models
    .map((model) => member(model, name))
    .filter((value) => typeof value === 'string')
    .filter((value) => MODEL_ID.test(value));
}

/** What shows the product behind an address. */
interface ProductSigns {
  readonly address: string;
  /** From any response. */
  readonly headers: Headers;
  /** `owned_by` of the models that the target lists. */
  readonly owners: readonly string[];
}

interface Product {
  readonly profile: string;
  readonly host?: RegExp;
  readonly header?: RegExp;
  readonly owner?: RegExp;
}

const PRODUCTS: readonly Product[] = [
  { profile: 'openai', host: /(^|\.)api\.openai\.com$/ },
  { profile: 'openrouter', host: /(^|\.)openrouter\.ai$/ },
  { profile: 'litellm', header: /^x-litellm-/i },
  { profile: 'vllm', owner: /^vllm$/i },
];

/** A bundled profile that fits; undefined where none fits. */
function guessProfile({ address, headers, owners }: ProductSigns): string | undefined {
  const { hostname } = new URL(address);
  const product = PRODUCTS.find(
    ({ host, header, owner }) =>
      host?.test(hostname) === true ||
      headers.some(([name]) => header?.test(name) === true) ||
      owners.some((each) => owner?.test(each) === true),
  );
  return product?.profile;
}
