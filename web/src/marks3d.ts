// Marks drawn over the bodies, seen through them: dots, lines some pixels wide, filled triangles and arrows. One object
// for each kind, filled anew whenever what is marked changes; colours go with every piece. Filled triangles can be drawn
// a second time, stronger, where no body is in front of them.

import {
  BufferAttribute, BufferGeometry, Color, ConeGeometry, CylinderGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial,
  Object3D, Points, PointsMaterial, Quaternion, Vector3, CanvasTexture, DoubleSide,
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

function replace(group: Group, old: Object3D | null, next: Object3D | null): void {
  if (old !== null) {
    group.remove(old);
    const { geometry, material } = old as Mesh;
    geometry.dispose();
    (material as MeshBasicMaterial).dispose();
  }
  if (next !== null) group.add(next);
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
  private dots: Points | null = null;
  private lines: LineSegments2 | null = null;
  private fill: Mesh | null = null;
  private frontFill: Mesh | null = null;
  private shafts: InstancedMesh | null = null;
  private heads: InstancedMesh | null = null;

  constructor(
    private readonly dotPixels: number,
    private readonly linePixels: number,
    private readonly fillOpacity: number,
    private readonly order: number,
    private readonly frontOpacity = 0,
  ) {}

  private readonly seenThrough = { depthTest: false, depthWrite: false, transparent: true };

  setDots(dots: Dot[]): void {
    let points: Points | null = null;
    if (dots.length > 0) {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(Float32Array.from(dots.flatMap((d) => d.p)), 3));
      geometry.setAttribute('color', new BufferAttribute(coloursOf(dots.map((d) => d.colour), 1), 3));
      const material = new PointsMaterial({ size: this.dotPixels * Math.min(2, devicePixelRatio), sizeAttenuation: false, vertexColors: true, map: discTexture(), alphaTest: 0.5, ...this.seenThrough });
      points = this.prepare(new Points(geometry, material), 3);
    }
    replace(this.group, this.dots, points);
    this.dots = points;
  }

  setLines(strokes: Stroke[]): void {
    let lines: LineSegments2 | null = null;
    if (strokes.length > 0) {
      const geometry = new LineSegmentsGeometry();
      geometry.setPositions(strokes.flatMap((s) => [...s.from, ...s.to]));
      geometry.setColors(coloursOf(strokes.map((s) => s.colour), 2));
      lines = this.prepare(new LineSegments2(geometry, new LineMaterial({ linewidth: this.linePixels, vertexColors: true, ...this.seenThrough })), 2);
    }
    replace(this.group, this.lines, lines);
    this.lines = lines;
  }

  setFill(triangles: Filled[]): void {
    const fill = this.makeFill(triangles, this.fillOpacity, false);
    const front = this.frontOpacity > 0 ? this.makeFill(triangles, this.frontOpacity, true) : null;
    replace(this.group, this.fill, fill);
    replace(this.group, this.frontFill, front);
    [this.fill, this.frontFill] = [fill, front];
  }

  private makeFill(triangles: Filled[], opacity: number, depthTest: boolean): Mesh | null {
    if (triangles.length === 0) return null;
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(triangles.flatMap((t) => t.corners.flat())), 3));
    geometry.setAttribute('color', new BufferAttribute(coloursOf(triangles.map((t) => t.colour), 3), 3));
    const material = new MeshBasicMaterial({ vertexColors: true, opacity, side: DoubleSide, ...this.seenThrough, depthTest });
    return this.prepare(new Mesh(geometry, material), 1);
  }

  // Arrows of one thickness (m); those shorter than their head are all head.
  setArrows(arrows: Stroke[], thickness: number): void {
    let shafts: InstancedMesh | null = null;
    let heads: InstancedMesh | null = null;
    if (arrows.length > 0) {
      const material = () => new MeshBasicMaterial(this.seenThrough);
      const shaft = new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0);
      const head = new ConeGeometry(2.6, 6, 16).translate(0, -3, 0);
      shafts = this.prepare(new InstancedMesh(shaft, material(), arrows.length), 4);
      heads = this.prepare(new InstancedMesh(head, material(), arrows.length), 4);
      this.placeArrows(arrows, thickness, shafts, heads);
    }
    replace(this.group, this.shafts, shafts);
    replace(this.group, this.heads, heads);
    [this.shafts, this.heads] = [shafts, heads];
  }

  private placeArrows(arrows: Stroke[], thickness: number, shafts: InstancedMesh, heads: InstancedMesh): void {
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

  private prepare<T extends Object3D>(object: T, layer: number): T {
    object.renderOrder = this.order + layer;
    object.frustumCulled = false;
    return object;
  }

  clear(): void {
    this.setDots([]);
    this.setLines([]);
    this.setFill([]);
    this.setArrows([], 1);
  }
}
