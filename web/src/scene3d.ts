// The picture: renderer, lights, shadows, grid and bodies. It is drawn when something changed and never otherwise: all
// who change it call `request`, and one animation frame draws for all of them; `requestNow` does not wait for the frame.
// No picture is begun before the last is finished, so none queue up before the GPU, and the newest state is drawn next.

import {
  Color, DirectionalLight, Group, HemisphereLight, Mesh, PCFShadowMap, PCFSoftShadowMap, Plane, PlaneGeometry, Scene, ShadowMaterial, Vector3,
  WebGLRenderer,
} from 'three';
import { Bodies3d } from './bodies3d.ts';
import { Camera, type Ball } from './camera.ts';
import { kPalettes, type ThemeName } from './colours.ts';
import { GpuClock } from './gpu_clock.ts';
import { Grid3d } from './grid3d.ts';
import { kLevels, Quality, type Level } from './quality.ts';
import { CornerLight } from './quick_surface.ts';
import type { Shape } from './shapes.ts';

// Whether the processor draws, without a GPU: it then gets less to do. Asked of a context that is thrown away, since
// antialiasing must be chosen before there is one.
function isSoftware(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  const extension = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = extension ? String(gl!.getParameter(extension.UNMASKED_RENDERER_WEBGL)) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

const kSettleMs = 250; // after which what was drawn in a hurry is drawn in full
const kShortestMs = 12; // from picture to picture: no display shows more that matter
const kMostSoftPixels = 4e6; // that the processor draws of what stands still, to be averaged by fours

export class Scene3d {
  readonly scene = new Scene();
  readonly camera: Camera;
  readonly grid = new Grid3d();
  readonly overlays = new Group(); // contacts, measures, marks: never cut, never in shadow
  bodies: Bodies3d | null = null;
  size = { width: 0, height: 0 }; // px of the page
  numFrames = 0;
  beforeDraw: () => void = () => {};
  afterDraw: () => void = () => {};
  whenFinished: () => void = () => {}; // the picture is there
  isMoving: () => boolean = () => false; // whether pictures will follow each other for a while
  readonly quality = new Quality();
  private readonly isSoft = isSoftware();
  private readonly gpu: GpuClock;
  private readonly renderer: WebGLRenderer;
  private readonly sun = new DirectionalLight(0xffffff, 2.1);
  private readonly sky = new HemisphereLight(0xffffff, 0x9aa3ad, 1.5);
  private readonly cornerLight = new CornerLight();
  private readonly floor: Mesh<PlaneGeometry, ShadowMaterial>;
  private isRequested = false;
  private isLate = false; // it would have been drawn by now
  private hasFloor = true;
  private drawn: Level = kLevels[0]; // how the last picture was drawn
  private drawnAt = -Infinity; // when it was begun, ms
  private settling: number | null = null; // timer
  private wasMoving = false;
  private stage: Ball = { center: [0, 0, 0], radius: 1 };

  // Throws if the browser has no WebGL.
  constructor(private readonly canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.isSoft, powerPreference: 'high-performance' });
    this.gpu = new GpuClock(this.renderer.getContext() as WebGL2RenderingContext, (ms) => this.finish(ms));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = this.isSoft ? PCFShadowMap : PCFSoftShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.localClippingEnabled = true;
    this.camera = new Camera(canvas, () => this.request());
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.setScalar(this.isSoft ? 1024 : 2048);
    this.sun.shadow.radius = 4;
    this.sky.position.set(0, 0, 1);
    this.floor = new Mesh(new PlaneGeometry(1, 1), new ShadowMaterial({ depthWrite: false }));
    this.floor.receiveShadow = true;
    this.floor.visible = false;
    this.overlays.renderOrder = 10;
    this.scene.add(this.sun, this.sun.target, this.sky, this.floor, this.grid.group, this.overlays);
    this.watchSize();
    new ResizeObserver(() => this.watchSize()).observe(canvas);
    canvas.addEventListener('webglcontextrestored', () => this.requestMoved());
  }

  setModel(shapes: Shape[], shapeOfBody: number[]): void {
    if (this.bodies !== null) {
      this.scene.remove(this.bodies.group);
      this.bodies.dispose();
    }
    this.bodies = new Bodies3d(shapes, shapeOfBody, this.cornerLight);
    this.scene.add(this.bodies.group);
  }

  setTheme(theme: ThemeName): void {
    const palette = kPalettes[theme];
    this.scene.background = new Color(palette.background);
    this.grid.setPalette(palette);
    this.sky.intensity = theme === 'light' ? 1.6 : 1.25;
    this.sun.intensity = theme === 'light' ? 2.0 : 1.9;
    this.floor.material.opacity = palette.shadow;
    this.request();
  }

  // Where things happen: light and shadows cover this. The ground is drawn as a receiver of shadows where no body is.
  setStage(ball: Ball, groundZ: number, hasFloor: boolean): void {
    this.stage = ball;
    const center = new Vector3(...ball.center);
    const radius = Math.max(1e-6, ball.radius);
    this.sun.position.copy(center).addScaledVector(new Vector3(-0.75, -0.3, 1.25).normalize(), radius * 4);
    this.sun.target.position.copy(center);
    const shadow = this.sun.shadow.camera;
    const side = radius * 1.6;
    Object.assign(shadow, { left: -side, right: side, top: side, bottom: -side, near: radius, far: radius * 8 });
    shadow.updateProjectionMatrix();
    this.sun.shadow.normalBias = (2.5 * 2 * side) / this.sun.shadow.mapSize.width; // two and a half of its texels
    this.sun.shadow.bias = -0.0004;
    this.grid.setHeight(groundZ);
    this.hasFloor = hasFloor;
    this.floor.position.set(ball.center[0], ball.center[1], groundZ);
    this.floor.scale.set(radius * 12, radius * 12, 1);
  }

  // What is behind the plane is not drawn.
  setClipping(plane: Plane | null): void {
    this.bodies?.setClipping(plane);
    this.requestMoved();
  }

  // Of the canvas on the page. Asking the page itself would have it laid out at once, with all that was just written.
  private watchSize(): void {
    this.size = { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
    this.request();
  }

  // Whether the picture is as it should be: drawn in full, and as large as its place.
  get isSettled(): boolean {
    return !this.isRequested && this.drawn === kLevels[0] && this.isOfSize(this.drawn);
  }

  // Pixels for each of the page. A processor draws without antialiasing: what stands still it draws larger instead.
  private ratioOf(level: Level): number {
    const { width, height } = this.size;
    const fullest = this.isSoft && level === kLevels[0] && !this.isMoving() ? Math.sqrt(kMostSoftPixels / (width * height)) : 1;
    return level.ratio * Math.min(2, Math.max(fullest, window.devicePixelRatio));
  }

  private isOfSize(level: Level): boolean {
    const { width, height } = this.size;
    const ratio = this.ratioOf(level);
    return this.canvas.width === Math.floor(width * ratio) && this.canvas.height === Math.floor(height * ratio);
  }

  get drawCalls(): number {
    return this.renderer.info.render.calls;
  }

  // Bodies moved or look different: shadows are drawn anew. Turning the camera leaves them as they are.
  requestMoved(): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.request();
  }

  request(): void {
    if (this.isRequested) return;
    this.isRequested = true;
    requestAnimationFrame(() => this.drawUnlessBusy());
  }

  // For what should be seen as soon as it can be.
  requestNow(): void {
    this.request();
    if (performance.now() - this.drawnAt >= kShortestMs && !document.hidden) this.drawUnlessBusy();
  }

  // Where the GPU is still at the last picture, this comes when it is finished.
  private drawUnlessBusy(): void {
    if (!this.isRequested) return;
    this.isLate = !this.gpu.isIdle;
    if (!this.isLate) this.draw(this.chooseLevel());
  }

  // A single picture is worth its time; of many that follow each other each gets little.
  private chooseLevel(): Level {
    this.wasMoving = this.isMoving() || performance.now() - this.drawnAt < kSettleMs;
    return this.wasMoving ? this.quality.level : kLevels[0];
  }

  private draw(level: Level): void {
    this.beforeDraw();
    this.isRequested = false;
    const { width, height } = this.size;
    if (width === 0 || height === 0) return;
    this.drawnAt = performance.now();
    this.useLevel(level, width, height);
    this.camera.updatePlanes(this.stage.radius);
    this.grid.update(this.camera.controls.target, this.camera.distance);
    this.bodies?.setScale(height / (2 * this.camera.distance * Math.tan((this.camera.camera.fov * Math.PI) / 360)));
    this.cornerLight.follow(this.sun, this.sky);
    this.bodies?.prepare(this.renderer, this.camera.camera);
    this.renderer.render(this.scene, this.camera.camera);
    this.gpu.start(this.drawnAt);
    this.numFrames += 1;
    this.afterDraw();
  }

  private useLevel(level: Level, width: number, height: number): void {
    if (level.hasShadows && !this.drawn.hasShadows) this.renderer.shadowMap.needsUpdate = true;
    this.drawn = level;
    this.sun.castShadow = level.hasShadows;
    this.bodies?.setLevel(level);
    this.floor.visible = !this.hasFloor && level.hasShadows;
    if (this.isOfSize(level)) return;
    this.renderer.setPixelRatio(this.ratioOf(level));
    this.renderer.setSize(width, height, false);
    this.camera.resize(width, height);
  }

  // The GPU has drawn a picture: what was asked for meanwhile comes next, or, some time later, the same in full.
  private finish(ms: number): void {
    if (this.wasMoving) this.quality.note(ms);
    this.whenFinished();
    if (this.isLate) this.drawUnlessBusy();
    if (this.settling !== null) clearTimeout(this.settling);
    this.settling = this.isSettled ? null : window.setTimeout(() => this.settle(), kSettleMs);
  }

  private settle(): void {
    this.settling = null;
    if (!this.isMoving()) this.request();
  }

  // The picture as it is, drawn at once so that the buffer still holds it.
  makePicture(): Promise<Blob | null> {
    this.draw(kLevels[0]);
    return new Promise((resolve) => this.canvas.toBlob(resolve, 'image/png'));
  }
}
