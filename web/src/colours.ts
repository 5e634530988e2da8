// Colours of bodies and of what is drawn over them, for both themes. Bodies that move get muted hues spread by the
// golden ratio, so that neighbours in the list differ; those that stand are grey.

import type { BodyInfo } from './protocol.ts';

export type ThemeName = 'light' | 'dark';

export interface Palette {
  background: number;
  edge: number;
  grid: number;
  gridMajor: number;
  text: string;
  muted: string;
  standing: string;
  select: string;
  contact: string;
  impact: string;
  normal: string;
  force: string;
  featureA: string;
  featureB: string;
  measure: string;
  axis: string;
  born: string;
  gone: string;
  unsolved: string;
  shadow: number;
}

export const kPalettes: Record<ThemeName, Palette> = {
  light: {
    background: 0xeef1f4, edge: 0x1c2530, grid: 0xc3cad2, gridMajor: 0x98a3af, text: '#16202b', muted: '#566373',
    standing: '#b4bac1', select: '#0b63ce', contact: '#d9480f', impact: '#c2185b', normal: '#0b7285', force: '#b02a00',
    featureA: '#f59f00', featureB: '#7048e8', measure: '#0b63ce', axis: '#c9d1d9', born: '#2b8a3e', gone: '#8a6d00', unsolved: '#d0021b', shadow: 0.22,
  },
  dark: {
    background: 0x171b21, edge: 0x05070a, grid: 0x2c343e, gridMajor: 0x46515e, text: '#e8edf2', muted: '#9aa7b5',
    standing: '#6f7984', select: '#5aa9ff', contact: '#ff922b', impact: '#ff6fa5', normal: '#3bc9db', force: '#ffa94d',
    featureA: '#ffd43b', featureB: '#b197fc', measure: '#74c0fc', axis: '#323b46', born: '#69db7c', gone: '#e0c25a', unsolved: '#ff4d4f', shadow: 0.45,
  },
};

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const channel = (n: number) => {
    const k = (n + hue * 12) % 12;
    const value = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * value).toString(16).padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

// The colour a body has unless the user gave it another.
export function usualColour(body: BodyInfo, index: number, theme: ThemeName): string {
  if (body.kind === 'static') return kPalettes[theme].standing;
  const hue = (0.58 + index * 0.61803398875) % 1;
  return theme === 'light' ? fromHsl(hue, 0.4, 0.66) : fromHsl(hue, 0.34, 0.58);
}
