// Puts the page together: finds where packets come from, makes the picture, then the panels around it.

import './style.css';
import { App } from './app.ts';
import { makeBar } from './bar.ts';
import { Contacts3d } from './contacts3d.ts';
import { byId } from './dom.ts';
import { exposeHandle } from './handle.ts';
import { Inspector } from './inspector.ts';
import { startKeys } from './keys.ts';
import { Live } from './live.ts';
import { Measure } from './measure.ts';
import { MeshReport } from './meshreport.ts';
import { setBanner, setGreatMessage, tell } from './notices.ts';
import { Parts } from './parts.ts';
import { Plots } from './plots.ts';
import { Pointer } from './pointer.ts';
import { Query } from './query.ts';
import { Scene3d } from './scene3d.ts';
import { Section } from './section.ts';
import { findSource, type Link, type Source } from './source.ts';
import { startTheme } from './theme.ts';
import { Timeline } from './timeline.ts';
import { makeTransport, startClock } from './transport.ts';

function makeScene(): Scene3d | null {
  try {
    return new Scene3d(byId('view') as HTMLCanvasElement);
  } catch {
    const remedy = 'This page draws with WebGL 2, which this browser lacks or has switched off. Switch on graphics acceleration in its settings, or open the address in another browser.';
    setGreatMessage('No WebGL', remedy);
    return null;
  }
}

function makePanels(app: App): void {
  const contacts = new Contacts3d(app);
  const pointer = new Pointer(app, contacts, byId('view') as HTMLCanvasElement);
  const live = new Live(app, pointer);
  const report = new MeshReport(app);
  makeBar(app);
  makeTransport(app, new Timeline(app));
  byId('left').append(live.element, new Parts(app).element);
  byId('right').append(report.element, new Query(app).element, new Inspector(app).element);
  byId('plots').append(new Plots(app).element);
  byId('tools').append(new Section(app).element, new Measure(app, pointer).element);
  live.element.hidden = true;
  app.on('selection', () => (byId('right').scrollTop = 0));
  startKeys(app, live);
  startClock(app);
  exposeHandle(app, contacts, report, pointer, live);
}

function showLink(app: App, link: Link, failures: number): void {
  app.link = link;
  const text = failures > 3 ? 'Connection lost, trying again. Is the program still running?' : 'Connection lost, trying again.';
  setBanner('link', link === 'lost' ? text : '', true);
  app.emit('link');
}

function connect(app: App, source: Source): void {
  source.start({
    hello: (hello) => void app.open(hello).catch((error: Error) => setGreatMessage('This cannot be shown', error.message)),
    news: (packet) => app.receive(packet),
    error: (message) => (app.hello === null ? setGreatMessage('This cannot be shown', message) : tell(message)),
    link: (link, failures) => showLink(app, link, failures),
  });
  app.on(['model', 'news'], () => setBanner('note', app.hello!.note));
  app.on('model', () => {
    document.body.dataset.mode = app.hello!.mode;
    setGreatMessage('', '');
    if (new URLSearchParams(window.location.hash.slice(1)).has('play')) playAtOnce(app);
  });
}

// An address that ends in &play begins to play, or to run, by itself.
function playAtOnce(app: App): void {
  if (app.hello!.mode === 'live') app.order({ type: 'run' });
  else app.player.play(1);
}

function start(): void {
  const source = findSource(document, window.location);
  if (typeof source === 'string') return setGreatMessage('Nothing to show', source);
  const scene = makeScene();
  if (scene === null) return;
  const app = new App(source, scene, tell);
  makePanels(app);
  startTheme(app);
  connect(app, source);
}

start();
