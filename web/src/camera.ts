// The camera: orbit with the left button, pan with the right or with shift, zoom with the wheel towards the pointer.
// z is up. Near and far planes follow the distance, so that nothing is cut at any scale.

import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Triple } from './protocol.ts';

export interface Ball {
  center: Triple;
  radius: number;
}

export class Camera {
  readonly camera = new PerspectiveCamera(40, 1, 0.01, 1000);
  readonly controls: OrbitControls;

  constructor(element: HTMLElement, onChange: () => void) {
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(2.4, -3.2, 1.9);
    this.controls = new OrbitControls(this.camera, element);
    this.controls.zoomToCursor = true;
    this.controls.enableDamping = false;
    this.controls.addEventListener('change', onChange);
  }

  get distance(): number {
    return this.camera.position.distanceTo(this.controls.target);
  }

  resize(width: number, height: number): void {
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
  }

  // Looks at a ball so that it fills most of the view; from the same side as before, unless another is given.
  frame(ball: Ball, from?: Triple): void {
    const target = new Vector3(...ball.center);
    const side = from ? new Vector3(...from) : this.camera.position.clone().sub(this.controls.target);
    const halfAngle = (this.camera.fov * Math.PI) / 360;
    const narrow = Math.min(halfAngle, Math.atan(Math.tan(halfAngle) * this.camera.aspect));
    const distance = Math.max(1e-6, ball.radius) / Math.sin(narrow);
    this.controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(side.normalize(), distance * 1.1);
    this.controls.update();
  }

  updatePlanes(sceneRadius: number): void {
    const distance = this.distance;
    this.camera.near = distance * 0.005;
    this.camera.far = distance * 20 + sceneRadius * 20;
    this.camera.updateProjectionMatrix();
  }
}
