/** Whether two values of JSON say the same: an absent member and an undefined one do. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  // Asked of every line at every key: no list of both is made.
  return (
    Object.keys(a).every((member) => sameValue(a[member], b[member])) &&
    Object.keys(b).every((member) => member in a || b[member] === undefined)
  );
}
