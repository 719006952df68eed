import type { JsonObject } from '../http/json.ts';

/** As the model has no probabilities: each alternative is half as likely as the one before. */
const OF_FIRST = -0.5;

/**
 * The logprobs of tokens of a text, as a member of a choice.
 * @param alternatives of each token; undefined: no logprobs are wanted
 */
export function logprobsOf(
  tokens: readonly string[],
  alternatives: number | undefined,
): JsonObject {
  if (alternatives === undefined) return {};
  const content = tokens.map((token) => ({
    ...tokenOf(token, 0),
    // The first alternative is the token itself.
    top_logprobs: Array.from({ length: alternatives }, (_, at) =>
      tokenOf(at === 0 ? token : `${token}${at}`, at),
    ),
  }));
  return { logprobs: { content, refusal: null } };
}

function tokenOf(token: string, at: number): JsonObject {
  return { token, logprob: OF_FIRST - at * Math.LN2, bytes: [...Buffer.from(token)] };
}
