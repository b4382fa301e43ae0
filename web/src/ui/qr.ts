/** A link as a QR code: a matrix of dark modules that survives a scratch, without the quiet zone around it. */

import { encode } from "uqr";

export function qrMatrix(text: string): boolean[][] {
  return encode(text, { ecc: "M", border: 0 }).data;
}
