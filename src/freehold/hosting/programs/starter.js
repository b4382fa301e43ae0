// A bot as a program: JSON lines in, JSON lines out, and nothing but Node's own library.
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let info = {}; // game, seat, seats, params, clock, think_ms, pace_ms, is_live, legend
let nextAt = 0;

/** What an action is worth, in the view of our seat. The best one is played. */
function worth(action, view) {
  const [verb, place] = action.split(" ");
  const gains = view.layers[`gain${info.seat}`]; // Land Grab: what a settlement would yield here
  if (!gains || !place) return 0;
  const [x, y] = place.split(",").map(Number);
  const gain = Buffer.from(gains, "base64")[y * view.rect[2] + x];
  return verb === "settle" ? 100 + gain : -gain;
}

function decide({ now, seed, choices, view }) {
  if (info.is_live && now < nextAt) return { is: "wait", until: nextAt };
  if (!choices.length) return { is: "wait", until: info.is_live ? now + 500 : null };
  nextAt = now + Math.max(500, info.pace_ms); // at most two clicks per second in real time
  const worths = choices.map((action) => worth(action, view));
  const best = choices.filter((_, at) => worths[at] === Math.max(...worths));
  return { is: "act", action: best[seed % best.length] }; // of equal ones any, by the seed
}

require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.is === "start") {
    info = message;
    say({ is: "ready", choices: true, views: true });
  } else if (message.is === "decide") {
    say(decide(message));
  } else if (message.is === "end") {
    process.exit(0); // message.outcome says how it ended
  }
});
