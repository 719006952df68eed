import { describeOutcome } from '../../../answers/narrow.ts';
import { type Exchange, header, isSuccess } from '../../../exchange/exchange.ts';
import { countText } from '../../../input/count-text.ts';
import { jobRule } from '../../declare.ts';
import type { Series } from '../../evidence.ts';
import { isSettled } from '../../findings/acceptance.ts';
import { followedJobs } from '../../probes/video.ts';
import { RANGE_BEYOND } from '../../probes/video-polls.ts';
import { appliesTo, need, needSeen } from '../../rule.ts';

export const videoContentRange = jobRule('video-content-range', {
  level: 'must',
  assumed: 'RFC 9110 §14.2, §14.4, §15.3.7; OpenAI, Videos: GET /videos/{id}/content',
  statement:
    'A request for a range of the content of a video returns 206 with exactly these bytes and their Content-Range, or 200 with all of it.',
  harm: 'A player that seeks, and a download that goes on where it broke, get other bytes: the video is damaged.',
  provenBy: 'vid-range-short',
  operations: ['video-read'],
  probe: followedJobs,
  *judge(series) {
    const ranged = rangedIn(series);
    appliesTo(ranged.length > 0, 'a request for a range of a content');
    const [beginning] = ranged;
    needSeen(isSuccess(beginning?.exchange.answer), 'a content at the gateway');
    for (const { exchange, first, last } of ranged) {
      const { answer } = exchange;
      if (answer?.status === 200) continue;
      need(answer && isSettled(exchange), `an answer: ${describeOutcome(exchange)}`);
      const given = header(answer.headers, 'content-range');
      const [, from, to, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(given ?? '') ?? [];
      if (answer.status !== 206) {
        const expected = 'the range, or the whole content';
        yield { expected, actual: describeOutcome(exchange), exchange };
        continue;
      }
      const end = total === '*' ? Number(to) : Number(total) - 1;
      const wanted = { first, last: Math.min(last, end) };
      if (Number(from) !== wanted.first || Number(to) !== wanted.last) {
        const expected = `bytes ${first}-${last} of the content`;
        yield { expected, actual: given, where: 'content-range', exchange };
        continue;
      }
      const length = wanted.last - wanted.first + 1;
      if (answer.sizeBytes !== length) {
        const actual = countText(answer.sizeBytes, 'byte');
        yield { expected: countText(length, 'byte'), actual, exchange };
        continue;
      }
      const known = beginning?.exchange.answer?.body?.subarray(wanted.first, wanted.last + 1);
      if (known?.length !== length || answer.body === undefined) continue;
      if (Buffer.compare(known, answer.body) === 0) continue;
      yield { expected: `the bytes from ${first} on`, actual: 'other bytes', exchange };
    }
  },
});

export const videoContentBeyond = jobRule('video-content-beyond', {
  level: 'should',
  assumed: 'RFC 9110 §14.2, §15.5.17; OpenAI, Videos: GET /videos/{id}/content',
  statement:
    'A request for a range beyond the content of a video returns 416, or 200 with all of it.',
  harm: 'A download that is complete, and asks for more, looks like an outage or begins again.',
  provenBy: 'vid-range-beyond-500',
  operations: ['video-read'],
  probe: followedJobs,
  *judge({ exchanges }) {
    const exchange = exchanges.find((each) => rangeOf(each) === RANGE_BEYOND);
    needSeen(exchange, 'a content in ranges');
    need(isSettled(exchange), `an answer: ${describeOutcome(exchange)}`);
    const status = exchange.answer?.status;
    if (status === 416 || status === 200) return;
    yield { expected: '416, or 200', actual: describeOutcome(exchange), exchange };
  },
});

function rangeOf({ operation, request }: Exchange): string | undefined {
  return operation === 'other' ? header(request.headers, 'range') : undefined;
}

/** The requests for ranges with two ends, in the order sent: the beginning, and a part of it. */
function rangedIn({ exchanges }: Series) {
  return exchanges.flatMap((exchange) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(rangeOf(exchange) ?? '') ?? [];
    if (first === undefined || last === undefined) return [];
    return [{ exchange, first: Number(first), last: Number(last) }];
  });
}
