// A material for closed bodies that asks little of whoever draws: light is computed at the corners of triangles, and made
// a colour of the screen there, so that a pixel has nothing left to compute. Without shadows the picture is the same,
// since faces are flat; drawn by a processor it takes half the time.
//
// Light is as three's Lambert material has it: what falls on a surface, from the sun and from the sky, over pi.

import { Color, type DirectionalLight, type HemisphereLight, ShaderMaterial, Vector3 } from 'three';
import type { BodyTextures } from './body_textures.ts';

const kVertexShader = `
#include <common>
#include <colorspace_pars_fragment>
uniform highp sampler2D bodyLooks;
uniform vec3 toSun, sunLight, skyLight, groundLight;
varying vec3 colour;
void main() {
  #include <begin_vertex>
  gl_Position = projectionMatrix * viewMatrix * vec4(transformed, 1.0);
  vec3 n = turnWithBody(normal);
  vec3 light = max(dot(n, toSun), 0.0) * sunLight + mix(groundLight, skyLight, 0.5 * n.z + 0.5);
  colour = sRGBTransferOETF(vec4(readBody(bodyLooks, 0).rgb * light, 1.0)).rgb;
}`;

const kFragmentShader = `
varying vec3 colour;
void main() {
  gl_FragColor = vec4(colour, 1.0);
}`;

// The lights of a scene, as the material reads them.
export class CornerLight {
  readonly uniforms = {
    toSun: { value: new Vector3() }, sunLight: { value: new Color() }, skyLight: { value: new Color() }, groundLight: { value: new Color() },
  };

  // The sky is above: its light comes from +z.
  follow(sun: DirectionalLight, sky: HemisphereLight): void {
    this.uniforms.toSun.value.subVectors(sun.position, sun.target.position).normalize();
    this.uniforms.sunLight.value.copy(sun.color).multiplyScalar(sun.intensity / Math.PI);
    this.uniforms.skyLight.value.copy(sky.color).multiplyScalar(sky.intensity / Math.PI);
    this.uniforms.groundLight.value.copy(sky.groundColor).multiplyScalar(sky.intensity / Math.PI);
  }
}

export function makeQuickSurface(textures: BodyTextures, light: CornerLight, options: object): ShaderMaterial {
  return textures.apply(new ShaderMaterial({ vertexShader: kVertexShader, fragmentShader: kFragmentShader, uniforms: light.uniforms, ...options }));
}
