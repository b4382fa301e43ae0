/** Land Grab on screen: an island for two, drawn and in words. */

import { addTexts, t } from "../../core/texts";
import type { Choice, GameScreen, Mode } from "../../board/screen";
import { drawEffects } from "./draw/effects";
import { hints } from "./hints";
import { litTiles } from "./draw/legal";
import { paint, pixelOf } from "./draw/paint";
import Panel from "./panels/Panel.svelte";
import { seriesOf, Story } from "./model/story.svelte";
import { texts } from "./texts";
import { buildOf, freeFarms, homeOf, isLegal, plannerOf, type Build, type Known, type Island, type Session } from "./model/tiles";
import { tutorial } from "./tutorial";
import { askText, labelOf, settlementName, whyNot } from "./texts/words";

addTexts(texts);

function modesOf(view: Island): Mode[] {
  const settlement = settlementName(plannerOf(view));
  return [
    { id: "farm", label: t("land-grab.mode.farm"), key: "f", icon: "farm" },
    { id: "settle", label: t(`land-grab.mode.${settlement}`), key: "s", icon: settlement, why: whyNoMode(view) },
  ];
}

function whyNoMode({ facts, viewer }: Island): string | undefined {
  if (freeFarms(facts, viewer) !== 0) return undefined;
  return t(facts.farms[viewer] ? "land-grab.noFreeFarm" : "land-grab.firstFarm");
}

/** The main button builds in the chosen way, the second one in the other. */
function choose(cell: number, session: Session, button: "main" | "second"): Choice | null {
  const { view } = session;
  const main = buildOf(session);
  const build: Build = button === "main" ? main : main === "farm" ? "settle" : "farm";
  if (session.canAct && isLegal(view, cell, build)) {
    return { action: `${build} ${session.place(cell).join()}`, label: askText(view, cell, build), confirm: true };
  }
  const why = whyNot(session, cell, build);
  if (why) session.explain(cell, why);
  return null;
}

const screen: GameScreen<Known> = {
  paint,
  pixel: pixelOf,
  surround: (look) => look.neutral.water,
  home: homeOf,
  label: labelOf,
  modes: modesOf,
  choice: choose,
  lit: litTiles,
  effects: drawEffects,
  isMoving: (session) => Story.of(session).isBouncing,
  Panel,
  chart: (view) => ({ label: t("land-grab.chart"), series: seriesOf(view) }),
  sounds: {
    built_farm: "build", built_mine: "build", built_resort: "build",
    paid: "coin", passed: "tick", passed_often: "tick",
  },
  tutorial,
  hints,
};

export default screen;
export { default as Rules } from "./panels/Rules.svelte";
