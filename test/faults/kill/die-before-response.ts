// The service; after SIGUSR2 it kills itself as it starts to answer a finalization, which is
// committed but never acknowledged. `node die-before-response.ts serve --json`
import { ServerResponse } from 'node:http';
import { pathToFileURL } from 'node:url';
import { MAIN } from '../../support/service/main-program.ts';

const { end } = ServerResponse.prototype;

process.on('SIGUSR2', () => {
  ServerResponse.prototype.end = function (this: ServerResponse, ...said: unknown[]) {
    if (this.req.method === 'PATCH' && this.statusCode === 200) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(end, this, said);
  } as typeof end;
});

await import(pathToFileURL(MAIN).href);
