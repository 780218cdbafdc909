// The service, which once it is told to (SIGUSR2) kills itself as it begins to answer a finalization: what was asked is
// committed, and whoever asked never hears of it. `node serve-and-die-answering.ts serve --json`
import { ServerResponse } from 'node:http';
import { pathToFileURL } from 'node:url';
import { MAIN } from '../../support/service/bundled-main.ts';

const { end } = ServerResponse.prototype;

process.on('SIGUSR2', () => {
  ServerResponse.prototype.end = function (this: ServerResponse, ...said: unknown[]) {
    if (this.req.method === 'PATCH' && this.statusCode === 200) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(end, this, said);
  } as typeof end;
});

await import(pathToFileURL(MAIN).href);
