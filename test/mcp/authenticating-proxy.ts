import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

type To = {
  port: number;
  ca: string | Buffer;
  key: string;
  /**
   * Says in every answer that it belongs to a session, which the service has not and does not look
   * at.
   */
  namesSession?: boolean;
};

/**
 * Adds the key to what a client without one says, and passes on all else as it came, the host it
 * asked for included.
 */
export async function authenticatingProxy(to: To) {
  const session = to.namesSession ? { 'mcp-session-id': 'of-the-proxy' } : {};
  const agent = new https.Agent({ keepAlive: true, ca: to.ca });
  const proxy = http.createServer((request, response) => {
    const headers = { ...request.headers, authorization: `Bearer ${to.key}` };
    const { url: path, method } = request;
    // The certificate is held against this name, whatever host the client asks for.
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
