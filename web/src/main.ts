// Puts the page together: finds where packets come from, makes the picture, then the panels around it.

import './style.css';
import { App } from './app.ts';
import { byId } from './dom.ts';
import { setBanner, setGreatMessage, tell } from './notices.ts';
import { Scene3d } from './scene3d.ts';
import { findSource } from './source.ts';

function makeScene(): Scene3d | null {
  try {
    return new Scene3d(byId('view') as HTMLCanvasElement);
  } catch {
    setGreatMessage('No WebGL', 'This page draws with WebGL 2, which this browser lacks or has switched off. Switch on graphics acceleration in its settings, or open the address in another browser.');
    return null;
  }
}

function start(): void {
  const source = findSource(document, window.location);
  if (typeof source === 'string') return setGreatMessage('Nothing to show', source);
  const scene = makeScene();
  if (scene === null) return;
  const app = new App(source, scene, tell);
  app.setTheme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  Object.defineProperty(window, 'abut', { value: app });
  source.start({
    hello: (hello) => void app.open(hello).catch((error: Error) => tell(error.message)),
    news: (packet) => app.receive(packet),
    error: (message) => (app.hello === null ? setGreatMessage('This cannot be shown', message) : tell(message)),
    link: (link, failures) => {
      app.link = link;
      setBanner('link', link === 'lost' ? (failures > 3 ? 'Connection lost, trying again. Is the program still running?' : 'Connection lost, trying again.') : '', true);
      app.emit('link');
    },
  });
  new ResizeObserver(() => scene.request()).observe(byId('stage'));
}

start();
