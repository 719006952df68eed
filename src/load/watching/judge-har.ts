import { Turns } from '../../input/turns.ts';
import { LoadCollector, type LoadCriteria } from '../judging/load-collector.ts';
import type { LoadResult } from '../load-result.ts';
import type { Har } from './har.ts';
import { redactTraffic } from './redact-traffic.ts';
import { endOfTraffic, helloOfTraffic } from './traffic-frames.ts';
import { WatchedGroups } from './watched-groups.ts';

/** Measures and judges the traffic of a HAR file, except by rules that need the times in a response. */
export async function judgeHar(har: Har, criteria: LoadCriteria): Promise<LoadResult> {
  const rules = criteria.rules.filter(({ measuresTime }) => measuresTime !== true);
  const collector = new LoadCollector({ ...criteria, rules }, { engines: 1 });
  const [observer = {}] = collector.observers;
  const groups = new WatchedGroups(criteria.profile.expect.videoStates);
  observer.hello?.(helloOfTraffic(har.originUnixMs));
  const turns = new Turns();
  let endMs = 0;
  for (const { exchange, requested } of har.exchanges) {
    endMs = exchange.timing.endMs;
    observer.exchange?.(groups.join(exchange, requested.jobId));
    if (turns.isOver(exchange.answer?.sizeBytes)) await turns.next();
  }
  for (const groupEnd of groups.finish()) observer.groupEnd?.(groupEnd);
  observer.end?.(endOfTraffic(endMs, har.exchanges.length));
  return redactTraffic(await collector.finish([]), har.secrets.redactor);
}
