// Put into a page before its own scripts: counts what the page asks of WebGL, picture by picture, and notes when each
// picture was asked for and when its pixels were there. It wraps the browser's own functions, so the page need not help.

export interface Picture {
  made: number; // when the step was computed, Unix ms; 0 where the picture is of no new step
  arrived: number; // the newest packet, by the same clock
  submitted: number; // all draw calls were made
  finished: number; // its pixels could be read; 0 unless asked to wait for them
  drawCalls: number;
  triangles: number;
  uploads: number; // buffers and textures that were written
  bytes: number; // into them
}

// The script to be put into a page. `waits`: one pixel is read after each picture, which takes until all of it is drawn.
export function makeProbe(waits: boolean): string {
  return `globalThis.__name = (f) => f; (${probe})(${waits});`; // tsx puts __name around every function
}

function probe(waits: boolean): void {
  // The clock of the machine to better than its millisecond: it is looked at as it turns, some times, since one look may
  // come late.
  let origin = 0;
  for (let look = 0; look < 10; ++look) {
    const before = Date.now();
    while (Date.now() === before);
    origin = Math.max(origin, Date.now() - performance.now());
  }
  const clock = () => origin + performance.now();

  const state = { pictures: [] as object[] };
  Object.defineProperty(window, 'probe', { value: state });
  const blank = { drawCalls: 0, triangles: 0, uploads: 0, bytes: 0 };
  const now = { ...blank };
  let arrived = 0;
  let lastMade = 0;
  let isPending = false;

  const note = (gl: WebGL2RenderingContext) => {
    const submitted = clock();
    isPending = false;
    let finished = 0;
    if (waits) {
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
      finished = clock();
    }
    const made = (window as unknown as { abut?: { made: number } }).abut?.made ?? 0;
    state.pictures.push({ made: made === lastMade ? 0 : made, arrived, submitted, finished, ...now });
    lastMade = made;
    Object.assign(now, blank);
  };

  type Method = (...args: unknown[]) => unknown;
  const methods = WebGL2RenderingContext.prototype as unknown as Record<string, Method>;
  const wrap = (name: string, watch: (gl: WebGL2RenderingContext, args: unknown[]) => void) => {
    const original = methods[name];
    methods[name] = function (this: WebGL2RenderingContext, ...args: unknown[]) {
      watch(this, args);
      return original.apply(this, args);
    };
  };
  // A picture is over when the script that draws it has come to its end.
  const watchDraw = (gl: WebGL2RenderingContext, mode: unknown, count: unknown, instances: unknown) => {
    now.drawCalls += 1;
    if (mode === gl.TRIANGLES) now.triangles += (Number(count) / 3) * Number(instances);
    if (isPending) return;
    isPending = true;
    queueMicrotask(() => note(gl));
  };
  wrap('drawArrays', (gl, a) => watchDraw(gl, a[0], a[2], 1));
  wrap('drawElements', (gl, a) => watchDraw(gl, a[0], a[1], 1));
  wrap('drawArraysInstanced', (gl, a) => watchDraw(gl, a[0], a[2], a[3]));
  wrap('drawElementsInstanced', (gl, a) => watchDraw(gl, a[0], a[1], a[4]));
  for (const name of ['bufferData', 'bufferSubData', 'texImage2D', 'texSubImage2D']) {
    wrap(name, (_, args) => {
      now.uploads += 1;
      for (const arg of args) if (ArrayBuffer.isView(arg)) now.bytes += arg.byteLength;
    });
  }

  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(address: string | URL) {
      super(address);
      this.addEventListener('message', () => (arrived = clock()));
    }
  };
}
