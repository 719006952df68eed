import {
  videoContentBeyond,
  videoContentRange,
} from '../../../../src/conformance/rules/video/ranges.ts';
import { answer, type ExchangeFacts, series } from '../exchanges.ts';
import { ruleTable } from '../rule-table.ts';
import { finds, passes, unverified } from '../verdicts.ts';
import { made } from './jobs.ts';

const CONTENT = '0123456789abcdefghij';

/** An answer to a request for this range of the content of a job. */
function ranged(range: string, body: string, given?: string, facts: ExchangeFacts = {}) {
  return answer(body, {
    operation: 'other',
    status: given === undefined ? 200 : 206,
    request: { headers: [['range', `bytes=${range}`]] },
    type: 'video/mp4',
    ...(given !== undefined && { headers: { 'content-range': given } }),
    ...facts,
  });
}

const beginning = ranged('0-1023', CONTENT, 'bytes 0-19/20');
const middle = (body: string, given?: string, facts?: ExchangeFacts) =>
  series([made(), beginning, ranged('5-10', body, given, facts)]);

ruleTable(videoContentRange, [
  passes('a range, and one that is cut at the end', middle('56789a', 'bytes 5-10/20')),
  passes('a range of a content of unknown length', middle('56789a', 'bytes 5-10/*')),
  passes(
    'a range behind what is known',
    series([
      made(),
      ranged('0-3', '0123', 'bytes 0-3/20'),
      ranged('5-10', '56789a', 'bytes 5-10/20'),
    ]),
  ),
  passes('the whole content', series([made(), ranged('0-1023', CONTENT)])),
  passes(
    'a whole content that is larger than what is read of it',
    series([made(), ranged('0-1023', CONTENT, undefined, { outcome: 'oversize' })]),
  ),
  passes('the whole content, the second time', middle(CONTENT)),
  finds('one byte too few', middle('56789', 'bytes 5-10/20'), {
    expected: '6 bytes',
    actual: '5 bytes',
  }),
  finds('another range', middle('6789ab', 'bytes 6-11/20'), {
    expected: 'bytes 5-10 of the content',
    actual: 'bytes 6-11/20',
    where: 'content-range',
  }),
  finds('no Content-Range', middle('56789a', '', { headers: {} }), { actual: 'absent' }),
  finds('the bytes of another range', middle('012345', 'bytes 5-10/20'), {
    expected: 'the bytes from 5 on',
    actual: 'other bytes',
  }),
  finds('a failure', middle('', undefined, { status: 500 }), {
    expected: 'the range, or the whole content',
  }),
  unverified(
    'a redirect',
    series([made(), ranged('0-1023', '', undefined, { status: 302 })]),
    'a content at the gateway',
  ),
  unverified('"retry later"', middle('', undefined, { status: 503 }), 'an answer: '),
  unverified('no content', series([made()]), 'a request for a range of a content'),
]);

const beyond = (status: number) =>
  series([made(), beginning, ranged('1125899906842624-', '', undefined, { status })]);

ruleTable(videoContentBeyond, [
  passes('416', beyond(416)),
  passes('the whole content', beyond(200)),
  ...[206, 404, 500].map((status) =>
    finds(`status ${status}`, beyond(status), { expected: '416, or 200' }),
  ),
  unverified('"retry later"', beyond(503), 'an answer: '),
  unverified('a content without ranges', series([made(), beginning]), 'a content in ranges'),
]);
