/** The page's typeface, for drawings: the same list as in `app.css`. */

export const FONT = "Figtree, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";

/** Resolves once letters can be drawn in it; at once where there are no fonts to load. */
export async function fontsLoaded(): Promise<void> {
  await Promise.all(["500", "700"].map((weight) => document.fonts?.load(`${weight} 16px Figtree`)));
}
