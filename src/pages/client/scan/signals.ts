import type { Verdict } from "./verdict.ts";

/** Each tone is known with eyes closed: rising, level, falling. Hertz, and the milliseconds of the vibration. */
const SIGNALS: Record<Verdict["tone"], { notes: number[]; shape: OscillatorType; vibration: number[] }> = {
  green: { notes: [660, 990], shape: "sine", vibration: [80] },
  amber: { notes: [520, 520], shape: "triangle", vibration: [80, 80, 80] },
  red: { notes: [300, 180], shape: "square", vibration: [300] },
};
const NOTE_S = 0.14;
const LOUDNESS = 0.25;

let audio: AudioContext | null = null;

/** Sound is allowed from the first touch on. */
export function unlockSound(): void {
  audio ??= new AudioContext();
  void audio.resume();
}

/** Plays and shakes what the verdict is. A phone that can do neither stays silent. */
export function signal(tone: Verdict["tone"]): void {
  const { notes, shape, vibration } = SIGNALS[tone];
  navigator.vibrate?.(vibration);
  if (audio === null || audio.state !== "running") return;
  for (const [index, frequency] of notes.entries()) {
    const start = audio.currentTime + index * NOTE_S;
    const volume = new GainNode(audio, { gain: LOUDNESS });
    volume.gain.setTargetAtTime(0, start + NOTE_S / 2, NOTE_S / 6);
    const note = new OscillatorNode(audio, { frequency, type: shape });
    note.connect(volume).connect(audio.destination);
    note.start(start);
    note.stop(start + NOTE_S);
  }
}
