/** Ways from a page into a match against bots. */

import { change } from "../core/settings.svelte";
import { go } from "../core/router.svelte";
import { chooseLevel, chosenLevel, easyLevel } from "../games/levels";
import { loadTutorial } from "../games/registry";
import { keepStep } from "../match/tutorial.svelte";
import { api, type GameAbout, type QuickWishes } from "../net/api";
import { keepSeat } from "../net/seats";
import type { RoomNow } from "../net/wire";

async function begin(wishes: QuickWishes): Promise<string> {
  const { room, token } = await api.quick(wishes);
  keepSeat(room, token);
  return room;
}

/** A match at the level that was chosen last, or the server's own world. */
export async function play(game: GameAbout): Promise<void> {
  change({ lastGame: game.name });
  go(`/room/${await begin({ game: game.name, bot: game.world ? "" : chosenLevel(game)?.bot })}`);
}

/** Another match on the same terms, at this level from now on. */
export async function playAt(game: GameAbout, bot: string, seats: number, params: Record<string, unknown>): Promise<void> {
  const room = await begin({ game: game.name, bot, seats, params });
  chooseLevel(game.name, bot);
  go(`/room/${room}`);
}

/** After a tutorial: the game as it is, against an easy bot. */
export async function playForReal(game: GameAbout): Promise<void> {
  const easy = easyLevel(game);
  if (easy && !game.world) chooseLevel(game.name, easy.bot);
  await play(game);
}

/** With how many bots somebody plays who has left the server's own world. */
const COMPANIONS = 3;

/** Another world at once, for somebody who is out of this one: the tutorial again, the same terms again, or the game's smallest world. */
export async function playElsewhere(game: GameAbout, room: RoomNow): Promise<void> {
  if (room.lesson) return learn(game);
  const [smallest] = game.presets.toSorted((a, b) => a.seats[1] - b.seats[1]);
  const params = room.standing ? (smallest?.params ?? {}) : room.params;
  const bots = room.standing ? COMPANIONS : room.seats.filter(({ bot }) => bot).length;
  go(`/room/${await begin({ game: game.name, bot: chosenLevel(game)?.bot, seats: 1 + bots, params })}`);
}

export async function learn(game: GameAbout): Promise<void> {
  const { params, bot, seats } = await loadTutorial(game.name);
  const room = await begin({ game: game.name, bot, seats, params, is_lesson: true });
  keepStep(room, 0);
  go(`/room/${room}`);
}

export async function tryOut(game: GameAbout): Promise<void> {
  go(`/room/${await begin({ game: game.name, is_sandbox: true })}`);
}
