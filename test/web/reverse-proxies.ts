import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Behind, ReverseProxy } from './e2e-environment.ts';

/** What the program beside the service, at the root of the same host, received. */
export type Neighbour = { readonly cookies: string[] };

/**
 * A proxy in this process, as the files of `deploy/proxies` configure one: the path leads to the
 * service, unchanged unless `strips`, and the rest to another program.
 */
export async function proxyHere(
  { httpPort, cert, key }: Behind,
  { path, strips = false, neighbour }: { path: string; strips?: boolean; neighbour?: Neighbour },
): Promise<ReverseProxy> {
  const proxy = https.createServer({ cert, key }, (request, response) => {
    const { url = '/', method, headers, socket } = request;
    if (url !== path && !url.startsWith(`${path}/`)) {
      neighbour?.cookies.push(headers.cookie ?? '');
      return response.setHeader('content-type', 'text/html').end('<h1>Autre programme</h1>');
    }
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': String(socket.remoteAddress) };
    const onward = http.request(
      {
        ...{ port: httpPort, host: '127.0.0.1', method, path: (strips ? url.slice(path.length) : url) || '/' },
        headers: { ...headers, ...forwarded },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    return request.pipe(onward);
  });
  await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve));
  return {
    address: `https://localhost:${(proxy.address() as AddressInfo).port}${path}`,
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

/** The proxies this machine has of those that `deploy/proxies` has files for. */
export const installedProxies = (): ('nginx' | 'caddy')[] =>
  (['nginx', 'caddy'] as const).filter((name) => {
    try {
      execFileSync('which', [name], { stdio: 'ignore', env: { PATH: WHERE } });
      return true;
    } catch {
      return false;
    }
  });

const WHERE = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;

/** Runs nginx or Caddy with the file of `deploy/proxies`; only names, ports and files differ. */
export async function realProxy(
  program: 'nginx' | 'caddy',
  { httpPort, cert, key }: Behind,
  { isUnderPath }: { isUnderPath: boolean },
): Promise<ReverseProxy> {
  const folder = mkdtempSync(join(tmpdir(), `facturier-${program}-`));
  const [certFile, keyFile, site] = [join(folder, 'cert.pem'), join(folder, 'key.pem'), join(folder, 'site')];
  mkdirSync(site);
  writeFileSync(join(site, 'index.html'), '<h1>Autre programme</h1>');
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
  const [port, plainPort] = [await freePort(), await freePort()];
  const name = `${program === 'nginx' ? 'nginx.conf' : 'Caddyfile'}`;
  const file = isUnderPath ? name.replace(/(\.conf)?$/, (end) => `-path${end}`) : name;
  const written = readFileSync(new URL(`../../deploy/proxies/${file}`, import.meta.url), 'utf8')
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${httpPort}`)
    .replaceAll(/listen 443 /g, `listen ${port} `)
    .replaceAll(/listen 80;/g, `listen ${plainPort};`)
    .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${certFile};`)
    .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${keyFile};`)
    .replaceAll('/var/www/html', site);
  const config = join(folder, 'config');
  const child =
    program === 'nginx'
      ? startNginx(folder, config, written)
      : startCaddy(folder, config, { written, port, certFile, keyFile });
  const said: string[] = [];
  child.stderr?.on('data', (text: Buffer) => said.push(text.toString()));
  await untilOpen(port, child, () => said.join(''));
  return {
    address: `https://localhost:${port}${isUnderPath ? '/facturier' : ''}`,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startNginx(folder: string, config: string, servers: string): ChildProcess {
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (each) => `${each}_temp_path ${folder}/${each};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  writeFileSync(
    config,
    `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${kept.join(' ')}\n${servers.replaceAll(/server_name .*;/g, 'server_name localhost;')}\n}`,
  );
  return spawn('nginx', ['-c', config, '-p', folder], { env: { PATH: WHERE }, stdio: ['ignore', 'ignore', 'pipe'] });
}

function startCaddy(
  folder: string,
  config: string,
  { written, port, certFile, keyFile }: { written: string; port: number; certFile: string; keyFile: string },
): ChildProcess {
  const site = written.replace(/^\S*example\.fr \{/m, `https://localhost:${port} {\n\ttls ${certFile} ${keyFile}`);
  writeFileSync(config, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  return spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
    env: { PATH: WHERE, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits until the port accepts connections; throws with the program's messages if it has ended. */
async function untilOpen(port: number, child: ChildProcess, said: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}: ${said()}`);
    const socket = net.connect(port, 'localhost');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
