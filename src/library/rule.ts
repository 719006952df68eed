/** `@assay/cli/rule`: what a module with custom rules needs. */
export type { Answer, Sent, Stream } from '../answers/narrow.ts';
export type { CustomRule } from '../conformance/custom-rule.ts';
export type { EvidenceKind, EvidenceOf, Series } from '../conformance/evidence.ts';
export type { Expectations } from '../conformance/expectations.ts';
export type { ProbeGateway, ProbeRequest } from '../conformance/gateway.ts';
export {
  appliesTo,
  type Finding,
  type Fold,
  type Gathered,
  type Level,
  need,
  needSeen,
  type Prerequisite,
  type Probe,
} from '../conformance/rule.ts';
export type { Operation } from '../contract/operations.ts';
export type { Exchange } from '../exchange/exchange.ts';
