// What Emscripten makes beside the lean module; only ever loaded ahead here.
declare module 'bfclx-glue';
