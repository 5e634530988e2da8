// What this page is made with, under which licences: they ask to be part of every copy, so they are in the page itself.

import three from '../node_modules/three/LICENSE?raw';
import uplot from '../node_modules/uplot/LICENSE?raw';

export const kLicences: { name: string; text: string }[] = [
  { name: 'three.js', text: three },
  { name: 'uPlot', text: uplot },
];
