// Run by the launcher once packages are installed: npm runs none of their scripts, one of which would have made these links.
import { postgresBinaries } from './cluster/postgres-binaries.ts';

await postgresBinaries({});
