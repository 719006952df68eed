import type { Headers } from '../../exchange/exchange.ts';

/** What shows the product behind an address. */
export interface ProductSigns {
  readonly address: string;
  /** From any response. */
  readonly headers: Headers;
  /** `owned_by` of the models that the target lists. */
  readonly owners: readonly string[];
}

interface Product {
  readonly profile: string;
  readonly host?: RegExp;
  readonly header?: RegExp;
  readonly owner?: RegExp;
}

const PRODUCTS: readonly Product[] = [
  { profile: 'openai', host: /(^|\.)api\.openai\.com$/ },
  { profile: 'openrouter', host: /(^|\.)openrouter\.ai$/ },
  { profile: 'litellm', header: /^x-litellm-/i },
  { profile: 'vllm', owner: /^vllm$/i },
];

/** A bundled profile that fits; undefined where none fits. */
export function guessProfile({ address, headers, owners }: ProductSigns): string | undefined {
  const { hostname } = new URL(address);
  const product = PRODUCTS.find(
    ({ host, header, owner }) =>
      host?.test(hostname) === true ||
      headers.some(([name]) => header?.test(name) === true) ||
      owners.some((each) => owner?.test(each) === true),
  );
  return product?.profile;
}
