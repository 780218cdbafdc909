import type { RegistrationError } from '../../../domain/payments/agency/request-status.ts';
import type { AgencyText } from './status-text.ts';

const AGAIN = { fr: 'puis recommencez l’inscription.', en: 'then register the customer again.' };
const correct = (what: { fr: string; en: string }) => ({
  fr: `Corrigez ${what.fr}, ${AGAIN.fr}`,
  en: `Correct ${what.en}, ${AGAIN.en}`,
});

/** Why Urssaf refuses to register a customer, worded for the sender of the invoice. */
export const registrationErrorTexts: Readonly<Record<RegistrationError, AgencyText>> = {
  ERR_DGFIP_R2P_INCONNU: {
    name: { fr: 'Inconnu des impôts', en: 'Unknown to the tax office' },
    means: {
      fr: 'Les impôts ne trouvent personne avec ce nom, cette date et ce lieu de naissance.',
      en: 'The tax office does not know a person with this name, date of birth and place of birth.',
    },
    remedy: {
      fr: `Comparez l’état civil avec un avis d’impôt du client (nom de naissance, prénoms, lieu), ${AGAIN.fr}`,
      en: `Compare the birth name, the first names and the place of birth with a tax notice of the customer, ${AGAIN.en}`,
    },
  },
  ERR_DATE_NAISSANCE_FUTUR: {
    name: { fr: 'Date de naissance dans le futur', en: 'Date of birth in the future' },
    means: {
      fr: 'La date de naissance du client est à venir.',
      en: 'The date of birth of the customer is in the future.',
    },
    remedy: correct({ fr: 'la date de naissance du client', en: 'the date of birth of the customer' }),
  },
  ERR_LIEU_NAISSANCE_DEPT: {
    name: { fr: 'Département de naissance refusé', en: 'Department of birth refused' },
    means: {
      fr: 'L’Urssaf ne connaît pas ce département de naissance.',
      en: 'Urssaf does not know this department of birth.',
    },
    remedy: correct({
      fr: 'le code INSEE de la commune de naissance, tel qu’il était à la date de naissance',
      en: 'the INSEE code of the town of birth, as it was on the date of birth',
    }),
  },
  ERR_LIEU_NAISSANCE_COMN: {
    name: { fr: 'Commune de naissance refusée', en: 'Town of birth refused' },
    means: {
      fr: 'L’Urssaf ne connaît pas cette commune de naissance.',
      en: 'Urssaf does not know this town of birth.',
    },
    remedy: correct({
      fr: 'le code INSEE de la commune de naissance (ce n’est pas le code postal)',
      en: 'the INSEE code of the town of birth (it is not the postcode)',
    }),
  },
  ERR_LIEU_NAISSANCE_PAYS: {
    name: { fr: 'Pays de naissance refusé', en: 'Country of birth refused' },
    means: {
      fr: 'L’Urssaf ne connaît pas ce pays de naissance.',
      en: 'Urssaf does not know this country of birth.',
    },
    remedy: correct({
      fr: 'le code INSEE du pays de naissance (99100 pour la France)',
      en: 'the INSEE code of the country of birth (99100 for France)',
    }),
  },
  ERR_DGFIP_IMPOTPART_INCONNU: {
    name: { fr: 'Pas de foyer fiscal trouvé', en: 'No tax household found' },
    means: {
      fr: 'Les impôts connaissent cette personne, mais aucune déclaration de revenus à son nom.',
      en: 'The tax office knows this person but has no income declaration from them.',
    },
    remedy: {
      fr: 'Le client doit avoir déclaré ses revenus en France. Sinon, faites-vous payer directement : le client déclare la dépense.',
      en: 'The customer must have declared income in France. Otherwise collect the payment directly, and the customer declares the expense.',
    },
  },
  ERR_CONTACT: {
    name: { fr: 'Coordonnées refusées', en: 'Contact details refused' },
    means: {
      fr: 'L’Urssaf refuse l’adresse e-mail, le téléphone ou l’adresse postale.',
      en: 'Urssaf refuses the e-mail address, the phone number or the postal address.',
    },
    remedy: correct({ fr: 'ces coordonnées', en: 'these details' }),
  },
  ERR_CONTACT_ADRESSE_TYPE_VOIE: {
    name: { fr: 'Type de voie refusé', en: 'Type of street refused' },
    means: {
      fr: 'L’Urssaf ne connaît pas ce type de voie.',
      en: 'Urssaf does not know this type of street.',
    },
    remedy: correct({
      fr: 'le type de voie (R pour rue, AV pour avenue, BD pour boulevard)',
      en: 'the type of street (R for rue, AV for avenue, BD for boulevard)',
    }),
  },
  ERR_CONTACT_ADRESSE_LETTRE_VOIE: {
    name: { fr: 'Bis ou ter refusé', en: 'Bis or ter refused' },
    means: {
      fr: 'L’Urssaf n’accepte que bis, ter, quater et quinquies.',
      en: 'Urssaf only accepts bis, ter, quater and quinquies.',
    },
    remedy: correct({ fr: 'la mention qui suit le numéro de la voie', en: 'the suffix of the street number' }),
  },
  ERR_CONTACT_ADRESSE_TYPEVOIE: {
    name: { fr: 'Type de voie mal écrit', en: 'Invalid type of street' },
    means: {
      fr: 'Le type de voie peut avoir au plus quatre lettres ou chiffres.',
      en: 'The type of street can have at most four letters or digits.',
    },
    remedy: correct({ fr: 'le type de voie', en: 'the type of street' }),
  },
  ERR_CONTACT_ADRESSE_LIBELLEVOIE: {
    name: { fr: 'Nom de voie refusé', en: 'Name of street refused' },
    means: {
      fr: 'Le nom de la voie manque, ou dépasse 28 caractères.',
      en: 'The name of the street is missing, or has more than 28 characters.',
    },
    remedy: correct({ fr: 'le nom de la voie, en l’abrégeant', en: 'the name of the street, shortened' }),
  },
  ERR_CONTACT_ADRESSE_INFORMATION_SUPPLEMENTAIRE: {
    name: { fr: 'Adresse incomplète', en: 'Address incomplete' },
    means: {
      fr: 'Une adresse doit avoir un nom de voie, un complément ou un lieu-dit.',
      en: 'An address needs a street name, a complement or a locality.',
    },
    remedy: correct({
      fr: 'l’adresse en ajoutant un nom de voie, un complément ou un lieu-dit',
      en: 'the address by adding a street name, a complement or a locality',
    }),
  },
  ERR_CONTACT_ADRESSE_COMMUNE: {
    name: { fr: 'Commune refusée', en: 'Town refused' },
    means: {
      fr: 'L’Urssaf refuse la commune, son code INSEE ou son code postal.',
      en: 'Urssaf refuses the town, its INSEE code or its postcode.',
    },
    remedy: correct({
      fr: 'la commune, son code INSEE et son code postal',
      en: 'the town, its INSEE code and its postcode',
    }),
  },
  ERR_COORDONNEES_BANCAIRES: {
    name: { fr: 'Coordonnées bancaires refusées', en: 'Bank details refused' },
    means: {
      fr: 'L’Urssaf refuse l’IBAN, le BIC ou le titulaire.',
      en: 'Urssaf refuses the IBAN, the BIC or the holder.',
    },
    remedy: correct({ fr: 'le compte bancaire du client', en: 'the bank account of the customer' }),
  },
  ERR_ECV_PARTICULIERS_EXISTENT: {
    name: { fr: 'Plusieurs personnes possibles', en: 'Several people match' },
    means: {
      fr: 'L’Urssaf connaît plusieurs personnes avec ce nom et cette naissance.',
      en: 'Urssaf knows several people with this name, date and place of birth.',
    },
    remedy: {
      fr: `Complétez les prénoms et le nom d’usage du client, ${AGAIN.fr} Si cela ne suffit pas, le client doit écrire à l’Urssaf.`,
      en: `Complete the first names and the current last name, ${AGAIN.en} If that is not enough, the customer must write to Urssaf.`,
    },
  },
  ERREUR_REFERENCE_PARTICULIER_EXISTANTE_TYPE: {
    name: { fr: 'E-mail ou téléphone déjà pris', en: 'E-mail or phone already used' },
    means: {
      fr: 'Un autre particulier est inscrit avec cette adresse e-mail ou ce téléphone.',
      en: 'Another person is registered with this e-mail address or phone number.',
    },
    remedy: {
      fr: `Donnez une adresse e-mail et un téléphone que le client est seul à utiliser, ${AGAIN.fr}`,
      en: `Give an e-mail address and a phone number that only this customer uses, ${AGAIN.en}`,
    },
  },
  ERR_LIEU_NAISSANCE_OBLIGATOIRE: {
    name: { fr: 'Lieu de naissance manquant', en: 'Place of birth missing' },
    means: {
      fr: 'Pour une naissance en France, il faut le département et la commune.',
      en: 'For a birth in France, the department and the town are required.',
    },
    remedy: correct({ fr: 'le lieu de naissance', en: 'the place of birth' }),
  },
  ERREUR_LIEU_NAISSANCE_INVALIDE: {
    name: { fr: 'Lieu de naissance refusé', en: 'Place of birth refused' },
    means: {
      fr: 'Le pays, le département et la commune de naissance ne concordent pas.',
      en: 'The country, the department and the town of birth do not match.',
    },
    remedy: correct({ fr: 'le lieu de naissance', en: 'the place of birth' }),
  },
  ERR_RECHERCHE_PARTICULIER: {
    name: { fr: 'Recherche du client impossible', en: 'Customer lookup failed' },
    means: {
      fr: 'L’Urssaf n’a pas pu chercher ce client.',
      en: 'Urssaf could not look up this customer.',
    },
    remedy: { fr: 'Recommencez plus tard.', en: 'Try again later.' },
  },
};
