import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import type { Plugin, Rolldown } from "vite";

// `npm run dev` speaks to a server started beside it: freehold serve --port 8000
const SERVER = process.env.FREEHOLD_SERVER ?? "http://127.0.0.1:8000";

/** The files without which no page opens: the entry, what it imports, their styles and the typeface. */
function firstLoad(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== "chunk") return;
    found.add(name);
    chunk.viteMetadata?.importedCss.forEach((css) => found.add(css));
    chunk.viteMetadata?.importedAssets.forEach((asset) => found.add(asset));
    chunk.imports.forEach(add);
  };
  Object.values(bundle).forEach((each) => each.type === "chunk" && each.isEntry && add(each.fileName));
  return [...found].sort();
}

/** Writes `sw.js`: the service worker with the names of the files that it keeps from the start. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    generateBundle(_, bundle) {
      const files = [...firstLoad(bundle), "icon.svg", "manifest.webmanifest"];
      const worker = readFileSync("src/offline/worker.js", "utf8");
      const version = createHash("sha256").update(worker + Object.keys(bundle).sort().join()).digest("hex").slice(0, 16);
      const kept = JSON.stringify({ version, files: ["/", ...files.map((name) => `/${name}`)] });
      this.emitFile({ type: "asset", fileName: "sw.js", source: worker.replace("self.__KEPT__", kept) });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    outDir: "../src/freehold/web_dist",
    emptyOutDir: true,
    target: "es2022",
    // Inlined assets would be data: addresses, which the page's own policy forbids.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
  },
  // Not the short form, which would change the Host: the server acts only for pages of its own address.
  server: { proxy: { "/api": { target: SERVER }, "/ws": { target: SERVER, ws: true } } },
  test: { include: ["src/**/*.test.ts", "tools/*.test.mjs"], environment: "node" },
});
