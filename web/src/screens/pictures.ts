/** What `Picture.svelte` draws with, in one part that is loaded after the page. */

export { default } from "../board/Board.svelte";
export { MatchSession } from "../match/session.svelte";
export { decodeFilm } from "../replay/film";
export { Player } from "../replay/player.svelte";
