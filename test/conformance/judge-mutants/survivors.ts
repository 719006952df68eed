import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import { z } from 'zod';
import type { Rule } from '../../../src/conformance/rule.ts';
import type { JudgeCode, JudgeFile } from './judge-code.ts';

/** A check takes milliseconds: one that takes longer than this is in an endless loop. */
const CHECK_LIMIT_MS = 10_000;

const CHECKING = new Script('check()');
const sandbox: { check?: () => void } = {};
/** One for all checks: to make one takes longer than most of them. */
const CONTEXT = createContext(sandbox);

const ExplanationsSchema = z.record(z.string(), z.record(z.string(), z.string().min(20)));

/** By the path of a file the mutants that survive, each with the reason. */
export const EXPLAINED: Readonly<Record<string, Readonly<Record<string, string>>>> =
  ExplanationsSchema.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, 'survivors.json'), 'utf8')),
  );

/** Throws when a rule does not say what it should. */
export type Check = (rule: Rule) => void;

/** The mutants of a file that pass the check. */
export async function survivorsOf(
  code: JudgeCode,
  file: JudgeFile,
  check: Check,
): Promise<readonly string[]> {
  const survivors: string[] = [];
  for await (const { name, rules } of code.mutantsOf(file)) {
    if (rules.every((rule) => passes(rule, check))) survivors.push(name);
  }
  return survivors;
}

/** Whether a rule passes the check, and the check ends. */
export function passes(rule: Rule, check: Check, timeout = CHECK_LIMIT_MS): boolean {
  try {
    sandbox.check = () => check(rule);
    CHECKING.runInContext(CONTEXT, { timeout });
    return true;
  } catch {
    return false;
  }
}
