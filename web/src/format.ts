// Numbers as text. What is shown is rounded; the full value, which reads back as the same double, goes along.

export function exact(value: number | bigint | null): string {
  if (value === null) return 'not known';
  return Object.is(value, -0) ? '-0' : String(value);
}

// Five significant digits, in plain notation where that is short, else with an exponent.
export function rounded(value: number | null, digits = 5): string {
  if (value === null || Number.isNaN(value)) return '\u2013';
  if (!Number.isFinite(value)) return value > 0 ? '\u221e' : '\u2212\u221e';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e7) return signed(String(value));
  if (size < 1e-3 || size >= 1e6) return signed(value.toExponential(digits - 2).replace('e+', 'e'));
  return signed(String(Number(value.toPrecision(digits))));
}

function signed(text: string): string {
  return text.replaceAll('-', '\u2212');
}

const kLengthUnits: [number, string][] = [[1e-6, '\u00b5m'], [1e-3, 'mm'], [1, 'm'], [1e3, 'km']];

// A length in the unit that suits its size: for labels, not for figures of a trace.
export function formatLength(metres: number): string {
  if (metres === 0) return '0';
  const size = Math.abs(metres) * (1 + 1e-9);
  let [scale, unit] = kLengthUnits[0];
  for (const [s, u] of kLengthUnits) if (size >= s) [scale, unit] = [s, u];
  return `${signed(String(Number((metres / scale).toPrecision(4))))} ${unit}`;
}

export function formatTime(seconds: number, h: number): string {
  const digits = h > 0 ? Math.min(6, Math.max(2, Math.ceil(-Math.log10(h)) + 1)) : 3;
  return `${seconds.toFixed(digits)} s`;
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

export function formatSpeed(speed: number): string {
  return speed < 1 ? `1/${Math.round(1 / speed)}\u00d7` : `${speed}\u00d7`;
}
