import { createHash } from 'node:crypto';
import { jobIn } from '../../../answers/video-jobs.ts';
import { type ExchangeAnswer, isSuccess } from '../../../exchange/exchange.ts';
import { countText } from '../../../input/count-text.ts';
import { relayRule } from '../../declare.ts';
import { JOB_ENDS_MS, placeOf, SCRIPTED_JOB } from '../../findings/scripted-job.ts';
import { isServed } from '../../findings/upstream-calls.ts';
import { cancelledUpstream, polledUpstream, relayedVideoContent } from '../../probes/relay/jobs.ts';
import { need } from '../../rule.ts';

export const relayVideoCancel = relayRule('relay-video-cancel', {
  level: 'must',
  assumed: 'interface §DELETE /videos/{id}; billing: a job costs for as long as it runs',
  statement: 'A cancel of a running job cancels it upstream, once.',
  harm: 'A job that only the gateway has cancelled runs on at the provider, and is billed whole.',
  provenBy: 'relay-cancel-local',
  operations: ['video-cancel'],
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
});

export const relayVideoContent = relayRule('relay-video-content', {
  level: 'should',
  assumed:
    'interface §Video job (content_url: location of the produced content); OpenAI, Videos: GET /videos/{id}/content',
  statement:
    'The content that the gateway returns for a video is that of the upstream, with the same bytes.',
  harm: 'A video that is cut or encoded again does not play, or has lost quality that was paid for.',
  provenBy: 'relay-halve-video',
  operations: ['video-read'],
  probe: relayedVideoContent,
  *judge({ exchanges, upstream }) {
    const fetched = exchanges.find(({ operation }) => operation === 'other');
    need(fetched, 'a completed job');
    const { answer, outcome } = fetched;
    need(
      outcome === 'answered' && answer?.status === 200,
      'a whole answer of the gateway with the content',
    );
    const sent = upstream.find(
      (call) => isServed(call) && call.request.path.endsWith('/content'),
    )?.answer;
    need(sent?.contentSha256[0], 'a request for the content upstream');
    const arrived = digestOf(answer);
    need(arrived, 'the bytes of the content');
    if (arrived === sent.contentSha256[0]) return;
    yield {
      expected: `SHA-256 ${sent.contentSha256[0]} (${sent.sizeBytes} bytes)`,
      actual: `SHA-256 ${arrived} (${answer.sizeBytes} bytes)`,
      exchange: fetched,
    };
  },
});

function digestOf({ sha256, body }: ExchangeAnswer): string | undefined {
  return sha256 ?? (body && createHash('sha256').update(body).digest('hex'));
}

export const relayVideoFresh = relayRule('relay-video-fresh', {
  level: 'must',
  assumed: 'interface §GET /videos/{id}; OpenAI, Videos: poll for the status of the job',
  statement:
    'A read of a job shows a recent state of the upstream: a failed read is not shown as a failed job, and its progress is not replaced by 0.',
  harm: 'The caller polls for a video that has long been ready, or abandons a job that seems to make no progress.',
  provenBy: 'relay-stale-status',
  operations: ['video-read'],
  settings: ['videoStates', 'upstreamFreshMs'],
  probe: polledUpstream,
  *judge({ exchanges, upstream }, expect) {
    const created = upstream.find(({ operation }) => operation === 'video-create');
    need(created, 'the job upstream');
    const jobs = exchanges
      .filter(({ operation }) => operation === 'video-read')
      .flatMap((exchange) => jobIn(exchange, expect.videoStates) ?? []);
    const failed = jobs.filter(({ stage }) => stage === 'failed');
    for (const { exchange, status } of failed) {
      const expected = 'a state that the upstream has shown';
      yield { expected, actual: status, where: 'status', exchange };
    }
    if (failed.length > 0) return;
    const reads = jobs.flatMap(({ exchange, stage, json: { progress } }) => {
      const place = placeOf(stage);
      const ageMs = exchange.timing.sendMs - created.endMs - expect.upstreamFreshMs;
      return place === undefined ? [] : [{ exchange, place, ageMs, progress }];
    });
    need(
      reads.some(({ ageMs }) => ageMs >= JOB_ENDS_MS),
      'a read with a state of the profile, long enough after the job has ended',
    );
    for (const { exchange, place, ageMs, progress } of reads) {
      const stated = SCRIPTED_JOB[place]?.progress;
      // The interface leaves the unit of other values open.
      if (progress === 0 && stated !== 0) {
        yield { expected: `${stated}, or in another unit`, actual: 0, where: 'progress', exchange };
      }
      const due = SCRIPTED_JOB.findLast(({ afterMs }) => afterMs <= ageMs);
      if (due === undefined || place >= (placeOf(due.stage) ?? 0)) continue;
      yield {
        expected: `${due.status}, which the upstream has shown for at least ${expect.upstreamFreshMs} ms`,
        actual: SCRIPTED_JOB[place]?.status,
        where: 'status',
        exchange,
      };
    }
  },
});
