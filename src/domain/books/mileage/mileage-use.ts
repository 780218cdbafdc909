/**
 * How the mileage of a year is used. `log`: a log without effect on the books. `deducted`: a
 * non-commercial sole trader deducts the scale instead of the costs of all vehicles, for the whole
 * year (BOI-BNC-BASE-40-60-40-20, § 110 ff.). `reimbursed`: a company owes it to its director.
 */
export const mileageUses = ['log', 'deducted', 'reimbursed'] as const;
export type MileageUse = (typeof mileageUses)[number];
