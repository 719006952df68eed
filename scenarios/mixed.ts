/** Every scenario of the catalogue, each as often as the mix of the workload says. */
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
