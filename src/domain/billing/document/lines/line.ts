import type { TenThousandths } from '../../../money/ten-thousandths.ts';
import type { ShareKey } from '../../../vat/breakdown.ts';
import type { VatCode } from '../../../vat/vat-code.ts';
import type { Discount } from '../totals/discount.ts';
import type { ProductUnit } from './product-unit.ts';

/** Lines per document. */
export const LINES_PER_DOCUMENT_MAX = 500;
/** Characters (UTF-16 units) of a line's description, below its designation. */
export const LINE_DESCRIPTION_MAX = 10_000;
/** Characters (UTF-16 units) of a section heading. */
export const SECTION_TITLE_MAX = 120;

/** A line as entered. Its amounts are always computed (`totals.ts`), never stored with it. */
export type Line = {
  readonly id: string;
  /** The client's own name for the line, returned as it was sent. */
  readonly generatedId?: string;
  readonly productId?: string;
  /**
   * The section heading; consecutive lines with the same heading form a section (`sections.ts`).
   */
  readonly section?: string;
  readonly designation: string;
  readonly reference?: string;
  readonly description?: string;
  /** Ten-thousandths of a unit; negative for a return. */
  readonly quantity: TenThousandths;
  /**
   * The original quantity, used for stock, if the quantity had to be replaced
   * (`credit-note/lines.ts`). Clients that rewrite the lines send their own quantities.
   */
  readonly stockQuantity?: TenThousandths;
  readonly unit?: ProductUnit;
  /** Ten-thousandths of a cent; never negative. */
  readonly unitPrice: TenThousandths;
  readonly taxIncluded: boolean;
  readonly type?: ProductType;
  readonly vatCode: VatCode;
  readonly discount?: Discount;
  readonly deliveryOfGoods: boolean;
  readonly personalServiceActivity?: PersonalServiceActivity;
};

export const isDisbursement = (line: Pick<Line, 'type'>): boolean => line.type === 'disbursement';

/** The key under which the amounts of a line are summed. */
export const keyOf = (line: Pick<Line, 'type' | 'vatCode'>): ShareKey =>
  isDisbursement(line) ? 'disbursement' : line.vatCode;

/**
 * Types of product, in the order of their API numbers. The type decides the turnover category; a
 * disbursement has none.
 */
export const productTypes = [
  'sale_of_goods',
  'service_delivery',
  'commercial_or_craft_services',
  'sale_of_manufactured_goods',
  'disbursement',
] as const;
export type ProductType = (typeof productTypes)[number];

/** Personal services (services à la personne, C. trav. art. D7231-1), by their API codes. */
export const personalServiceActivities = [
  'GARDE_ENFANT_HANDICAPE',
  'ACCOMPAGNEMENT_ENFANT_HANDICAPE',
  'AIDE_HUMAINE',
  'CONDUITE_VEHICULE_PERSONNEL',
  'AIDE_AU_DEPLACEMENT',
  'ENTRETIEN_DE_LA_MAISON',
  'JARDINAGE',
  'BRICOLAGE',
  'GARDE_ENFANT_PLUS_DE_6_ANS',
  'SOUTIEN_SCOLAIRE_COURS_A_DOMICILE',
  'SOIN_ESTHETIQUE_A_DOMICILE',
  'PREPARATION_REPAS_A_DOMICILE',
  'LIVRAISON_REPAS_A_DOMICILE',
  'COLLECTE_ET_LIVRAISON_DE_LINGE_REPASSE',
  'LIVRAISON_COURSES_A_DOMICILE',
  'ASSISTANCE_INFORMATIQUE',
  'SOINS_ET_PROMENADES_ANIMAUX_DE_COMPAGNIE_POUR_PERSONNES_DEPENDANTES',
  'MAINTENANCE_ENTRETIEN_ET_VIGILANCE_DE_LA_RESIDENCE_PRINCIPALE',
  'ASSISTANCE_ADMINISTRATIVE',
  'ACCOMPAGNEMENT_ENFANT_PLUS_DE_6_ANS',
  'TELEASSISTANCE',
  'INTERPRETE_LANGUE_DES_SIGNES',
  'CONDUITE_VEHICULE_PERSONNEL_EN_CAS_INVALIDITE_TEMPORAIRE',
  'ACCOMPAGNEMENT_DEPLACEMENTS_EN_DEHORS_DU_DOMICILE',
  'ASSISTANCE_PERSONNES_TEMPORAIREMENT_DEPENDANTES_A_DOMICILE',
  'COORDINATION_ET_GESTION',
  'DIVERS_NON_ELIGIBLE',
] as const;
export type PersonalServiceActivity = (typeof personalServiceActivities)[number];
