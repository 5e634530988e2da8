// The bodies on the GPU: for each shape one instanced mesh and one set of instanced lines that share one buffer of
// matrices, so that moving everything is one buffer update for each shape. A hidden body has a matrix of zeros.

import {
  BufferAttribute, BufferGeometry, Color, DoubleSide, Group, InstancedBufferAttribute, InstancedMesh, LineBasicMaterial,
  LineSegments, MeshLambertMaterial, Plane, Points, PointsMaterial, DynamicDrawUsage,
} from 'three';
import { writeMatrix } from './poses.ts';
import { drawnEdges, type Shape } from './shapes.ts';

// three draws any object with these as instances; lines have no class of their own for it.
function makeInstancedLines(geometry: BufferGeometry, material: LineBasicMaterial, matrices: InstancedBufferAttribute): LineSegments {
  const lines = new LineSegments(geometry, material);
  const colours = new InstancedBufferAttribute(new Float32Array(matrices.count * 3), 3);
  Object.assign(lines, {
    isInstancedMesh: true,
    instanceMatrix: matrices,
    instanceColor: colours,
    morphTexture: null,
    count: matrices.count,
  });
  lines.frustumCulled = false;
  return lines;
}

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

interface Layer {
  shape: Shape;
  bodies: number[];
  mesh: InstancedMesh;
  lines: LineSegments;
  lineMaterial: LineBasicMaterial;
  lineColours: InstancedBufferAttribute;
  points: Points | null;
}

export interface Look {
  colour: string;
  edge: string | number;
  isHidden: boolean;
}

export class Bodies3d {
  readonly group = new Group();
  private readonly layers: Layer[] = [];
  private readonly material: MeshLambertMaterial;
  private isHidden: boolean[] = [];
  numTriangles = 0;

  constructor(shapes: Shape[], shapeOfBody: number[]) {
    this.material = new MeshLambertMaterial({
      side: DoubleSide, shadowSide: DoubleSide,
      polygonOffset: true, polygonOffsetFactor: 1.2, polygonOffsetUnits: 2,
    });
    this.material.onBeforeCompile = paintInsides;
    shapes.forEach((shape, s) => {
      const bodies = shapeOfBody.flatMap((of, body) => (of === s ? [body] : []));
      if (bodies.length > 0) this.layers.push(this.makeLayer(shape, bodies));
    });
    this.isHidden = shapeOfBody.map(() => false);
  }

  private makeLayer(shape: Shape, bodies: number[]): Layer {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(shape.positions), 3));
    geometry.setAttribute('normal', new BufferAttribute(shape.normals, 3));
    const mesh = new InstancedMesh(geometry, this.material, bodies.length);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.instanceColor = new InstancedBufferAttribute(new Float32Array(bodies.length * 3).fill(1), 3);
    mesh.castShadow = mesh.receiveShadow = true;
    mesh.frustumCulled = false;

    const edges = drawnEdges(shape);
    const lineMaterial = new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
    const lineGeometry = new BufferGeometry();
    lineGeometry.setAttribute('position', new BufferAttribute(edges.positions, 3));
    const tints = new Float32Array(edges.opacity.length * 8).fill(1);
    edges.opacity.forEach((opacity, i) => (tints[8 * i + 3] = tints[8 * i + 7] = opacity));
    lineGeometry.setAttribute('color', new BufferAttribute(tints, 4));
    const lines = makeInstancedLines(lineGeometry, lineMaterial, mesh.instanceMatrix);
    const lineColours = (lines as unknown as { instanceColor: InstancedBufferAttribute }).instanceColor;

    this.group.add(mesh, lines);
    const points = this.makePoints(shape, bodies);
    this.numTriangles += (shape.positions.length / 9) * bodies.length;
    return { shape, bodies, mesh, lines, lineMaterial, lineColours, points };
  }

  // Loose vertices: few shapes have any, so they are drawn for the first body of the shape alone.
  private makePoints(shape: Shape, bodies: number[]): Points | null {
    if (shape.points.length === 0) return null;
    const geometry = new BufferGeometry();
    const places = Float32Array.from([...shape.points].flatMap((v) => [...shape.vertices.subarray(3 * v, 3 * v + 3)]));
    geometry.setAttribute('position', new BufferAttribute(places, 3));
    const points = new Points(geometry, new PointsMaterial({ size: 6, sizeAttenuation: false, color: 0xcc3300 }));
    points.matrixAutoUpdate = false;
    points.userData.body = bodies[0];
    this.group.add(points);
    return points;
  }

  setPoses(X_WB: Float64Array): void {
    for (const layer of this.layers) {
      const matrices = layer.mesh.instanceMatrix.array as Float32Array;
      layer.bodies.forEach((body, i) => {
        if (this.isHidden[body]) matrices.fill(0, 16 * i, 16 * i + 16);
        else writeMatrix(X_WB, 7 * body, matrices, 16 * i);
      });
      layer.mesh.instanceMatrix.needsUpdate = true;
      if (layer.points !== null) {
        const matrix = new Float32Array(16);
        writeMatrix(X_WB, 7 * layer.points.userData.body, matrix, 0);
        layer.points.matrix.fromArray(matrix);
        layer.points.matrixWorldNeedsUpdate = true;
      }
    }
  }

  setLooks(lookOf: (body: number) => Look): void {
    const colour = new Color();
    for (const layer of this.layers) {
      layer.bodies.forEach((body, i) => {
        const look = lookOf(body);
        this.isHidden[body] = look.isHidden;
        colour.set(look.colour).toArray(layer.mesh.instanceColor!.array, 3 * i);
        colour.set(look.edge).toArray(layer.lineColours.array, 3 * i);
      });
      layer.mesh.instanceColor!.needsUpdate = true;
      layer.lineColours.needsUpdate = true;
    }
  }

  get numShown(): number {
    return this.isHidden.filter((hidden) => !hidden).length;
  }

  // Edges of bodies that are only some pixels large would paint them over; they fade instead.
  fadeEdges(pixelsPerMetre: number): void {
    for (const { lineMaterial, shape } of this.layers) {
      lineMaterial.opacity = Math.min(1, Math.max(0.05, (shape.reach * pixelsPerMetre - 2) / 16));
    }
  }

  setEdgesShown(shown: boolean): void {
    for (const layer of this.layers) layer.lines.visible = shown;
  }

  // See-through bodies let contacts inside be seen; they cast no shadow then.
  setXray(xray: boolean): void {
    this.material.transparent = xray;
    this.material.opacity = xray ? 0.28 : 1;
    this.material.depthWrite = !xray;
    this.material.needsUpdate = true;
    for (const layer of this.layers) layer.mesh.castShadow = !xray;
  }

  setClipping(planes: Plane[]): void {
    this.material.clipShadows = planes.length > 0;
    for (const material of [this.material, ...this.layers.map((layer) => layer.lineMaterial)]) {
      material.clippingPlanes = planes.length > 0 ? planes : null;
      material.needsUpdate = true;
    }
  }
}
