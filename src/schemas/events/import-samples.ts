export const importSample = {
  import: {
    ...{ id: '01890a66-3e4f-7a5b-8c6d-7e8f9a0b1c2e', documents: 300, payments: 288, customers: 42, products: 0 },
    ...{ digest: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855', test: false },
  },
};
export const pastDocumentSample = {
  pastDocument: {
    ...{ id: '01890a66-4f5a-7b6c-8d7e-8f9a0b1c2d3f', number: 'FA-2025-0041', paid: 36_000, rest: 0, test: false },
  },
};
