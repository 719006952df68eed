import { z } from 'zod';
import { OPERATION_NAMES } from '../contract/operations.ts';
import { firstProblem } from '../input/schema-problem.ts';
import { UsageError } from '../input/usage-error.ts';
import type { EvidenceKind } from './evidence.ts';
import { FEATURES, SETTINGS } from './expectations.ts';
import { isSettingName } from './profiles/resolved-profile.ts';
import { type FoldRule, type JudgeRule, PREREQUISITES, type Rule } from './rule.ts';

/** The area of all custom rules, for `--area` and in reports. */
export const CUSTOM_AREA = 'custom';

/**
 * A rule that is not part of Assay: a module that `rules` of `assay.yaml` names exports it. No fault of
 * the reference gateway proves it; test it with `ruleTable` of `@assay/cli/testing`.
 */
export type CustomRule<K extends EvidenceKind = EvidenceKind> =
  | Omit<JudgeRule<K>, 'provenBy'>
  | Omit<FoldRule<K>, 'provenBy'>;

const EVIDENCE_KINDS = {
  answer: true,
  stream: true,
  reply: true,
  failure: true,
  any: true,
  begun: true,
  received: true,
  responded: true,
  sent: true,
  key: true,
  job: true,
  series: true,
  relay: true,
  history: true,
} satisfies Record<EvidenceKind, true>;

const SETTING_NAMES = Object.keys(SETTINGS).filter(isSettingName);

const TEXT = z.string().trim().min(1);
const FUNCTION = z.custom((value) => typeof value === 'function', 'needs a function');

const CustomRuleSchema = z.looseObject({
  id: z
    .string()
    .regex(
      /^[a-z0-9]+(?:-[a-z0-9]+)+$/,
      'needs lower-case words joined by hyphens, such as team-model-names',
    ),
  level: z.enum(['must', 'should', 'may']),
  provenance: z.enum(['stated', 'assumed']),
  source: TEXT,
  statement: TEXT,
  evidence: z.enum(Object.keys(EVIDENCE_KINDS)),
  operations: z.array(z.enum(OPERATION_NAMES)).min(1),
  needs: z.array(z.enum([...PREREQUISITES, ...FEATURES])).optional(),
  measuresTime: z.literal(true).optional(),
  harm: TEXT.optional(),
  probe: z.looseObject({ name: TEXT, alone: z.literal(true).optional(), run: FUNCTION }),
  judge: FUNCTION.optional(),
  fold: FUNCTION.optional(),
});

/**
 * Checks what a module exports as a rule.
 * @param file the module, for errors
 * @throws UsageError that names the member
 */
export function parseCustomRule(value: unknown, file: string): CustomRule {
  const parsed = CustomRuleSchema.safeParse(value);
  if (!parsed.success) {
    throw malformed(value, file, firstProblem(CustomRuleSchema, parsed.error, value));
  }
  if (isCustomRule(value)) return value;
  throw malformed(value, file, 'It needs either judge or fold.');
}

/** The rule as the judges take it. Its settings are those that its code names. */
export function completeRule<K extends EvidenceKind>(rule: CustomRule<K> | Rule<K>): Rule<K> {
  if ('provenBy' in rule) return rule;
  const words = new Set(String('judge' in rule ? rule.judge : rule.fold).split(/\W+/));
  const settings = SETTING_NAMES.filter((name) => words.has(name));
  return { settings, ...rule, provenBy: '' };
}

function isCustomRule(value: unknown): value is CustomRule {
  const { success, data } = CustomRuleSchema.safeParse(value);
  return success && (data.judge === undefined) !== (data.fold === undefined);
}

function malformed(value: unknown, file: string, problem: string): UsageError {
  const { data } = z.looseObject({ id: z.string() }).safeParse(value);
  return new UsageError(
    `Custom rule is malformed: ${data?.id ?? 'one without an id'} in ${file}. ${problem}`,
  );
}
