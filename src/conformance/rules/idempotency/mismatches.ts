import { requestsStream } from '../../../answers/sent-body.ts';
import { BILLABLE } from '../../../contract/operations.ts';
import { countText } from '../../../input/count-text.ts';
import { seriesRule } from '../../declare.ts';
import {
  dispositionOf,
  isSettled,
  notRefused,
  wronglyAccepted,
} from '../../findings/acceptance.ts';
import { resultDifferences } from '../../findings/differences.ts';
import { resultOf } from '../../findings/idempotent-results.ts';
import {
  oneMemberChanged,
  otherBodyOneKey,
  otherBoundary,
  otherForm,
  otherSpelling,
} from '../../probes/keys.ts';
import { UNKNOWN_MODEL } from '../../requests/members.ts';
import { need, needSeen } from '../../rule.ts';

export const idempotencyMismatchRefused = seriesRule('idempotency-mismatch-refused', {
  level: 'must',
  assumed:
    'draft-ietf-httpapi-idempotency-key-header-07 §2.2 and §2.7; Stripe, idempotent requests',
  statement: 'A request with a used key and another body is refused.',
  harm: 'A client that reuses a key by mistake takes the answer to one question for the answer to another.',
  provenBy: 'idem-ignores-body',
  operations: BILLABLE,
  needs: ['idempotency'],
  probe: otherBodyOneKey,
  *judge({ label, exchanges }) {
    const [first, other] = exchanges;
    need(first && other, 'two bodies with one key');

    yield* notRefused({ label: `another body of ${label}`, exchanges: [first, other] });
  },
});

export const idempotencyMismatch422 = seriesRule('idempotency-mismatch-422', {
  level: 'should',
  assumed:
    'draft-ietf-httpapi-idempotency-key-header-07 §2.7 (422); openai-node 6.49.0 retries 409',
  statement: 'A request with a used key and another body returns 422.',
  harm: "OpenAI's clients retry a 409 automatically: for a mismatch that only costs time.",
  provenBy: 'idem-mismatch-409',
  operations: BILLABLE,
  needs: ['idempotency'],
  settings: ['mismatchStatus'],
  probe: otherBodyOneKey,
  *judge({ exchanges: [first, other] }, expect) {
    need(first && dispositionOf(first) === 'accepted', 'a first body that is accepted');
    need(
      other && dispositionOf(other) === 'refused',
      'another body that is refused',
      'idempotency-mismatch-refused',
    );

    const status = other.answer?.status ?? 0;
    if (!expect.mismatchStatus.includes(status)) {
      const expected = `status ${expect.mismatchStatus.join(' or ')}`;
      yield { expected, actual: `status ${status}`, exchange: other };
    }
  },
});

export const idempotencyMismatchEachMember = seriesRule('idempotency-mismatch-each-member', {
  level: 'must',
  assumed:
    'draft-ietf-httpapi-idempotency-key-header-07 §2.4 and §2.7; Stripe, idempotent requests',
  statement:
    'A request with a used key is refused if its body differs in one field, or in one byte of a file.',
  harm: 'A client that requests four pictures, or a longer video, silently gets the earlier result.',
  provenBy: 'idem-compares-prompt-only',
  operations: BILLABLE,
  needs: ['idempotency'],
  probe: oneMemberChanged,
  *judge({ label, exchanges }) {
    const [first, other] = exchanges;
    need(first && other, 'two bodies with one key');
    const pair = { label: `another body (${label})`, exchanges: [first, other] };
    // An unknown model may make the gateway fail, which another rule judges.
    yield* label.endsWith(`, ${UNKNOWN_MODEL}`) ? wronglyAccepted(pair) : notRefused(pair);
  },
});

export const idempotencyMismatchKeepsFirst = seriesRule('idempotency-mismatch-keeps-first', {
  level: 'must',
  assumed: 'follows from draft-ietf-httpapi-idempotency-key-header-07 §2.6',
  statement:
    'After a request with another body was refused, a retry of the first body still gets the first answer.',
  harm: 'One request with a mistake removes the protection of the correct one, whose retry is billed again.',
  provenBy: 'idem-mismatch-evicts',
  operations: BILLABLE,
  needs: ['idempotency'],
  probe: otherBodyOneKey,
  *judge({ exchanges: [kept, other, again] }) {
    const first = resultOf(kept);
    need(first, 'a first body that is accepted');
    need(
      other && dispositionOf(other) === 'refused',
      'another body that is refused',
      'idempotency-mismatch-refused',
    );
    need(again && isSettled(again), 'an answer to the first body again');

    const result = resultOf(again);
    if (result !== undefined) yield* resultDifferences(first, result);
    else {
      const actual = `status ${again.answer?.status}`;
      yield { expected: `status ${first.reply.status}, as at first`, actual, exchange: again };
    }
  },
});

export const idempotencyJsonSpelling = seriesRule('idempotency-json-spelling', {
  level: 'may',
  assumed: 'draft-ietf-httpapi-idempotency-key-header-07 §2.4 (how bodies are compared is free)',
  statement: 'The same JSON in another spelling is replayed or refused, never executed again.',
  harm: 'A client that serializes its JSON again for the retry is silently billed again.',
  provenBy: 'idem-spelling-second-effect',
  operations: ['chat', 'responses', 'video-create'],
  needs: ['idempotency'],
  probe: otherSpelling,
  *judge({ exchanges: [one, again] }) {
    const first = resultOf(one);
    need(first?.id, 'a 2xx answer with an id');
    need(again && dispositionOf(again) !== 'unsettled', 'an answer to the other spelling');

    const second = resultOf(again);
    if (second !== undefined && second.id !== first.id) {
      yield { expected: `${first.id}, or 4xx`, actual: second.id, where: 'id', exchange: again };
    }
  },
});

export const idempotencyMultipartBoundary = seriesRule('idempotency-multipart-boundary', {
  level: 'must',
  assumed: 'RFC 7578 §4.1 (the boundary is not content); openai-node encodes the form again',
  statement: 'A retried form with another boundary is the same request.',
  harm: 'Client libraries create a new boundary for each retry: none of their retries is ever replayed.',
  provenBy: 'idem-raw-byte-fingerprint',
  operations: ['transcription'],
  needs: ['idempotency'],
  probe: otherBoundary,
  *judge({ exchanges: [first, again], effects }) {
    need(first && dispositionOf(first) === 'accepted', 'a valid form that is accepted');
    need(again && dispositionOf(again) !== 'unsettled', 'an answer to the retry');

    if (dispositionOf(again) === 'refused') {
      const actual = `status ${again.answer?.status}`;
      yield { expected: 'the first answer again', actual, exchange: again };
      return;
    }
    const counted = effects !== undefined;
    needSeen(counted, 'a ledger, because the answers have no id');
    if (counted && effects > 1) {
      yield { expected: '1 effect', actual: countText(effects, 'effect'), exchange: again };
    }
  },
});

export const idempotencyStreamFlag = seriesRule('idempotency-stream-flag', {
  level: 'should',
  assumed: 'draft-ietf-httpapi-idempotency-key-header-07 §2.7: another body',
  statement:
    'A request with a used key and the opposite stream switch is refused, or gets the same result in the requested form.',
  harm: 'A client that switches from a stream to one body cannot read the stream that it gets.',
  provenBy: 'idem-stream-flag-wrong-form',
  operations: ['chat'],
  needs: ['idempotency'],
  settings: ['streamField'],
  probe: otherForm,
  *judge({ exchanges: [one, exchange] }, expect) {
    const first = resultOf(one);
    need(first?.id, 'a 2xx answer with an id');
    need(exchange && isSettled(exchange), 'an answer to the other form');
    const second = resultOf(exchange);
    if (second === undefined) {
      if (dispositionOf(exchange) !== 'unsettled') return;
      const actual = `status ${exchange.answer?.status}`;
      yield { expected: 'the same result, or 4xx', actual, exchange };
      return;
    }

    const form = requestsStream(exchange, expect.streamField) ? 'stream' : 'body';
    if (second.reply.form !== form) {
      const expected = form === 'stream' ? 'an event stream, or 4xx' : 'one body, or 4xx';
      yield { expected, actual: second.reply.mediaType, exchange };
    }
    if (second.id !== first.id) {
      yield { expected: `${first.id}, or 4xx`, actual: second.id, where: 'id', exchange };
    }
  },
});
