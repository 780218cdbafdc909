import assert from 'node:assert/strict';
import type { Books } from './example-books.ts';

/** A list of another program: four invoices of 2025 and 2026, two unpaid, and a credit note. */
export const PAST_LIST = `Type;Numéro;Date;Échéance;Client;HT;TVA;TTC;Payé le;Facture associée
Facture;FA-2025-0040;15/10/2025;14/11/2025;Atelier Lumière SARL;1 000,00;200,00;1 200,00;20/11/2025;
Facture;FA-2025-0041;03/12/2025;02/01/2026;Atelier Lumière SARL;300,00;60,00;360,00;12/01/2026;
Facture;FA-2026-0001;12/01/2026;11/02/2026;Jeanne Petit;500,00;100,00;600,00;;
Facture;FA-2026-0002;20/02/2026;22/03/2026;Jeanne Petit;200,00;40,00;240,00;;
Avoir;AV-2026-0001;25/02/2026;;Jeanne Petit;50,00;10,00;60,00;;FA-2026-0002
`;

/** Creates an import with files by name, and returns its ID. */
export async function openImport(books: Books, files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const { id } = await books.done('create-import');
  for (const [name, content] of Object.entries(files)) {
    const heard = await books.ask('add-import-file', {
      path: { id: id },
      body: { name, file: Buffer.from(content).toString('base64') },
    });
    assert.equal(heard.refused, undefined, JSON.stringify(heard));
  }
  return id;
}

/** Runs an import of files, and returns its plan as it was done. */
export async function takeOver(books: Books, files: Readonly<Record<string, string | Uint8Array>>) {
  const importId = await openImport(books, files);
  const heard = await books.ask('run-import', { path: { id: importId } });
  assert.equal(heard.refused, undefined, JSON.stringify(heard));
  return heard.json;
}
