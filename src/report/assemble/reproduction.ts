import type { Rule } from '../../conformance/rule.ts';
import type { Example } from '../../conformance/tally.ts';
import { idsIn } from '../../exchange/curl/job-variables.ts';
import { shellScript } from '../../exchange/curl/shell-script.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { defined } from '../../input/defined.ts';
import type { FindingRecord } from '../schema/finding.ts';

/** How a finding is reproduced: by a command of Assay, and by a script where one can. */
export function reproduction(
  rule: Rule,
  { exchange, series }: Example,
  command: string | undefined,
): Pick<FindingRecord, 'reproduce'> {
  if (command === undefined) return {};
  const shell = scriptOf(rule, exchange, series);
  return { reproduce: defined({ assay: command, shell }) };
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

function scriptOf(
  rule: Rule,
  exchange: Exchange | undefined,
  series: readonly Exchange[] = [],
): string | undefined {
  if (series.length > 0) return shellScript(exchange ? ofOneJob(exchange, series) : series);
  if (exchange === undefined) return undefined;
  const script = shellScript([exchange]);
  // A rule over a whole run compares answers: one of them shows nothing.
  return 'fold' in rule && script !== undefined ? `${script}\n${script}` : script;
}

/** Where a series holds many jobs: what was done with the one of this exchange. */
function ofOneJob(exchange: Exchange, series: readonly Exchange[]): readonly Exchange[] {
  const id = jobOf(exchange);
  if (id === undefined) return series;
  return series.filter((each) => each.id === exchange.id || jobOf(each) === id);
}

function jobOf(exchange: Exchange): string | undefined {
  if (exchange.group?.kind === 'job') return exchange.group.id;
  return exchange.operation === 'video-create' ? idsIn(exchange)[0] : undefined;
}
