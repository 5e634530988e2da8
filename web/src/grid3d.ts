// The ground grid: lines at a round spacing (1, 2 or 5 times a power of ten metres) that follows the camera, every
// fifth stronger, fading out with distance, with lengths written along both axes.

import { CanvasTexture, Color, Group, LinearSRGBColorSpace, Mesh, PlaneGeometry, ShaderMaterial, Sprite, SpriteMaterial, Vector2, Vector3 } from 'three';
import { formatLength } from './format.ts';
import type { Palette } from './colours.ts';

// Places are told in units of the spacing from its middle, so a pixel has little to compute: nine of ten are nothing.
const kVertexShader = `
uniform vec2 middle;
uniform float spacing;
uniform float reach;
varying vec2 place;
varying vec2 away;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xy / spacing;
  away = (world.xy - middle) / reach;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

// Colours are those of the screen.
const kFragmentShader = `
uniform vec3 minorColour;
uniform vec3 majorColour;
varying vec2 place;
varying vec2 away;
// How much of a line there is: 'off' is how far it is from the pixel, in 'pixels', both along x and along y.
float lineAt(vec2 off, vec2 pixels, float width) {
  vec2 d = off / pixels;
  return max(0.0, 1.0 - min(d.x, d.y) / width) * (1.0 - smoothstep(0.25, 0.6, max(pixels.x, pixels.y)));
}
void main() {
  vec2 pixels = max(fwidth(place), vec2(1e-6));
  float minor = lineAt(abs(fract(place - 0.5) - 0.5), pixels, 1.0);
  float major = lineAt(abs(fract(0.2 * place - 0.5) - 0.5), 0.2 * pixels, 1.4);
  float alpha = max(minor * 0.55, major * 0.9) * (1.0 - smoothstep(0.3, 1.0, length(away)));
  if (alpha < 0.01) discard;
  gl_FragColor = vec4(major > 0.01 ? majorColour : minorColour, alpha);
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
    this.material.uniforms.minorColour.value.setHex(palette.grid, LinearSRGBColorSpace); // as it is
    this.material.uniforms.majorColour.value.setHex(palette.gridMajor, LinearSRGBColorSpace);
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
