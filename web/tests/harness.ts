// For the tests in a browser: pages and programs are closed after each test.

import { after, afterEach } from 'node:test';
import { close, end } from './browser.ts';

export * from './browser.ts';

afterEach(close);
after(end);
