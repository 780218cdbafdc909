import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

type To = {
  port: number;
  ca: string | Buffer;
  key: string;
  /** Adds a session to every answer; the service has none and ignores it. */
  namesSession?: boolean;
};

/**
 * Adds the key to requests without one, and forwards everything else unchanged, including the host.
 */
export async function authenticatingProxy(to: To) {
  const session = to.namesSession ? { 'mcp-session-id': 'of-the-proxy' } : {};
  const agent = new https.Agent({ keepAlive: true, ca: to.ca });
  const proxy = http.createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${to.key}` };
    const { url: path, method } = request;
    // The certificate is checked against this name, whatever host the client requests.
    const target = { agent, host: '127.0.0.1', port: to.port, servername: 'localhost', path, method, headers };
    const onward = https.request(target, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...session });
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}/mcp`,
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
      agent.destroy();
    },
  };
}
