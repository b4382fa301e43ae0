/** The table's options in German, each with a name and a sentence; English sentences come from the server. */

export const options: Record<string, [name: string, sentence: string]> = {
  width_cells: ["Breite", "Breite des Spielfelds; 0 bedeutet 48, 56 oder 64 für 2, 3 oder 4 Spieler."],
  height_cells: ["Höhe", "Höhe des Spielfelds; 0 bedeutet quadratisch."],
  density_percent: ["Minendichte", "Anteil der Felder mit einer Mine."],
  apart_cells: ["Mindestabstand der Starts", "Mindestabstand zwischen zwei Startfeldern."],
  apart_percent: ["Mindestabstand, relativ", "Zusätzlicher Mindestabstand, gemessen an der kürzeren Seite."],
  pick_ms: ["Zeit für die Startwahl", "Zeit, in der alle ihr Startfeld wählen."],
  stage_2_ms: ["Phase 2 nach", "Spätester Beginn von Phase 2."],
  stage_3_ms: ["Phase 3 nach", "Spätester Beginn von Phase 3."],
  lock_ms: ["Dauer von Phase 3", "Wie lange Phase 3 dauert."],
  stage_2_percent: ["Phase 2 bei", "Phase 2 beginnt, sobald dieser Anteil besetzt ist."],
  stage_3_percent: ["Phase 3 bei", "Phase 3 beginnt, sobald dieser Anteil besetzt ist."],
  freeze_ms: ["Einfrieren", "Wie lange ein Spieler eingefroren ist, der in Phase 1 eine Mine aufdeckt."],
  blast_radius: ["Explosionsradius", "So weit reicht eine Mine in Phase 2 und 3."],
  "bot.random": ["zufällig", ""],
  "bot.careful": ["vorsichtig", ""],
  "bot.strong": ["stark", ""],
};
