/** Moves an item to another index; indexes out of range mean the ends. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const member = list[from];
  const place = Math.max(0, Math.min(list.length - 1, to));
  if (member === undefined || place === from) return list;
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, place), member, ...rest.slice(place)];
}
