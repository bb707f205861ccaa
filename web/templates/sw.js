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
  const cache = await caches.open(CACHE);
  const kept = await cache.match(OFFLINE);
  if (language && kept?.headers.get("Content-Language") !== language) await cache.add(OFFLINE).catch(() => {});
}

// A file of this build is asked for once.
async function file(event) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(event.request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(event.request);
  // In the midst of a deploy another process may answer, with another build's file under this link.
  const isOwn = answer.ok && answer.headers.get("Cache-Control")?.includes("immutable");
  if (isOwn) event.waitUntil(cache.put(event.request, answer.clone()));
  return answer;
}
