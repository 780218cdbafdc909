/** What a buyer says about an invoice. `wait`: nothing until ordered or said by its own client. */
export type BuyerAction = keyof typeof statusOfAction;
export const statusOfAction = {
  take_over: '204',
  approve: '205',
  approve_partly: '206',
  dispute: '207',
  suspend: '208',
  refuse: '210',
  pay: '211',
  reject: '213',
} as const;
export type BuyerOrder = { readonly action: BuyerAction; readonly reason?: string; readonly message?: string };
export type BuyerBehaviour = {
  readonly action: BuyerAction | 'approve_and_pay' | 'wait';
  readonly reason?: string;
  readonly message?: string;
  readonly afterSeconds?: number;
};
