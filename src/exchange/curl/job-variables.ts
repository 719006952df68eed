import type { Exchange } from '../exchange.ts';

/** How a shell takes the id of a job from the response that created it. */
export interface JobVariable {
  readonly name: string;
  /** Its position among the members called `id` in the response, counted from 1. */
  readonly position: number;
}

const ID_MEMBER = /"id": *"([^"\\]*)"/g;

/** The jobs that one of these exchanges created and another one requests, by their ids. */
export function jobVariables(exchanges: readonly Exchange[]): ReadonlyMap<string, JobVariable> {
  const requested = new Set(exchanges.map(({ request }) => lastSegment(request.url)));
  const variables = new Map<string, JobVariable>();
  for (const exchange of exchanges.filter(({ operation }) => operation === 'video-create')) {
    for (const [index, id] of idsIn(exchange).entries()) {
      if (!requested.has(id) || variables.has(id)) continue;
      variables.set(id, { name: `job_${variables.size + 1}`, position: index + 1 });
    }
  }
  return variables;
}

/** Every member called `id` in the answer, in order. */
export function idsIn({ answer }: Exchange): readonly string[] {
  const text = Buffer.from(answer?.body ?? []).toString('utf8');
  return [...text.matchAll(ID_MEMBER)].map(([, id = '']) => id);
}

/** The last segment of the path. */
export function lastSegment(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path.slice(path.lastIndexOf('/') + 1);
}

/** @param file of the response, as a shell word */
export function takeId({ name, position }: JobVariable, file: string): string {
  return `${name}=$(grep -o '"id": *"[^"]*"' ${file} | sed -n ${position}p | cut -d'"' -f4)`;
}
