// Panels are for reading: while steps pass by on their own they need not be written sixty times a second. `throttle`
// makes of some work one that is done when asked for, but once in each beat only, and once more at the end if it was asked
// for meanwhile. `pauseMs`, the length of a beat, is asked each time; 0 does it at once.
//
// Beats are the same for all, so whatever has the same pause is written together. And what is asked for again and again
// is done when it is asked for, not by a timer of its own: so it goes with the picture that is drawn then. The browser
// puts the page together once for all of it.

const kSlackMs = 100;

export function throttle(work: () => void, pauseMs: () => number): () => void {
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const doIt = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    last = performance.now();
    work();
  };
  return () => {
    const pause = pauseMs();
    const wait = pause === 0 ? 0 : (Math.floor(last / pause) + 1) * pause - performance.now();
    if (wait <= 0) doIt();
    else timer ??= setTimeout(doIt, wait + kSlackMs);
  };
}
