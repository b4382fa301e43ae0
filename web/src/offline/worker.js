// The service worker: it keeps the client's files, so that the page opens without a connection and
// says so. `vite.config.ts` builds it into `sw.js` with the list of files in place of KEPT.
//
// Rules about this file:
// 1. Pages come from the server while it can be reached, so an update is never held back.
// 2. Files with a hash in their name never change, so they come from here first. At first only what
//    the start page needs is kept, and everything else once it was used: no visit loads all games.
// 3. The API and the sockets never pass through here.
// 4. A new worker waits until the pages of the old one are closed: they may still need its files.

const KEPT = self.__KEPT__;
const CACHE = `freehold-${KEPT.version}`;
const PATIENCE_MS = 4000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT.files)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (url.pathname.startsWith("/assets/") || KEPT.files.includes(url.pathname)) event.respondWith(file(request));
});

async function forgetOthers() {
  const names = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** From the server; if it does not answer in time, the page that was kept. */
async function page(event) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  try {
    return await fetch(event.request, { signal: late.signal });
  } catch {
    return (await caches.match("/", { cacheName: CACHE })) ?? Response.error();
  } finally {
    clearTimeout(timer);
  }
}

async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
