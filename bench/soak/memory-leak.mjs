// A deliberate leak to verify leak detection: preloaded into a server (node --import), it keeps
// bytes of each request forever.
import { subscribe } from 'node:diagnostics_channel';

const bytes = Number(process.env.LEAKED_BYTES ?? 0);
const kept = [];

subscribe('http.server.request.start', () => kept.push(new Array(Math.ceil(bytes / 8)).fill(0)));
