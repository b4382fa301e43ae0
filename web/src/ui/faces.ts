/** Faces in a box of 40 x 40, as paths from the back to the front: each with its colour, or `line` for a dark stroke. */

type Part = readonly [path: string, ink: string];

const INK = "#22282e";
const disc = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const oval = (x: number, y: number, a: number, b: number) => `M${x - a} ${y}a${a} ${b} 0 1 0 ${2 * a} 0a${a} ${b} 0 1 0 ${-2 * a} 0z`;
const both = (path: (side: number) => string) => path(-1) + path(1);
/** A place beside the middle. */
const at = (side: number, away: number) => 20 + side * away;

/** The shape of most heads. */
export const HEAD = disc(20, 22, 14);
const head = (ink: string): Part => [HEAD, ink];
const eyes = (y = 20, away = 5, r = 1.9): Part => [both((side) => disc(at(side, away), y, r)), INK];
const white = (y = 20, away = 5.5, r = 4.2): Part => [both((side) => disc(at(side, away), y, r)), "#ffffff"];
const smile = (y = 28): Part => [`M16 ${y}q4 3.200 8 0`, "line"];
const flat = (y = 28.5): Part => [`M16.500 ${y}h7`, "line"];
const nose = (y = 25): Part => [oval(20, y, 2.4, 1.8), INK];
const pointed = (ink: string): Part => [both((side) => `M${at(side, 14)} 4L${at(side, 14)} 20L${at(side, 3)} 11z`), ink];
const round = (ink: string, r = 5): Part => [both((side) => disc(at(side, 10.5), 10, r)), ink];
const long = (ink: string): Part => [both((side) => oval(at(side, 6), 8, 3.4, 8)), ink];
const muzzle = (ink: string): Part => [oval(20, 28, 7.5, 5.6), ink];
const beak = (ink: string): Part => [`M16.500 23.500h7l-3.500 6.500z`, ink];
const cheeks = (ink: string): Part => [`M6.500 24a14 14 0 0 0 13.500 12l0-6zM33.500 24a14 14 0 0 1-13.500 12l0-6z`, ink];

export const FACES: Record<string, readonly Part[]> = {
  bot: [["M20 9V4", "line"], [disc(20, 4, 2), "#e0a526"], ["M8 11h24a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3V14a3 3 0 0 1 3-3z", "#8fa3b3"], ["M9 15h22v10H9z", "#dfe8ee"], eyes(20, 5.5, 2.4), ["M14 29h12", "line"]],
  fox: [pointed("#c7622a"), head("#e07b39"), cheeks("#fff4e6"), eyes(), nose(28)],
  wolf: [pointed("#5d6873"), head("#7e8a96"), cheeks("#e6ebef"), eyes(), nose(28), ["M13 15.500l4 1.500M27 15.500l-4 1.500", "line"]],
  bear: [round("#6b4a2f"), head("#8a6240"), muzzle("#d9b48c"), eyes(), nose(26), smile(29)],
  squirrel: [pointed("#9c4a22"), head("#c0622f"), muzzle("#f6e3cd"), eyes(20, 5.5, 2.2), nose(26), ["M18.200 30h3.600v3.500h-3.600z", "#ffffff"]],
  badger: [round("#3b3f44", 4), head("#f2f2ef"), [both((side) => oval(at(side, 6), 19, 3.4, 10)), "#3b3f44"], [both((side) => disc(at(side, 6), 20, 1.9)), "#ffffff"], nose(29)],
  owl: [["M7 6l8 5H8zM33 6l-8 5h7z", "#7a5a36"], head("#9b7546"), white(20, 6, 5.4), eyes(20, 6, 2.6), beak("#e8a825")],
  raven: [head("#4e5f75"), white(19, 5.5, 3.4), eyes(19, 5.5, 1.7), ["M15.500 23h9l-4.500 10z", "#e0a526"]],
  magpie: [head("#4f5d6d"), [oval(20, 31, 9, 5), "#f2f4f6"], white(19, 5.5, 3.4), eyes(19, 5.5, 1.7), ["M16 22.500h8l-4 9z", "#56616d"]],
  crow: [head("#4e5f75"), white(19, 5.5, 3.4), eyes(19, 5.5, 1.7), ["M15.500 23h9l-4.500 10z", "#6b7785"]],
  duck: [head("#f1d24b"), eyes(18, 5.5), ["M12 25q8-5 16 0q-1 5.500-8 5.500t-8-5.500z", "#e58a25"]],
  hen: [["M13 10a4 4 0 0 1 4-5 4 4 0 0 1 6 0 4 4 0 0 1 4 5z", "#c8402f"], head("#f4ead8"), eyes(), beak("#e58a25"), ["M17.500 31a2.500 3 0 0 0 5 0z", "#c8402f"]],
  chick: [head("#f5d95a"), eyes(), beak("#e58a25")],
  mouse: [round("#b9a9a2", 6.5), [both((side) => disc(at(side, 10.5), 10, 3.6)), "#e8c4bd"], head("#cfc2bc"), eyes(), nose(26), smile(28.5)],
  rabbit: [long("#c9b8a5"), [both((side) => oval(at(side, 6), 8, 1.6, 5.5)), "#eec6c0"], head("#ddcfbf"), eyes(), nose(25.5), smile(28)],
  hare: [long("#a9825a"), [both((side) => oval(at(side, 6), 8, 1.6, 5.5)), "#e8c4a8"], head("#bf986e"), eyes(), nose(25.5), smile(28)],
  cat: [pointed("#6d7681"), head("#8d97a3"), white(20, 5.5, 3.6), eyes(20, 5.5, 2), nose(26), smile(28.5)],
  dog: [[both((side) => oval(at(side, 13), 18, 4, 9)), "#7a5230"], head("#c89a64"), muzzle("#f0dcc2"), eyes(), nose(26), smile(29)],
  mole: [head("#5b5058"), [oval(20, 27, 5, 4), "#e3b3b0"], eyes(20, 4.5, 1.5), nose(26)],
  hedgehog: [["M4 26l2-5-3-3 5-1-1-5 5 1 1-5 4 3 3-5 3 5 4-3 1 5 5-1-1 5 5 1-3 3 2 5z", "#6b5340"], [oval(20, 26, 11, 10), "#e6cba8"], eyes(23, 4.5), nose(28)],
  beaver: [round("#5b3d28", 3.5), head("#7d5639"), muzzle("#c99f77"), eyes(), nose(25), ["M17.500 30h5v4.500h-5z", "#ffffff"]],
  otter: [round("#5f4938", 3), head("#7c6250"), muzzle("#d7c1ab"), eyes(), nose(26), smile(29)],
  sheep: [["M9 14a6 6 0 0 1 6-6 6.500 6.500 0 0 1 11 0 6 6 0 0 1 5 7 6 6 0 0 1-2 9H10a6 6 0 0 1-1-10z", "#d8d0c0"], [oval(20, 25, 8, 9.500), "#66656c"], [both((side) => disc(at(side, 4), 22, 1.9)), "#ffffff"]],
  goat: [["M12 12Q6 9 8 2q2 6 8 7zM28 12q6-3 4-10q-2 6-8 7z", "#8d8577"], [oval(20, 23, 10.5, 13), "#e9e2d6"], eyes(20, 4.5), nose(28), ["M18 35h4l-2 4z", "#8d8577"]],
  pig: [["M8 9l8 3-6 6zM32 9l-8 3 6 6z", "#dd8d93"], head("#efa9ad"), [oval(20, 26, 5.5, 4), "#dd8d93"], eyes(19), [both((side) => disc(at(side, 2), 26, 1)), INK]],
  boar: [["M8 9l8 3-6 6zM32 9l-8 3 6 6z", "#4a4039"], head("#695b50"), [oval(20, 27, 5.5, 4), "#a3887a"], eyes(19), ["M13 33q-1-4 2-6M27 33q1-4-2-6", "line"]],
  frog: [[both((side) => disc(at(side, 8), 11, 5.5)), "#5fa046"], [oval(20, 24, 15, 12), "#74b558"], [both((side) => disc(at(side, 8), 11, 3.4)), "#ffffff"], [both((side) => disc(at(side, 8), 11, 1.8)), INK], ["M11 27q9 6 18 0", "line"]],
  tortoise: [["M4 25a16 16 0 0 1 32 0z", "#8a6b3f"], ["M12 14l4 5M28 14l-4 5M20 10v7", "line"], [oval(20, 26, 9, 9.500), "#b7c07a"], eyes(24, 4), smile(30)],
  turtle: [["M5 24a15 15 0 0 1 30 0z", "#4f7a4a"], [oval(20, 25, 9.500, 10), "#a8bf6a"], eyes(23, 4), smile(29)],
  snail: [[disc(26, 19, 11), "#b5814f"], ["M26 19m-6 0a6 6 0 1 1 6 6", "line"], ["M5 33V18a4 4 0 0 1 8 0v8h14v7z", "#d9c08f"], ["M7 14V8M11 14V8", "line"], [disc(7, 8, 1.6) + disc(11, 8, 1.6), INK]],
  snake: [[oval(20, 22, 12, 14), "#6e9a55"], eyes(18, 5), ["M20 29v6M20 33l-2.500 3M20 33l2.500 3", "line"], flat(27)],
  shark: [["M20 4L10 18h20z", "#5c7387"], head("#7690a5"), ["M10 27q10 5 20 0l-2 5q-8 4-16 0z", "#ffffff"], eyes(20, 6)],
  lion: [[disc(20, 21, 17), "#b5702a"], [disc(20, 22, 11.5), "#eab65e"], eyes(20, 4.5), nose(25), smile(28)],
  tiger: [round("#d68a31", 4), head("#eda046"), ["M20 9v5M14 10.500l1.500 4M26 10.500l-1.500 4M7 23h5M33 23h-5", "line"], eyes(), nose(26), smile(28.5)],
  lynx: [pointed("#a57a4b"), ["M6 4l-1-4M34 4l1-4", "line"], head("#c99a64"), cheeks("#f5ead8"), eyes(), nose(28)],
  hawk: [head("#7b5b3e"), ["M10 15l8 3.500M30 15l-8 3.500", "line"], white(20, 5.5, 3.2), eyes(20, 5.5, 1.8), ["M16 23h8q0 6-4 9-1-3-4-9z", "#e0a526"]],
  eagle: [head("#f0ede4"), ["M10 15l8 3.500M30 15l-8 3.500", "line"], eyes(20, 5.5), ["M16 23h8q0 6-4 9-1-3-4-9z", "#e0a526"]],
  ant: [["M15 9Q12 3 8 4M25 9q3-6 7-5", "line"], [oval(20, 22, 11, 13), "#8c3b2e"], white(20, 5, 3.4), eyes(20, 5, 1.8), smile(29)],
  bee: [["M15 9Q12 3 8 4M25 9q3-6 7-5", "line"], head("#f0c53a"), ["M7 26h26M9 31h22", "line"], eyes(), smile(25)],
  stone: [["M7 32q-4-8 1-15t13-9q10 1 13 10t-2 14z", "#9aa3a8"], ["M12 14q4-4 9-4", "line"], eyes(22), flat(28)],
  tree: [["M17 26h6v11h-6z", "#7d5639"], [disc(20, 17, 14), "#5d9a56"], eyes(17), smile(22)],
  crown: [head("#e7c49a"), ["M8 13L6 3l8 5 6-6 6 6 8-5-2 10z", "#e0a526"], eyes(22), smile(29)],
  knight: [["M7 10q13-10 26 0v18q-13 12-26 0z", "#8f9ba6"], ["M10 17h20v5H10z", "#2b333b"], ["M20 22v11M15 25v6M25 25v6", "line"]],
  ghost: [["M7 36V19a13 13 0 0 1 26 0v17l-4.300-4-4.400 4-4.300-4-4.300 4-4.400-4z", "#e8ecf4"], eyes(19), [oval(20, 27, 2, 3), INK]],
};

/** For a word that is not known, the robot's. */
export function faceOf(name: string): readonly Part[] {
  return FACES[name] ?? FACES.bot;
}
