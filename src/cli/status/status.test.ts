import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseSamples } from './fetch-metrics.ts';
import { processChecks } from './status.ts';

const TEXT = `# HELP facturier_request_seconds Requests.
# TYPE facturier_request_seconds histogram
facturier_request_seconds_bucket{le="0.01",operation="list-billings",status="2xx"} 2
facturier_request_seconds_sum{operation="list-billings",status="2xx"} 0.03
facturier_request_seconds_count{operation="list-billings",status="2xx"} 3
facturier_request_seconds_sum{operation="finalize-billing",status="5xx"} 0.01
facturier_request_seconds_count{operation="finalize-billing",status="5xx"} 1
facturier_connections_open 4
facturier_connections_waiting 0
facturier_lane_oldest_seconds{lane="transactions"} 0
facturier_heads_waiting_seconds 0.1
process_resident_memory_bytes 104857600
`;

const wellOf = (text: string) => processChecks(parseSamples(text)).map(({ well }) => well);

test('a process reports how many requests it answered, their duration and failures', () => {
  const [requests] = processChecks(parseSamples(TEXT));
  assert.match(requests?.said ?? '', /^4 .* 10 ms .* 1 /);
  assert.ok(wellOf(TEXT).every(Boolean));
  assert.match(processChecks(parseSamples(TEXT)).at(-1)?.said ?? '', /^100 Mi/);
});

test('a wait of six seconds, and a head of the audit chain not recorded for two minutes, are not healthy', () => {
  assert.equal(wellOf(TEXT.replace('"transactions"} 0', '"transactions"} 6')).filter((well) => !well).length, 1);
  assert.equal(wellOf(TEXT.replace('waiting_seconds 0.1', 'waiting_seconds 120')).filter((well) => !well).length, 1);
});

test('a replica is reported with its lag if there is one, and an excluded one is not healthy', () => {
  const checkOf = (replica: string) =>
    processChecks(parseSamples(TEXT + replica)).find(
      ({ said }) => said.includes('2.5') || said.includes('never') || said.includes('jamais'),
    );
  assert.equal(checkOf(''), undefined);
  assert.equal(checkOf('facturier_replica_in_use 1\nfacturier_replica_lag_seconds 2.5\n')?.well, true);
  assert.equal(checkOf('facturier_replica_in_use 0\nfacturier_replica_lag_seconds 2.5\n')?.well, false);
  assert.equal(checkOf('facturier_replica_in_use 0\n')?.well, false);
});
