// `npm run examples`: writes the examples anew, so that git shows what a change does to them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { exampleFiles } from './example-files.ts';

for (const [path, text] of exampleFiles()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
