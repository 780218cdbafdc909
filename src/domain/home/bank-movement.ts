/** A movement on a bank account that paid a document, or that was kept for its customer. */
export type BankMovement = {
  readonly documentId: string;
  readonly paymentId?: string;
  readonly bookedOn: string;
  /** Cents of `currency`: the part that was matched. */
  readonly amount: number;
  readonly currency: string;
  readonly label: string;
  readonly counterpart?: string;
  /** The account: IBAN or number. */
  readonly account: string;
};
