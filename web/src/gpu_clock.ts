// Knows whether the GPU has finished the last picture, and how long that took, by a fence behind its commands. Nothing
// waits: the fence is looked at now and then until it has been passed.

const kLookMs = 4;

export class GpuClock {
  private fence: WebGLSync | null = null;
  private begun = 0;

  constructor(
    private readonly gl: WebGL2RenderingContext,
    private readonly onFinish: (ms: number) => void,
  ) {}

  // All of a picture has been asked for.
  start(begun: number): void {
    if (this.fence !== null) this.gl.deleteSync(this.fence);
    this.fence = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    this.gl.flush();
    this.begun = begun;
    if (this.fence !== null) setTimeout(() => this.look(), kLookMs);
  }

  // A lost context has finished for good.
  get isIdle(): boolean {
    return this.fence === null || this.gl.getSyncParameter(this.fence, this.gl.SYNC_STATUS) !== this.gl.UNSIGNALED;
  }

  private look(): void {
    if (this.fence === null) return;
    if (!this.isIdle) return void setTimeout(() => this.look(), kLookMs);
    this.gl.deleteSync(this.fence);
    this.fence = null;
    this.onFinish(performance.now() - this.begun);
  }
}
