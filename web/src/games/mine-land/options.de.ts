/** The world's options in German, each with a name and a sentence; English ones come from the server. */

export const options: Record<string, [name: string, sentence: string]> = {
  width_tiles: ["Breite", "Die Breite der Welt: 1000; 300 oder 100 für kleinere Gesellschaften."],
  height_tiles: ["Höhe", "Die Höhe der Welt: 1000; 300 oder 100 für kleinere Gesellschaften."],
  density_permille: ["Bombendichte", "Wie viele von 1000 Feldern eine Bombe haben, höchstens 125."],
  hidden_flags_percent: ["Versteckte Fahnen", "Wie viele Fahnen je 100 Bomben versteckt liegen; unter 100 wird eine Runde vielleicht nie fertig."],
  spawn_tiles: ["Startfelder", "Auf wie vielen Feldern man beginnt."],
  safe_steps: ["Sicherer Abstand", "So nahe an einem Startfeld liegt keine Bombe, auch über Ecken."],
  sight_tiles: ["Sichtweite", "Wie weit man in jede Richtung sieht."],
  step_ms: ["Schrittzeit", "Mindestens so lange dauert es von einem Schritt zum nächsten."],
  dig_ms: ["Grabezeit", "Mindestens so lange dauert es vom Graben oder Flaggen bis zum nächsten Mal."],
  cascade: ["Kaskaden", "Ein Feld ohne Bomben ringsum deckt seine Nachbarn mit auf."],
  blast_radius: ["Sprengweite", "Wie weit eine Bombe reicht, in gerader Linie."],
  chain_ms: ["Kettenzeit", "Von einer Welle einer Kette bis zur nächsten."],
  flags_shield: ["Fahnen schützen", "Sprengungen decken keine Felder mit Fahne auf."],
  start_flags: ["Fahnen am Anfang", "Womit jeder beginnt."],
  unflag_ms: ["Fahnenruhe", "So lange muss eine Fahne bleiben; 0 ist gar nicht."],
  end_when_all_dead: ["Ende ohne Lebende", "Die Runde endet, wenn niemand Lebendes mehr da ist."],
  all_dead_ms: ["Frist ohne Lebende", "So lange muss dafür niemand Lebendes da gewesen sein."],
  round_seconds: ["Rundenzeit", "So lange nach dem Anfang endet die Runde; 0 ist nie."],
  rest_ms: ["Ergebnispause", "So lange sieht man das Ergebnis, bevor die nächste Runde beginnt."],
};
