/** What to check where a target knows no path of an operation. */
export function pathHint(address: string): string {
  const path = URL.parse(address)?.pathname ?? '/';
  return path === '/'
    ? 'Check whether its address needs a path prefix, such as /v1.'
    : `Check the path of its address: ${path} may be wrong, or one too many.`;
}
