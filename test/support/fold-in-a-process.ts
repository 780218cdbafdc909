// A process beside a test that folds the heads of a data folder, to be killed meanwhile: `fork`ed with the folder.
import { withFileLock } from '../../src/runtime/file-lock.ts';
import { foldHeads } from '../../src/seal/fold-heads.ts';

await foldHeads({ dataFolder: process.argv[2] ?? '', lock: withFileLock, isStopped: () => false });
