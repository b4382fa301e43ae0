/** The table's options in German, each with a name and a sentence; English sentences come from the server. */

export const options: Record<string, [name: string, sentence: string]> = {
  points_to_win: ["Punkte zum Sieg", "Wer zuerst diese Punktzahl erreicht, gewinnt."],
  komi_points: ["Vorsprung für Spieler 2", "Punkte, mit denen Spieler 2 beginnt."],
  border_land_percent: ["Land an der Küste", "Anteil von Land im Ring an der Küste."],
  ring_land_percent: ["Land im Ring", "Anteil von Land im Ring um die Mitte."],
  ring_mountain_percent: ["Berge im Ring", "Anteil der Berge in diesem Ring; der Rest ist Wald."],
  centre_forest_percent: ["Wald in der Mitte", "Anteil des Waldes in der Mitte; der Rest sind Berge."],
  island: ["Insel", "12 Zeilen mit je 12 Buchstaben: W, L, M oder F; leer bedeutet zufällig."],
  bank_seconds: ["Zeit pro Spieler", "Bedenkzeit für die ganze Partie; 0 bedeutet ohne Uhr."],
  increment_seconds: ["Zuschlag pro Zug", "Zeit, die nach jedem Zug dazukommt."],
  "group.end": ["Das Ende", ""],
  "group.island": ["Die Insel", ""],
  "group.time": ["Uhren", ""],
  "bot.random": ["zufällig", "Baut irgendwo irgendetwas."],
  "bot.dabbler": ["Clover", "Baut, wo die Aussicht schön ist, und findet ab und zu ein gutes Feld."],
  "bot.settler": ["Barley", "Nimmt gute Felder, wenn sie ins Auge fallen, und übersieht viele."],
  "bot.trader": ["Timber", "Weiß ungefähr, was jedes Feld einbringt."],
  "bot.greedy": ["Bramble", "Nimmt immer, was sofort am meisten bringt, und verschätzt sich nie."],
  "bot.thinker": ["Juniper", "Denkt mehrere Züge voraus, eilt zum Ziel und schadet dir, wo es geht."],
  "bot.surveyor": ["Rowan", "Spielt vor jedem Zug Hunderte Partien im Kopf zu Ende."],
};
