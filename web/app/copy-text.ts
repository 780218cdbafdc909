/** Whether a text could be copied: browsers forbid it where nobody allowed it, outside of https, and while nothing of it is in the page yet. */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
