import { serveDemonstration } from '../../src/cli/serve/demonstration.ts';
import { readConfig } from '../../src/read-config.ts';

// A demonstration whose night comes three seconds after its start.
process.exitCode = await serveDemonstration(readConfig(process.env), { json: true }, Date.now() / 1_000 + 3);
