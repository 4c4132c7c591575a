// sound.js: sounds that are made here, by the browser's oscillator: a knock for a move, a deeper one for a
// capture, two tones for a check, a chord at the end. Off by the key "m" or the button in the bar.
import { recall, remember } from "./settings.js";

let context = null;

function tone(frequency, start, length, volume, type = "triangle") {
    const at = context.currentTime + start;
    const oscillator = new OscillatorNode(context, { type, frequency });
    const gain = new GainNode(context, { gain: volume });
    oscillator.frequency.setValueAtTime(frequency, at);
    oscillator.frequency.exponentialRampToValueAtTime(frequency * 0.6, at + length);
    gain.gain.setValueAtTime(volume, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + length);
}

const TUNES = {
    move: [[520, 0, 0.07, 0.18]],
    capture: [[300, 0, 0.1, 0.25], [180, 0.02, 0.12, 0.2]],
    check: [[520, 0, 0.07, 0.18], [780, 0.09, 0.12, 0.15]],
    won: [[523, 0, 0.3, 0.12], [659, 0.08, 0.3, 0.12], [784, 0.16, 0.45, 0.12]],
    lost: [[392, 0, 0.3, 0.12], [311, 0.12, 0.45, 0.12]],
    drawn: [[440, 0, 0.3, 0.12], [440, 0.18, 0.35, 0.1]],
};

function play(name) {
    if (!sounds.on) return;
    sounds.last = name;
    try {
        context ??= new AudioContext();
        if (context.state === "suspended") context.resume().catch(() => {});
        for (const [frequency, start, length, volume] of TUNES[name]) tone(frequency, start, length, volume);
    } catch {
        // a browser without sound
    }
}

export const sounds = {
    on: recall("sound", true),
    last: null,

    toggle() {
        sounds.on = !sounds.on;
        remember("sound", sounds.on);
        return sounds.on;
    },

    // `takes`: did the move capture anything?
    move(takes, state) {
        play(state.check.length > 0 ? "check" : takes ? "capture" : "move");
    },

    end({ result }, side) {
        const won = { "1-0": "white", "0-1": "black" }[result];
        play(!won ? "drawn" : side === null || side === "both" || side === won ? "won" : "lost");
    },
};
