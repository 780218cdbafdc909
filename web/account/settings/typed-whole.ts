/** A whole number as it was typed; what is none goes as it is typed, and the service says so at its field. */
export function typedWhole(typed: string): number {
  const text = typed.replace(/[\s\u00a0\u202f]/g, '');
  return /^-?\d+$/.test(text) ? Number(text) : (typed as unknown as number);
}
