import { isJsonObject, member } from '../../answers/json.ts';
import { type Finding, need } from '../rule.ts';

/** Token counts that are invalid or do not add up; `names` gives the members. */
export function* wrongUsage(
  usage: unknown,
  names: readonly [input: string, output: string, total: string],
): Iterable<Finding> {
  need(isJsonObject(usage), 'a body with usage');
  const counts = names.map((name) => ({ name, count: member(usage, name) }));
  const wrong = counts.filter(({ count }) => !isCount(count));
  for (const { name, count } of wrong) {
    yield { expected: 'integer, at least 0', actual: count, where: `usage.${name}` };
  }
  if (wrong.length > 0) return;

  const [input = 0, output = 0, total = 0] = counts.map(({ count }) => Number(count));
  if (total === input + output) return;
  yield {
    expected: `${names[0]} + ${names[1]} = ${input} + ${output} = ${input + output}`,
    actual: total,
    where: `usage.${names[2]}`,
  };
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}
