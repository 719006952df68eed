import type { Length } from './settings.ts';

/** Draws beyond the limits are repeated this often; then the nearer limit is used. */
const MOST_TRIES = 100;

/** Reproducible random choices: the same seed and number give the same choices. */
export class Draw {
  #state: number;

  constructor(seed: number, number: number) {
    this.#state = scramble(seed ^ scramble(number + 1));
  }

  /** At least 0, below 1. */
  share(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    return scramble(this.#state) / 0x1_0000_0000;
  }

  chance(probability: number): boolean {
    return this.share() < probability;
  }

  /** An integer from `least` to `most`, both included. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.share() * (most - least + 1));
  }

  /** A random integer: normal within its limits, or uniform without a mean. */
  length({ min, max, mean, sd }: Length): number {
    if (mean === undefined || sd === undefined) return this.integer(min, max);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const drawn = Math.round(mean + sd * this.#normal());
      if (drawn >= min && drawn <= max) return drawn;
    }
    return Math.min(max, Math.max(min, Math.round(mean)));
  }

  pick<const T>(choices: readonly [T, ...T[]]): T {
    return choices[this.integer(0, choices.length - 1)] ?? choices[0];
  }

  /** One of the names, chosen by weight; undefined if no weight is above 0. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name | undefined {
    let total = 0;
    for (const name in weights) total += weights[name];
    let left = this.share() * total;
    for (const name in weights) {
      left -= weights[name];
      if (left < 0) return name;
    }
    return undefined;
  }

  /** Normal, mean 0, standard deviation 1 (Box and Muller). */
  #normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.share())) * Math.cos(2 * Math.PI * this.share());
  }
}

/**
 * Mixes the bits of a 32-bit integer and keeps different ones different (constants of
 * hash-prospector).
 */
function scramble(integer: number): number {
  let mixed = integer ^ (integer >>> 16);
  mixed = Math.imul(mixed, 0x21f0aaad);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
