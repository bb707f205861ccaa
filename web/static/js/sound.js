// Three small sounds and a tap of the phone, made here and off unless asked for.

import { settings } from "./settings.js";

let audio = null;

const SOUNDS = {
  play: [[210, 0, 0.05, "triangle", 0.5], [95, 0, 0.09, "sine", 0.6]],
  draw: [[420, 0, 0.04, "triangle", 0.15], [300, 0.05, 0.05, "triangle", 0.15]],
  end: [[523, 0, 0.3, "sine", 0.2], [659, 0.13, 0.3, "sine", 0.2], [784, 0.26, 0.5, "sine", 0.2]],
};

/** Let a tile be heard and felt, if the reader wants that. */
export function sound(name) {
  if (settings.haptics) navigator.vibrate?.(name === "end" ? [20, 60, 20] : 12);
  if (!settings.sounds) return;
  audio ??= new AudioContext();
  for (const [pitch, wait, length, type, loud] of SOUNDS[name]) {
    const tone = new OscillatorNode(audio, { type, frequency: pitch });
    const fall = new GainNode(audio, { gain: 0 });
    const from = audio.currentTime + wait;
    fall.gain.setValueAtTime(loud, from);
    fall.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(fall).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
