/** The table's options in German, each with a name and a sentence; English ones come from the server. */

export const options: Record<string, [name: string, sentence: string]> = {
  points_to_win: ["Punkte zum Sieg", "Wer so viele erreicht, gewinnt."],
  komi_points: ["Vorsprung", "So viele Punkte hat Spieler 2 am Anfang."],
  border_land_percent: ["Land am Rand", "Wie viel vom Ring innerhalb des Meeres Land ist."],
  ring_land_percent: ["Land im Ring", "Wie viel vom Ring um die Mitte Land ist."],
  ring_mountain_percent: ["Berge im Ring", "Wie viel von diesem Ring Gebirge ist; der Rest ist Wald."],
  centre_forest_percent: ["Wald in der Mitte", "Wie viel von der Mitte Wald ist; der Rest ist Gebirge."],
  island: ["Insel", "Eine Karte aus 12 Zeilen von W, L, M und F; leer wird eine ausgelost."],
  bank_seconds: ["Bedenkzeit", "Die Zeit jedes Spielers für die ganze Partie; 0 ist keine Uhr."],
  increment_seconds: ["Zugabe", "Was die Uhr mit jedem Bau dazugewinnt."],
  "bot.random": ["zufällig", ""],
  "bot.greedy": ["gierig", ""],
  "bot.thinker": ["denkt voraus", ""],
  "unit.percent": ["%", ""],
  "unit.points": ["Punkte", ""],
  "unit.seconds": ["s", ""],
};
