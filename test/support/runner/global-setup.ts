import { existsSync } from 'node:fs';
import { discardAbandonedClusters, discardDataFolder, TEST_RUN, testClusterFolder } from '../database/test-cluster.ts';
import { makeSharedCertificates } from '../service/test-certificate.ts';

/**
 * Called by the test runner once before the first test file. The cluster starts with the first test
 * that needs it.
 */
export async function setup(): Promise<void> {
  process.env[TEST_RUN] = String(process.pid);
  // Tests make no external requests.
  process.env.RATES_URL = '';
  process.env.URSSAF_URL = '';
  await makeSharedCertificates();
  await discardAbandonedClusters();
}

/** Called by the test runner once after the last test file. */
export async function teardown(): Promise<void> {
  if (existsSync(testClusterFolder())) await discardDataFolder(testClusterFolder());
}
