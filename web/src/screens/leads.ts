/** The scores of a finished match over time, from its replay: for a page that was loaded after it. */

import { PUBLIC } from "../core/view";

export async function fetchLeads(match: string): Promise<number[][]> {
  const { fetchFilm } = await import("../replay/source");
  const { leads, names } = await fetchFilm(match, null, PUBLIC);
  return names.map((_, seat) => leads.map(([, scores]) => scores[seat]));
}
