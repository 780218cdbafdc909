// Loaded into every test file's process before the file. A file that leaves a connection or a
// server open would never end, and the run with it: it is given a moment after its last test, to
// clean up, then ended as failed, with the reason.
import { after } from 'node:test';

const GRACE_MS = 60_000;

// The runner's own process loads this too; it has no tests. Where files share a process, each is
// looked at by itself.
if (process.env.NODE_TEST_CONTEXT && !process.argv[1]?.endsWith('shared-process.ts')) {
  after(() => {
    const leaking = () => {
      const open = process.getActiveResourcesInfo().filter((name) => name !== 'Timeout');
      console.error(`This test file leaves something open that keeps it from ending: ${open.join(', ')}`);
      process.exit(1);
    };
    // Does not itself keep the process alive: it runs only where something else does.
    setTimeout(leaking, GRACE_MS).unref();
  });
}
