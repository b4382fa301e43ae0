/**
 * A film being played: it moves a session about. Forward by a little it lets the frames come one
 * by one, so that the game's own animations run; everything else is a jump.
 */

import type { LogLine, MatchSession } from "../match/session.svelte";
import { frameAt, markFrom, matchTime, noticesUpTo, stateAt, stepFrom, type Film } from "./film";

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
export const LEAP_MS = 10_000;
const LINES = 200;
const AT_ONCE = 6;
/** Faster than this nothing is animated: it would come too late. */
const SHOWN_TO = 2;
/** While it plays, "back" means the mark before the one that was just passed. */
const JUST_PASSED_MS = 1000;
const LONGEST_TICK_MS = 250;

export class Player {
  /** The moment, in the film's time. */
  at = $state(0);
  isPlaying = $state(false);
  speed = $state(1);
  film = $state.raw<Film>() as Film;
  readonly session: MatchSession;
  #frame = -1;
  #request = 0;
  #ticked = 0;

  constructor(session: MatchSession, film: Film) {
    this.session = session;
    session.isReplay = session.isConnected = true;
    session.freeze(0);
    this.show(film, 0);
  }

  /** Go on with another film of the same match: other eyes. */
  show(film: Film, at = this.at): void {
    this.film = film;
    this.session.names = film.names;
    this.session.bots = film.bots.map(Boolean);
    this.session.authors = film.authors ?? [];
    this.session.seat = Math.max(-1, film.viewer);
    this.#frame = -1;
    this.seek(at);
  }

  /** Be at a moment, at once. */
  seek(at: number): void {
    this.at = Math.min(Math.max(0, at), this.film.lasts);
    const frame = frameAt(this.film, this.at);
    if (frame !== this.#frame) this.#jump(frame);
    this.session.freeze(matchTime(this.film, this.at));
  }

  leap(ms: number): void {
    this.seek(this.at + ms);
  }

  /** One frame on or back. */
  step(way: 1 | -1): void {
    this.pause();
    const at = stepFrom(this.film, this.at, way);
    if (way > 0) this.#moveOn(at);
    else this.seek(at);
  }

  toMark(way: 1 | -1): void {
    const from = way < 0 && this.isPlaying ? this.at - JUST_PASSED_MS : this.at;
    this.seek(markFrom(this.film, from, way));
  }

  faster(way: 1 | -1): void {
    const place = SPEEDS.indexOf(this.speed) + way;
    this.speed = SPEEDS[Math.min(Math.max(0, place), SPEEDS.length - 1)];
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play(): void {
    if (this.at >= this.film.lasts) this.seek(0);
    if (!this.film.lasts) return;
    this.isPlaying = true;
    this.#ticked = performance.now();
    this.#request ||= requestAnimationFrame(this.#tick);
  }

  pause(): void {
    this.isPlaying = false;
    if (this.#request) cancelAnimationFrame(this.#request);
    this.#request = 0;
  }

  #tick = (now: number): void => {
    this.#request = 0;
    const elapsed = Math.min(Math.max(0, now - this.#ticked), LONGEST_TICK_MS);
    this.#ticked = now;
    this.#moveOn(Math.min(this.at + elapsed * this.speed, this.film.lasts));
    if (this.at >= this.film.lasts) this.isPlaying = false;
    if (this.isPlaying) this.#request = requestAnimationFrame(this.#tick);
  };

  #moveOn(at: number): void {
    const target = frameAt(this.film, at);
    if (target - this.#frame > AT_ONCE || this.speed > SHOWN_TO) return this.seek(at);
    this.at = at;
    while (this.#frame < target) this.session.receive(this.film.frames[++this.#frame]);
    this.session.freeze(matchTime(this.film, at));
  }

  #jump(frame: number): void {
    const { view, table } = stateAt(this.film, frame);
    this.#frame = frame;
    this.session.jump(view, table, this.film.frames[frame].now, this.#lines(frame));
  }

  /** Their numbers are below zero: those that the session gives itself are not. */
  #lines(frame: number): LogLine[] {
    const told = noticesUpTo(this.film, frame, LINES);
    return told.map(({ at, notice: [code, facts] }, place) => {
      return { id: place - told.length, at, code, facts, text: this.session.say(code, facts) };
    });
  }
}
