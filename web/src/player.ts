// Where on the timeline the page is, as a number of steps with a fraction, and how it moves there: by the clock while
// playing, `speed` times as fast as the simulation's time, forwards or backwards, stopping at either end. At the newest
// step of a run it can follow: it is then always there.

export const kSpeeds = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8];

export class Player {
  position = 0; // in steps
  isPlaying = false;
  direction: 1 | -1 = 1;
  speed = 1;
  isFollowing = false;
  last = 0; // the last step there is; 0 is the start

  constructor(
    private readonly h: number,
    private readonly onChange: () => void,
  ) {}

  get step(): number {
    return Math.floor(this.position + 1e-9);
  }

  // More steps became known, or, after a reset, fewer.
  setLast(last: number): void {
    this.last = last;
    if (this.isFollowing || this.position > this.last) this.position = this.last;
  }

  moveTo(position: number): void {
    this.isFollowing = false;
    this.position = Math.min(this.last, Math.max(0, position));
    this.onChange();
  }

  // To the next or last whole step, standing.
  stepBy(count: number): void {
    this.isPlaying = false;
    const from = count < 0 ? Math.ceil(this.position - 1e-9) : this.step;
    this.moveTo(from + count);
  }

  follow(): void {
    this.isFollowing = true;
    this.isPlaying = false;
    this.position = this.last;
    this.onChange();
  }

  play(direction: 1 | -1 = this.direction): void {
    if (this.h <= 0 || this.last === 0) return;
    this.direction = direction;
    this.isPlaying = true;
    this.isFollowing = false;
    if (direction > 0 && this.position >= this.last) this.position = 0;
    if (direction < 0 && this.position <= 0) this.position = this.last;
    this.onChange();
  }

  // Stands at the whole step it came by last, so that what is shown is the trace's own.
  pause(): void {
    if (this.isPlaying) this.position = this.direction > 0 ? this.step : Math.ceil(this.position - 1e-9);
    this.isPlaying = false;
    this.onChange();
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play(1);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.onChange();
  }

  changeSpeed(by: number): void {
    const at = kSpeeds.indexOf(this.speed);
    this.setSpeed(kSpeeds[Math.min(kSpeeds.length - 1, Math.max(0, at + by))]);
  }

  // The clock went on by `seconds`.
  advance(seconds: number): void {
    if (!this.isPlaying) return;
    this.position += (this.direction * this.speed * seconds) / this.h;
    if (this.direction > 0 ? this.position >= this.last : this.position <= 0) {
      this.position = Math.min(this.last, Math.max(0, this.position));
      this.isPlaying = false;
    }
    this.onChange();
  }
}
