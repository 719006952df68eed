import type { ProbeRequest } from '../gateway.ts';
import { requestContradictions } from '../sending/well-formed-request.ts';
import type { RequestForm } from './forms.ts';
import { legal } from './plain.ts';

/**
 * What a gateway must do with a request: `accepted` and `refused` where the contract or a named source
 * says so, `either` where nothing does.
 */
export type Expected = 'accepted' | 'refused' | 'either';

/** One way in which a request may differ from a plain one: a value of one coordinate of the product. */
export interface Difference {
  /** Such as `temperature = 0`. */
  readonly name: string;
  readonly expected: Expected;
  of(request: ProbeRequest): ProbeRequest;
}

/** A point of the product: a request of one form, with what is different in it. */
export interface Trial {
  /** Its coordinates, such as `chat stream · temperature = 0`. */
  readonly label: string;
  readonly expected: Expected;
  /** Marked `legal` if it fits the contract, unless it is to be refused. */
  readonly request: ProbeRequest;
}

/** A request with all of these differences; one that is to be refused makes the whole to be refused. */
export function trialOf(
  form: Pick<RequestForm, 'name'>,
  plain: ProbeRequest,
  differences: readonly Difference[],
): Trial {
  const request = differences.reduce((changed, { of }) => of(changed), plain);
  const expected = together(differences);
  const fits = requestContradictions(request).next().done === true;
  return {
    label: [form.name, ...differences.map(({ name }) => name)].join(SEPARATOR),
    expected,
    request: expected !== 'refused' && fits ? legal(request) : request,
  };
}

/** The last coordinate of a label: what is different in the request. */
export function differenceIn(label: string): string {
  return label.split(SEPARATOR).at(-1) ?? label;
}

const SEPARATOR = ' · ';

function together(differences: readonly Difference[]): Expected {
  const all = differences.map(({ expected }) => expected);
  return (
    all.find((each) => each === 'refused') ?? all.find((each) => each === 'either') ?? 'accepted'
  );
}
