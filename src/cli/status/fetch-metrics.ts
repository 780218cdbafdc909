import { request as plain } from 'node:http';
import { request as secure } from 'node:https';
import type { Config } from '../../config.ts';
import { serverCertificate } from '../../runtime/certificates/server-certificate.ts';

/** Milliseconds a service on this machine has to respond, and maximum bytes of its response. */
const ANSWERS_WITHIN_MS = 5_000;
const BYTES_MAX = 4 * 1024 ** 2;

/** One Prometheus sample: name, labels as written, value. */
export type Sample = { readonly name: string; readonly labels: string; readonly value: number };

/**
 * Metrics of the process on this machine from /metrics; undefined if it does not respond or metrics
 * are off.
 */
export async function fetchMetrics(config: Config): Promise<readonly Sample[] | undefined> {
  const { metrics } = config;
  if (!metrics) return undefined;
  const headers = metrics.token === undefined ? {} : { authorization: `Bearer ${metrics.token}` };
  const text =
    metrics.port === undefined
      ? await said(
          secure({ ...(await tlsOf(config)), host: reached(config.host), port: config.port, ...ASKED, headers }),
        )
      : await said(plain({ host: reached(metrics.host), port: metrics.port, ...ASKED, headers }));
  return text === undefined ? undefined : parseSamples(text);
}

const ASKED = { path: '/metrics', timeout: ANSWERS_WITHIN_MS };

const reached = (host: string): string => (host === '0.0.0.0' || host === '::' ? 'localhost' : host);

/** Pin the exact certificate, whatever its names: only this service has its key. */
const tlsOf = async (config: Config) => ({
  ca: (await serverCertificate(config, new Date())).certificate,
  allowPartialTrustChain: true,
  checkServerIdentity: () => undefined,
});

function said(request: ReturnType<typeof plain>): Promise<string | undefined> {
  return new Promise((resolve) => {
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
        if (text.length > BYTES_MAX) request.destroy();
      });
      response.on('end', () => resolve(response.statusCode === 200 ? text : undefined));
      response.on('error', () => resolve(undefined));
    });
    request.end();
  });
}

/** Parses Prometheus text and drops comments. */
export function parseSamples(text: string): Sample[] {
  return text.split('\n').flatMap((line): Sample[] => {
    const [, name, labels = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
    return name === undefined ? [] : [{ name, labels, value: Number(value) }];
  });
}
