import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { afterAll, beforeAll, test, vi } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { type MetricsPort, startMetricsPort } from '../../src/http/monitoring/metrics-endpoint.ts';
import { processLimits } from '../../src/limits/process-limits.ts';
import type { InstallationFigures, ProcessFigures } from '../../src/metrics/metrics.ts';
import { METRICS_TYPE, openMetrics, type PrometheusMetrics } from '../../src/metrics/prometheus-metrics.ts';
import { COMPANY } from '../support/service/company.ts';
import { type ServiceOverHttps, serviceOverHttps } from '../support/service/service-over-https.ts';

const TOKEN = 'a token that only Prometheus knows'.replaceAll(' ', '-');
const CUSTOMER = {
  ...{ firstname: 'Aurélie', lastname: 'Vandenbroucke', emails: ['aurelie@vandenbroucke.example'] },
  billingAddress: { address: '12 rue des Lilas', city: 'Lyon', zipCode: '69003', country: 'FR' },
};
const MONITORING = fileURLToPath(new URL('../../deploy/monitoring/', import.meta.url));
const STATUS = fileURLToPath(new URL('../../src/cli/status/status.ts', import.meta.url));

/** Constructed figures of a process and an installation. */
const standing: { now: ProcessFigures; installation: () => Promise<InstallationFigures> } = {
  now: {
    connections: { open: 3, idle: 1, waiting: 2, most: 10 },
    lanes: [{ lane: 'prints', waiting: 4, oldestSeconds: 2.5 }],
    ...{ strayFailures: 1, headsSeconds: 0.2, headsBytes: 4_096 },
  },
  installation: async () => ({
    databaseAnswers: true,
    work: [{ lane: 'delivery', due: 7, oldestSeconds: 42, lateAfterSeconds: 600 }],
    releases: [{ program: 'postgresql', version: '18.4', ageSeconds: 86_400, roundsBehind: 2 }],
    ...{ backupSeconds: 3_600, verifySeconds: 60, verifyFindings: 0, ratesSeconds: 90, certificateSeconds: 5 },
  }),
};
const opened = (): PrometheusMetrics =>
  openMetrics({
    ...{ version: '1.2.3', role: 'all' },
    process: () => standing.now,
    installation: () => standing.installation(),
  });

let watch: PrometheusMetrics;
let service: ServiceOverHttps;
let port: MetricsPort;
let openPort: MetricsPort;
const lines: Record<string, unknown>[] = [];
beforeAll(async () => {
  watch = opened();
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const served = { type: METRICS_TYPE, text: watch.text, token: TOKEN };
  service = await serviceOverHttps({ watch, metrics: served, log, logsApiRequests: true });
  port = await startMetricsPort({ host: '127.0.0.1', port: 0 }, served);
  openPort = await startMetricsPort({ host: '127.0.0.1', port: 0 }, { ...served, token: undefined });
});
afterAll(async () => {
  await Promise.all([port.stop(), openPort.stop(), service.close()]);
});

const onPort = (
  at: MetricsPort,
  path = '/metrics',
  { token, method = 'GET' }: { token?: string; method?: string } = {},
) =>
  new Promise<{ status: number; text: string; type: string }>((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const asked = http.request(
      { agent: false, host: '127.0.0.1', port: at.port, path, method, headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece) => {
          text += piece;
        });
        const type = String(response.headers['content-type']);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text, type }));
      },
    );
    asked.on('error', reject).end();
  });

const metrics = async (): Promise<string> => (await service.ask('/metrics', { key: TOKEN })).text;
const value = (text: string, sample: string): string | undefined =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${sample} `))
    ?.slice(sample.length + 1);

/** Creates a customer and an invoice, finalizes it, and requests a missing record. */
async function billed(): Promise<string> {
  const { json: customer } = await service.ask('/contact', { body: CUSTOMER });
  const line = {
    designation: 'Ravalement de la façade',
    quantity: 1,
    unitPrice: 12_345.67,
    vatCode: 'FR_2000',
    type: 'service_delivery',
  };
  const { json: draft } = await service.ask(`/v2/billing/invoice/${customer.id}`, { body: { lines: [line] } });
  const finalized = await service.ask(`/v2/billing/${draft.id}/finalize`, { method: 'PATCH' });
  assert.equal(finalized.status, 200, finalized.text);
  await service.ask('/v2/billing/00000000-0000-7000-8000-000000000000');
  await service.ask(`/v2/nowhere/${customer.id}`);
  return finalized.json.number;
}

test('a busy account is counted by operation and status class, without names, numbers, amounts, IDs or keys', async () => {
  const number = await billed();
  const text = await metrics();
  assert.equal(value(text, 'facturier_request_seconds_count{operation="finalize-billing",status="2xx"}'), '1');
  assert.equal(value(text, 'facturier_request_seconds_count{operation="get-billing-by-id",status="4xx"}'), '1');
  assert.equal(value(text, 'facturier_request_seconds_count{operation="other",status="4xx"}'), '1');
  assert.equal(value(text, 'facturier_finalize_seconds_count'), '1');
  const secrets = [
    number,
    CUSTOMER.lastname,
    CUSTOMER.emails[0],
    COMPANY.name,
    COMPANY.siret,
    'façade',
    '12345.67',
    '12345',
    TOKEN,
  ];
  for (const secret of [...secrets, service.live.accountId, service.keys.live, service.keys.live.slice(-12)])
    assert.ok(!text.includes(String(secret)), `${secret} is nobody’s who watches`);
  assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}-/, 'no id');
});

test('metric labels are a fixed set: unknown requests create no new label', async () => {
  await service.ask('/v2/no-such-thing');
  await metrics();
  // Node's metrics vary: its resource types are labels too.
  const ours = (text: string) => text.split('\n').filter((line) => line.startsWith('facturier_')).length;
  const before = ours(await metrics());
  for (let n = 0; n < 20; n++) await service.ask(`/v2/no-such-thing-${n}`, { headers: { 'x-request-id': `r${n}` } });
  const text = await metrics();
  assert.equal(ours(text), before);
  const known = new Set([...operations.map(({ name }) => name), 'other']);
  for (const [, name = ''] of text.matchAll(/operation="([^"]*)"/g)) assert.ok(known.has(name as never), name);
});

test('metrics on the service port require the token', async () => {
  assert.equal((await service.ask('/metrics', { key: undefined })).status, 401);
  for (const key of [service.keys.live, TOKEN.slice(1), `${TOKEN}x`, TOKEN.toUpperCase(), ' '])
    assert.equal((await service.ask('/metrics', { key })).status, 401, key);
  const answered = await service.ask('/metrics', { key: TOKEN });
  assert.deepEqual([answered.status, answered.headers['content-type']], [200, METRICS_TYPE]);
});

test('the metrics port serves metrics only, and requires the token if one is set', async () => {
  assert.equal((await onPort(openPort)).status, 200);
  const shown = await onPort(port, '/metrics', { token: TOKEN });
  assert.deepEqual([shown.status, shown.type], [200, METRICS_TYPE]);
  assert.match(shown.text, /facturier_build_info\{version="1\.2\.3",role="all",node="\d+/);
  assert.equal((await onPort(port)).status, 401);
  assert.equal((await onPort(port, '/metrics', { token: 'x'.repeat(40) })).status, 401);
  for (const path of ['/', '/metrics/', '/health/live', '/v2/billings'])
    assert.equal((await onPort(openPort, path)).status, 404, path);
  assert.equal((await onPort(openPort, '/metrics', { method: 'POST' })).status, 405);
  assert.deepEqual((await onPort(openPort, '/metrics', { method: 'HEAD' })).text, '');
});

test('a silent connection to the metrics port does not block others for long', async () => {
  const idle: net.Socket[] = [];
  const crowded = async (): Promise<boolean> => {
    const more = Array.from({ length: processLimits.metrics.connectionsMax }, () =>
      net.connect(openPort.port, '127.0.0.1').on('error', () => {}),
    );
    idle.push(...more);
    await Promise.all(more.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    return onPort(openPort).then(
      () => false,
      () => true,
    );
  };
  // Control: there is no free connection beside them. A machine that stalled has already closed
  // them.
  while (!(await crowded())) for (const socket of idle.splice(0)) socket.destroy();
  for (;;) {
    const answered = await onPort(openPort).catch(() => undefined);
    if (answered?.status === 200) break;
    await wait(200);
  }
  for (const socket of idle) socket.destroy();
});

test('ages are reported as measured; an unknown age is left out, not frozen', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  let now = 1_000_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  t.onTestFinished(() => {
    clock.mockRestore();
    vi.useRealTimers();
  });
  const own = opened();
  const text = await own.text();
  assert.equal(value(text, 'facturier_work_oldest_seconds{lane="delivery"}'), '42');
  assert.equal(value(text, 'facturier_work_late_seconds{lane="delivery"}'), '600');
  assert.equal(value(text, 'facturier_lane_oldest_seconds{lane="prints"}'), '2.5');
  assert.equal(value(text, 'facturier_connections_waiting'), '2');
  assert.equal(value(text, 'facturier_stray_failures_total'), '1');
  assert.equal(value(text, 'facturier_backup_age_seconds'), '3600');
  assert.equal(value(text, 'facturier_release_age_seconds{program="postgresql",version="18.4"}'), '86400');
  assert.equal(value(text, 'facturier_release_rounds_behind{program="postgresql",version="18.4"}'), '2');
  assert.equal(value(text, 'facturier_database_answers'), '1');
  const { installation } = standing;
  standing.installation = async () => ({ databaseAnswers: false, work: [], releases: [], backupSeconds: 3_610 });
  t.onTestFinished(() => {
    standing.installation = installation;
  });
  assert.equal(value(await own.text(), 'facturier_database_answers'), '1', 'a look holds for ten seconds');
  now += 10_000;
  const later = await own.text();
  assert.equal(value(later, 'facturier_database_answers'), '0');
  assert.equal(value(later, 'facturier_backup_age_seconds'), '3610');
  for (const gone of ['facturier_work_oldest_seconds', 'facturier_rates_age_seconds', 'facturier_verify_findings'])
    assert.doesNotMatch(later, new RegExp(`^${gone}[ {]`, 'm'));
  // It does not wait for a hanging one.
  standing.installation = () => new Promise(() => {});
  now += 10_000;
  const hanging = own.text();
  await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(3_000);
  assert.equal(value(await hanging, 'facturier_database_answers'), '0');
});

test('a replica reports whether it is used and its lag; no lag before its first answer, nothing without a replica', async () => {
  const of = async (replica?: ProcessFigures['replica']) => {
    const own = openMetrics({
      ...{ version: '1.2.3', role: 'web', installation: standing.installation },
      process: () => ({ ...standing.now, ...(replica && { replica }) }),
    });
    const text = await own.text();
    return ['in_use', 'lag_seconds'].map((name) => value(text, `facturier_replica_${name}`));
  };
  assert.deepEqual(await of({ isInUse: true, lagSeconds: 0.5 }), ['1', '0.5']);
  assert.deepEqual(await of({ isInUse: false, lagSeconds: 7 }), ['0', '7']);
  assert.deepEqual(await of({ isInUse: false, lagSeconds: undefined }), ['0', undefined]);
  assert.deepEqual(await of(), [undefined, undefined]);
});

test('every metric in the dashboard, the alerts and `facturier status` exists, and each alert checks its age first', async () => {
  watch.delivered('taken');
  watch.mailed('sent');
  watch.ran({ lane: 'delivery', wentWell: true, ms: 3 });
  const text = await metrics();
  const served = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const isServed = (name: string): boolean => served.has(name) || served.has(name.replace(/_(bucket|sum|count)$/, ''));
  const files = globSync('*.{json,yaml}', { cwd: MONITORING });
  assert.deepEqual(files.toSorted(), ['alerts.yaml', 'dashboard.json']);
  for (const file of [...files.map((name) => `${MONITORING}${name}`), STATUS]) {
    const named = readFileSync(file, 'utf8').match(NAMED) ?? [];
    assert.ok(named.length > 10, file);
    for (const name of named) assert.ok(isServed(name), `${file}: ${name} is not served`);
  }
  assert.ok(!isServed('facturier_work_age_seconds'), 'the control');
  const rules = [...readFileSync(`${MONITORING}alerts.yaml`, 'utf8').matchAll(/expr: (.*)/g)].map(
    ([, rule]) => rule ?? '',
  );
  const ages = rules.filter((rule) => /_seconds\b|_seconds_bucket/.test(rule.replace(/_seconds_(count|sum)/g, '')));
  assert.ok(ages.length > rules.length / 2, `${ages.length} of ${rules.length} ask for an age`);
});

const NAMED = /\b(?:facturier|process|nodejs)_[a-z0-9_]+/g;

test('each request is one log line with request ID and trace ID, without the URL, which may contain a secret', async () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const answered = await service.ask('/v2/billings?search=Vandenbroucke', { headers: { traceparent } });
  await service.ask('/v2/billings', { headers: { traceparent: 'ff-forged', 'x-request-id': 'mine-7' } });
  const line = lines.find(({ requestId }) => requestId === answered.headers['x-request-id']);
  assert.deepEqual(
    [line?.traceId, line?.parentId, line?.operation, line?.status, line?.account],
    ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7', 'get-billings', 200, service.live.accountId],
  );
  const other = lines.find(({ requestId }) => requestId === 'mine-7');
  assert.deepEqual([other?.status, other && 'traceId' in other], [200, false]);
  for (const secret of ['Vandenbroucke', service.keys.live, TOKEN]) assert.ok(!JSON.stringify(lines).includes(secret));
});
