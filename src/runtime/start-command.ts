import { extname } from 'node:path';

/**
 * The command that starts this installation: the npm package contains compiled files, the sources
 * have the scripts of npm.
 */
export const START_COMMAND = extname(import.meta.filename) === '.js' ? 'npx facturier' : 'npm start';
