import { responsesStreamIdsAgree } from '../../../../src/conformance/rules/responses-stream/responses-stream-ids-agree.ts';
import { ruleTable } from '../rule-table.ts';
import {
  CREATED,
  delta,
  FOREIGN,
  ITEM_ADDED,
  ITEM_DONE,
  OPENING,
  PART_ADDED,
  sent,
  state,
  WHOLE,
} from './events.ts';

ruleTable(responsesStreamIdsAgree, [
  { name: 'one response and one item', evidence: sent(WHOLE) },
  {
    name: 'events of a vendor with ids of their own',
    evidence: sent([...OPENING, { ...FOREIGN, item_id: 'x' }]),
  },
  {
    name: 'an item that was never announced, which another rule forbids,',
    evidence: sent([CREATED, delta('Hi'), state('completed')]),
  },
  {
    name: 'no item id in a part',
    evidence: sent([ITEM_ADDED, { ...PART_ADDED, item_id: undefined }]),
    findings: [{ actual: 'absent', where: 'response.content_part.added, item_id' }],
  },
  {
    name: 'another id of the finished item',
    evidence: sent([ITEM_ADDED, { ...ITEM_DONE, item: { id: 'msg-9' } }]),
    findings: [{ actual: 'msg-9', where: 'response.output_item.done, item.id' }],
  },
  { name: 'nothing to compare', evidence: sent([CREATED]), unverifiable: 'refer to a response' },
]);
