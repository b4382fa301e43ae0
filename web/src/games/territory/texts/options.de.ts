/** The table's options in German, each with a name and a sentence; English sentences come from the server. */

export const options: Record<string, [name: string, sentence: string]> = {
  start_units: ["Einheiten am Anfang", "Einheiten, mit denen jeder Spieler beginnt."],
  corners: ["Starts in Ecken erlauben", "Spieler dürfen in Ecken starten, wo man viel seltener gewinnt."],
  spacing_cells: ["Mindestabstand der Starts", "Mindestabstand zwischen zwei Startfeldern in Schritten; 0 bedeutet beliebig, aber nie nebeneinander."],
  resource_percent: ["Rohstofffelder", "Anteil der Rohstofffelder, aufgerundet."],
  rounds: ["Runden", "Höchstzahl der Runden."],
  declarations: ["Erklärungen pro Runde", "Wie oft alle vor den Befehlen reden. Mit 1 gehen Runden schneller, und ein Angebot wird in der nächsten Runde beantwortet."],
  declaration_characters: ["Länge der Erklärungen", "Höchstlänge einer Erklärung."],
  moves: ["Züge pro Runde", "Höchstzahl der Züge pro Spieler und Runde."],
  phase_seconds: ["Zeit pro Phase", "Zeitlimit für jede Phase; 0 bedeutet ohne Limit."],
  cap_units: ["Obergrenze", "Ab so vielen Einheiten wächst ein Feld nicht mehr."],
  "group.end": ["Das Ende", ""],
  "group.start": ["Der Start", ""],
  "group.turns": ["Runden", ""],
  "bot.random": ["zufällig", "Sagt und befiehlt irgendetwas."],
  "bot.drifter": ["Acorn", "Breitet sich auf freie Felder aus, vergisst jeden zweiten Zug und meint kein Wort ernst."],
  "bot.forager": ["Bilberry", "Breitet sich aus und nimmt schwache Nachbarn, vergisst aber oft einen Zug."],
  "bot.raider": ["Gorse", "Nimmt, was frei oder schwach ist, und vergisst ab und zu einen Zug."],
  "bot.greedy": ["gierig", "Breitet sich aus, nimmt schwächere Nachbarn und meint kein Wort ernst."],
  "bot.envoy": ["Velvet", "Plant ein wenig voraus, bietet Frieden an und hält meistens Wort."],
  "bot.diplomat": ["Sable", "Prüft eigene Pläne gegen deine, schließt Bündnisse und bricht sie, wenn es sich klar lohnt."],
};
