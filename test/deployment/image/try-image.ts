// `npm run try-image`: builds the container image and uses it like a first user. First start,
// company, invoice, finalize, PDF; stop, start again with the same volume, and find the invoice.
//   With Docker:               npm run try-image -- --engine docker
//   With podman, no registry:  npm run try-image -- --local-base
// `--build-options="…"` and `--run-options="…"` add options of the engine that a machine needs.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOfScript } from '../../support/runner/script-options.ts';
import { until } from '../../support/runner/wait-until.ts';
import { COMPANY } from '../../support/service/company.ts';
import { type Answered, httpClient } from '../../support/service/http-client.ts';
import { type Container, type Engine, engineNamed, STOP_SECONDS, startContainer } from './container.ts';
import { createLocalBase } from './local-base.ts';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const IMAGE = 'localhost/facturier:try';
/** Largest size of the image, unpacked, in bytes. */
const IMAGE_BYTES_MAX = 400_000_000;
/** Longest time from the start of the container to the first PDF, in seconds. */
const FIRST_PDF_SECONDS_MAX = 120;
/** The user of the Dockerfile. */
const USER = '10001';
const SHOWN_LINES = 12;

const { values } = optionsOfScript(
  'npm run try-image -- [--engine podman] [--local-base] [--no-build] [--build-options="…"] [--run-options="…"]',
  {
    options: {
      engine: { type: 'string', default: 'podman' },
      'local-base': { type: 'boolean', default: false },
      'no-build': { type: 'boolean', default: false },
      'build-options': { type: 'string', default: '' },
      'run-options': { type: 'string', default: '' },
    },
  },
);
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const engine = engineNamed(values.engine);
const volume = `facturier-try-${randomBytes(4).toString('hex')}`;

if (values['local-base']) {
  const folder = await mkdtemp(join(tmpdir(), 'facturier-base-'));
  await chmod(folder, 0o755);
  await createLocalBase(engine.run, folder).finally(() => rm(folder, { recursive: true, force: true }));
  tell('base images', 'made by debootstrap and the Node of this machine');
}
if (!values['no-build']) build(engine);
measureSize(engine);
await lifeOf(engine);

function build({ show }: Engine): void {
  const began = performance.now();
  show(['build', ...words(values['build-options']), '--file', 'deploy/Dockerfile', '--tag', IMAGE, PROJECT]);
  tell('build', `${seconds(began)} s`);
}

function measureSize({ run }: Engine): void {
  const bytes = Number(run(['image', 'inspect', '--format', '{{.Size}}', IMAGE]));
  tell('unpacked size', `${(bytes / 1e6).toFixed(1)} MB`);
  assert.ok(bytes <= IMAGE_BYTES_MAX, `the image is larger than ${IMAGE_BYTES_MAX / 1e6} MB`);
}

/** Uses the image until an invoice is finalized, and finds it again after a restart. */
async function lifeOf({ run, tried }: Engine): Promise<void> {
  const options = words(values['run-options']);
  const running: Container[] = [];
  const start = async () => {
    const container = await startContainer(engine, { image: IMAGE, volume, options });
    running.push(container);
    return container;
  };
  run(['volume', 'create', volume]);
  try {
    const began = performance.now();
    const first = await start();
    const { key, ca } = await firstKeys(first);
    const made = await finalizedInvoice(first, { key, ca });
    const firstPdf = seconds(began);
    tell('start to the first finalized PDF', `${firstPdf} s (${made.number}, ${made.pdf.length} bytes)`);
    assert.ok(firstPdf <= FIRST_PDF_SECONDS_MAX, `more than ${FIRST_PDF_SECONDS_MAX} s`);
    checkRights(first);
    checkStop(first);

    const again = performance.now();
    const second = await start();
    await ready(second);
    tell('second start until ready', `${seconds(again)} s`);
    const { done, close } = clientOf(second, { key, ca });
    const found = await done('GET', `/v2/billing/${made.id}`);
    assert.equal(found.json.number, made.number);
    assert.equal((await done('GET', `/v2/billing/${made.id}/download`)).text, made.pdf);
    close();
    tell('after the restart', 'the invoice and the bytes of its PDF are the same');
    checkRecovery(second);
    checkVerify(second);
    checkStop(second);
  } catch (error) {
    for (const { log } of running) console.error(log().split('\n').slice(-SHOWN_LINES).join('\n'));
    throw error;
  } finally {
    for (const { name } of running) tried(['rm', '--force', name]);
    tried(['volume', 'rm', volume]);
  }
}

/** Waits until the health check of the image succeeds. */
async function ready({ inside, log }: Container): Promise<void> {
  await until(`a container that is ready: ${log()}`, () => inside('node', 'bootstrap/health-check.mjs').code === 0);
}

/** Reads what the first start wrote, as the operator does. */
async function firstKeys(container: Container): Promise<{ key: string; ca: string }> {
  await ready(container);
  await until('the first keys', () => container.inside('cat', '/data/first-keys.txt').code === 0);
  const key = /^FACTURIER_LIVE_KEY=(\S+)$/m.exec(container.inside('cat', '/data/first-keys.txt').said)?.[1];
  assert.ok(key, 'the first start saved a live key');
  return { key, ca: container.inside('cat', '/data/tls/ca.pem').said };
}

function clientOf({ port }: Container, { key, ca }: { key: string; ca: string }) {
  const { ask, close } = httpClient({ port, ca });
  const done = async (method: string, path: string, body?: unknown): Promise<Answered> => {
    const answer = await ask(path, { key, method, ...(body !== undefined && { body }) });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.text.slice(0, 400)}`);
    return answer;
  };
  return { ask, done, close };
}

async function finalizedInvoice(container: Container, access: { key: string; ca: string }) {
  const { ask, done, close } = clientOf(container, access);
  try {
    const page = await ask('/factures', { headers: { accept: 'text/html' } });
    assert.match(page.text, /<script/, 'the image contains the built pages');
    await done('PATCH', '/v2/company', COMPANY);
    const billingAddress = { address: '12 rue des Lilas', zipCode: '69003', city: 'Lyon', country: 'FR' };
    const contact = await done('POST', '/contact', { firstname: 'Léa', lastname: 'Moreau', billingAddress });
    const lines = [{ designation: 'Audit', quantity: 2, quantityUnit: 'day', unitPrice: 60_000, vatCode: 'FR_2000' }];
    const draft = await done('POST', `/v2/billing/invoice/${contact.json.id}`, { lines });
    const { id, number } = (await done('PATCH', `/v2/billing/${draft.json.id}/finalize`, {})).json;
    const pdf = (await done('GET', `/v2/billing/${id}/download`)).text;
    assert.ok(pdf.startsWith('%PDF-'), pdf.slice(0, 80));
    return { id, number, pdf };
  } finally {
    close();
  }
}

/** The user, the read-only file system, and the programs that must be missing. */
function checkRights({ inside }: Container): void {
  assert.equal(inside('id', '-u').said.trim(), USER);
  assert.match(inside('touch', '/opt/facturier/written').said, /[Rr]ead-only file system/);
  for (const tool of ['npm', 'gcc', 'make']) assert.notEqual(inside('which', tool).code, 0, `${tool} is in the image`);
  const versions = ['/usr/local/bin/node', '/usr/lib/postgresql/17/bin/postgres'].map((program) =>
    inside(program, '--version').said.trim(),
  );
  tell('inside', `${versions.join(', ')}, user ${USER}, read-only root, no npm, gcc or make`);
}

function checkStop(container: Container): void {
  const { seconds: took, code } = container.stop();
  tell('SIGTERM', `ended after ${took.toFixed(1)} s with exit code ${code}`);
  assert.equal(code, 0);
  assert.ok(took < STOP_SECONDS);
}

/** PostgreSQL says in its log whether the previous one was stopped or killed. */
function checkRecovery({ inside }: Container): void {
  const { said } = inside('sh', '-c', 'cat /data/postgres/start.log /data/postgres/log/*.log');
  const starts = said.match(/database system was [^:\n]*(?:shut down|interrupted)[^\n]*/g) ?? [];
  assert.ok(starts.length >= 2, said.slice(-800));
  assert.doesNotMatch(said, /automatic recovery|interrupted|not properly shut down/);
  tell('PostgreSQL', `${starts.length} starts, none with recovery`);
}

function checkVerify({ inside }: Container): void {
  const { code, said } = inside('facturier', 'verify');
  assert.equal(code, 0, said);
  tell('facturier verify', 'exit code 0');
}

function seconds(since: number): number {
  return Number(((performance.now() - since) / 1000).toFixed(1));
}

function tell(what: string, result: string): void {
  console.log(`✔ ${what}: ${result}`);
}
