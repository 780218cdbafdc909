import type { ComponentType } from 'react';

/** Components with example values, by name. */
export type Parts = Readonly<Record<string, ComponentType>>;

/** The value a component has reported, for the test to read. */
export function Reported({ value }: { value: unknown }) {
  return <output aria-label="reported">{JSON.stringify(value ?? null)}</output>;
}
