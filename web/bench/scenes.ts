// Scenes of 1,000 bodies to measure the page with.

interface Body {
  name: string;
  shape: object;
  type?: string;
  position: number[];
  rotation?: object;
  velocity?: number[];
  angular_velocity?: number[];
}

function makeScene(description: string, bodies: Body[], gravity: number[]): string {
  return JSON.stringify({ abut_scene: 1, description, duration: 600, gravity, bodies });
}

// Ten by ten by ten in a cube, each with its own spin, two radii apart: all move, none touches.
function makeCube(shape: object, apart: number): Body[] {
  return Array.from({ length: 1000 }, (_, i) => ({
    name: `body ${i}`,
    shape,
    position: [i % 10, Math.floor(i / 10) % 10, Math.floor(i / 100)].map((k) => (k - 4.5) * apart),
    angular_velocity: [Math.sin(i), Math.cos(2 * i), Math.sin(3 * i)],
  }));
}

// Nearly nothing to compute: what is left is the way from the program to the picture.
export function makeSpinningBoxes(): string {
  return makeScene('1,000 boxes that turn', makeCube({ box: [1, 1, 1] }, 2), [0, 0, 0]);
}

// Few triangles, so that a processor that draws them is not what is tested.
export function makeSpinningTetrahedra(): string {
  return makeScene('1,000 tetrahedra that turn', makeCube({ maker: 'tetrahedron' }, 4), [0, 0, 0]);
}

// 26 sides: 52 triangles around, 24 at each end.
export function makeSpinningDrums(): string {
  const polygon = Array.from({ length: 26 }, (_, i) => [Math.cos((2 * Math.PI * i) / 26), Math.sin((2 * Math.PI * i) / 26)]).flat();
  return makeScene('1,000 drums of 100 triangles that turn', makeCube({ maker: 'prism', arguments: { polygon, height: 1 } }, 3), [0, 0, 0]);
}

// Each on the ground by itself.
export function makeRestingBoxes(): string {
  const ground: Body = { name: 'ground', shape: { box: [100, 100, 2] }, type: 'static', position: [0, 0, -1] };
  const boxes = Array.from({ length: 1000 }, (_, i) => ({
    name: `box ${i}`, shape: { box: [1, 1, 1] }, position: [((i % 32) - 15.5) * 2, (Math.floor(i / 32) - 15.5) * 2, 0.5001],
  }));
  return makeScene('1,000 boxes at rest', [ground, ...boxes], [0, 0, -9.81]);
}
