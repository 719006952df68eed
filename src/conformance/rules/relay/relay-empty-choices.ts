import { unusualStreamFindings } from '../../findings/unusual-stream.ts';
import { oddlyFramed } from '../../probes/relay/streams.ts';
import type { JudgeRule } from '../../rule.ts';

/**
 * Providers send usage in a chunk without choices: a gateway that always reads the first choice
 * fails.
 */
export const relayEmptyChoices: JudgeRule<'relay'> = {
  id: 'relay-empty-choices',
  level: 'must',
  provenance: 'assumed',
  source: 'OpenAI API reference, stream_options',
  statement: 'A chunk of the upstream without choices neither ends nor breaks the stream.',
  provenBy: 'relay-choices-zero',
  evidence: 'relay',
  operations: ['chat'],
  needs: ['upstream'],
  probe: oddlyFramed,

  judge(relay) {
    return unusualStreamFindings(relay, 'usage-empty-choices');
  },
};
