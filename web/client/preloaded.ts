import type { Begun } from '../preload.ts';

/** Milliseconds after the page was opened in which what `begin.ts` asked for is still what it would be asked now. */
const FRESH_MS = 15_000;

type As = Omit<Begun, 'answer'> & { readonly method: string };

/**
 * What was already asked for while the page came, by the same person in the same account, mode and language: once, and only where
 * it was answered well. Whatever is changed meanwhile makes the rest of it old. `openMs` is how long the page is open.
 */
export async function takePreloaded(
  address: string,
  { method, account, mode, language }: As,
  openMs = performance.now(),
): Promise<Response | undefined> {
  const all = (globalThis as { facturierBegun?: Map<string, Begun> }).facturierBegun;
  if (!all || all.size === 0) return undefined;
  if (method !== 'GET' || openMs > FRESH_MS) {
    all.clear();
    return undefined;
  }
  const begun = all.get(address);
  all.delete(address);
  // Without an account it was for the only one there is: of several, the service would have refused.
  if (!begun || (begun.account ?? account) !== account || begun.mode !== mode || begun.language !== language)
    return undefined;
  const answer = await begun.answer.catch(() => undefined);
  return answer?.ok ? answer : undefined;
}
