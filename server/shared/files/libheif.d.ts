/** The used part of libheif, compiled to WebAssembly; its own types omit the part written in JavaScript. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Pixels {
    data: Uint8ClampedArray;
    width: number;
    height: number;
  }
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Decodes into `into` as RGBA, rotated upright; calls back with null when it cannot. */
    display(into: Pixels, done: (pixels: Pixels | null) => void): void;
    free(): void;
  }
  const libheif: { HeifDecoder: new () => { decode(content: Uint8Array): HeifImage[] } };
  export default libheif;
}
