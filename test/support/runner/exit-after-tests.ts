// Loaded into each test process first. A file that leaves a connection or server open would never
// end: after its last test it gets a moment to clean up, then fails with the reason.
import { after } from 'node:test';

const GRACE_MS = 60_000;

// Also loaded by the runner’s process, which has no tests. Files in a shared process are checked
// one by one.
if (process.env.NODE_TEST_CONTEXT && !process.argv[1]?.endsWith('shared-process.ts')) {
  after(() => {
    const leaking = () => {
      const open = process.getActiveResourcesInfo().filter((name) => name !== 'Timeout');
      console.error(`This test file leaves something open that keeps it from ending: ${open.join(', ')}`);
      process.exit(1);
    };
    // Does not keep the process alive: it runs only if something else does.
    setTimeout(leaking, GRACE_MS).unref();
  });
}
