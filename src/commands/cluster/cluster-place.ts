import { RECORDINGS_CLAIM } from '../../load/scenarios/cluster-objects.ts';
import { type Kubectl, KubectlFailure } from './kubectl.ts';

const CONTEXT = 'jsonpath={.contexts[0].name} {.contexts[0].context.namespace}';

/** Where a run goes, such as "context kind-load, namespace load". */
export async function placeOf(kubectl: Kubectl): Promise<string> {
  // Within a pod, whose account kubectl uses, there is no context.
  const view = ['config', 'view', '--minify', '-o', CONTEXT];
  const [context = '', namespace = ''] = (await textOrNone(kubectl, view)).trim().split(' ');
  const of = kubectl.namespace ?? (namespace === '' ? 'default' : namespace);
  return context === '' ? `namespace ${of}` : `context ${context}, namespace ${of}`;
}

/** Whether the namespace has the claim for the recordings; false where the account may not see it. */
export async function hasClaim(kubectl: Kubectl): Promise<boolean> {
  const claim = ['get', 'persistentvolumeclaims', RECORDINGS_CLAIM, '--ignore-not-found', '-o'];
  return (await textOrNone(kubectl, [...claim, 'name'])).trim() !== '';
}

async function textOrNone(kubectl: Kubectl, words: readonly string[]): Promise<string> {
  try {
    return await kubectl.text(words);
  } catch (error) {
    if (error instanceof KubectlFailure && error.kind !== 'unreachable') return '';
    throw error;
  }
}
