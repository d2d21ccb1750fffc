"""What a screen's sound report says, and what its loudspeaker really gets."""

import math

from process import PATIENCE_S

FIRST_PINGS_MS = 2000
MAX_UNCERTAINTY_MS = 250
REPORT = "document.querySelector('sound-report').report()"

# Keeps the last seconds of what goes to the loudspeaker, whatever the page believes about it.
TAP = """
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (target, ...rest) {
  const tapOf = () => {
    const tap = new AnalyserNode(this.context, { fftSize: 16384 });
    connect.call(this, tap);
    return tap;
  };
  if (target === this.context.destination) globalThis.tapped = { context: this.context, master: this, tap: tapOf(), layers: [] };
  // The mixer's layers: music, voice, effects.
  else if (target === globalThis.tapped?.master) tapped.layers.push(tapOf());
  return connect.call(this, target, ...rest);
};
"""

# Writes down, ten times a second, how loud all is and each layer of it, in dB below full scale over a third of a second.
LISTEN = """
globalThis.timeline = [];
const samples = new Float32Array(16384);
const dbOf = (tap) => {
  tap.getFloatTimeDomainData(samples);
  return Math.max(-120, 10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length || 1e-12));
};
setInterval(() => {
  if (!globalThis.tapped?.layers[2] || tapped.context.state !== "running") return;
  const [music, voice, effects] = tapped.layers.map(dbOf);
  const state = document.querySelector("[data-state]")?.dataset.state;
  timeline.push({ atMs: performance.now(), state, all: dbOf(tapped.tap), music, voice, effects });
}, 100);
"""

# Where in a sound is what is heard now? Compares the tapped samples with the sound at every place near the wanted one.
WHERE = """
async ([url, startAtServerMs, reachMs]) => {
  const { context, tap } = tapped;
  const bytes = await (await fetch(url)).arrayBuffer();
  const sound = (await context.decodeAudioData(bytes)).getChannelData(0);
  const heard = new Float32Array(tap.fftSize);
  // The loudspeaker goes on while a busy machine lets this page wait: what was heard and the time are of one moment.
  let serverTimeMs, tookMs = Infinity;
  while (tookMs > 5) {
    const began = performance.now();
    tap.getFloatTimeDomainData(heard);
    ({ serverTimeMs } = document.querySelector("sound-report").report());
    tookMs = performance.now() - began;
  }
  const rate = context.sampleRate, latencyMs = 1000 * (context.outputLatency || 0);
  const end = Math.round(((serverTimeMs - startAtServerMs + latencyMs) / 1000) * rate);
  const reach = Math.round((reachMs / 1000) * rate);
  const at = (i) => sound[((i % sound.length) + sound.length) % sound.length];
  let best = { likeness: -1 };
  for (let lag = -reach; lag <= reach; lag += 8) {
    let dot = 0, a = 0, b = 0;
    for (let i = 0; i < heard.length; i += 4) {
      const x = heard[i], y = at(end + lag - heard.length + i);
      dot += x * y; a += x * x; b += y * y;
    }
    const likeness = dot / Math.sqrt(a * b || 1);
    if (likeness > best.likeness) best = { likeness, lagMs: (1000 * lag) / rate };
  }
  return best;
}
"""


def report(device):
    return device.page.evaluate(REPORT)


def until(device, condition):
    """Waits until the report fulfils a JavaScript condition on `r`, and returns that one. The page itself looks, as
    what sounds may be over before a slow test asks again."""
    told = device.page.evaluate(f"""(limitMs) => new Promise((resolve) => {{
      const look = () => {{
        const r = {REPORT};
        if ({condition}) return resolve(r);
        return performance.now() > limitMs ? resolve(null) : setTimeout(look, 20);
      }};
      limitMs += performance.now();
      look();
    }})""", 1000 * PATIENCE_S)
    assert told, f"never: {condition}; but {report(device)}"
    return told


def settled(device, condition="r.state === 'running'"):
    """Waits until it may sound, and until the first round trips have been made that the server's clock is told from."""
    until(device, condition)
    device.page.wait_for_timeout(FIRST_PINGS_MS)


def out_of_phase_ms(told, layer="bed"):
    """By a report: how far the place where a sound is believed to be is from where the server's clock wants it, but for what the page
    can't know of that clock: half a round trip, which is long where a busy machine lets both ends wait."""
    sound = told[layer]
    error = (told["serverTimeMs"] - sound["startAtServerMs"] - sound["positionMs"]) % sound["durationMs"]
    return max(0, min(error, sound["durationMs"] - error) - min(told["clockUncertaintyMs"], MAX_UNCERTAINTY_MS))


def loudness_db(moments, layer):
    """The mean of a layer over moments of a timeline."""
    return 10 * math.log10(sum(10 ** (moment[layer] / 10) for moment in moments) / len(moments))


def heard_lag_ms(device, sound, start_at_ms, reach_ms=150):
    """How far the loudspeaker is ahead of (positive) or behind the server's clock, and how alike what was heard is to the sound."""
    found = device.page.evaluate(WHERE, [f"/sounds/{sound}.flac", start_at_ms, reach_ms])
    return found["lagMs"], found["likeness"]
