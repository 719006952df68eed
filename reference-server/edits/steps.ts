import type { Alteration, Hooks } from '../hooks.ts';
import { Refusal } from '../http/refusal.ts';

/** What each hook is given, and what it returns. */
type Given = { readonly [Name in keyof Hooks]: Parameters<Hooks[Name]> };
type Result = { readonly [Name in keyof Hooks]: ReturnType<Hooks[Name]> };
type Steps = { readonly [Name in keyof Hooks]: (...given: Given[Name]) => Result[Name] };

/** Other hooks, which may call those that they replace. */
export function alters(summary: string): (hooks: Alteration['hooks']) => Alteration {
  return (hooks) => ({ summary, hooks });
}

/** One hook is given something else. */
export function before<Name extends keyof Hooks>(name: Name) {
  return (summary: string) =>
    (edit: (...given: Given[Name]) => Given[Name]): Alteration =>
      alters(summary)((base: Steps) => {
        const step = base[name];
        return { [name]: (...given: Given[Name]) => step(...edit(...given)) };
      });
}

/** One hook returns something else. */
export function after<Name extends keyof Hooks>(name: Name) {
  return (summary: string) =>
    (edit: (result: Result[Name], ...given: Given[Name]) => Result[Name]): Alteration =>
      alters(summary)((base: Steps) => {
        const step = base[name];
        return { [name]: (...given: Given[Name]) => edit(step(...given), ...given) };
      });
}

/** One hook throws something else where it refuses, or returns a result. */
export function rescues<Name extends keyof Hooks>(name: Name) {
  return (summary: string) =>
    (rescue: (refusal: Refusal, ...given: Given[Name]) => Result[Name]): Alteration =>
      alters(summary)((base: Steps) => {
        const step = base[name];
        return {
          [name]: (...given: Given[Name]) =>
            onRefusal(
              () => step(...given),
              (refusal) => rescue(refusal, ...given),
            ),
        };
      });
}

/** Runs a step; if it throws a refusal, returns what `handle` makes of it. */
export function onRefusal<T>(step: () => T, handle: (refusal: Refusal) => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof Refusal) return handle(error);
    throw error;
  }
}
