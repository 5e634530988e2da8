// How long to wait before the next attempt to connect: 0.25 s, then twice as long each time, 4 s at most, and at once
// after a connection that worked. Waiting is even, not random: there is one page and one server on one machine.

export class Backoff {
  private numFailed = 0;

  get failures(): number {
    return this.numFailed;
  }

  // Milliseconds to wait after a failure.
  next(): number {
    const wait = Math.min(4000, 250 * 2 ** Math.min(this.numFailed, 10));
    this.numFailed += 1;
    return wait;
  }

  succeeded(): void {
    this.numFailed = 0;
  }
}
