import { refusalOf, refusalWords } from '../../answers/refusal.ts';
import { requestedModel } from '../../answers/sent-body.ts';
import type {
  DiscoveredOperations,
  RefusedOperation,
} from '../../conformance/run/discover-operations.ts';
import { isBillable, OPERATIONS } from '../../contract/operations.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { UsageError } from '../../input/usage-error.ts';
import type { Target } from '../../target/target.ts';
import { TargetUnreachable } from '../../target/target-unreachable.ts';

/** Why a valid request was refused. */
export type Cause = 'key' | 'model' | number;

const NAMED_MODELS = 8;

export function causeOf({ exchange }: Pick<RefusedOperation, 'exchange'>): Cause {
  const { status = 0, code, message } = refusalOf(exchange);
  if (status === 401 || status === 403) return 'key';
  const speaksOfModel = /model/i.test(`${code} ${message}`);
  return speaksOfModel && (status === 404 || status === 400 || status === 422) ? 'model' : status;
}

/** The cause that all refusals share; undefined if a request was accepted. */
function commonCause({
  refused,
  accepted,
  unanswered,
  notHttp,
}: DiscoveredOperations): Cause | undefined {
  const used = accepted.filter((operation) => isBillable(operation));
  const [first, ...others] = new Set(refused.map(causeOf));
  if (
    first === undefined ||
    others.length > 0 ||
    used.length + unanswered.length + notHttp.length > 0
  ) {
    return undefined;
  }
  // A single failure may be temporary.
  return typeof first === 'number' && refused.length === 1 ? undefined : first;
}

/** The refusals in the words of the gateway: one line for all operations with the same words. */
export function refusedLines(
  refused: readonly RefusedOperation[],
  models: readonly string[],
): readonly string[] {
  const alike = Map.groupBy(refused, (each) => wordsTo(each, models));
  return [...alike].map(([words, all]) => {
    return `${all.map(({ operation }) => operation).join(', ')}: ${words}`;
  });
}

function wordsTo(refused: RefusedOperation, models: readonly string[]): string {
  const { operation, exchange } = refused;
  const words = refusalWords(exchange);
  if (causeOf(refused) !== 'model') return ended(words);
  const model = requestedModel(exchange.request) ?? '';
  const [start = '', ...rest] = words.split(': ');
  const said = [`${start} for "${model}"`, ...rest].join(': ');
  return `${ended(said)} Set models.${OPERATIONS[operation].model.key} in assay.yaml${offered(models)}.`;
}

/**
 * @param read the exchange of the preflight: it shows a refused key if no operation was tried
 * @throws UsageError, TargetUnreachable when nothing can be judged for one cause
 */
export function requireSomeAccepted(
  answers: DiscoveredOperations,
  read: Exchange,
  { address, keyRemedy }: Target,
  models: readonly string[],
): void {
  const nothingTried =
    answers.refused.length +
      answers.accepted.length +
      answers.unanswered.length +
      answers.notHttp.length ===
    0;
  const cause =
    nothingTried && causeOf({ exchange: read }) === 'key' ? 'key' : commonCause(answers);
  if (cause === undefined) return;
  const lines = refusedLines(answers.refused, models)
    .map((line) => `\n  ${line}`)
    .join('');
  if (cause === 'key') {
    const { status } = (answers.refused[0]?.exchange ?? read).answer ?? {};
    throw new UsageError(
      `Target refused the API key: ${address} returned ${status}. ${keyRemedy ?? 'Check ASSAY_API_KEY.'}${lines}`,
    );
  }
  if (cause === 'model') {
    throw new UsageError(`Target offers none of the configured models: ${address}.${lines}`);
  }
  throw new TargetUnreachable(
    `Target refuses valid requests to every operation: ${address}.${lines}`,
  );
}

/** A quoted sentence already has a full stop. */
function ended(text: string): string {
  return /[.!?]"?$/.test(text) ? text : `${text}.`;
}

function offered(models: readonly string[]): string {
  if (models.length === 0) return '';
  const named = models.slice(0, NAMED_MODELS).join(', ');
  const more = models.length - NAMED_MODELS;
  return `; GET /models offers ${named}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What to check where a target knows no path of an operation. */
export function pathHint(address: string): string {
  const path = URL.parse(address)?.pathname ?? '/';
  return path === '/'
    ? 'Check whether its address needs a path prefix, such as /v1.'
    : `Check the path of its address: ${path} may be wrong, or one too many.`;
}
