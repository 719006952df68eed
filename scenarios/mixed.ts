/** All shapes, each as often as the mix of the workload says. */
import { planned } from 'k6/x/gateway';
import { settings } from './lib/gateway.ts';
import { type Iteration, iteration } from './lib/iteration.ts';
import * as shapes from './shapes.ts';

export { options } from './lib/workload.ts';

const SHAPES: Readonly<Record<string, (turn: Iteration) => void>> = shapes;

export default () => {
  const turn = iteration();
  const name = planned().scenario ?? turn.draw.weighted(settings.mix);
  if (name !== undefined) SHAPES[name]?.(turn);
};
