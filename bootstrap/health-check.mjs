// Health check of the container: exits with 0 if the service on this machine is ready to serve.
import https from 'node:https';

const ANSWERS_WITHIN_MS = 8_000;
const { HOST, PORT } = process.env;
const isWildcard = !HOST || HOST === '0.0.0.0' || HOST === '::';

const request = https.get(
  {
    host: isWildcard ? '127.0.0.1' : HOST,
    port: PORT || 8443,
    path: '/health/ready',
    // The certificate names the public address, and the request never leaves the machine.
    rejectUnauthorized: false,
    timeout: ANSWERS_WITHIN_MS,
  },
  (response) => {
    response.resume();
    process.exitCode = response.statusCode === 200 ? 0 : 1;
  },
);
request.on('timeout', () => request.destroy(new Error('timed out')));
request.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
