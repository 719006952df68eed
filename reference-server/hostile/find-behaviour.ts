import { nearest } from '../nearest.ts';
import { BadOptions } from '../options.ts';
import type { Behaviour } from './behaviour.ts';
import { BEHAVIOURS } from './behaviours/index.ts';

/** @throws BadOptions that names the nearest behaviour */
export function findBehaviour(name: string): Behaviour {
  const behaviour = BEHAVIOURS.get(name);
  if (behaviour !== undefined) return behaviour;
  const near = nearest(name, [...BEHAVIOURS.keys()]);
  const hint = near === undefined ? '"assay list hostile" shows all.' : `Did you mean ${near}?`;
  throw new BadOptions(`Unknown hostile behaviour: ${name}. ${hint}`);
}
