/** Every scenario of the catalogue, with the weights of the workload's mix. */
import scenarios from 'assay:scenarios';
import { planned } from 'k6/x/gateway';
import { settings } from './lib/gateway.ts';
import { iteration } from './lib/iteration.ts';

export { options } from './lib/workload.ts';

export default () => {
  const turn = iteration();
  const name = planned().scenario ?? turn.draw.weighted(settings.mix);
  if (name !== undefined) scenarios[name]?.(turn);
};
