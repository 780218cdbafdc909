/** Deep equality of JSON values; a missing member equals an undefined one. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  // Called for every line on every keystroke, so it allocates no lists.
  return (
    Object.keys(a).every((member) => sameValue(a[member], b[member])) &&
    Object.keys(b).every((member) => member in a || b[member] === undefined)
  );
}
