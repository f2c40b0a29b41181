// What Emscripten makes beside the module; only ever loaded ahead here.
declare module 'bfclx-glue';
