import type { Operation } from '../../pipeline/operation.ts';
import { createProduct } from './create-product.ts';
import { deleteProduct } from './delete-product.ts';
import { exportProducts } from './export-products.ts';
import { getProduct } from './get-product.ts';
import { importProducts } from './import-products.ts';
import { listProducts } from './list-products.ts';
import { updateProduct } from './update-product.ts';

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
