// A leak, for who looks for leaks: loaded into a server (node --import), it keeps so many bytes of each request for ever.
import { subscribe } from 'node:diagnostics_channel';

const bytes = Number(process.env.LEAKED_BYTES ?? 0);
const kept = [];

subscribe('http.server.request.start', () => kept.push(new Array(Math.ceil(bytes / 8)).fill(0)));
