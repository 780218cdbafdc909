// A process beside a test that folds the heads of a data folder, to be killed meanwhile: `fork`ed
// with the folder.

import { compactHeadLog } from '../../../src/audit/heads/compact-head-log.ts';
import { withFileLock } from '../../../src/runtime/file-lock.ts';

await compactHeadLog({ dataFolder: process.argv[2] ?? '', lock: withFileLock, isStopped: () => false });
