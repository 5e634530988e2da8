// window.abut: what the page shows, to be read by tests and by the curious. Nothing can be changed through it.

import type { App } from './app.ts';
import type { Contacts3d } from './contacts3d.ts';
import type { Live } from './live.ts';
import type { MeshReport } from './meshreport.ts';
import type { Pointer } from './pointer.ts';
import type { Triple } from './protocol.ts';

export function exposeHandle(app: App, contacts: Contacts3d, report: MeshReport, pointer: Pointer, live: Live): void {
  const handle = {
    get isReady() { return app.scene.bodies !== null && app.shownStep >= 0; },
    get isSettled() { return app.scene.isSettled; }, // nothing is to be drawn
    get isReduced() { return app.scene.quality.isReduced; }, // what moves is drawn with less
    get hasNews() { return app.news !== null; },
    get mode() { return app.hello?.mode ?? null; },
    get step() { return app.shownStep; },
    get position() { return app.player?.position ?? 0; },
    get time() { return app.t; },
    get numSteps() { return app.hello?.num_steps ?? 0; },
    get numSeries() { return app.series?.length ?? 0; },
    get numBodies() { return app.scene.bodies?.numShown ?? 0; },
    get numTriangles() { return app.scene.bodies?.numTriangles ?? 0; },
    get numContacts() { return contacts.numContacts; },
    get numArrows() { return contacts.numArrows; },
    get litContact() { return contacts.litContact === null ? null : String(contacts.litContact.id); },
    get numDefectMarks() { return report.numMarks; },
    get isPlaying() { return app.player?.isPlaying ?? false; },
    get isFollowing() { return app.player?.isFollowing ?? false; },
    get isRunning() { return app.isRunning; },
    get selection() { return app.selection.kind === 'contact' ? { kind: 'contact', id: String(app.selection.id) } : { ...app.selection }; },
    get hoveredBody() { return app.hoveredBody; },
    get toggles() { return { ...app.toggles }; },
    get tool() { return app.tool; },
    get link() { return app.link; },
    get theme() { return app.theme; },
    get frames() { return app.scene.numFrames; },
    get drawCalls() { return app.scene.drawCalls; },
    get camera() { return app.scene.camera.camera.position.toArray(); },
    get latencies() { return [...app.latencies]; }, // ms, from step computed to picture drawn
    get made() { return app.newest?.made ?? 0; }, // when the newest step was computed, Unix ms
    get chunksLoaded() { return app.frames?.numLoaded ?? 0; },
    get hasDetails() { return app.details !== null; },
    get poses() { return [...app.X_WB]; },
    get isPulling() { return live.isPulling; },
    get pulled() { return app.news?.pulled ?? null; },
    // Where a point of the world is on the page, px.
    project(p: Triple) {
      const box = document.getElementById('view')!.getBoundingClientRect();
      const at = pointer.project(p);
      return { x: at.x + box.left, y: at.y + box.top };
    },
  };
  Object.defineProperty(window, 'abut', { value: Object.freeze(handle) });
}
