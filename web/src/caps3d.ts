// The cut of a section: every solid that the plane goes through shows there as solid, hatched in its colour and outlined.
//
// Past a point of the plane a line of sight leaves every solid once more often than it enters it if the point is inside,
// and as often if it is not. So over all surfaces that the section leaves, whatever their depth, -1 is summed for each
// front and +1 for each back, times the number of the body: what remains at a pixel is the body that is cut there, or
// nothing. That is one more draw of the solids, into a texture of half floats. Bodies in a cavity, and bodies whose faces
// touch, come out right since no depths are compared. Where solids overlap, as two meshes of a query may, the count is
// more than one. Sheets and soups have no inside and are not drawn here. A camera behind the plane counts below zero and
// sees no cut.
//
// Numbers are summed by digits, so that half floats, exact up to 2048, hold the sums of 32 surfaces in a row.
//
// Without textures of half floats to draw into nothing is capped: one looks into the bodies (bodies3d.ts).

import {
  BufferAttribute, BufferGeometry, type Camera, CustomBlending, DoubleSide, HalfFloatType, Mesh, NearestFilter, OneFactor, type Plane, Scene, ShaderMaterial,
  Vector2, Vector4, type WebGLRenderer, WebGLRenderTarget,
} from 'three';
import { type BodyTextures, kReadTable } from './body_textures.ts';

export const kCutTone = 0.62; // of a body's colour

const kCountVertex = `
#include <common>
#include <clipping_planes_pars_vertex>
flat varying float number;
void main() {
  #include <begin_vertex>
  #include <project_vertex>
  #include <clipping_planes_vertex>
  gl_Position.z = 0.0; // nothing is too near or too far to be counted
  number = body;
}`;

const kCountFragment = `
#include <clipping_planes_pars_fragment>
flat varying float number;
void main() {
  #include <clipping_planes_fragment>
  vec3 digits = mod(floor(number / vec3(1.0, 64.0, 4096.0)), 64.0);
  gl_FragColor = (gl_FrontFacing ? -1.0 : 1.0) * vec4(digits, 1.0);
}`;

const kCapVertex = 'void main() { gl_Position = vec4(position, 1.0); }';

// Lengths in pixels of the page. Neighbours are hatched across each other, if their numbers follow each other.
const kCapFragment = `
uniform mat4 projectionMatrix;
uniform highp sampler2D count;
uniform highp sampler2D bodyLooks;
uniform vec4 plane;
uniform float pixelRatio;
uniform float opacity;
${kReadTable}
const float kHatch = 7.0, kLine = 0.9;

vec4 countAt(ivec2 offset) {
  ivec2 last = textureSize(count, 0) - 1;
  return texelFetch(count, clamp(ivec2(gl_FragCoord.xy) + offset, ivec2(0), last), 0);
}

// How much of what surrounds this pixel is not of the same body.
float shareOfOthers(vec4 here) {
  int reach = int(max(1.0, 0.75 * pixelRatio + 0.5));
  float others = 0.0;
  for (int i = 0; i < 9; ++i) {
    if (any(greaterThan(abs(countAt(reach * ivec2(i % 3 - 1, i / 3 - 1)) - here), vec4(0.5)))) others += 1.0;
  }
  return others / 8.0;
}

float isHatched(float along) {
  float off = abs(mod(0.7071 * along / pixelRatio, kHatch) - 0.5 * kHatch);
  return clamp((0.5 * kLine - off) * pixelRatio + 0.5, 0.0, 1.0);
}

float depthOfPlane() {
  vec2 place = 2.0 * gl_FragCoord.xy / vec2(textureSize(count, 0)) - 1.0;
  vec3 ray = vec3(place.x / projectionMatrix[0][0], place.y / projectionMatrix[1][1], -1.0);
  float ahead = -plane.w / dot(plane.xyz, ray);
  return 0.5 + 0.5 * (projectionMatrix[3][2] / ahead - projectionMatrix[2][2]);
}

void main() {
  vec4 here = countAt(ivec2(0));
  if (here.a < 0.5) discard;
  int body = int(dot(here.rgb, vec3(1.0, 64.0, 4096.0)) + 0.5);
  bool overlaps = here.a > 1.5;
  vec3 colour = overlaps ? vec3(0.7, 0.02, 0.1) : ${kCutTone} * readTable(bodyLooks, body, 0).rgb;
  vec3 edge = overlaps ? vec3(0.0) : readTable(bodyLooks, body, 1).rgb;
  float slope = body % 2 == 0 ? 1.0 : -1.0;
  colour = mix(colour, 0.3 * colour, isHatched(gl_FragCoord.x - slope * gl_FragCoord.y));
  colour = mix(colour, edge, clamp(3.0 * shareOfOthers(here), 0.0, 0.9));
  gl_FragDepth = depthOfPlane();
  gl_FragColor = vec4(colour, opacity);
  #include <colorspace_fragment>
}`;

function makeWholeView(): BufferGeometry {
  return new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.of(-1, -1, 0, 3, -1, 0, -1, 3, 0), 3));
}

export class Caps3d {
  readonly caps: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly solids = new Scene();
  private readonly counting = new ShaderMaterial({
    vertexShader: kCountVertex, fragmentShader: kCountFragment, clipping: true, side: DoubleSide, depthTest: false, depthWrite: false,
    blending: CustomBlending, blendSrc: OneFactor, blendDst: OneFactor,
  });
  private readonly target = new WebGLRenderTarget(1, 1, { type: HalfFloatType, minFilter: NearestFilter, magFilter: NearestFilter, depthBuffer: false });
  private readonly uniforms = {
    count: { value: this.target.texture }, plane: { value: new Vector4() }, pixelRatio: { value: 1 }, opacity: { value: 1 },
  };
  private plane: Plane | null = null;

  // Geometries of solids, whose vertices carry the number of their body.
  constructor(solids: BufferGeometry[], textures: BodyTextures) {
    textures.apply(this.counting);
    for (const geometry of solids) {
      const mesh = new Mesh(geometry, this.counting);
      mesh.frustumCulled = false;
      this.solids.add(mesh);
    }
    const uniforms = { ...this.uniforms, bodyLooks: { value: textures.looks } };
    this.caps = new Mesh(makeWholeView(), new ShaderMaterial({ vertexShader: kCapVertex, fragmentShader: kCapFragment, uniforms }));
    this.caps.frustumCulled = false;
    this.caps.visible = false;
  }

  setPlane(plane: Plane | null): void {
    this.plane = plane;
    this.counting.clippingPlanes = plane === null ? null : [plane];
    if (plane === null) this.target.dispose(); // it comes back with the next section
  }

  setXray(xray: boolean): void {
    Object.assign(this.caps.material, { transparent: xray, depthWrite: !xray });
    this.uniforms.opacity.value = xray ? 0.5 : 1;
  }

  // To be called before each picture: finds out which body is cut at which of its pixels.
  update(renderer: WebGLRenderer, camera: Camera): void {
    const canCount = renderer.extensions.has('EXT_color_buffer_float') || renderer.extensions.has('EXT_color_buffer_half_float');
    this.caps.visible = this.plane !== null && canCount && this.solids.children.length > 0;
    if (this.plane === null || !this.caps.visible) return;
    const { x, y } = renderer.getDrawingBufferSize(new Vector2());
    this.target.setSize(x, y);
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0, 0);
    renderer.render(this.solids, camera);
    renderer.setRenderTarget(null);
    const { normal, constant } = this.plane.clone().applyMatrix4(camera.matrixWorldInverse);
    this.uniforms.plane.value.set(normal.x, normal.y, normal.z, constant);
    this.uniforms.pixelRatio.value = renderer.getPixelRatio();
  }

  dispose(): void {
    this.caps.geometry.dispose();
    this.caps.material.dispose();
    this.counting.dispose();
    this.target.dispose();
  }
}
