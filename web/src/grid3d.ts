// The ground grid: lines at a round spacing (1, 2 or 5 times a power of ten metres) that follows the camera, every
// fifth stronger, fading out with distance, with lengths written along both axes.

import { CanvasTexture, Color, Group, Mesh, PlaneGeometry, ShaderMaterial, Sprite, SpriteMaterial, Vector2, Vector3 } from 'three';
import { formatLength } from './format.ts';
import type { Palette } from './colours.ts';

const kVertexShader = `
varying vec2 place;
#include <clipping_planes_pars_vertex>
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xy;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

const kFragmentShader = `
uniform vec3 minorColour;
uniform vec3 majorColour;
uniform vec2 middle;
uniform float spacing;
uniform float reach;
varying vec2 place;
float lineAt(float step, float width) {
  vec2 unit = place / step;
  vec2 fw = max(fwidth(unit), vec2(1e-6));
  vec2 d = abs(fract(unit - 0.5) - 0.5) / fw;
  float dense = 1.0 - smoothstep(0.25, 0.6, max(fw.x, fw.y));
  return (1.0 - min(min(d.x, d.y) / width, 1.0)) * dense;
}
void main() {
  float minor = lineAt(spacing, 1.0);
  float major = lineAt(spacing * 5.0, 1.4);
  float fade = 1.0 - smoothstep(0.3, 1.0, length(place - middle) / reach);
  float alpha = max(minor * 0.55, major * 0.9) * fade;
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(mix(minorColour, majorColour, step(0.01, major)), alpha);
  #include <colorspace_fragment>
}`;

// A round length near `length`: 1, 2 or 5 times a power of ten, at most it.
export function roundDown(length: number): number {
  const power = 10 ** Math.floor(Math.log10(length));
  const digit = length / power;
  return power * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1);
}

const kNumLabels = 4; // on each half axis

export class Grid3d {
  readonly group = new Group();
  private readonly material: ShaderMaterial;
  private readonly plane: Mesh;
  private labels: Sprite[] = [];
  private labelColour = '#000';
  spacing = 0;

  constructor() {
    this.material = new ShaderMaterial({
      vertexShader: kVertexShader, fragmentShader: kFragmentShader, transparent: true, depthWrite: false,
      uniforms: {
        minorColour: { value: new Color() }, majorColour: { value: new Color() }, middle: { value: new Vector2() },
        spacing: { value: 1 }, reach: { value: 10 },
      },
      side: 2,
    });
    this.plane = new Mesh(new PlaneGeometry(2, 2), this.material);
    this.plane.frustumCulled = false;
    this.group.add(this.plane);
  }

  setPalette(palette: Palette): void {
    this.material.uniforms.minorColour.value.set(palette.grid);
    this.material.uniforms.majorColour.value.set(palette.gridMajor);
    this.labelColour = palette.muted;
    this.spacing = 0; // labels are written anew
  }

  setHeight(z: number): void {
    this.group.position.z = z;
  }

  update(target: Vector3, distance: number): void {
    const reach = distance * 3.2;
    this.plane.position.set(target.x, target.y, 0);
    this.plane.scale.set(reach, reach, 1);
    this.material.uniforms.middle.value.set(target.x, target.y);
    this.material.uniforms.reach.value = reach;
    const spacing = roundDown(distance * 0.09);
    this.material.uniforms.spacing.value = spacing;
    if (spacing === this.spacing) return;
    this.spacing = spacing;
    this.writeLabels(spacing * 5);
  }

  private writeLabels(step: number): void {
    for (const label of this.labels) {
      label.material.map?.dispose();
      label.material.dispose();
      this.group.remove(label);
    }
    this.labels = [];
    for (let i = -kNumLabels; i <= kNumLabels; ++i) {
      if (i === 0) continue;
      this.labels.push(this.makeLabel(`x ${formatLength(i * step)}`, i * step, 0, step));
      this.labels.push(this.makeLabel(`y ${formatLength(i * step)}`, 0, i * step, step));
    }
    this.labels.push(this.makeLabel('0', 0, 0, step));
    this.group.add(...this.labels);
  }

  private makeLabel(text: string, x: number, y: number, step: number): Sprite {
    const canvas = document.createElement('canvas');
    canvas.width = 256;
    canvas.height = 64;
    const context = canvas.getContext('2d')!;
    context.font = '34px system-ui, sans-serif';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = this.labelColour;
    context.fillText(text, 128, 32);
    const material = new SpriteMaterial({ map: new CanvasTexture(canvas), depthWrite: false, sizeAttenuation: false });
    const label = new Sprite(material);
    label.position.set(x, y, step * 0.02);
    label.scale.set(0.1, 0.025, 1);
    label.center.set(0.5, -0.1); // above the ground, not half in it
    return label;
  }
}
