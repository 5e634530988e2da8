// Where packets come from: the program, over a WebSocket that connects again by itself, or the page itself, where
// `abut export --html` has put them.
//
// A self-contained page holds <script type="application/json" id="abut-packets"> with one JSON object that maps keys to
// packets in base64. Keys: "hello", "geometry", "poses/FIRST/COUNT", "series/FIRST/COUNT", "step/INDEX". The page asks
// for poses in chunks of kPoseChunk that begin at its multiples ("poses/0/64", "poses/64/64", ...) and for series in
// chunks of kSeriesChunk that begin at 1 ("series/1/65536", ...); the last ones hold fewer than their key says. `news`
// never comes, so "series" must be whole; the hello's `mode` is "trace" whatever the file was made of. A "step" that is
// left out shows as not included.

import { Backoff } from './backoff.ts';
import { decodePacket, type Hello, type News, type Packet, type Request } from './protocol.ts';

export const kPoseChunk = 64;
export const kSeriesChunk = 65536;

export type Link = 'connecting' | 'open' | 'lost';

export interface SourceEvents {
  hello(hello: Hello): void;
  news(packet: Packet<News>): void;
  error(message: string): void; // that nobody asked for
  link(link: Link, failures: number): void;
}

export interface Source {
  readonly isEmbedded: boolean;
  start(events: SourceEvents): void;
  request(message: Request): Promise<Packet>;
  // The last news were drawn: the next may come.
  wantNews(): void;
  // Where the trace can be fetched from, or nothing.
  findTraceAddress(): string | null;
}

interface Pending {
  text: string;
  resolve(packet: Packet): void;
  reject(error: Error): void;
}

// What is asked again after a connection was lost; orders are not, as they may have been obeyed.
const kRepeatable = new Set(['geometry', 'poses', 'step', 'series']);

export class SocketSource implements Source {
  readonly isEmbedded = false;
  private socket: WebSocket | null = null;
  private isOpen = false;
  private nextId = 1;
  private readonly pending = new Map<number, Pending>();
  private readonly backoff = new Backoff();
  private events!: SourceEvents;

  constructor(
    private readonly host: string,
    private readonly token: string,
  ) {}

  start(events: SourceEvents): void {
    this.events = events;
    this.connect();
  }

  findTraceAddress(): string | null {
    return `/trace?token=${encodeURIComponent(this.token)}`;
  }

  request(message: Request): Promise<Packet> {
    const id = this.nextId++;
    const text = JSON.stringify({ ...message, id });
    if (!this.isOpen && !kRepeatable.has(message.type)) return Promise.reject(new Error('There is no connection.'));
    return new Promise((resolve, reject) => {
      this.pending.set(id, { text, resolve, reject });
      if (this.isOpen) this.socket?.send(text);
    });
  }

  wantNews(): void {
    if (this.isOpen) this.socket?.send(JSON.stringify({ type: 'seen', id: this.nextId++ }));
  }

  private connect(): void {
    this.events.link(this.backoff.failures > 0 ? 'lost' : 'connecting', this.backoff.failures);
    const socket = new WebSocket(`ws://${this.host}/socket?token=${encodeURIComponent(this.token)}`);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.onmessage = (event) => this.receive(event.data);
    socket.onclose = () => this.lose();
  }

  private lose(): void {
    this.isOpen = false;
    for (const [id, pending] of this.pending) {
      if (kRepeatable.has(JSON.parse(pending.text).type)) continue;
      this.pending.delete(id);
      pending.reject(new Error('The connection was lost.'));
    }
    const wait = this.backoff.next();
    this.events.link('lost', this.backoff.failures);
    setTimeout(() => this.connect(), wait);
  }

  private receive(data: unknown): void {
    if (!(data instanceof ArrayBuffer)) return;
    let packet: Packet;
    try {
      packet = decodePacket(data);
    } catch (error) {
      this.events.error(`The program sent what this page cannot read: ${(error as Error).message}.`);
      return;
    }
    if (packet.id !== null) this.settle(packet.id, packet);
    else if (packet.type === 'hello') this.open(packet);
    else if (packet.type === 'news') this.events.news(packet as unknown as Packet<News>);
    else if (packet.type === 'error') this.events.error(String(packet.head.message));
  }

  private open(packet: Packet): void {
    this.isOpen = true;
    this.backoff.succeeded();
    this.events.hello(packet.head as unknown as Hello);
    this.events.link('open', 0);
    this.wantNews();
    for (const pending of this.pending.values()) this.socket?.send(pending.text);
  }

  private settle(id: number, packet: Packet): void {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    if (packet.type === 'error') pending?.reject(new Error(String(packet.head.message)));
    else pending?.resolve(packet);
  }
}

export function keyOf(message: Request): string {
  switch (message.type) {
    case 'poses':
    case 'series':
      return `${message.type}/${message.first}/${message.count}`;
    case 'step':
      return `step/${message.index}`;
    default:
      return message.type;
  }
}

export function decodeBase64(text: string): ArrayBuffer {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < characters.length; ++i) bytes[i] = characters.charCodeAt(i);
  return bytes.buffer;
}

export class EmbeddedSource implements Source {
  readonly isEmbedded = true;

  constructor(private readonly packets: Record<string, string>) {}

  start(events: SourceEvents): void {
    const hello = this.find('hello');
    if (hello === null) return events.error('This page holds no trace.');
    events.hello(hello.head as unknown as Hello);
    events.link('open', 0);
  }

  findTraceAddress(): string | null {
    return null;
  }

  async request(message: Request): Promise<Packet> {
    const packet = this.find(keyOf(message));
    if (packet === null) throw new Error(`This page does not hold ${keyOf(message)}.`);
    return packet;
  }

  wantNews(): void {}

  private find(key: string): Packet | null {
    const text = this.packets[key];
    return text === undefined ? null : decodePacket(decodeBase64(text));
  }
}

// The source this page has, or what keeps it from having one, for a person.
export function findSource(page: Document, place: Location): Source | string {
  const element = page.getElementById('abut-packets');
  if (element !== null) {
    try {
      return new EmbeddedSource(JSON.parse(element.textContent ?? ''));
    } catch {
      return 'The trace inside this page is damaged.';
    }
  }
  const token = new URLSearchParams(place.hash.slice(1)).get('token');
  if (token === null || token === '') {
    return 'This address lacks its token. Open the whole address that abut view printed, with what stands behind the #.';
  }
  return new SocketSource(place.host, token);
}
