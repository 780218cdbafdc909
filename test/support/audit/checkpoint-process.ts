// A child process that writes checkpoints of a data folder’s chain heads until a test kills it:
// `fork` it with the folder.

import { compactHeadLog } from '../../../src/audit/heads/compact-head-log.ts';
import { withFileLock } from '../../../src/runtime/file-lock.ts';

await compactHeadLog({ dataFolder: process.argv[2] ?? '', lock: withFileLock, isStopped: () => false });
