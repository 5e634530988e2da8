// The bodies on the GPU. Vertices carry the number of their body, whose pose and colours are in two textures
// (body_textures.ts): moving everything is one upload a frame. Small shapes are laid out once for each of their bodies,
// all in one mesh, so that a scene of a thousand of them is one draw call for the surfaces and one for the edges (drawn
// as instances, so small ones would keep a GPU waiting, and a processor that draws even more so). A shape of many
// triangles is there once and drawn in instances.

import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, FrontSide, Group, InstancedBufferAttribute, InstancedBufferGeometry, LineBasicMaterial,
  LineSegments, Mesh, MeshDepthMaterial, MeshLambertMaterial, Plane, Points, PointsMaterial, RGBADepthPacking, type Camera, type ShaderMaterial, type WebGLRenderer,
} from 'three';
import { BodyTextures, kSurfacePainting, type Painting } from './body_textures.ts';
import { Caps3d, kCutTone } from './caps3d.ts';
import type { Level } from './quality.ts';
import { type CornerLight, makeQuickSurface } from './quick_surface.ts';
import { drawnEdges, type Shape } from './shapes.ts';
import { weld } from './weld.ts';

const kSmallShape = 3 * 256; // vertices
const kBehindEdges = { polygonOffset: true, polygonOffsetFactor: 1.2, polygonOffsetUnits: 2 };
const kMostLaidOut = 3 * (1 << 19); // vertices, of all small shapes and their bodies: 42 MB

// Edges of bodies that are only some pixels large would paint them over; they fade instead. `tint` is how strong an edge
// is and how large its body.
const kEdgePainting: Painting = {
  declarations: 'attribute vec2 tint;\nuniform float pixelsPerMetre;',
  colour: 'vec4(readBody(bodyLooks, 1).rgb, tint.x * clamp((tint.y * pixelsPerMetre - 2.0) / 16.0, 0.05, 1.0))',
};

// Where a section cuts a solid there is its cap (caps3d.ts), and behind it its inside, in the same tone: at the rim of the
// cap some of it may be seen.
function paintInside(shader: { fragmentShader: string }): void {
  shader.fragmentShader = shader.fragmentShader.replace(
    '#include <opaque_fragment>',
    `#include <opaque_fragment>
    #if NUM_CLIPPING_PLANES > 0
      if (!gl_FrontFacing) gl_FragColor.rgb = ${kCutTone} * diffuseColor.rgb;
    #endif`,
  );
}

// What is drawn of one shape: vertices with their attributes, in the order of the indices, or as they come.
interface Pieces {
  attributes: Record<string, { values: Float32Array; width: number }>;
  indices: Uint32Array | null;
}

interface Drawn {
  surface: Pieces;
  edges: Pieces;
  points: Pieces;
}

interface Part {
  drawn: Drawn;
  bodies: number[];
}

export interface Look {
  colour: string;
  edge: string | number;
  isHidden: boolean;
}

function makePieces(attributes: Pieces['attributes'], isSmall: boolean): Pieces {
  if (!isSmall) return { attributes, indices: null };
  const names = Object.keys(attributes);
  const { columns, indices } = weld(names.map((name) => attributes[name].values), names.map((name) => attributes[name].width));
  return { attributes: Object.fromEntries(names.map((name, i) => [name, { values: columns[i], width: attributes[name].width }])), indices };
}

function makeDrawn(shape: Shape, isSmall: boolean): Drawn {
  const edges = drawnEdges(shape);
  const tints = new Float32Array(4 * edges.opacity.length);
  edges.opacity.forEach((opacity, i) => tints.set([opacity, shape.reach, opacity, shape.reach], 4 * i));
  const points = Float32Array.from([...shape.points].flatMap((v) => [...shape.vertices.subarray(3 * v, 3 * v + 3)]));
  return {
    surface: makePieces({ position: { values: Float32Array.from(shape.positions), width: 3 }, normal: { values: shape.normals, width: 3 } }, isSmall),
    edges: makePieces({ position: { values: edges.positions, width: 3 }, tint: { values: tints, width: 2 } }, isSmall),
    points: makePieces({ position: { values: points, width: 3 } }, isSmall),
  };
}

// Whether nobody can look at its surface from inside.
function isClosed(shape: Shape): boolean {
  return shape.info.is_solid || shape.info.kind === 'round';
}

// A shape that is there once, with the number of the body at every instance.
function makeInstanced(pieces: Pieces, bodies: number[]): BufferGeometry {
  const geometry = new InstancedBufferGeometry();
  for (const [name, { values, width }] of Object.entries(pieces.attributes)) geometry.setAttribute(name, new BufferAttribute(values, width));
  geometry.setAttribute('body', new InstancedBufferAttribute(Float32Array.from(bodies), 1));
  return geometry;
}

// Shapes laid out once for each of their bodies, with the number of the body at every vertex.
function makeLaidOut(parts: { pieces: Pieces; bodies: number[] }[]): BufferGeometry {
  const geometry = new BufferGeometry();
  const total = (count: (pieces: Pieces) => number) => parts.reduce((sum, { pieces, bodies }) => sum + bodies.length * count(pieces), 0);
  for (const [name, { width }] of Object.entries(parts[0].pieces.attributes)) {
    const out = new Float32Array(total((pieces) => pieces.attributes[name].values.length));
    let at = 0;
    for (const { pieces, bodies } of parts) {
      const { values } = pieces.attributes[name];
      for (let copy = 0; copy < bodies.length; ++copy, at += values.length) out.set(values, at);
    }
    geometry.setAttribute(name, new BufferAttribute(out, width));
  }
  const body = new Float32Array(total(countVertices));
  const indices = new Uint32Array(total((pieces) => pieces.indices!.length));
  let first = 0, at = 0;
  for (const { pieces, bodies } of parts) {
    for (const number of bodies) {
      for (const index of pieces.indices!) indices[at++] = first + index;
      body.fill(number, first, (first += countVertices(pieces)));
    }
  }
  geometry.setAttribute('body', new BufferAttribute(body, 1));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

function countVertices(pieces: Pieces): number {
  return pieces.attributes.position.values.length / 3;
}

export class Bodies3d {
  readonly group = new Group();
  private readonly textures: BodyTextures;
  private readonly closed = new MeshLambertMaterial({ ...kBehindEdges });
  private readonly closedQuick: ShaderMaterial; // where it does as well
  private readonly open = new MeshLambertMaterial({ ...kBehindEdges });
  private readonly caps: Caps3d;
  private readonly meshes: Mesh[] = [];
  private readonly closedMeshes: Mesh[] = []; // of them
  private readonly lines: LineSegments[] = [];
  private readonly edgeMaterial = new LineBasicMaterial({ transparent: true, depthWrite: false });
  private readonly pointMaterial = new PointsMaterial({ size: 6, sizeAttenuation: false, color: 0xcc3300 });
  private readonly depthMaterial = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
  private readonly pixelsPerMetre = { value: 1 };
  private readonly isHidden: boolean[];
  private areEdgesShown = true;
  private isXray = false;
  private plane: Plane | null = null; // of a section
  numTriangles = 0;

  constructor(shapes: Shape[], shapeOfBody: number[], light: CornerLight) {
    this.isHidden = shapeOfBody.map(() => false);
    this.textures = new BodyTextures(shapeOfBody.length);
    this.closed.onBeforeCompile = paintInside;
    for (const material of [this.closed, this.open]) this.textures.apply(material, kSurfacePainting);
    this.closedQuick = makeQuickSurface(this.textures, light, kBehindEdges);
    this.textures.apply(this.edgeMaterial, kEdgePainting, { pixelsPerMetre: this.pixelsPerMetre });
    this.textures.apply(this.pointMaterial);
    this.textures.apply(this.depthMaterial);
    const bodiesOf = shapes.map((): number[] => []);
    shapeOfBody.forEach((shape, body) => bodiesOf[shape].push(body));
    this.addParts(shapes, bodiesOf);
    this.caps = new Caps3d(this.closedMeshes.map((mesh) => mesh.geometry), this.textures);
    this.group.add(this.caps.caps);
    this.updateSides();
  }

  private addParts(shapes: Shape[], bodiesOf: number[][]): void {
    const small: { closed: Part[]; open: Part[] } = { closed: [], open: [] };
    let room = kMostLaidOut;
    shapes.forEach((shape, s) => {
      const bodies = bodiesOf[s];
      if (bodies.length === 0) return;
      const numVertices = shape.positions.length / 3;
      this.numTriangles += (numVertices / 3) * bodies.length;
      const isSmall = numVertices <= kSmallShape && numVertices * bodies.length <= room;
      const part = { drawn: makeDrawn(shape, isSmall), bodies };
      if (!isSmall) return this.add((kind) => makeInstanced(part.drawn[kind], bodies), isClosed(shape));
      room -= numVertices * bodies.length;
      (isClosed(shape) ? small.closed : small.open).push(part);
    });
    for (const [parts, areClosed] of [[small.closed, true], [small.open, false]] as const) {
      if (parts.length > 0) this.add((kind) => makeLaidOut(parts.map(({ drawn, bodies }) => ({ pieces: drawn[kind], bodies }))), areClosed);
    }
  }

  private add(geometryOf: (kind: keyof Drawn) => BufferGeometry, areClosed: boolean): void {
    const mesh = new Mesh(geometryOf('surface'), areClosed ? this.closed : this.open);
    if (areClosed) this.closedMeshes.push(mesh);
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.customDepthMaterial = this.depthMaterial;
    this.meshes.push(mesh);
    const lines = new LineSegments(geometryOf('edges'), this.edgeMaterial);
    this.lines.push(lines);
    const points = new Points(geometryOf('points'), this.pointMaterial);
    for (const object of [mesh, lines, points]) {
      if (object.geometry.getAttribute('position').count === 0) continue;
      object.frustumCulled = false; // three does not know where bodies are
      this.group.add(object);
    }
  }

  setPoses(X_WB: Float64Array): void {
    this.textures.setPoses(X_WB, this.isHidden);
  }

  // Poses are to be set again then.
  setLooks(lookOf: (body: number) => Look): void {
    const surface = new Color(), edge = new Color();
    this.isHidden.forEach((_, body) => {
      const look = lookOf(body);
      this.isHidden[body] = look.isHidden;
      this.textures.setLook(body, surface.set(look.colour), edge.set(look.edge));
    });
  }

  get numShown(): number {
    return this.isHidden.filter((hidden) => !hidden).length;
  }

  setScale(pixelsPerMetre: number): void {
    this.pixelsPerMetre.value = pixelsPerMetre;
  }

  setEdgesShown(shown: boolean): void {
    this.areEdgesShown = shown;
  }

  // What there is time for.
  setLevel({ hasEdges, hasShadows }: Level): void {
    for (const lines of this.lines) lines.visible = hasEdges && this.areEdgesShown;
    for (const mesh of this.closedMeshes) mesh.material = this.isOutsideEnough && !hasShadows ? this.closedQuick : this.closed;
  }

  // See-through bodies let contacts inside be seen; they cast no shadow then.
  setXray(xray: boolean): void {
    this.isXray = xray;
    for (const material of [this.closed, this.open]) {
      Object.assign(material, { transparent: xray, opacity: xray ? 0.28 : 1, depthWrite: !xray, needsUpdate: true });
    }
    for (const mesh of this.meshes) mesh.castShadow = !xray;
    this.caps.setXray(xray);
    this.updateSides();
  }

  setClipping(plane: Plane | null): void {
    this.plane = plane;
    this.caps.setPlane(plane);
    for (const material of [this.closed, this.open, this.edgeMaterial, this.pointMaterial]) {
      material.clipShadows = plane !== null;
      material.clippingPlanes = plane === null ? null : [plane];
      material.needsUpdate = true;
    }
    this.updateSides();
  }

  // Of what is closed nobody sees the inside, unless it is cut or seen through.
  private get isOutsideEnough(): boolean {
    return !this.isXray && this.plane === null;
  }

  private updateSides(): void {
    this.closed.side = this.closed.shadowSide = this.isOutsideEnough ? FrontSide : DoubleSide;
    this.open.side = this.open.shadowSide = DoubleSide;
  }

  // What a picture needs before it is drawn.
  prepare(renderer: WebGLRenderer, camera: Camera): void {
    this.caps.update(renderer, camera);
  }

  dispose(): void {
    this.caps.dispose();
    for (const object of this.group.children) (object as Mesh).geometry.dispose();
    for (const material of [this.closed, this.closedQuick, this.open, this.edgeMaterial, this.pointMaterial, this.depthMaterial]) material.dispose();
    this.textures.dispose();
  }
}
