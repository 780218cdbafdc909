import { mkdirSync, writeFileSync } from 'node:fs';
import { openTypesetter } from '../../src/print/typesetter.ts';
import { drawnPages } from './drawn-pages.ts';
import { examples } from './examples.ts';

// `npm run pictures`: the pages of the examples as PNG, to be looked at, in the folder `pictures/`, which git ignores.

const FOLDER = 'pictures';
const PAGES_MAX = 4;

mkdirSync(FOLDER, { recursive: true });
const typesetter = openTypesetter();
const only = process.argv.slice(2);
for (const [name, printed] of Object.entries(examples())) {
  if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
  const pdf = typesetter.set({ printed });
  writeFileSync(`${FOLDER}/${name}.pdf`, pdf);
  const pages = await drawnPages(pdf, PAGES_MAX);
  for (const [index, png] of pages.entries()) writeFileSync(`${FOLDER}/${name}-${index + 1}.png`, png);
  console.log(`${FOLDER}/${name}: ${pages.length} pages drawn, ${Math.round(pdf.length / 1024)} kB`);
}
