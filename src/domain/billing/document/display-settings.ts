/** What a printed document shows. `serviceLogo` is the field for the service's own name. */
export type DisplaySettings = {
  readonly fullName: boolean;
  readonly email: boolean;
  readonly phoneNumber: boolean;
  readonly sapAgreement: boolean;
  readonly legalStatus: boolean;
  readonly requiredMentionsProduct: boolean;
  readonly memberOfAnApprovedAssociation: boolean;
  readonly serviceLogo: boolean;
  readonly title: boolean;
  readonly goodForApproval: boolean;
  readonly estimateNumber: boolean;
};
