// The page keeps working without a network: its files are kept, the answers that need the server are not.
const KEPT = "incan_math page 1";
const FILES = [
  "./", "page.css", "page.js", "words.js", "record.js", "server.js", "views.js", "reviews.js", "icon.svg", "manifest.webmanifest",
  "api/editions", "languages/en.json", "languages/pt.json", "languages/sr-Cyrl.json", "languages/sr-Latn.json",
  "languages/hu.json",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// The network first, so that a new version is seen at once; what was kept where there is none.
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    fetch(event.request)
      .then((response) => {
        if (response.ok) {
          const copy = response.clone();
          event.waitUntil(caches.open(KEPT).then((kept) => kept.put(event.request, copy)));
        }
        return response;
      })
      .catch(() => caches.match(event.request, { ignoreSearch: true }).then((kept) => kept || Response.error())),
  );
});
