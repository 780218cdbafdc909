import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discardAbandonedClusters, discardDataFolder, TEST_RUN, testClusterFolder } from '../database/test-cluster.ts';
import { makeSharedCertificates } from '../service/test-certificate.ts';

/**
 * Called by the test runner once before the first test file. The cluster starts with the first test
 * that needs it.
 */
export async function globalSetup(): Promise<void> {
  process.env[TEST_RUN] = String(process.pid);
  // Tests make no external requests.
  process.env.RATES_URL = '';
  process.env.URSSAF_URL = '';
  // Hundreds of processes load the same files.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'facturier-test-compile-cache');
  await makeSharedCertificates();
  await discardAbandonedClusters();
}

/** Called by the test runner once after the last test file. */
export async function globalTeardown(): Promise<void> {
  if (existsSync(testClusterFolder())) await discardDataFolder(testClusterFolder());
}
