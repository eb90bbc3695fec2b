// The service worker of the site: it keeps the page, so that it opens without a network. The engine's files are kept
// by engine.js, as it counts how much of them is there.

importScripts("files.js");

const { page, version } = self.SITE;
const OURS = `othello-page ${new URL(self.registration.scope).pathname} `; // other folders may have such a page too
const KEPT = OURS + version;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

async function keep() {
  const cache = await caches.open(KEPT);
  await cache.addAll(page.map((name) => new Request(name, { cache: "no-cache" })));
  await self.skipWaiting();
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== KEPT) await caches.delete(name);
  }
}

async function answer(request) {
  const cache = await caches.open(KEPT);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
