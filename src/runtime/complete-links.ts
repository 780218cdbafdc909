// Run by the launcher after installing packages: npm's package scripts, one of which would create
// these links, are disabled.
import { postgresBinaries } from './cluster/postgres-binaries.ts';

await postgresBinaries({});
