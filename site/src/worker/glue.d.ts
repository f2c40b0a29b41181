// What Emscripten makes beside the small module; only ever loaded ahead here.
declare module 'bfclx-glue';
