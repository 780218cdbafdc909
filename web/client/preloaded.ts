import type { Begun } from '../preload.ts';

/** Milliseconds after page load during which preloaded responses are still current. */
const FRESH_MS = 15_000;

type As = Omit<Begun, 'answer'> & { readonly method: string };

/**
 * Takes a response preloaded by `preload.ts` for the same person, account, mode and language: once,
 * and only if it succeeded. Any change invalidates the others. `openMs` is the time since page
 * load.
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
  // Preloading without an account assumed there is only one: with several, the service refuses.
  if (!begun || (begun.account ?? account) !== account || begun.mode !== mode || begun.language !== language)
    return undefined;
  const answer = await begun.answer.catch(() => undefined);
  return answer?.ok ? answer : undefined;
}
