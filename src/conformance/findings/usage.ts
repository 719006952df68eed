import { isJsonObject, member } from '../../answers/json.ts';
import { narrow } from '../../answers/narrow.ts';
import { replyUsage } from '../../answers/reply.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { type Finding, need } from '../rule.ts';

/** The members of usage, as a profile names them. */
type UsageNames = readonly [input: string, output: string, total: string];

/** Token counts that are missing or invalid. */
export function* wrongCounts(usage: unknown, names: UsageNames): Iterable<Finding> {
  need(isJsonObject(usage), 'a body with usage');
  for (const name of names) {
    const count = member(usage, name);
    if (!isCount(count)) {
      yield { expected: 'integer, at least 0', actual: count, where: `usage.${name}` };
    }
  }
}

/**
 * A total that does not add up. Some gateways count the reasoning tokens in the total only.
 *
 * @param because id of the rule that judges the counts
 */
export function* wrongSum(usage: unknown, names: UsageNames, because: string): Iterable<Finding> {
  need(isJsonObject(usage), 'a body with usage');
  const counts = names.map((name) => member(usage, name));
  need(counts.every(isCount), 'a usage of integers', because);
  const [input = 0, output = 0, total = 0] = counts.map(Number);
  const reasoning = Number(member(member(usage, `${names[1]}_details`), 'reasoning_tokens') ?? 0);
  if (total === input + output || total === input + output + reasoning) return;
  yield {
    expected: `${names[0]} + ${names[1]} = ${input} + ${output} = ${input + output}`,
    actual: total,
    where: `usage.${names[2]}`,
  };
}

/** The input tokens of an answer; undefined without such a number. */
export function inputTokens(exchange: Exchange, [name]: UsageNames): number | undefined {
  const reply = narrow('reply', exchange);
  const count = reply && member(replyUsage(reply), name);
  return typeof count === 'number' ? count : undefined;
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}
