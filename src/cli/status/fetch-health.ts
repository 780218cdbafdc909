import https from 'node:https';
import type { Config } from '../../config.ts';

/** Milliseconds a service on this machine has to respond. */
const ANSWERS_WITHIN_MS = 3_000;

/**
 * Health of the local service: uncaught errors since its start, and its uptime in seconds;
 * undefined if none runs. `certificate` is the one it serves with.
 */
export function fetchServiceHealth(
  { host, port }: Pick<Config, 'host' | 'port'>,
  certificate: string,
): Promise<{ strayFailures: number; sinceSeconds: number } | undefined> {
  return new Promise((resolve) => {
    const request = https.get(
      {
        ...{ host: host === '0.0.0.0' || host === '::' ? 'localhost' : host, port, path: '/health/live' },
        // Pin the exact certificate, whatever its names: only this service has its key.
        ...{ ca: certificate, allowPartialTrustChain: true, checkServerIdentity: () => undefined },
        timeout: ANSWERS_WITHIN_MS,
      },
      (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(read(text)));
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
  });
}

function read(text: string): { strayFailures: number; sinceSeconds: number } | undefined {
  try {
    const { strayFailures, sinceSeconds } = JSON.parse(text);
    return typeof strayFailures === 'number' ? { strayFailures, sinceSeconds } : undefined;
  } catch {
    return undefined;
  }
}
