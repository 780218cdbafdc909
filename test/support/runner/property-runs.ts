import fc from 'fast-check';

/**
 * How a property test is run. On failure fast-check prints `{ seed: …, path: "…" }` and the
 * smallest document that fails; to replay exactly that: `PROPERTY_SEED=… PROPERTY_PATH=… node
 * --test test/properties/<file>`. `PROPERTY_FACTOR=20` runs twenty times as many documents.
 */
export function holds<Given>(given: fc.Arbitrary<Given>, runs: number, property: (given: Given) => void): void {
  fc.assert(
    fc.property(given, (value) => {
      property(value);
    }),
    parametersFor(runs),
  );
}

/**
 * How many times the runs of its property a negative control goes on for: it ends at the first that
 * breaks, and none is found by luck.
 */
const CONTROL_TIMES = 100;

/** Whether the property breaks, for a negative control: a proof that cannot fail proves nothing. */
export const fails = <Given>(given: fc.Arbitrary<Given>, runs: number, property: (given: Given) => void): boolean =>
  fc.check(
    fc.property(given, (value) => {
      property(value);
    }),
    { numRuns: runs * CONTROL_TIMES, endOnFailure: true },
  ).failed;

function parametersFor(runs: number): fc.Parameters<unknown> {
  const { PROPERTY_SEED, PROPERTY_PATH, PROPERTY_FACTOR } = process.env;
  return {
    numRuns: runs * Number(PROPERTY_FACTOR ?? 1),
    ...(PROPERTY_SEED && { seed: Number(PROPERTY_SEED) }),
    ...(PROPERTY_PATH && { path: PROPERTY_PATH }),
  };
}
