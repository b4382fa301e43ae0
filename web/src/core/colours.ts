/** Arithmetic of colours: contrast, distance, and how others see them. */

export type Rgb = [number, number, number];

export function toRgb(hex: string): Rgb {
  const value = parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function toHex([red, green, blue]: Rgb): string {
  return "#" + [red, green, blue].map((each) => each.toString(16).padStart(2, "0")).join("");
}

export function mix(first: string, second: string, share: number): string {
  const [a, b] = [toRgb(first), toRgb(second)];
  return toHex(a.map((each, at) => Math.round(each + (b[at] - each) * share)) as Rgb);
}

function linear(rgb: Rgb): Rgb {
  return rgb.map((each) => {
    const value = each / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
}

function gamma(value: number): number {
  const clamped = Math.min(Math.max(value, 0), 1);
  const light = clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(light * 255);
}

export function luminance(hex: string): number {
  const [red, green, blue] = linear(toRgb(hex));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** As WCAG counts it: 1 to 21. */
export function contrast(first: string, second: string): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The ink that reads best on a fill. */
export function inkOn(fill: string, dark = "#14181d", light = "#ffffff"): string {
  return contrast(fill, dark) >= contrast(fill, light) ? dark : light;
}

export type Vision = "normal" | "protan" | "deutan" | "tritan";

// Machado, Oliveira and Fernandes 2009, at full severity, for linear RGB.
const SIMULATED: Record<Exclude<Vision, "normal">, number[][]> = {
  protan: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deutan: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritan: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

/** How a colour looks to somebody. */
export function seenBy(hex: string, vision: Vision): string {
  if (vision === "normal") return hex;
  const rgb = linear(toRgb(hex));
  const seen = SIMULATED[vision].map((row) => row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]);
  return toHex(seen.map(gamma) as Rgb);
}

function oklab(hex: string): Rgb {
  const [r, g, b] = linear(toRgb(hex));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** How different two colours look, in OKLab x 100: below about 10 colour alone is not enough. */
export function distance(first: string, second: string, vision: Vision = "normal"): number {
  const [a, b] = [oklab(seenBy(first, vision)), oklab(seenBy(second, vision))];
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
