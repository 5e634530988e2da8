// Panels are for reading: while steps pass by on their own they need not be written sixty times a second. `throttle`
// makes of some work one that is done at once when asked for, and then not again for a while, but once more at the end
// if it was asked for meanwhile. `pauseMs` is asked each time; 0 does it at once.
//
// What is asked for again and again is done when it is asked for, not by a timer of its own: so it goes with the picture
// that is drawn then, and the browser puts the page together once for both.

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
    const wait = last + pauseMs() - performance.now();
    if (wait <= 0) doIt();
    else timer ??= setTimeout(doIt, wait + kSlackMs);
  };
}
