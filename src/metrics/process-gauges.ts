import { Counter, Gauge, type Registry } from 'prom-client';
import type { ProcessFigures } from './metrics.ts';

/** Gauges of a process; returns a function that sets them. */
export function processGauges(
  registry: Registry,
  { version, role }: { readonly version: string; readonly role: string },
): (now: ProcessFigures) => void {
  const registers = [registry];
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const byLane = (name: string, help: string) => new Gauge({ name, help, labelNames: ['lane'] as const, registers });
  new Gauge({
    name: 'facturier_build_info',
    help: 'Running versions: always 1.',
    labelNames: ['version', 'role', 'node'] as const,
    registers,
  }).set({ version, role, node: process.versions.node }, 1);
  const open = gauge('facturier_connections_open', 'Connections of this process to PostgreSQL.');
  const idle = gauge('facturier_connections_idle', 'Idle connections.');
  const most = gauge('facturier_connections_most', 'Maximum connections of this process.');
  const waiting = gauge('facturier_connections_waiting', 'Requests and jobs waiting for a connection.');
  const oldest = byLane(
    'facturier_lane_oldest_seconds',
    'How long the oldest entry of a queue in this process has waited.',
  );
  const inLane = byLane(
    'facturier_lane_waiting',
    'Entries waiting in a queue of this process; prints: documents waiting for a PDF.',
  );
  const heads = gauge(
    'facturier_heads_waiting_seconds',
    'How long the oldest signed last entry of an audit trail has waited to be written outside the database.',
  );
  const journal = gauge(
    'facturier_heads_bytes',
    'Bytes of the log of last audit trail entries (audit/heads.jsonl), compacted from 2 MiB on.',
  );
  const inUse = gauge('facturier_replica_in_use', 'Whether the replica of READ_DATABASE_URL is in use.');
  const lag = gauge('facturier_replica_lag_seconds', 'Maximum lag of the replica.');
  const stray = new Counter({
    name: 'facturier_stray_failures_total',
    help: 'Uncaught errors: each is a bug.',
    registers,
  });
  let counted = 0;
  return ({ connections, lanes, strayFailures, headsSeconds, headsBytes, replica }) => {
    open.set(connections.open);
    idle.set(connections.idle);
    most.set(connections.most);
    waiting.set(connections.waiting);
    for (const { lane, ...figures } of lanes) {
      oldest.set({ lane }, figures.oldestSeconds);
      inLane.set({ lane }, figures.waiting);
    }
    heads.set(headsSeconds);
    journal.set(headsBytes);
    if (replica) inUse.set(replica.isInUse ? 1 : 0);
    else inUse.remove();
    // A frozen age would look healthy.
    if (replica?.lagSeconds === undefined) lag.remove();
    else lag.set(replica.lagSeconds);
    stray.inc(strayFailures - counted);
    counted = strayFailures;
  };
}
