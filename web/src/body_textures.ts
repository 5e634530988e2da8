// Where all bodies are and how they look, as the GPU reads it: two small textures, with two texels for each body. Moving
// everything is one upload of 32 bytes a body, whatever there is of shapes. Any material of three can be made to draw
// vertices that carry the number of their body (attribute `body`): they are then given in that body's frame.
//
//   poses   x, y, z, scale (0 hides)   and   qx, qy, qz, qw
//   looks   colour of the surface      and   colour of the edges

import { DataTexture, FloatType, RGBAFormat, type Color, type Material } from 'three';

const kTexels = 2; // of a body
const kWidth = 1024; // texels in a row

// GLSL: one of the two texels of a body.
export const kReadTable = `
vec4 readTable(highp sampler2D table, int number, int texel) {
  int i = ${kTexels} * number + texel;
  return texelFetch(table, ivec2(i % ${kWidth}, i / ${kWidth}), 0);
}`;

const kDeclarations = `
#include <common>
attribute float body;
uniform highp sampler2D bodyPoses;
vec4 bodyPlace;
vec4 bodyTurn;
${kReadTable}
vec4 readBody(highp sampler2D table, int texel) {
  return readTable(table, int(body), texel);
}
vec3 turnWithBody(vec3 v) {
  return v + 2.0 * cross(bodyTurn.xyz, cross(bodyTurn.xyz, v) + bodyTurn.w * v);
}`;

// What a vertex shader says of its colour, a vec4.
export interface Painting {
  declarations: string;
  colour: string;
}

export const kSurfacePainting: Painting = { declarations: '', colour: 'vec4(readBody(bodyLooks, 0).rgb, 1.0)' };

function makeTable(numBodies: number): DataTexture {
  const height = Math.max(1, Math.ceil((kTexels * numBodies) / kWidth));
  return new DataTexture(new Float32Array(4 * kWidth * height), kWidth, height, RGBAFormat, FloatType);
}

export class BodyTextures {
  private readonly poses: DataTexture;
  readonly looks: DataTexture;

  constructor(private readonly numBodies: number) {
    this.poses = makeTable(numBodies);
    this.looks = makeTable(numBodies);
  }

  // `X_WB` has seven numbers for each body: x, y, z, qw, qx, qy, qz.
  setPoses(X_WB: Float64Array, isHidden: boolean[]): void {
    const out = this.poses.image.data as Float32Array;
    for (let body = 0, i = 0, o = 0; body < this.numBodies; ++body, i += 7, o += 8) {
      out[o] = X_WB[i];
      out[o + 1] = X_WB[i + 1];
      out[o + 2] = X_WB[i + 2];
      out[o + 3] = isHidden[body] ? 0 : 1;
      out[o + 4] = X_WB[i + 4];
      out[o + 5] = X_WB[i + 5];
      out[o + 6] = X_WB[i + 6];
      out[o + 7] = X_WB[i + 3];
    }
    this.poses.needsUpdate = true;
  }

  setLook(body: number, surface: Color, edge: Color): void {
    const out = this.looks.image.data as Float32Array;
    surface.toArray(out, 8 * body);
    edge.toArray(out, 8 * body + 4);
    this.looks.needsUpdate = true;
  }

  // Makes a material place its vertices with their bodies, and paint them, if told how. `uniforms` are those of the
  // painting.
  apply<M extends Material>(material: M, painting: Painting | null = null, uniforms: Record<string, { value: unknown }> = {}): M {
    const earlier = material.onBeforeCompile;
    material.onBeforeCompile = (shader, renderer) => {
      earlier.call(material, shader, renderer);
      Object.assign(shader.uniforms, uniforms, { bodyPoses: { value: this.poses }, bodyLooks: { value: this.looks } });
      shader.vertexShader = shader.vertexShader
        .replace('#include <common>', kDeclarations)
        .replace('void main() {', 'void main() {\nbodyPlace = readBody(bodyPoses, 0);\nbodyTurn = readBody(bodyPoses, 1);')
        .replace('#include <beginnormal_vertex>', 'vec3 objectNormal = turnWithBody(normal);')
        .replace('#include <begin_vertex>', 'vec3 transformed = bodyPlace.xyz + bodyPlace.w * turnWithBody(position);');
      if (painting === null) return;
      shader.vertexShader = shader.vertexShader
        .replace('#include <color_pars_vertex>', `uniform highp sampler2D bodyLooks;\nvarying vec4 paint;\n${painting.declarations}`)
        .replace('#include <color_vertex>', `paint = ${painting.colour};`);
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <color_pars_fragment>', 'varying vec4 paint;')
        .replace('#include <color_fragment>', 'diffuseColor *= paint;');
    };
    material.customProgramCacheKey = () => `${painting?.colour} ${earlier}`;
    return material;
  }

  dispose(): void {
    this.poses.dispose();
    this.looks.dispose();
  }
}
