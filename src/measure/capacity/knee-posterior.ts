/** Grid of rates, in ln(rate). */
const STEP = 0.001;
/** Widths of the logistic in ln(rate), from sustained to not sustained. */
const WIDTHS = [0.003, 0.006, 0.0125, 0.025, 0.05, 0.1] as const;

/**
 * Probability distribution of the knee after some trials (Bayes); at first, every order of magnitude
 * is equally likely. A rate r is sustained with probability
 * `doubt + (1 − 2 · doubt) / (1 + exp((ln r − ln knee) / width))`; the width is unknown, too.
 */
export class KneePosterior {
  readonly #least: number;
  readonly #rates: number;
  /** One row of rates a width. */
  readonly #weights: Float64Array;
  /** The weight of all rates up to each; undefined until it is needed after an update. */
  #upTo: Float64Array | undefined;

  /**
   * @param least, most limits of the knee, in arrivals per second
   * @param gradual whether a wide transition is as likely as a narrow one
   */
  constructor(least: number, most: number, gradual: boolean) {
    this.#least = Math.log(least);
    this.#rates = Math.ceil((Math.log(most) - this.#least) / STEP) + 1;
    this.#weights = new Float64Array(this.#rates * WIDTHS.length);
    for (const [row, width] of WIDTHS.entries()) {
      this.#weights.fill(gradual ? 1 : 1 / width, row * this.#rates, (row + 1) * this.#rates);
    }
  }

  /**
   * Updates the distribution by one trial.
   * @param doubt probability that something else, such as a hiccup of the machine, reversed it
   */
  update(arrivalRate: number, held: boolean, doubt: number): void {
    const at = Math.log(arrivalRate);
    let greatest = 0;
    for (const [row, width] of WIDTHS.entries()) {
      for (let column = 0; column < this.#rates; column += 1) {
        const knee = this.#least + column * STEP;
        const holds = doubt + (1 - 2 * doubt) / (1 + Math.exp((at - knee) / width));
        const index = row * this.#rates + column;
        const weight = (this.#weights[index] ?? 0) * (held ? holds : 1 - holds);
        this.#weights[index] = weight;
        if (weight > greatest) greatest = weight;
      }
    }
    // Otherwise many trials would make the weights underflow.
    for (let index = 0; index < this.#weights.length; index += 1) {
      this.#weights[index] = (this.#weights[index] ?? 0) / greatest;
    }
    this.#upTo = undefined;
  }

  /** The rate below which the knee lies with this probability. */
  quantile(probability: number): number {
    this.#upTo ??= this.#sumUpTo();
    const wanted = probability * (this.#upTo.at(-1) ?? 0);
    const column = this.#upTo.findIndex((weight) => weight >= wanted);
    return Math.exp(this.#least + (column === -1 ? this.#rates - 1 : column) * STEP);
  }

  #sumUpTo(): Float64Array {
    const upTo = new Float64Array(this.#rates);
    let sum = 0;
    for (let column = 0; column < this.#rates; column += 1) {
      let ofRate = 0;
      for (let row = 0; row < WIDTHS.length; row += 1) {
        ofRate += this.#weights[row * this.#rates + column] ?? 0;
      }
      sum += ofRate;
      upTo[column] = sum;
    }
    return upTo;
  }
}
