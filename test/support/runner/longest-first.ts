import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Long files and folders, longest first: they start first, so that short files fill the end. One
 * that is missing here starts last, and the others wait for it.
 */
const LONG = [
  ...['test/web/e2e.test.ts', 'test/faults/backup', 'test/web/behind-proxy', 'test/load-test'],
  ...['test/faults/startup', 'test/web/components', 'test/faults'],
  ...['test/simulation', 'test/limits', 'test/deployment', 'test/mutants', 'test/document-', 'test/source-rules'],
  ...['src/runtime', 'src/cli', 'test/mcp', 'test/replica', 'test/jobs', 'test/portal', 'src/api/payments'],
];

/** Starts isolated files first, then those that share processes; of both, long ones first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const found = LONG.findIndex((each) => moduleId.includes(`/${each}`));
      return (project.config.isolate ? 0 : LONG.length + 1) + (found < 0 ? LONG.length : found);
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}
