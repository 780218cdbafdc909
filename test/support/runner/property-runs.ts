import fc from 'fast-check';

/**
 * Options of a property test. On failure fast-check prints `{ seed: …, path: "…" }` and the
 * smallest failing document; replay with `PROPERTY_SEED=… PROPERTY_PATH=… node --test
 * test/properties/<file>`. `PROPERTY_FACTOR=20` runs twenty times as many documents.
 */
export function holds<Given>(given: fc.Arbitrary<Given>, runs: number, property: (given: Given) => void): void {
  fc.assert(
    fc.property(given, (value) => {
      property(value);
    }),
    parametersFor(runs),
  );
}

/** The same for a property that awaits something. */
export const holdsAsync = <Given>(
  given: fc.Arbitrary<Given>,
  runs: number,
  property: (given: Given) => Promise<void>,
): Promise<void> => fc.assert(fc.asyncProperty(given, property), parametersFor(runs));

/**
 * Factor on the runs of a negative control: it stops at the first failure, and does not depend on
 * luck.
 */
const CONTROL_TIMES = 100;

/** Whether the property fails, for a negative control: a test that cannot fail proves nothing. */
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
