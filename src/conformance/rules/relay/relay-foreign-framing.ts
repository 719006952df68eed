import { unusualStreamFindings } from '../../findings/unusual-stream.ts';
import { oddlyFramed } from '../../probes/relay/streams.ts';
import type { JudgeRule } from '../../rule.ts';

/** Providers write streams in different legal forms: the answers of some of them are lost. */
export const relayForeignFraming: JudgeRule<'relay'> = {
  id: 'relay-foreign-framing',
  level: 'must',
  provenance: 'assumed',
  source: 'WHATWG HTML §9.2.6, interpreting an event stream',
  statement:
    'An upstream stream with comments, id:, retry:, CRLF or several data lines for one event reaches the caller complete.',
  provenBy: 'relay-naive-split',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: oddlyFramed,

  judge(relay) {
    return unusualStreamFindings(relay, 'foreign-framing');
  },
};
