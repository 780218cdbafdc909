import https from 'node:https';
import type { Call } from './demo-year.ts';

/** Milliseconds a response may take. */
const PATIENCE_MS = 10_000;

/**
 * Calls the API over HTTPS, trusting one certificate authority; throws refusals with code and text.
 */
export function clientOf(given: { port: number; ca: string | undefined; key: string; language: 'fr' | 'en' }): Call {
  const agent = new https.Agent({ keepAlive: true, ...(given.ca && { ca: given.ca }) });
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const request = https.request(
        {
          agent,
          method,
          path,
          host: 'localhost',
          port: given.port,
          timeout: PATIENCE_MS,
          headers: {
            authorization: `Bearer ${given.key}`,
            'accept-language': given.language,
            ...(body !== undefined && { 'content-type': 'application/json' }),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            const answer = text === '' ? undefined : JSON.parse(text);
            if ((response.statusCode ?? 500) < 400) resolve(answer);
            else reject(new Error(`${method} ${path}: ${answer.code}. ${answer.detail}`));
          });
        },
      );
      request.on('error', reject);
      request.on('timeout', () => request.destroy(new Error(`${method} ${path}: no answer`)));
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
}
