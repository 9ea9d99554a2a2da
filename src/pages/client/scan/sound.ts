import type { ScanResult } from "./scan-result.ts";

/** Notes in hertz, which rise, stay level or fall, so that results sound different. Vibration in milliseconds. */
const SOUNDS: Record<ScanResult["tone"], { notes: number[]; shape: OscillatorType; vibration: number[] }> = {
  green: { notes: [660, 990], shape: "sine", vibration: [80] },
  amber: { notes: [520, 520], shape: "triangle", vibration: [80, 80, 80] },
  red: { notes: [300, 180], shape: "square", vibration: [300] },
};
const NOTE_S = 0.14;
const GAIN = 0.25;

let audio: AudioContext | null = null;

/** Browsers allow sound from the first touch on. */
export function unlockSound(): void {
  audio ??= new AudioContext();
  void audio.resume();
}

/** Plays the sound of a verdict and vibrates, where the phone supports it. */
export function playVerdict(tone: ScanResult["tone"]): void {
  const { notes, shape, vibration } = SOUNDS[tone];
  navigator.vibrate?.(vibration);
  if (audio === null || audio.state !== "running") return;
  for (const [index, frequency] of notes.entries()) {
    const start = audio.currentTime + index * NOTE_S;
    const volume = new GainNode(audio, { gain: GAIN });
    volume.gain.setTargetAtTime(0, start + NOTE_S / 2, NOTE_S / 6);
    const note = new OscillatorNode(audio, { frequency, type: shape });
    note.connect(volume).connect(audio.destination);
    note.start(start);
    note.stop(start + NOTE_S);
  }
}
