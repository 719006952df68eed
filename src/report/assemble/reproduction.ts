import type { Rule } from '../../conformance/rule.ts';
import type { Example } from '../../conformance/tally.ts';
import { curl } from '../../exchange/curl/curl.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { defined } from '../../input/defined.ts';
import type { FindingRecord } from '../schema/finding.ts';

/** As long as one line may be: longer ones are repeated by the command of Assay only. */
const LINES_MAXIMUM = 16_000;

/** How a finding is reproduced: by a command of Assay, which repeats its requests as they were sent. */
export function reproduction(
  { series }: Example,
  command: string | undefined,
): Pick<FindingRecord, 'reproduce'> {
  if (command === undefined) return {};
  return { reproduce: defined({ assay: command, shell: curlLines(series) }) };
}

/**
 * The command that runs the probe that showed it, which may be that of another rule.
 * @param base all but the rules
 */
export function conformCommand(
  base: string,
  rule: Rule,
  { exchange, series = [] }: Example,
  rules: readonly Rule[],
): string {
  const sender = (exchange ?? series[0])?.sender;
  const owner = rules.find(({ probe }) => probe.name === sender);
  const isOwn = owner === undefined || owner.probe === rule.probe;
  return `${base} --rule ${rule.id}${isOwn ? '' : ` --rule ${owner.id}`}`;
}

/** A line for each request that was judged with others; undefined where one has none. */
function curlLines(series: readonly Exchange[] = []): string | undefined {
  const lines = new Set(series.map(curl));
  const text = [...lines].join('\n');
  const isWhole = series.length > 1 && !lines.has(undefined) && text.length <= LINES_MAXIMUM;
  return isWhole ? text : undefined;
}
