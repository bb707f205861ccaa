// The site has no service worker: one that a device still has takes itself and what it kept away.

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(goAway()));

async function goAway() {
  const kept = (await caches.keys()).filter((name) => name.startsWith("dailytrain-"));
  await Promise.all(kept.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
