import type { RuleSet } from '../rule-set.ts';
import { set202611 } from './set-2026-11.ts';

/** Levels follow what official clients do: see `client-impact.json`. */
export const set202612: RuleSet = {
  number: '2026.12',
  rules: [
    ...set202611.rules,
    'chat-stream-choices-shape',
    'chat-stream-created-constant',
    'chat-usage-integers',
    'errors-event-last',
    'responses-item-shape',
    'responses-open-members',
    'responses-part-shape',
    'responses-state-shape',
    'responses-stream-details',
    'responses-usage-integers',
    'transport-legal-requests',
    'transport-text-unchanged',
  ],
};
