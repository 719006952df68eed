import { unusualStreamFindings } from '../../findings/unusual-stream.ts';
import { oddlyFramed } from '../../probes/oddly-framed.ts';
import type { JudgeRule } from '../../rule.ts';

/** Another provider writes its streams in another legal way, and answers are lost. */
export const relayForeignFraming: JudgeRule<'relay'> = {
  id: 'relay-foreign-framing',
  level: 'must',
  provenance: 'assumed',
  source: 'WHATWG HTML §9.2.6, interpreting an event stream',
  statement:
    'Comments, id:, retry:, CRLF and several data lines in the stream of the upstream break nothing.',
  provenBy: 'relay-naive-split',
  evidence: 'relay',
  operations: ['chat', 'responses'],
  needs: ['upstream'],
  probe: oddlyFramed,

  judge(relay) {
    return unusualStreamFindings(relay, 'foreign-framing');
  },
};
