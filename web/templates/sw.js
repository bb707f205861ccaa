// Answers where there is no connection, and keeps the files that never change under their links.
// It knows no game and keeps nobody's page: pages come from the server, posts are left alone.

const CACHE = "dailytrain-{{ version }}"; // another name with every deploy: so this text differs, too
const BUILD = "/static/v-{{ build }}/"; // files of other builds are none of this worker's business
const OFFLINE = "/offline";
const FILES = {{ files | tojson }};
const PATIENCE = 6000; // ms until a page that does not come counts as no connection

self.addEventListener("install", (event) => event.waitUntil(prepare()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (pathname.startsWith(BUILD)) event.respondWith(file(event));
});

async function prepare() {
  const cache = await caches.open(CACHE);
  await cache.addAll([OFFLINE, ...FILES]);
  await self.skipWaiting();
}

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name.startsWith("dailytrain-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

// From the server, always. Whoever reloads wants to wait: then only a broken connection ends it.
async function page(event) {
  const isPatient = ["reload", "no-cache"].includes(event.request.cache);
  try {
    const answer = await Promise.race([load(event), ...(isPatient ? [] : [tooLate()])]);
    event.waitUntil(keepLanguage(answer.headers.get("Content-Language")));
    return answer;
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

const load = async (event) => (await event.preloadResponse) ?? fetch(event.request);

const tooLate = () => new Promise((_, reject) => { setTimeout(reject, PATIENCE); });

// The page without a connection speaks the language of the last page that came.
async function keepLanguage(language) {
  const kept = await caches.match(OFFLINE, { cacheName: CACHE });
  if (!kept || !language || kept.headers.get("Content-Language") === language) return;
  const cache = await caches.open(CACHE);
  await cache.add(OFFLINE).catch(() => {});
}

// A file of this build is asked for once.
async function file(event) {
  const { request } = event;
  const kept = await caches.match(request, { cacheName: CACHE, ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  // In the midst of a deploy another process may answer, with another build's file under this link.
  const isOwn = answer.ok && answer.headers.get("Cache-Control")?.includes("immutable");
  if (isOwn) event.waitUntil(keep(request, answer.clone()));
  return answer;
}

// A newer worker may have thrown the cache away: it must not come back.
async function keep(request, answer) {
  if (!await caches.has(CACHE)) return;
  const cache = await caches.open(CACHE);
  await cache.put(request, answer);
}
