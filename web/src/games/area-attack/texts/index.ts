/** The words of Area Attack, in both languages. */

import type { Catalogue } from "../../../core/texts";
import { de } from "./de";
import { en } from "./en";

export const texts: Catalogue = { en, de };
