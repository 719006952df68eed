import { isSuccess } from '../../../exchange/exchange.ts';
import { countText } from '../../../input/count-text.ts';
import { cancelledUpstream } from '../../probes/relay/jobs.ts';
import { type JudgeRule, need } from '../../rule.ts';

/** A job that only the gateway has cancelled runs on at the provider, and is billed whole. */
export const relayVideoCancel: JudgeRule<'relay'> = {
  id: 'relay-video-cancel',
  level: 'must',
  provenance: 'assumed',
  source: 'interface §DELETE /videos/{id}; billing: a job costs for as long as it runs',
  statement: 'A cancel of a running job cancels it upstream, once.',
  provenBy: 'relay-cancel-local',
  evidence: 'relay',
  operations: ['video-cancel'],
  needs: ['upstream'],
  probe: cancelledUpstream,

  *judge({ exchanges, upstream, open }) {
    const exchange = exchanges.find(({ operation }) => operation === 'video-cancel');
    need(exchange && isSuccess(exchange.answer), 'a 2xx answer to the cancel of a running job');
    const isCreated = upstream.some(({ operation }) => operation === 'video-create');
    need(isCreated && open === 0, 'the job upstream, and no request for it that is not over');
    const cancels = upstream.filter(({ operation }) => operation === 'video-cancel');
    const whole = cancels.filter(({ outcome }) => outcome === 'complete');
    if (cancels.length > 0 && whole.length <= 1) return;
    yield {
      expected: '1 upstream cancel',
      actual: countText(whole.length, 'upstream cancel'),
      exchange,
    };
  },
};
