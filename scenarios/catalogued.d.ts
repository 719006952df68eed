/** Written when a script is bundled: `run` of every scenario in the catalogue, by name. */
declare module 'assay:scenarios' {
  import type { Iteration } from './lib/iteration.ts';

  const scenarios: Readonly<Record<string, (turn: Iteration) => void>>;
  export default scenarios;
}
