import type { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../answers/json.ts';
import { replyUsage } from '../../answers/reply.ts';
import { requestsStream } from '../../answers/sent-body.ts';
import { contradictions } from '../../contract/contradictions.ts';
import { fits } from '../../contract/json.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Claim } from '../declare.ts';
import { uniqueIds } from '../findings/unique-ids.ts';
import { wrongSum } from '../findings/usage.ts';
import { appliesTo, type FoldRule, type JudgeRule, need } from '../rule.ts';
import { type RowData, rowOf } from './row.ts';

/** Edits of a good body, by what the rule makes of the result. An undefined member is absent. */
export interface BodyCases {
  readonly legal?: readonly JsonObject[];
  /** Each edited member gives one finding. */
  readonly illegal?: readonly JsonObject[];
  /** Another rule judges these. */
  readonly undecided?: readonly JsonObject[];
}

interface Members extends BodyCases {
  readonly schema: z.ZodType;
  /** What another rule demands of the same members. */
  readonly given?: { readonly rule: string; readonly schema: z.ZodType };
}

/** The members of a body in JSON have these shapes. */
export function members(
  id: string,
  facts: Claim<'answer'> & Members,
): JudgeRule<'answer'> & RowData & BodyCases {
  const { schema, given, ...others } = facts;
  return {
    ...rowOf(id, 'members', others),
    evidence: 'answer',
    *judge({ json }) {
      need(isJsonObject(json), 'a body that is a JSON object');
      if (given) need(fits(given.schema, json), `members that ${given.rule} accepts`, given.rule);
      yield* contradictions(schema, json);
    },
  };
}

/** An answer is application/json, and its whole body has this shape. */
export function body(
  id: string,
  facts: Claim<'reply'> &
    BodyCases & {
      readonly schema: z.ZodType;
      /** In its place, by what the request wants; undefined: an answer to it has another form. */
      readonly schemaFor?: (exchange: Exchange) => z.ZodType | undefined;
      /** Only of the answer to a request without the stream switch. */
      readonly isUnstreamed?: true;
    },
): JudgeRule<'reply'> & RowData & BodyCases {
  const { schema, schemaFor = () => schema, isUnstreamed } = facts;
  return {
    ...rowOf(id, 'body', facts),
    ...(isUnstreamed && { settings: ['streamField'] }),
    evidence: 'reply',
    *judge(reply, { streamField }) {
      const streams = isUnstreamed && requestsStream(reply.exchange, streamField) !== false;
      need(!streams, 'a request without the stream switch');
      const wanted = schemaFor(reply.exchange);
      appliesTo(wanted, 'a request for JSON');
      const { mediaType } = reply;
      if (mediaType !== 'application/json') {
        yield { expected: 'application/json', actual: mediaType, where: 'content-type' };
      }
      if (reply.form === 'body') yield* contradictions(wanted, reply.json);
    },
  };
}

/** No two answers have the same id. */
export function uniqueId(id: string, facts: Claim<'reply'>): FoldRule<'reply'> & RowData {
  return { ...rowOf(id, 'uniqueId', facts), evidence: 'reply', fold: uniqueIds };
}

/** The total of usage is the sum of its parts, whose shape is another rule's. */
export function usageSum(
  id: string,
  { because, ...facts }: Claim<'reply'> & { readonly because: string },
): JudgeRule<'reply'> & RowData {
  return {
    ...rowOf(id, 'usageSum', facts),
    settings: ['usageNames'],
    evidence: 'reply',
    judge(reply, { usageNames }) {
      const names =
        reply.exchange.operation === 'responses' ? usageNames.responses : usageNames.chat;
      return wrongSum(replyUsage(reply), names, because);
    },
  };
}
