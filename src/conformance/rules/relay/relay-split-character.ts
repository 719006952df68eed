import { narrow } from '../../../answers/narrow.ts';
import { hasHalfCharacter } from '../../findings/half-character.ts';
import { unusualStreamFindings } from '../../findings/unusual-stream.ts';
import { oddlyFramed } from '../../probes/relay/streams.ts';
import type { JudgeRule } from '../../rule.ts';

/** Characters beyond ASCII sometimes turn into question marks. */
export const relaySplitCharacter: JudgeRule<'relay'> = {
  id: 'relay-split-character',
  level: 'must',
  provenance: 'assumed',
  source: 'UTF-8, RFC 3629 §3',
  statement: 'A character that the upstream wrote in two parts arrives whole, in one event.',
  provenBy: 'relay-decode-per-chunk',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: oddlyFramed,

  *judge(relay) {
    yield* unusualStreamFindings(relay, 'split-character');
    const [asked] = relay.exchanges;
    const stream = asked && narrow('stream', asked);
    if (stream === undefined) return;
    const { events, exchange } = stream;
    for (const { data, json, atMs } of events) {
      if (!hasHalfCharacter(data, json)) continue;
      yield { expected: 'whole characters, no lone surrogate', actual: data, atMs, exchange };
    }
  },
};
