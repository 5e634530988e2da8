// The mouse on the picture: pointing lights bodies and contacts, a click selects or measures, a drag on a body of a
// running scene pulls it (elsewhere it turns the camera). Pointing is looked into at most once a frame.

import { Raycaster, Vector2, Vector3 } from 'three';
import type { App } from './app.ts';
import type { Contacts3d } from './contacts3d.ts';
import { findHit, type Hit, type Ray } from './pick.ts';
import { toWorld } from './poses.ts';
import type { Triple } from './protocol.ts';
import type { Contact } from './steps.ts';

export interface Place {
  x: number; // px, from the left of the picture
  y: number; // px, from its top
}

export interface Pulling {
  canPull(hit: Hit): boolean;
  begin(hit: Hit, place: Place): void;
  move(place: Place): void;
  end(): void;
}

const kContactPixels = 12;
const kClickPixels = 4;

export class Pointer {
  onMeasure: (hit: Hit, place: Place) => void = () => {};
  onMeasureHover: (hit: Hit | null, place: Place) => void = () => {};
  pulling: Pulling | null = null;
  private down: { place: Place; hit: Hit | null; isPull: boolean } | null = null;
  private pending: Place | null = null;

  constructor(
    private readonly app: App,
    private readonly contacts: Contacts3d,
    private readonly canvas: HTMLCanvasElement,
  ) {
    canvas.addEventListener('pointerdown', (event) => this.press(event), { capture: true });
    window.addEventListener('pointermove', (event) => this.move(event));
    window.addEventListener('pointerup', (event) => this.release(event));
    window.addEventListener('pointercancel', () => this.cancel());
    canvas.addEventListener('pointerleave', () => this.leave());
  }

  placeOf(event: MouseEvent): Place {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  rayAt(place: Place): Ray {
    const { width, height } = this.app.scene.size;
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((2 * place.x) / width - 1, 1 - (2 * place.y) / height), this.app.scene.camera.camera);
    return { origin: caster.ray.origin.toArray() as Triple, direction: caster.ray.direction.toArray() as Triple };
  }

  project(p_WQ: Triple): Place {
    const { width, height } = this.app.scene.size;
    const v = new Vector3(...p_WQ).project(this.app.scene.camera.camera);
    return { x: ((v.x + 1) * width) / 2, y: ((1 - v.y) * height) / 2 };
  }

  projectOf(body: number): (p_BQ: Triple) => Place {
    return (p_BQ) => this.project(toWorld(this.app.X_WB, body, p_BQ));
  }

  hitAt(place: Place): Hit | null {
    const { app } = this;
    if (app.hello === null) return null;
    const shapeOf = (body: number) => app.hello!.bodies[body].shape;
    return findHit(this.rayAt(place), app.shapes, shapeOf, app.X_WB, (body) => !app.hidden.has(body), app.kept);
  }

  private contactAt(place: Place): Contact | null {
    if (!this.app.areContactsShown) return null;
    let best: Contact | null = null;
    let least = kContactPixels;
    for (const contact of this.contacts.shown) {
      const at = this.project(contact.p);
      const pixels = Math.hypot(at.x - place.x, at.y - place.y);
      if (pixels <= least) [best, least] = [contact, pixels];
    }
    return best;
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 || this.app.hello === null) return;
    const place = this.placeOf(event);
    const hit = this.hitAt(place);
    const isPull = hit !== null && this.app.tool !== 'measure' && !event.shiftKey && !event.ctrlKey && this.pulling !== null && this.pulling.canPull(hit);
    this.down = { place, hit, isPull };
    if (!isPull) return;
    this.app.scene.camera.controls.enabled = false;
    this.pulling!.begin(hit, place);
  }

  private move(event: PointerEvent): void {
    const place = this.placeOf(event);
    if (this.down?.isPull) return this.pulling?.move(place);
    if (event.buttons !== 0 || event.target !== this.canvas) return;
    if (this.pending === null) requestAnimationFrame(() => this.point());
    this.pending = place;
  }

  private point(): void {
    const place = this.pending;
    this.pending = null;
    if (place === null || this.app.hello === null) return;
    const contact = this.app.tool === 'measure' ? null : this.contactAt(place);
    const hit = contact === null ? this.hitAt(place) : null;
    this.app.hoverContact(contact?.id ?? null);
    this.app.hoverBody(hit?.body ?? null);
    this.onMeasureHover(hit, place);
    this.canvas.style.cursor = hit !== null && this.pulling?.canPull(hit) ? 'grab' : contact !== null || hit !== null ? 'pointer' : '';
  }

  private release(event: PointerEvent): void {
    const down = this.down;
    this.down = null;
    if (down === null) return;
    if (down.isPull) this.endPull();
    const place = this.placeOf(event);
    if (Math.hypot(place.x - down.place.x, place.y - down.place.y) <= kClickPixels) this.click(down.hit, place);
  }

  private click(hit: Hit | null, place: Place): void {
    if (this.app.tool === 'measure') {
      if (hit !== null) this.onMeasure(hit, place);
      return;
    }
    const contact = this.contactAt(place);
    if (contact !== null) this.app.select({ kind: 'contact', id: contact.id });
    else this.app.select(hit === null ? { kind: 'none' } : { kind: 'body', body: hit.body });
  }

  private cancel(): void {
    if (this.down?.isPull) this.endPull();
    this.down = null;
  }

  private endPull(): void {
    this.pulling?.end();
    this.app.scene.camera.controls.enabled = true;
  }

  private leave(): void {
    this.pending = null;
    this.app.hoverContact(null);
    this.app.hoverBody(null);
  }
}
