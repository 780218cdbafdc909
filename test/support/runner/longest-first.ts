import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Long files and folders, longest first: they start first, so that short files fill the end. */
const LONG = [
  ...[
    'test/web/e2e.test.ts',
    'test/web/components',
    'test/load-test',
    'test/faults/startup',
    'test/faults/backup',
    'test/faults',
  ],
  ...['test/simulation', 'test/limits', 'test/deployment', 'src/runtime', 'src/cli', 'test/mcp'],
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
