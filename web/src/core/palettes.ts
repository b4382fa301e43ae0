/**
 * Colours of players, by how many play: the sets keep the worst pair as far apart as can be,
 * for every kind of colour vision. Derived from Okabe and Ito's eight.
 */

export interface Palette {
  id: string;
  /** The colours for a number of seats. */
  colours(seats: number): string[];
  /** Needs patterns to be told apart. */
  needsPatterns?: boolean;
}

const BLUE = "#0072b2", YELLOW = "#f0e442", SKY = "#56b4e9", VERMILLION = "#d55e00";
const ORANGE = "#e69f00", GREEN = "#009e73", PURPLE = "#cc79a7", LIGHT = "#d1cdc7";

// The sets are not nested at 2 and 3: each is the best of its size.
const BY_COUNT = [
  [BLUE, YELLOW],
  [SKY, YELLOW, VERMILLION],
  [BLUE, YELLOW, VERMILLION, SKY],
  [BLUE, YELLOW, VERMILLION, SKY, ORANGE],
  [BLUE, YELLOW, VERMILLION, SKY, ORANGE, GREEN],
  [BLUE, YELLOW, VERMILLION, SKY, ORANGE, GREEN, PURPLE],
  [BLUE, YELLOW, VERMILLION, SKY, ORANGE, GREEN, PURPLE, LIGHT],
];
const CONTRAST = ["#0050b5", "#ffe500", "#d40000", "#00d5ff", "#7a00b8", "#ff8a00", "#006b2d", "#ffffff"];
const MUTED = ["#4477aa", "#ddcc77", "#cc6677", "#88ccee", "#117733", "#aa4499", "#44aa99", "#dddddd"];
const GREYS = ["#3c4046", "#f2efe8", "#8d939b", "#c3c6c9", "#5f656d", "#dcdcd8", "#6b7077", "#a8acb1"];

function around(colours: string[], seats: number): string[] {
  return Array.from({ length: seats }, (_, seat) => colours[seat % colours.length]);
}

export const PALETTES: readonly Palette[] = [
  {
    id: "okabe-ito",
    colours: (seats) => around(BY_COUNT[Math.min(Math.max(seats, 2), 8) - 2], seats),
  },
  { id: "contrast", colours: (seats) => around(CONTRAST, seats) },
  { id: "muted", colours: (seats) => around(MUTED, seats) },
  { id: "mono", colours: (seats) => around(GREYS, seats), needsPatterns: true },
];
