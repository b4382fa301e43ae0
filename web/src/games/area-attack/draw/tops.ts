/** What drawings above the board are given. */

import type { EffectPaint } from "../../../board/screen";
import type { Known } from "../model/ground";

export type Effects = EffectPaint<Known>;
