/**
 * Copies a text and returns whether it worked. Browsers refuse without permission, without HTTPS,
 * or while the page has no focus.
 */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
