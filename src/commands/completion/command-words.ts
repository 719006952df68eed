import type { Command, Option } from 'commander';
import { CATALOGUE } from '../../conformance/catalogue.ts';
import { PROFILES } from '../../conformance/profiles/profile-file.ts';
import { bundledScenarios, SCENARIO_OF_OPERATION } from '../../load/scenarios/scenario-files.ts';
import * as targetKinds from '../../target/kinds.ts';

/** What can follow `assay COMMAND`. */
export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionWords[];
  /** Values of its arguments; empty where a file may follow. */
  readonly values: readonly string[];
}

export interface OptionWords {
  /** Such as `--target`. */
  readonly flag: string;
  readonly summary: string;
  readonly takesValue: boolean;
  /** Known values; empty where any value or file may follow. */
  readonly values: readonly string[];
}

/** All words of a command line, in the order of its help. */
export function commandWords(program: Command): readonly CommandWords[] {
  return program.commands.map((command) => ({
    name: command.name(),
    summary: command.summary(),
    options: command.options.filter(({ hidden }) => !hidden).flatMap(optionWords),
    values: valuesOf(command, program),
  }));
}

function optionWords({ long, description, required, argChoices }: Option): OptionWords[] {
  if (long === undefined || long === null) return [];
  const values = argChoices ?? OPTION_VALUES[long]?.() ?? [];
  return [{ flag: long, summary: description, takesValue: required, values }];
}

function valuesOf(command: Command, program: Command): readonly string[] {
  if (command.name() === 'help') return program.commands.map((each) => each.name());
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return command.name() === 'explain' ? ruleIds() : choices;
}

const OPTION_VALUES: Readonly<Record<string, () => readonly string[]>> = {
  '--area': () => [...new Set(CATALOGUE.map(({ area }) => area))],
  '--level': () => ['must', 'should', 'may'],
  '--operation': () => [...SCENARIO_OF_OPERATION.keys()],
  '--profile': () => [...PROFILES.keys()],
  '--rule': ruleIds,
  '--scenario': () => bundledScenarios().map(({ name }) => name),
  '--target': () => Object.keys(targetKinds).filter((name) => name !== 'remote'),
};

function ruleIds(): readonly string[] {
  return CATALOGUE.map(({ rule }) => rule.id);
}
