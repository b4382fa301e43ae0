/** The table's options in German, each with a name and a sentence; English sentences come from the server. */

export const options: Record<string, [name: string, sentence: string]> = {
  points_to_win: ["Punkte zum Sieg", "Der erste Spieler mit so vielen Punkten gewinnt."],
  komi_points: ["Vorsprung für Spieler 2", "Punkte, mit denen Spieler 2 beginnt."],
  border_land_percent: ["Land an der Küste", "Anteil von Land im äußeren Ring."],
  ring_land_percent: ["Land im Ring", "Anteil von Land im Ring um die Mitte."],
  ring_mountain_percent: ["Berge im Ring", "Anteil der Berge in diesem Ring; der Rest ist Wald."],
  centre_forest_percent: ["Wald in der Mitte", "Anteil des Waldes in der Mitte; der Rest sind Berge."],
  island: ["Insel", "Eine Karte aus 12 Zeilen mit W, L, M und F; leer bedeutet zufällig."],
  bank_seconds: ["Zeit pro Spieler", "Bedenkzeit für die ganze Partie; 0 bedeutet ohne Uhr."],
  increment_seconds: ["Zuschlag pro Zug", "Zeit, die pro Zug dazukommt."],
  "group.end": ["Das Ende", ""],
  "group.island": ["Die Insel", ""],
  "group.time": ["Uhren", ""],
  "bot.random": ["zufällig", "Baut irgendwo irgendetwas."],
  "bot.dabbler": ["Clover", "Mag jedes Feld, und ab und zu ein gutes."],
  "bot.settler": ["Barley", "Nimmt gute Felder, wenn es sie sieht, und übersieht die Hälfte."],
  "bot.trader": ["Timber", "Weiß ungefähr, was ein Feld einbringt."],
  "bot.greedy": ["Bramble", "Nimmt immer, was sofort am meisten bringt, und verschätzt sich nie."],
  "bot.thinker": ["Juniper", "Denkt mehrere Züge voraus, eilt zum Ziel und schadet dir, wo es kann."],
};
