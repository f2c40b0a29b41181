// Node has a fetch of its own, which Emscripten 3.1.6 takes for that of a browser.
globalThis.fetch = undefined;
