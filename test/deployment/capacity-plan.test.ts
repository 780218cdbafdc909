import assert from 'node:assert/strict';
import { test } from 'vitest';
import { type Machine, type Measured, type Need, planFor } from '../../bench/capacity/capacity-plan.ts';

/** Round figures that can be checked by hand. */
const MEASURED: Measured = {
  bytes: { account: 3_000, document: 5_000, answers: 4_000, events: 4_000, pdf: 50_000, log: 20_000 },
  work: {
    document: { server: 5, postgres: 4 },
    read: { server: 1, postgres: 0.5 },
    delivery: { server: 1, postgres: 1 },
    pdf: { server: 2, postgres: 1, printer: 12 },
  },
};
const MACHINE: Machine = { processors: 16, diskBytes: 4e12 };
const NEED: Need = {
  ...{ accounts: 1_000, documentsAYear: 365, years: 10, readsPerDocument: 10, deliveriesPerDocument: 1, peak: 20 },
  filesElsewhere: true,
};

test('1,000 accounts with one document a day: 1,000 documents a day, 1.8 GB of rows a year, one machine', () => {
  const plan = planFor(NEED, MEASURED, MACHINE);
  assert.equal(plan.documents.aYear, 365_000);
  // 365,000 × 5,000 B = 1.825 GB; plus one day of responses (1,000 × 4,000) and thirty of events
  // (30,000 × 4,000): 124 MB.
  assert.equal(plan.rows.aYear, 1_825_000_000);
  assert.equal(plan.rows.standing, 124_000_000);
  // 1,000 accounts × 3,000 B + ten years + the constant part.
  assert.equal(plan.rows.afterYears, 3_000_000 + 18_250_000_000 + 124_000_000);
  assert.equal(plan.files.afterYears, 182_500_000_000);
  assert.equal(plan.log, 20_000_000);
  assert.deepEqual([plan.step, plan.processes, plan.connections, plan.machines.service], ['one machine', 1, 7, 0]);
});

test('CPUs are sized for the peak second at half load: 5 + 10 × 1 + 1 + 2 ms of the server per document', () => {
  // 86,400 accounts with one document a day: one a second, 20 at the peak.
  const plan = planFor({ ...NEED, accounts: 86_400 }, MEASURED, MACHINE);
  assert.equal(plan.documents.atPeak, 20);
  assert.deepEqual(plan.processors, { server: (20 * 18) / 500, postgres: (20 * 11) / 500, printers: (20 * 12) / 500 });
});

test('load beyond one machine uses several processes while one PostgreSQL suffices', () => {
  // 200 a second at the peak: server 7.2, PostgreSQL 4.4, PDF processes 4.8; together 16.4 of 16.
  const plan = planFor({ ...NEED, accounts: 864_000, years: 1 }, MEASURED, MACHINE);
  assert.deepEqual([plan.step, plan.processes, plan.machines.service], ['several processes', 8, 1]);
  assert.equal(plan.connectionBytes, 8 * 7 * 13e6);
});

test('ten million accounts with 200 documents: 10 TB of rows a year, at least four nodes, sized by disk', () => {
  const plan = planFor({ ...NEED, accounts: 10_000_000, documentsAYear: 200 }, MEASURED, MACHINE);
  assert.equal(plan.documents.aYear, 2e9);
  assert.equal(Math.round(plan.documents.aSecond), 63);
  assert.equal(plan.rows.aYear, 1e13);
  // 0.03 TB of accounts, 100 TB in ten years and 0.68 TB constant on 4 TB disks filled to 70 %: 36
  // disks.
  assert.deepEqual([plan.step, plan.machines.postgres], ['spread', 36]);
  // 27.9 CPUs of a plain server at a quarter of each node: 7 nodes of 16 suffice; the disks decide.
  assert.equal(Math.ceil(plan.processors.postgres / 0.25 / 16), 7);
  const least = planFor({ ...NEED, accounts: 2_400_000, documentsAYear: 200, years: 1 }, MEASURED, {
    ...MACHINE,
    processors: 4,
    diskBytes: 4e13,
  });
  assert.equal(least.step, 'spread');
  assert.ok(least.machines.postgres >= 4);
});

test('files stored in PostgreSQL count toward its disks', () => {
  const plan = planFor({ ...NEED, accounts: 100_000, documentsAYear: 200, filesElsewhere: false }, MEASURED, MACHINE);
  const without = planFor({ ...NEED, accounts: 100_000, documentsAYear: 200 }, MEASURED, MACHINE);
  assert.equal(
    Math.round(plan.machines.diskBytes * plan.machines.postgres - without.machines.diskBytes),
    Math.round(1e13 / 0.7),
  );
  assert.deepEqual([without.step, plan.step], ['one machine', 'spread']);
});
