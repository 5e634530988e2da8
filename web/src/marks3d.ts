// Marks drawn over the bodies, seen through them: dots, lines some pixels wide, filled triangles and arrows. One object
// for each kind, filled anew whenever what is marked changes; colours go with every piece. Filled triangles can be drawn
// a second time, stronger, where no body is in front of them.

import {
  BufferAttribute, BufferGeometry, Color, ConeGeometry, CylinderGeometry, Group, InstancedMesh, type Material, Matrix4, Mesh, MeshBasicMaterial,
  Object3D, type Plane, Points, PointsMaterial, Quaternion, Vector3, CanvasTexture, DoubleSide,
} from 'three';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import { LineSegments2 } from 'three/examples/jsm/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/examples/jsm/lines/LineSegmentsGeometry.js';
import type { Triple } from './protocol.ts';

export interface Dot {
  p: Triple;
  colour: string;
}
export interface Stroke {
  from: Triple;
  to: Triple;
  colour: string;
}
export interface Filled {
  corners: Triple[]; // three
  colour: string;
}

function coloursOf(colours: string[], repeat: number): Float32Array {
  const out = new Float32Array(colours.length * 3 * repeat);
  const colour = new Color();
  colours.forEach((text, i) => {
    colour.set(text);
    for (let k = 0; k < repeat; ++k) colour.toArray(out, 3 * (i * repeat + k));
  });
  return out;
}

// Written once for all: a disc, so that points are round.
let disc: CanvasTexture | null = null;
function discTexture(): CanvasTexture {
  if (disc !== null) return disc;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.beginPath();
  context.arc(32, 32, 30, 0, 2 * Math.PI);
  context.fill();
  disc = new CanvasTexture(canvas);
  return disc;
}

export class Marks3d {
  readonly group = new Group();
  private readonly dots: Points;
  private readonly lines: LineSegments2;
  private readonly fills: Mesh[] = [];
  private readonly arrowMaterial: MeshBasicMaterial;
  private shafts: InstancedMesh | null = null;
  private heads: InstancedMesh | null = null;

  // Materials are made once: a new one for every step would have its shader compiled anew.
  constructor(dotPixels: number, linePixels: number, fillOpacity: number, private readonly order: number, frontOpacity = 0) {
    const seenThrough = { depthTest: false, depthWrite: false, transparent: true };
    const fill = (opacity: number, depthTest: boolean) => new MeshBasicMaterial({ vertexColors: true, side: DoubleSide, ...seenThrough, opacity, depthTest });
    this.dots = this.add(new Points(new BufferGeometry(), new PointsMaterial({ size: dotPixels, sizeAttenuation: false, vertexColors: true, map: discTexture(), alphaTest: 0.5, ...seenThrough })), 3);
    this.lines = this.add(new LineSegments2(new LineSegmentsGeometry(), new LineMaterial({ linewidth: linePixels, vertexColors: true, ...seenThrough })), 2);
    this.fills.push(this.add(new Mesh(new BufferGeometry(), fill(fillOpacity, false)), 1));
    if (frontOpacity > 0) this.fills.push(this.add(new Mesh(new BufferGeometry(), fill(frontOpacity, true)), 1));
    this.arrowMaterial = new MeshBasicMaterial(seenThrough);
  }

  setDots(dots: Dot[]): void {
    this.show(this.dots, dots.length, () => makeGeometry(dots.flatMap((d) => d.p), coloursOf(dots.map((d) => d.colour), 1)));
  }

  setLines(strokes: Stroke[]): void {
    this.show(this.lines, strokes.length, () => {
      const geometry = new LineSegmentsGeometry();
      geometry.setPositions(strokes.flatMap((s) => [...s.from, ...s.to]));
      geometry.setColors(coloursOf(strokes.map((s) => s.colour), 2));
      return geometry;
    });
  }

  setFill(triangles: Filled[]): void {
    for (const fill of this.fills) {
      this.show(fill, triangles.length, () => makeGeometry(triangles.flatMap((t) => t.corners.flat()), coloursOf(triangles.map((t) => t.colour), 3)));
    }
  }

  // Arrows of one thickness (m); those shorter than their head are all head.
  setArrows(arrows: Stroke[], thickness: number): void {
    for (const old of [this.shafts, this.heads]) {
      if (old === null) continue;
      this.group.remove(old);
      old.dispose();
    }
    this.shafts = this.heads = null;
    if (arrows.length === 0) return;
    this.shafts = this.add(new InstancedMesh(kShaft, this.arrowMaterial, arrows.length), 4);
    this.heads = this.add(new InstancedMesh(kHead, this.arrowMaterial, arrows.length), 4);
    this.shafts.visible = this.heads.visible = true;
    placeArrows(arrows, thickness, this.shafts, this.heads);
  }

  // What is behind a plane is not drawn.
  setClipping(planes: Plane[]): void {
    for (const object of [this.dots, this.lines, ...this.fills]) {
      const material = object.material as Material;
      material.clippingPlanes = planes;
      material.needsUpdate = true;
    }
  }

  clear(): void {
    this.setDots([]);
    this.setLines([]);
    this.setFill([]);
    this.setArrows([], 1);
  }

  private show(object: Mesh | Points, count: number, make: () => BufferGeometry): void {
    object.visible = count > 0;
    if (count === 0) return;
    object.geometry.dispose();
    object.geometry = make();
  }

  private add<T extends Object3D>(object: T, layer: number): T {
    object.renderOrder = this.order + layer;
    object.frustumCulled = false;
    object.visible = false;
    this.group.add(object);
    return object;
  }
}

const kShaft = new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
const kHead = new ConeGeometry(2.6, 6, 16).translate(0, -3, 0);

function makeGeometry(positions: number[], colours: Float32Array): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
  return geometry;
}

function placeArrows(arrows: Stroke[], thickness: number, shafts: InstancedMesh, heads: InstancedMesh): void {
  const up = new Vector3(0, 1, 0), matrix = new Matrix4(), turn = new Quaternion(), colour = new Color();
  arrows.forEach((arrow, i) => {
    const from = new Vector3(...arrow.from), to = new Vector3(...arrow.to);
    const along = to.clone().sub(from);
    const length = along.length();
    turn.setFromUnitVectors(up, along.divideScalar(Math.max(length, 1e-30)));
    const headScale = Math.min(thickness, length / 6);
    const shaftLength = Math.max(length - 6 * headScale, 1e-12);
    shafts.setMatrixAt(i, matrix.compose(from, turn, new Vector3(headScale, shaftLength, headScale)));
    heads.setMatrixAt(i, matrix.compose(to, turn, new Vector3(headScale, headScale, headScale)));
    shafts.setColorAt(i, colour.set(arrow.colour));
    heads.setColorAt(i, colour.set(arrow.colour));
  });
}
