// A page that nobody listens in on. Playwright has the browser report every message of a WebSocket to it, which takes a
// third of a core here; a measurement must not. So this speaks to the browser through its one session, and only when
// asked to.

import type { CDPSession } from 'playwright-core';
import { launch } from '../tests/browser.ts';

export class BarePage {
  private nextId = 1;
  private readonly pending = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();

  private constructor(
    private readonly browser: CDPSession,
    private readonly contextId: string,
    private readonly sessionId: string,
  ) {
    browser.on('Target.receivedMessageFromTarget', ({ sessionId: from, message }) => {
      if (from === this.sessionId) this.receive(JSON.parse(message));
    });
  }

  static async open(size: { width: number; height: number }): Promise<BarePage> {
    const browser = await (await launch()).newBrowserCDPSession();
    const { browserContextId } = await browser.send('Target.createBrowserContext');
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank', browserContextId, ...size });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: false });
    const page = new BarePage(browser, browserContextId, sessionId);
    await page.send('Page.enable');
    await page.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
    return page;
  }

  send(method: string, params: object = {}): Promise<unknown> {
    const id = this.nextId++;
    const answer = new Promise((resolve, reject) => this.pending.set(id, { resolve, reject }));
    void this.browser.send('Target.sendMessageToTarget', { sessionId: this.sessionId, message: JSON.stringify({ id, method, params }) });
    return answer;
  }

  private receive(message: { id?: number; result?: unknown; error?: { message: string } }): void {
    const pending = this.pending.get(message.id ?? 0);
    if (message.error !== undefined) pending?.reject(new Error(message.error.message));
    else pending?.resolve(message.result);
  }

  async addInitScript(source: string): Promise<void> {
    await this.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  async goto(url: string): Promise<void> {
    await this.send('Page.navigate', { url });
  }

  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await this.send('Runtime.evaluate', { expression, returnByValue: true })) as { result: { value: T }; exceptionDetails?: { text: string } };
    if (exceptionDetails !== undefined) throw new Error(`${expression}: ${exceptionDetails.text}`);
    return result.value;
  }

  async waitFor(expression: string, timeoutMs: number): Promise<void> {
    const end = Date.now() + timeoutMs;
    while (!(await this.evaluate(`typeof abut !== 'undefined' && !!(${expression})`))) {
      if (Date.now() > end) throw new Error(`after ${timeoutMs} ms it is still not so that ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  async close(): Promise<void> {
    await this.browser.send('Target.disposeBrowserContext', { browserContextId: this.contextId });
    await this.browser.detach();
  }
}
