// What the page knows and shows, and who is told when it changes. No DOM here, apart from the picture it is given: the
// panels read from it and order through it.

import { kPalettes, usualColour, type ThemeName } from './colours.ts';
import { Emitter } from './emitter.ts';
import { Frames, type PoseChunk } from './frames.ts';
import type { HalfSpace } from './pick.ts';
import { Player } from './player.ts';
import { ballOfBalls, ballOfBody, lowestPoint } from './bounds.ts';
import { blendPoses } from './poses.ts';
import { f64, isSameFile, type Hello, type News, type Packet, type Request } from './protocol.ts';
import type { Ball } from './camera.ts';
import type { Scene3d } from './scene3d.ts';
import { Series } from './series.ts';
import { readShapes, type Shape } from './shapes.ts';
import { kPoseChunk, kSeriesChunk, type Link, type Source } from './source.ts';
import { Steps, type StepDetails } from './steps.ts';
import { throttle } from './throttle.ts';

export type Topic =
  | 'model' // a file was opened: hello and shapes are here
  | 'news' // there are more steps, or the run changed
  | 'pose' // what is drawn moved
  | 'step' // the step shown is another
  | 'details' // details of the step shown arrived
  | 'series' | 'player' | 'selection' | 'hover' | 'toggles' | 'looks' | 'section' | 'theme' | 'link' | 'tool';

export type Selection = { kind: 'none' } | { kind: 'body'; body: number } | { kind: 'contact'; id: bigint };
export type ToggleName = 'contacts' | 'forces' | 'normals' | 'edges' | 'grid' | 'xray';
export type Tool = 'none' | 'measure' | 'section';

// Of more bodies contacts are not shown unless asked for: drawing them anew at every step takes its time.
const kMostWithContacts = 200;

// While steps pass by on their own: panels are written this often, at most, and details are asked for, unless they are
// drawn.
const kPanelMs = 50;
const kSlowPanelMs = 400;

export class App extends Emitter<Topic> {
  hello: Hello | null = null;
  shapes: Shape[] = [];
  frames!: Frames;
  steps!: Steps;
  series!: Series;
  player!: Player;
  news: News | null = null;
  link: Link = 'connecting';
  theme: ThemeName = 'light';
  tool: Tool = 'none';
  selection: Selection = { kind: 'none' };
  hoveredContact: bigint | null = null;
  hoveredBody: number | null = null;
  readonly toggles: Record<ToggleName, boolean> = {
    contacts: false, forces: false, normals: false, edges: true, grid: true, xray: false,
  };
  readonly hidden = new Set<number>();
  readonly colours = new Map<number, string>(); // that the user gave
  X_WB = new Float64Array(0); // as drawn
  t = 0; // as drawn
  sceneSize = 1; // m, of the ball about what moves, when the file was opened
  kept: HalfSpace | null = null; // what a section leaves
  shownStep = -1;
  newest: { step: number; t: number; X_WB: Float64Array; made: number; isDrawn: boolean } | null = null;
  private readonly wantDetails: () => void;
  private readonly wantSeries: () => void;
  private isOpen = false; // shapes and first poses are here
  private latest: Packet<News> | null = null; // news that were not looked into yet
  private wasTold = false; // by news, and has not asked for more
  readonly latencies: number[] = []; // ms from step computed to picture drawn, the last hundred

  constructor(
    readonly source: Source,
    readonly scene: Scene3d,
    private readonly tell: (message: string) => void,
  ) {
    super();
    this.wantDetails = throttle(() => this.steps.want(this.shownStep), () => (this.areContactsShown ? 0 : 2 * this.panelPause)); // which take longer to make than all else
    this.wantSeries = throttle(() => this.series.setReady(this.news?.num_series ?? 0), () => this.panelPause);
    this.on(['looks', 'selection', 'hover', 'theme', 'model'], () => this.updateLooks());
    this.on('toggles', () => this.updateToggles());
    scene.beforeDraw = () => this.takeNews();
    scene.afterDraw = () => this.noteLatency();
    scene.isMoving = () => this.isPassing;
    scene.whenFinished = () => this.wantNews();
  }

  // An order or a question; what goes wrong is told to the user.
  order(message: Request): void {
    this.source.request(message).catch((error: Error) => this.tell(error.message));
  }

  async open(hello: Hello): Promise<void> {
    if (this.hello !== null && isSameFile(this.hello, hello)) return this.isOpen ? this.resume(hello) : undefined;
    this.hello = hello;
    this.news = this.latest = null;
    this.isOpen = false;
    const packet = await this.source.request({ type: 'geometry' });
    this.shapes = readShapes(packet, hello.shapes);
    this.frames = new Frames((first, count) => this.fetchPoses(first, count), hello.bodies.length, () => this.showPose(), kPoseChunk);
    this.steps = new Steps((index) => this.source.request({ type: 'step', index }), () => this.emit('details'));
    this.series = new Series((first, count) => this.source.request({ type: 'series', first, count }), kSeriesChunk, () => this.emit('series'));
    this.player = new Player(hello.h, () => this.showPose());
    this.scene.setModel(this.shapes, hello.bodies.map((body) => body.shape));
    this.X_WB = new Float64Array(hello.bodies.length * 7);
    this.shownStep = -1;
    this.selection = { kind: 'none' };
    this.growTo(hello.num_steps);
    if (this.source.isEmbedded) this.series.setReady(hello.num_steps);
    if (hello.mode === 'live') this.player.follow();
    Object.assign(this.toggles, { contacts: hello.mode !== 'mesh' && hello.bodies.length <= kMostWithContacts, normals: hello.mode === 'contact' });
    await this.firstPose();
    this.isOpen = true;
    this.emit('model');
    this.updateToggles();
    this.showPose();
  }

  // The same file after the connection was lost: everything known stays known.
  private resume(hello: Hello): void {
    if (hello.run !== this.hello!.run) this.forgetSteps(hello.run);
    Object.assign(this.hello!, hello);
    this.news = null; // they are of the time before
    this.growTo(hello.num_steps);
    this.emit('news');
    this.showPose();
  }

  private async firstPose(): Promise<void> {
    const chunk = await this.fetchPoses(0, kPoseChunk);
    if (chunk.count === 0) return;
    this.frames.keep(chunk);
    this.X_WB.set(chunk.X_WB.subarray(0, this.X_WB.length));
    this.scene.bodies!.setPoses(this.X_WB);
    this.frameStage();
  }

  private async fetchPoses(first: number, count: number): Promise<PoseChunk> {
    const packet = await this.source.request({ type: 'poses', first, count });
    const t = f64(packet, 't');
    return { first: Number(packet.head.first), count: t.length, t, X_WB: f64(packet, 'X_WB') };
  }

  private growTo(numSteps: number): void {
    this.frames.numFrames = numSteps + 1;
    this.player.setLast(numSteps);
  }

  private forgetSteps(run: number | undefined): void {
    this.hello!.run = run;
    this.frames.clear();
    this.steps.clear();
    this.series.clear();
    this.newest = null;
    this.shownStep = -1;
    this.player.follow();
  }

  // Only the newest news count, and they are looked into when the next picture is drawn: a run that makes steps faster
  // than this page draws them leaves no backlog.
  receive(packet: Packet<News>): void {
    this.latest = packet;
    if (this.isOpen) this.scene.requestNow();
  }

  // Once those there were are drawn.
  private wantNews(): void {
    if (!this.wasTold || this.latest !== null) return;
    this.wasTold = false;
    this.source.wantNews();
  }

  private takeNews(): void {
    const packet = this.latest;
    if (packet === null || this.hello === null || !this.isOpen) return;
    this.latest = null;
    this.wasTold = true;
    const news = packet.head;
    if (news.run !== undefined && news.run !== this.hello.run) this.forgetSteps(news.run);
    this.news = news;
    Object.assign(this.hello, { num_steps: news.num_steps, ending: news.ending, outcome: news.outcome, note: news.note });
    const X_WB = f64(packet, 'X_WB');
    if (X_WB.length > 0) {
      this.newest = { step: news.num_steps, t: f64(packet, 't')[0], X_WB, made: news.made ?? Date.now(), isDrawn: false };
    }
    this.growTo(news.num_steps);
    this.wantSeries();
    this.emit('news');
    this.showPose();
  }

  // Draws the poses of the player's position, if they are here, and asks for those that will be needed.
  showPose(): void {
    const { position, step } = this.player;
    const s = position - step;
    const isNewest = this.newest !== null && step === this.newest.step;
    if (!isNewest || !this.player.isFollowing) this.frames.want(step, this.player.isPlaying ? this.player.direction : 0);
    const from = isNewest ? this.newest : this.frames.find(step);
    const to = s > 1e-9 ? this.frames.find(step + 1) : null;
    if (from === null) return this.emit('player');
    if (to !== null) {
      blendPoses(from.X_WB, to.X_WB, s, this.X_WB);
      this.t = from.t + s * (to.t - from.t);
    } else {
      this.X_WB.set(from.X_WB);
      this.t = from.t;
    }
    this.scene.bodies!.setPoses(this.X_WB);
    this.scene.requestMoved();
    this.emit('player');
    if (step !== this.shownStep) {
      this.shownStep = step;
      this.wantDetails();
      this.emit('step');
    }
    this.emit('pose');
  }

  private noteLatency(): void {
    if (this.newest === null || this.newest.isDrawn || !this.player.isFollowing) return;
    this.newest.isDrawn = true;
    this.latencies.push(Date.now() - this.newest.made);
    if (this.latencies.length > 100) this.latencies.shift();
  }

  // Details of the step that is shown, if they are here; while steps pass by, the last that came.
  get details(): StepDetails | null {
    return this.steps?.find(this.shownStep) ?? (this.isPassing ? this.steps.last : null);
  }

  // How long panels may stay as they are, ms: the picture comes first.
  get panelPause(): number {
    if (!this.isPassing) return 0;
    return this.scene.quality.isReduced ? kSlowPanelMs : kPanelMs;
  }

  get areContactsShown(): boolean {
    const { contacts, forces, normals } = this.toggles;
    return contacts || forces || normals;
  }

  // Whether steps pass by on their own.
  get isPassing(): boolean {
    return this.player?.isPlaying || (this.player?.isFollowing && this.isRunning);
  }

  // Whether the program runs a scene just now.
  get isRunning(): boolean {
    return (this.news?.is_running ?? this.hello?.is_running) === true;
  }

  nameOf(body: number): string {
    return this.hello?.bodies[body]?.name ?? `body ${body}`;
  }

  select(selection: Selection): void {
    this.selection = selection;
    this.emit('selection');
  }

  hoverContact(id: bigint | null): void {
    this.hover(id, this.hoveredBody);
  }

  hoverBody(body: number | null): void {
    this.hover(this.hoveredContact, body);
  }

  private hover(contact: bigint | null, body: number | null): void {
    if (contact === this.hoveredContact && body === this.hoveredBody) return;
    [this.hoveredContact, this.hoveredBody] = [contact, body];
    this.emit('hover');
  }

  toggle(name: ToggleName): void {
    this.toggles[name] = !this.toggles[name];
    this.emit('toggles');
  }

  setTool(tool: Tool): void {
    this.tool = this.tool === tool ? 'none' : tool;
    this.emit('tool');
  }

  setTheme(theme: ThemeName): void {
    this.theme = theme;
    this.scene.setTheme(theme);
    this.emit('theme');
  }

  colourOf(body: number): string {
    return this.colours.get(body) ?? usualColour(this.hello!.bodies[body], body, this.theme);
  }

  private updateLooks(): void {
    if (this.scene.bodies === null || this.hello === null) return;
    const { select, edge } = kPalettes[this.theme];
    const isLit = (body: number) => body === this.hoveredBody || (this.selection.kind === 'body' && this.selection.body === body);
    this.scene.bodies.setLooks((body) => ({ colour: this.colourOf(body), edge: isLit(body) ? select : edge, isHidden: this.hidden.has(body) }));
    this.scene.bodies.setPoses(this.X_WB);
    this.scene.requestMoved();
  }

  private updateToggles(): void {
    this.scene.grid.group.visible = this.toggles.grid;
    this.scene.bodies?.setEdgesShown(this.toggles.edges);
    this.scene.bodies?.setXray(this.toggles.xray);
    this.scene.requestMoved();
  }

  ballOf(body: number): Ball {
    return ballOfBody(this.shapes[this.hello!.bodies[body].shape], this.X_WB, body);
  }

  // About all that move and are not hidden; about all, if none moves.
  ballOfAll(): Ball {
    const shown = this.hello!.bodies.flatMap((_, body) => (this.hidden.has(body) ? [] : [body]));
    const moving = shown.filter((body) => this.hello!.bodies[body].kind !== 'static');
    return ballOfBalls((moving.length > 0 ? moving : shown).map((body) => this.ballOf(body)));
  }

  frameSelected(): void {
    const body = this.selection.kind === 'body' ? this.selection.body : null;
    this.scene.camera.frame(body === null ? this.ballOfAll() : this.ballOf(body));
    this.scene.request();
  }

  // Light, ground and camera for the whole scene as it stands now.
  private frameStage(): void {
    const ball = this.ballOfAll();
    const { bodies } = this.hello!;
    this.sceneSize = ball.radius;
    const hasFloor = bodies.some((body) => body.kind === 'static');
    const groundZ = hasFloor ? 0 : lowestPoint(this.shapes, bodies.map((body) => body.shape), this.X_WB);
    this.scene.setStage(ball, groundZ, hasFloor);
    this.scene.camera.frame(ball, [0.62, -1, 0.52]);
  }
}
