import {
  type BaselineFigure,
  type RelativeObjective,
  readRelativeObjective,
  resolveObjective,
} from '../../measure/change/relative-objective.ts';
import { type Objective, parseObjective } from '../../measure/objective.ts';

/** The objectives of a configuration. */
interface ReadSlo {
  readonly objectives: readonly Objective[];
  /** Objectives that are relative to a baseline which is not known. */
  readonly unresolved: readonly RelativeObjective[];
  /** As written, with the limits that the baseline gives them. */
  readonly absolute: readonly string[];
}

/** @throws UsageError for an objective that is wrong, or of which the baseline has no figure */
export function readSlo(texts: readonly string[], baseline?: BaselineFigure): ReadSlo {
  const objectives: Objective[] = [];
  const unresolved: RelativeObjective[] = [];
  const absolute: string[] = [];
  for (const text of texts) {
    const relative = readRelativeObjective(text);
    if (relative === undefined) {
      objectives.push(parseObjective(text));
      absolute.push(text);
    } else if (baseline === undefined) {
      unresolved.push(relative);
      absolute.push(text);
    } else {
      const resolved = resolveObjective(relative, baseline);
      objectives.push(resolved.objective);
      absolute.push(resolved.absolute);
    }
  }
  return { objectives, unresolved, absolute };
}
