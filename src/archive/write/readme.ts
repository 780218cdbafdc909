import type { Manifest } from '../manifest.ts';
import { TAIL_BYTES } from '../signed-statement.ts';

/** The French notice that BOI-TVA-DECLA-30-10-30 § 230 requires in every archive. */
export const readmeFr = ({ name, account, from, to, zone, madeAt, software, mode }: Manifest): string => `\
ARCHIVE FISCALE
===============
Entreprise : ${name}
Compte : ${account}${mode === 'test' ? ' (documents de TEST, sans valeur)' : ''}
Période : du ${from} au ${to} inclus, fuseau ${zone}
Faite le : ${new Date(madeAt * 1000).toISOString()} par Facturier ${software}

Cette archive contient ce qui a été ENREGISTRÉ pendant la période : factures, factures d’acompte, avoirs, devis,
paiements et leurs contre-passations, clôtures, livres clos, et la chaîne d’audit qui les scelle. La date qui compte est celle de
l’enregistrement ; un paiement saisi en février et daté de janvier est dans l’archive de février.
Elle se lit sans le logiciel. Elle contient des données personnelles : conservez-la en lieu sûr, six ans au moins
(LPF, art. L102 B ; dix ans pour la comptabilité, C. com., art. L123-22).

CE QU’ELLE CONTIENT
-------------------
index.html        à ouvrir d’abord : tous les documents, paiements et clôtures, avec des liens vers leurs fichiers
documents.csv     les mêmes listes pour un tableur (UTF-8, séparateur « ; », virgule décimale)
paiements.csv
clotures.csv
livres.csv
documents/        chaque document, ligne par ligne, tel qu’il a été scellé (JSON) : un fichier par document
fichiers/         par document : le PDF remis au client, la facture électronique (XML), les pièces jointes
paiements/        les paiements tels qu’ils ont été scellés (JSON, un par ligne)
clotures/         les clôtures de jour, de mois et d’année (JSON) : totaux de la période, cumul de l’année (yearToDate),
                  total perpétuel (perpetual)
livres/           les clôtures du livre des recettes, du registre des achats et des trajets (JSON) : jours, nombre de lignes, totaux, empreintes ;
                  et les lignes que chacune a figées (JSON, une par ligne) : « …-recettes.jsonl », « …-achats.jsonl »,
                  « …-kilometres.jsonl » ; « reprises-… » : les soldes repris d’avant (JSON, une écriture par ligne) ;
                  « commentaires.jsonl », s’il y en a : ce que le comptable et vous avez écrit sur des lignes (JSON)
chaine/           la piste d’audit de la période (JSON, une entrée ou « maillon » par ligne). « autres-… » : les maillons d’avant ou d’après
                  qui scellent une clôture ou un fichier de l’archive, ou qui annoncent une clé
cles/             les clés publiques (Ed25519) qui ont signé
manifeste.json    de quoi l’archive est faite
SHA256SUMS        l’empreinte SHA-256 de chaque fichier
signature.json    la signature de l’archive entière

Les montants des fichiers JSON sont en centièmes de la devise (cents), les heures en secondes depuis le 1er janvier 1970 UTC.

COMMENT LA VÉRIFIER
-------------------
Tout à la fois, sur n’importe quel ordinateur, sans base de données ni accès au service :
    npx facturier verify --archive FICHIER.tar [--trust EMPREINTE]
Un octet modifié, ajouté ou retiré est signalé. « --trust » compare la clé à une empreinte conservée ailleurs ; sans elle, on
sait que l’archive est intacte depuis sa signature, non qui l’a signée.

À la main, après extraction (tar -xf FICHIER.tar) :
1. chaque fichier : sha256sum -c SHA256SUMS
2. l’archive entière : head -c -${TAIL_BYTES} FICHIER.tar | sha256sum   doit donner « sha256 » de signature.json
3. la signature : Ed25519 sur l’empreinte SHA-256 du texte « facturier archive » suivi d’une espace et de signature.json sans
   son membre « signature » (JSON canonique, RFC 8785), par la clé cles/<keyId>.pem.

COMMENT LA CHAÎNE PROUVE LE RESTE
---------------------------------
Un maillon est un texte JSON canonique (« link »). « hash » est son empreinte SHA-256, « signature » est Ed25519 sur cette
empreinte. Chaque maillon contient l’empreinte du précédent (previous) et celle de ce qu’il scelle (sha256) :
- finalized : l’empreinte du fichier de documents/        - closed : celle du fichier de clotures/
- paid, payment_reversed : celle du texte du paiement     - rendered : celle du JSON canonique {canceled, format, id,
                                                            locale, sha256}, où sha256 est celle du fichier rendu
- books_closed : celle du fichier livres/cloture-….json, qui contient celles de ses fichiers de lignes
- opening_recorded, opening_reversed : celle de la ligne de livres/reprises-….jsonl
- past_documents_taken_over, past_documents_removed : celle des documents repris d’un autre logiciel, qui n’y sont pas
Les pièces jointes ont leur empreinte dans le document scellé.
`;

/** The same in English. */
export const readmeEn = ({ name, from, to, zone }: Manifest): string => `\
Fiscal archive of ${name}, ${from} to ${to} inclusive (${zone}): what was RECORDED in that period. The full notice is in French,
in LISEZMOI.txt. Open index.html first. It reads without the software and holds personal data: keep it safe.

To verify all of it, on any computer, without a database or the service:
    npx facturier verify --archive FILE.tar [--trust FINGERPRINT]
By hand, once extracted: sha256sum -c SHA256SUMS, and
    head -c -${TAIL_BYTES} FILE.tar | sha256sum      must be "sha256" of signature.json.

documents/ sealed JSON, one file each · fichiers/ PDF, electronic invoices, attachments · paiements/ sealed payments · clotures/
closures of days, months, years · livres/ closings of the books with the lines they froze, typed opening balances, comments · chaine/ entries of the audit trail · cles/ public keys (Ed25519) · SHA256SUMS, signature.json
`;
