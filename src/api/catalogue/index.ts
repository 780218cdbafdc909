import type { Operation } from '../../pipeline/operation.ts';
import { exportProducts, importProducts } from './product-import-export.ts';
import { createProduct, deleteProduct, getProduct, listProducts, updateProduct } from './products.ts';

/** The product catalogue. */
export const catalogueOperations: readonly Operation[] = [
  listProducts,
  getProduct,
  createProduct,
  updateProduct,
  deleteProduct,
  importProducts,
  exportProducts,
];
