// The bodies on the GPU. Vertices carry the number of their body, whose pose and colours are in two textures
// (body_textures.ts): moving everything is one upload a frame. Small shapes are laid out once for each of their bodies,
// all in one mesh, so that a scene of a thousand of them is one draw call for the surfaces and one for the edges (drawn
// as instances, so small ones would keep a GPU waiting, and a processor that draws even more so). A shape of many
// triangles is there once and drawn in instances.

import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, FrontSide, Group, InstancedBufferAttribute, InstancedBufferGeometry, LineBasicMaterial,
  LineSegments, Mesh, MeshDepthMaterial, MeshLambertMaterial, Plane, Points, PointsMaterial, RGBADepthPacking,
} from 'three';
import { BodyTextures, kSurfacePainting, type Painting } from './body_textures.ts';
import { drawnEdges, type DrawnEdges, type Shape } from './shapes.ts';

const kSmallShape = 3 * 256; // vertices
const kMostLaidOut = 3 * (1 << 19); // vertices, of all small shapes and their bodies: 42 MB

// Edges of bodies that are only some pixels large would paint them over; they fade instead. `tint` is how strong an edge
// is and how large its body.
const kEdgePainting: Painting = {
  declarations: 'attribute vec2 tint;\nuniform float pixelsPerMetre;',
  colour: 'vec4(readBody(bodyLooks, 1).rgb, tint.x * clamp((tint.y * pixelsPerMetre - 2.0) / 16.0, 0.05, 1.0))',
};

// Behind a section the insides of solids come into view; painted in one even tone they read as the cut itself.
function paintInsides(shader: { fragmentShader: string }): void {
  shader.fragmentShader = shader.fragmentShader.replace(
    '#include <opaque_fragment>',
    `#include <opaque_fragment>
    #if NUM_CLIPPING_PLANES > 0
      if (!gl_FrontFacing) gl_FragColor.rgb = diffuseColor.rgb * 0.5;
    #endif`,
  );
}

// What is drawn of one shape.
interface Drawn {
  positions: Float32Array;
  normals: Float32Array;
  edges: DrawnEdges;
  points: Float32Array;
  reach: number;
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

function makeDrawn(shape: Shape): Drawn {
  return {
    positions: Float32Array.from(shape.positions),
    normals: shape.normals,
    edges: drawnEdges(shape),
    points: Float32Array.from([...shape.points].flatMap((v) => [...shape.vertices.subarray(3 * v, 3 * v + 3)])),
    reach: shape.reach,
  };
}

// Whether nobody can look at its surface from inside.
function isClosed(shape: Shape): boolean {
  return shape.info.is_solid || shape.info.kind === 'round';
}

// One attribute of all parts, laid out for each of their bodies; of a part alone, once for all of them.
function layOut(parts: Part[], isInstanced: boolean, size: number, valuesOf: (part: Part) => ArrayLike<number>): BufferAttribute {
  const copies = (part: Part) => (isInstanced ? 1 : part.bodies.length);
  const values = parts.map(valuesOf);
  const out = new Float32Array(parts.reduce((sum, part, i) => sum + copies(part) * values[i].length, 0));
  let at = 0;
  parts.forEach((part, i) => {
    for (let copy = 0; copy < copies(part); ++copy, at += values[i].length) out.set(values[i], at);
  });
  return new BufferAttribute(out, size);
}

// The geometry of one kind of pieces, with the number of the body at every vertex or every instance.
function makeGeometry(parts: Part[], isInstanced: boolean, positionsOf: (drawn: Drawn) => Float32Array): BufferGeometry {
  const geometry = isInstanced ? new InstancedBufferGeometry() : new BufferGeometry();
  geometry.setAttribute('position', layOut(parts, isInstanced, 3, ({ drawn }) => positionsOf(drawn)));
  if (isInstanced) {
    geometry.setAttribute('body', new InstancedBufferAttribute(Float32Array.from(parts[0].bodies), 1));
    return geometry;
  }
  const body = new Float32Array(geometry.getAttribute('position').count);
  let at = 0;
  for (const { drawn, bodies } of parts) {
    const count = positionsOf(drawn).length / 3;
    for (const number of bodies) body.fill(number, at, (at += count));
  }
  geometry.setAttribute('body', new BufferAttribute(body, 1));
  return geometry;
}

function tintsOf({ drawn }: Part): Float32Array {
  const tints = new Float32Array(4 * drawn.edges.opacity.length);
  drawn.edges.opacity.forEach((opacity, i) => tints.set([opacity, drawn.reach, opacity, drawn.reach], 4 * i));
  return tints;
}

export class Bodies3d {
  readonly group = new Group();
  private readonly textures: BodyTextures;
  private readonly closed = this.makeSurface();
  private readonly open = this.makeSurface();
  private readonly meshes: Mesh[] = [];
  private readonly lines: LineSegments[] = [];
  private readonly edgeMaterial = new LineBasicMaterial({ transparent: true, depthWrite: false });
  private readonly pointMaterial = new PointsMaterial({ size: 6, sizeAttenuation: false, color: 0xcc3300 });
  private readonly depthMaterial = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
  private readonly pixelsPerMetre = { value: 1 };
  private readonly isHidden: boolean[];
  private isXray = false;
  private planes: Plane[] = [];
  numTriangles = 0;

  constructor(shapes: Shape[], shapeOfBody: number[]) {
    this.isHidden = shapeOfBody.map(() => false);
    this.textures = new BodyTextures(shapeOfBody.length);
    for (const material of [this.closed, this.open]) this.textures.apply(material, kSurfacePainting);
    this.textures.apply(this.edgeMaterial, kEdgePainting, { pixelsPerMetre: this.pixelsPerMetre });
    this.textures.apply(this.pointMaterial);
    this.textures.apply(this.depthMaterial);
    const bodiesOf = shapes.map((): number[] => []);
    shapeOfBody.forEach((shape, body) => bodiesOf[shape].push(body));
    this.addParts(shapes, bodiesOf);
    this.updateSides();
  }

  private addParts(shapes: Shape[], bodiesOf: number[][]): void {
    const small: { closed: Part[]; open: Part[] } = { closed: [], open: [] };
    let room = kMostLaidOut;
    shapes.forEach((shape, s) => {
      if (bodiesOf[s].length === 0) return;
      const part = { drawn: makeDrawn(shape), bodies: bodiesOf[s] };
      const numVertices = part.drawn.positions.length / 3;
      this.numTriangles += (numVertices / 3) * part.bodies.length;
      const isSmall = part.bodies.length === 1 || (numVertices <= kSmallShape && numVertices * part.bodies.length <= room);
      if (!isSmall) return this.add([part], true, isClosed(shape));
      room -= numVertices * part.bodies.length;
      (isClosed(shape) ? small.closed : small.open).push(part);
    });
    if (small.closed.length > 0) this.add(small.closed, false, true);
    if (small.open.length > 0) this.add(small.open, false, false);
  }

  private makeSurface(): MeshLambertMaterial {
    const material = new MeshLambertMaterial({ polygonOffset: true, polygonOffsetFactor: 1.2, polygonOffsetUnits: 2 });
    material.onBeforeCompile = paintInsides;
    return material;
  }

  private add(parts: Part[], isInstanced: boolean, areClosed: boolean): void {
    const surface = makeGeometry(parts, isInstanced, (drawn) => drawn.positions);
    surface.setAttribute('normal', layOut(parts, isInstanced, 3, ({ drawn }) => drawn.normals));
    const mesh = new Mesh(surface, areClosed ? this.closed : this.open);
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.customDepthMaterial = this.depthMaterial;
    this.meshes.push(mesh);
    const edges = makeGeometry(parts, isInstanced, (drawn) => drawn.edges.positions);
    edges.setAttribute('tint', layOut(parts, isInstanced, 2, tintsOf));
    const lines = new LineSegments(edges, this.edgeMaterial);
    this.lines.push(lines);
    const points = new Points(makeGeometry(parts, isInstanced, (drawn) => drawn.points), this.pointMaterial);
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
    for (const lines of this.lines) lines.visible = shown;
  }

  // See-through bodies let contacts inside be seen; they cast no shadow then.
  setXray(xray: boolean): void {
    this.isXray = xray;
    for (const material of [this.closed, this.open]) {
      Object.assign(material, { transparent: xray, opacity: xray ? 0.28 : 1, depthWrite: !xray, needsUpdate: true });
    }
    for (const mesh of this.meshes) mesh.castShadow = !xray;
    this.updateSides();
  }

  setClipping(planes: Plane[]): void {
    this.planes = planes;
    for (const material of [this.closed, this.open, this.edgeMaterial]) {
      material.clipShadows = planes.length > 0;
      material.clippingPlanes = planes.length > 0 ? planes : null;
      material.needsUpdate = true;
    }
    this.updateSides();
  }

  // Of what is closed nobody sees the inside, unless it is cut or seen through.
  private updateSides(): void {
    const isOutsideEnough = !this.isXray && this.planes.length === 0;
    this.closed.side = this.closed.shadowSide = isOutsideEnough ? FrontSide : DoubleSide;
    this.open.side = this.open.shadowSide = DoubleSide;
  }

  dispose(): void {
    for (const object of this.group.children) (object as Mesh).geometry.dispose();
    for (const material of [this.closed, this.open, this.edgeMaterial, this.pointMaterial, this.depthMaterial]) material.dispose();
    this.textures.dispose();
  }
}
