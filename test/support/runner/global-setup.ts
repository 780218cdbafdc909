import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discardAbandonedClusters, discardDataFolder, TEST_RUN, testClusterFolder } from '../database/test-cluster.ts';
import { makeSharedCertificates } from '../service/test-certificate.ts';

/**
 * The test runner calls this once, before the first test file. The cluster itself starts with the
 * first test that asks.
 */
export async function globalSetup(): Promise<void> {
  process.env[TEST_RUN] = String(process.pid);
  // No test asks anybody outside.
  process.env.RATES_URL = '';
  process.env.URSSAF_URL = '';
  // Hundreds of processes load the same files.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'facturier-test-compile-cache');
  await makeSharedCertificates();
  await discardAbandonedClusters();
}

/** The test runner calls this once, after the last test file. */
export async function globalTeardown(): Promise<void> {
  if (existsSync(testClusterFolder())) await discardDataFolder(testClusterFolder());
}
