/** The scores of a finished match over time, from its replay: for a page that was loaded after it. */

export async function fetchLeads(match: string): Promise<number[][]> {
  const [{ fetchFilm }, { PUBLIC }] = await Promise.all([import("../replay/source"), import("../replay/film")]);
  const { leads, names } = await fetchFilm(match, null, PUBLIC);
  return names.map((_, seat) => leads.map(([, scores]) => scores[seat]));
}
