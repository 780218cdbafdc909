// `npm run examples`: rewrites the examples, so that git shows the effect of a change.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openTypstCompiler } from '../../src/pdf/typst-compiler.ts';
import { EXAMPLES, exampleFiles } from './example-files.ts';
import { examples } from './examples.ts';
import { textsOf } from './pdf-texts.ts';

for (const [path, text] of exampleFiles()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const typesetter = openTypstCompiler();
for (const [name, make] of Object.entries(examples))
  for (const [file, text] of Object.entries(await textsOf(name, make(), typesetter)))
    writeFileSync(join(EXAMPLES, name, file), text);
