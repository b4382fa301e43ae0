/** Quiet sounds made on the spot: no files. One switch turns them all off. */

import { settings } from "../core/settings.svelte";

interface Tone {
  /** Hz, and where it glides to. */
  from: number;
  to?: number;
  /** Seconds. */
  at?: number;
  lasts: number;
  loud?: number;
  wave?: OscillatorType | "noise";
}

const CUES = {
  click: [{ from: 520, lasts: 0.04, loud: 0.4 }],
  reveal: [{ from: 660, to: 760, lasts: 0.06, loud: 0.5 }],
  flag: [{ from: 440, lasts: 0.05 }, { from: 587, at: 0.05, lasts: 0.07 }],
  build: [{ from: 220, to: 180, lasts: 0.08, wave: "triangle" }, { from: 440, at: 0.07, lasts: 0.1 }],
  coin: [{ from: 988, lasts: 0.06, loud: 0.5 }, { from: 1319, at: 0.06, lasts: 0.12, loud: 0.5 }],
  boom: [{ from: 90, to: 40, lasts: 0.4, loud: 1.2 }, { from: 0, lasts: 0.3, wave: "noise" }],
  capture: [{ from: 392, lasts: 0.16 }, { from: 494, at: 0.03, lasts: 0.16 }, { from: 587, at: 0.06, lasts: 0.2 }],
  loss: [{ from: 196, to: 147, lasts: 0.2, wave: "triangle" }],
  clash: [{ from: 0, lasts: 0.12, wave: "noise", loud: 0.7 }, { from: 160, to: 90, lasts: 0.15, wave: "triangle" }],
  warning: [{ from: 740, lasts: 0.09 }, { from: 740, at: 0.15, lasts: 0.09 }],
  tick: [{ from: 880, lasts: 0.03, loud: 0.5 }],
  stage: [{ from: 330, lasts: 0.18 }, { from: 440, at: 0.14, lasts: 0.18 }, { from: 660, at: 0.28, lasts: 0.3 }],
  turn: [{ from: 587, lasts: 0.12 }, { from: 784, at: 0.1, lasts: 0.2 }],
  refuse: [{ from: 200, lasts: 0.09, wave: "triangle" }, { from: 170, at: 0.09, lasts: 0.12, wave: "triangle" }],
  win: [{ from: 523, lasts: 0.15 }, { from: 659, at: 0.13, lasts: 0.15 }, { from: 784, at: 0.26, lasts: 0.15 }, { from: 1047, at: 0.39, lasts: 0.4 }],
  lose: [{ from: 392, lasts: 0.2 }, { from: 330, at: 0.18, lasts: 0.2 }, { from: 262, at: 0.36, lasts: 0.4 }],
  chat: [{ from: 700, lasts: 0.05, loud: 0.4 }],
} satisfies Record<string, Tone[]>;

type Cue = keyof typeof CUES;

let audio: AudioContext | null = null;

/** Browsers let a page sound only after a click or key: before that it is silent. */
export function play(cue: string, pitch = 1): void {
  if (!settings.sound || !(cue in CUES)) return;
  if (typeof AudioContext === "undefined" || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  void audio.resume();
  for (const tone of CUES[cue as Cue] as Tone[]) sound(audio, tone, pitch);
}

function sound(audio: AudioContext, tone: Tone, pitch: number): void {
  const start = audio.currentTime + (tone.at ?? 0);
  const gain = audio.createGain();
  const peak = (settings.volume / 100) * 0.35 * (tone.loud ?? 0.8);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(Math.max(peak, 0.0002), start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + tone.lasts);
  gain.connect(audio.destination);
  const source = tone.wave === "noise" ? noise(audio, tone.lasts) : wave(audio, tone, start, pitch);
  source.connect(gain);
  source.start(start);
  source.stop(start + tone.lasts + 0.02);
}

function wave(audio: AudioContext, tone: Tone, start: number, pitch: number): OscillatorNode {
  const source = audio.createOscillator();
  source.type = (tone.wave as OscillatorType | undefined) ?? "sine";
  source.frequency.setValueAtTime(tone.from * pitch, start);
  if (tone.to) source.frequency.exponentialRampToValueAtTime(tone.to * pitch, start + tone.lasts);
  return source;
}

function noise(audio: AudioContext, lasts: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * lasts), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}
