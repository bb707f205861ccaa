// A computer is still playing: look again in a moment, as the page's own button does.

const PAUSE = 1500; // ms; each look lets it think on for about a second

setTimeout(() => location.reload(), PAUSE);
