/** The table's options in German, each with a name and a sentence; English ones come from the server. */

export const options: Record<string, [name: string, sentence: string]> = {
  start_units: ["Einheiten am Anfang", "Womit jeder Spieler beginnt."],
  corners: ["Ecken", "Man darf in einer Ecke beginnen, wo man viel seltener gewinnt."],
  spacing_cells: ["Abstand", "So viele Schritte liegen die Startfelder mindestens auseinander; 0 ist beliebig."],
  resource_percent: ["Rohstofffelder", "Wie viele der Felder Rohstoffe haben, aufgerundet."],
  rounds: ["Runden", "So lange dauert die Partie höchstens."],
  declaration_characters: ["Länge der Texte", "Eine Erklärung hat höchstens so viele Zeichen."],
  moves: ["Züge", "Ein Blatt hat höchstens so viele Züge."],
  phase_seconds: ["Zeit je Phase", "Spätestens nach so langer Zeit schließt eine Phase; 0 ist ohne Grenze."],
  cap_units: ["Obergrenze", "Ein Feld mit so vielen Einheiten wächst nicht mehr."],
  "bot.random": ["zufällig", ""],
  "bot.greedy": ["gierig", ""],
  "bot.diplomat": ["verhandelt", ""],
  "unit.cells": ["Felder", ""],
  "unit.characters": ["Zeichen", ""],
  "unit.moves": ["Züge", ""],
  "unit.percent": ["%", ""],
  "unit.rounds": ["Runden", ""],
  "unit.seconds": ["s", ""],
  "unit.units": ["Einheiten", ""],
};
