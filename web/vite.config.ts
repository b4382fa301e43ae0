import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// `npm run dev` speaks to a server started beside it: freehold serve --port 8000
const SERVER = process.env.FREEHOLD_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/freehold/web_dist",
    emptyOutDir: true,
    target: "es2022",
    // Inlined assets would be data: addresses, which the page's own policy forbids.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
  },
  server: { proxy: { "/api": SERVER, "/ws": { target: SERVER, ws: true } } },
  test: { include: ["src/**/*.test.ts", "tools/*.test.mjs"], environment: "node" },
});
