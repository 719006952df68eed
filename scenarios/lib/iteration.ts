import { iterationNumber } from 'k6/x/gateway';
import { Draw } from './draw.ts';
import { settings } from './gateway.ts';

/** One arrival: its random choices, and words that no other request of the run has. */
export class Iteration {
  readonly draw: Draw;
  /** Counted from 0 over the whole run. */
  readonly number: number;
  #words = 0;

  constructor(number: number) {
    this.number = number;
    this.draw = new Draw(settings.seed, number);
  }

  /** A word such as `n3f9c2a7100002a01`: it reveals text of another request. */
  word(): string {
    this.#words += 1;
    return `n${settings.run}${hex(this.number, 6)}${hex(this.#words, 2)}`;
  }
}

/** The iteration that is running now. */
export function iteration(): Iteration {
  return new Iteration(iterationNumber());
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}
