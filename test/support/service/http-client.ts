import https from 'node:https';

export type Answered = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  json: any;
};

export type Ask = {
  method?: string;
  key?: string | undefined;
  headers?: Record<string, string>;
  /** An object is sent as JSON, a string or bytes as they are. */
  body?: unknown;
};

/** A client of one HTTPS server that trusts its certificate only, and keeps its connections. */
export function httpClient(server: { port: number; ca: string | Buffer; host?: string }) {
  const agent = new https.Agent({ keepAlive: true, ca: server.ca });
  const ask = (path: string, asked: Ask = {}): Promise<Answered> =>
    new Promise((resolve, reject) => {
      const { body } = asked;
      const raw = typeof body === 'string' || Buffer.isBuffer(body);
      const sent = body === undefined ? undefined : raw ? body : JSON.stringify(body);
      const request = https.request(
        {
          agent,
          host: server.host ?? '127.0.0.1',
          port: server.port,
          path,
          method: asked.method ?? (body === undefined ? 'GET' : 'POST'),
          headers: {
            ...(asked.key && { authorization: `Bearer ${asked.key}` }),
            ...(sent !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(sent),
            }),
            ...asked.headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString();
            let read: unknown;
            const isJson = /json/.test(response.headers['content-type'] ?? '');
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              // Parsed only if a test reads it: some tests request lists of a megabyte and check
              // only their status.
              get json() {
                return isJson && text ? (read ??= JSON.parse(text)) : undefined;
              },
            });
          });
        },
      );
      request.on('error', reject);
      request.end(sent);
    });
  return { ask, close: () => agent.destroy() };
}
