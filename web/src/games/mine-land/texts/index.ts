/** Mine Land's words. */

import type { Catalogue } from "../../../core/texts";
import { de } from "./de";
import { en } from "./en";

export const texts: Catalogue = { en, de };
