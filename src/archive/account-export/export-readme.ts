import type { ExportManifest } from './export-format.ts';

type Facts = Pick<ExportManifest, 'name' | 'account' | 'mode' | 'madeAt' | 'software'>;

/** Explains an export in French. */
export const exportReadmeFr = ({ name, account, mode, madeAt, software }: Facts): string => `\
TOUT CE QUE FACTURIER GARDAIT DE CE COMPTE
==========================================
Entreprise : ${name}
Compte : ${account}${mode === 'test' ? ' (mode TEST, sans valeur)' : ''}
Fait le : ${new Date(madeAt * 1000).toISOString()} par Facturier ${software}

Ouvrez d’abord index.html : il s’ouvre sans Facturier et sans internet.

index.html       recherche, documents, clients, encaissements, achats, factures reçues
records/         chaque table, une fois en JSON (une ligne par enregistrement) et une fois en CSV pour un tableur
dictionary.csv   le sens, le type et l’unité de chaque colonne (dictionary.json : les mêmes, et ce qui manque avec sa raison)
people.jsonl     les utilisateurs du compte (nom, adresse, rôle)
papers/          les documents remis aux clients et les factures électroniques
attachments/     les pièces jointes des documents
received/        les factures reçues, telles qu’elles sont arrivées
receipts/        les justificatifs des achats
past/            les documents d’un ancien logiciel
imported/        les fichiers importés
mails/           les fichiers joints aux e-mails
logos/           les logos
archive/         l’archive fiscale scellée, qui se vérifie seule : npx facturier verify --archive archive/live.tar
keys/            les clés publiques qui ont signé
manifest.json    la taille et l’empreinte SHA-256 de chaque fichier
signature.json   la signature de tout ce qui précède

Ce fichier contient des données personnelles et tout votre chiffre d’affaires : gardez-le en lieu sûr.
Il ne contient aucun secret : ni mot de passe, ni clé d’API, ni clé de webhook, ni accès à une banque, à un
prestataire de paiement ou à une plateforme. Après une restauration, réglez-les de nouveau.

Pour tout retrouver dans un Facturier vide :
    npx facturier account restore FICHIER.zip
`;

/** The same in English. */
export const exportReadmeEn = ({ name, madeAt }: Facts): string => `\
EVERYTHING FACTURIER KEPT OF ${name}, ${new Date(madeAt * 1000).toISOString()}

Open index.html first: it opens without Facturier and without the internet.

index.html search, documents, customers, payments, purchases, received invoices · records/ each table as JSON lines and as CSV ·
dictionary.csv meaning, type and unit of each column (dictionary.json also lists what is left out, with the reason) · people.jsonl
users of the account · papers/ documents and electronic invoices · attachments/ · received/ received invoices · receipts/ receipts
of purchases · past/ documents of an earlier program · imported/ imported files · mails/ files attached to e-mails · logos/ · archive/ the sealed fiscal archive, which verifies alone:
npx facturier verify --archive archive/live.tar · keys/ public keys · manifest.json size and SHA-256 of each file · signature.json

This file contains personal data and no secret: no passwords, API keys, webhook keys or access to banks, payment providers or
platforms. Set them up again after a restore.

To restore it into an empty Facturier: npx facturier account restore FILE.zip
`;
