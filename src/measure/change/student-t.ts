const BISECTIONS = 60;

/**
 * Quantile of Student's t distribution for a whole number of degrees of freedom (closed form of the
 * distribution: Abramowitz and Stegun 26.7.3 and 26.7.4, inverted by bisection).
 * @param probability above 0.5 and below 1
 */
export function studentT(probability: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (centralProbability(high, degrees) < 2 * probability - 1) high *= 2;
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (centralProbability(middle, degrees) < 2 * probability - 1) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Probability of a value between −t and t. */
function centralProbability(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let factor = isOdd ? 3 : 2; factor < degrees; factor += 2) {
    term *= ((factor - 1) / factor) * cosine ** 2;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}
