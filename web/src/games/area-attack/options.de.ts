/** The table's options in German, each with a name and a sentence; English ones come from the server. */

export const options: Record<string, [name: string, sentence: string]> = {
  width_cells: ["Breite", "Die Breite des Feldes; 0 ist 48, 56 oder 64 für 2, 3 oder 4 Spieler."],
  height_cells: ["Höhe", "Die Höhe des Feldes; 0 ist ein Quadrat."],
  density_percent: ["Minendichte", "Wie viele Zellen eine Mine haben."],
  apart_cells: ["Abstand in Zellen", "So weit liegen Startzellen mindestens auseinander."],
  apart_percent: ["Abstand in Prozent", "Auch so weit liegen Startzellen mindestens auseinander, gemessen an der kürzeren Seite."],
  pick_ms: ["Zeit zum Wählen", "So lange dürfen alle ihre Startzelle wählen."],
  stage_2_ms: ["Phase 2 nach", "So lange nach dem Anfang beginnt Phase 2 spätestens."],
  stage_3_ms: ["Phase 3 nach", "So lange nach dem Anfang beginnt Phase 3 spätestens."],
  lock_ms: ["Dauer von Phase 3", "So lange dauert Phase 3."],
  stage_2_percent: ["Phase 2 bei", "Phase 2 beginnt, wenn so viel vergeben ist."],
  stage_3_percent: ["Phase 3 bei", "Phase 3 beginnt, wenn so viel vergeben ist."],
  freeze_ms: ["Einfrieren", "So lange ist eingefroren, wer in Phase 1 eine Mine aufdeckt."],
  blast_radius: ["Sprengweite", "Eine Mine in Phase 2 oder 3 legt den Boden bis zu dieser Entfernung neu."],
  "bot.random": ["zufällig", ""],
  "bot.careful": ["vorsichtig", ""],
  "bot.strong": ["stark", ""],
  "unit.cells": ["Felder", ""],
  "unit.% of the cells": ["% der Felder", ""],
  "unit.% of the safe cells": ["% der sicheren Felder", ""],
  "unit.% of the shorter side": ["% der kürzeren Seite", ""],
};
